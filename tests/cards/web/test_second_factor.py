"""The authenticator app: set up, asked for at each sign-in, replaced by a recovery code, wanted of some roles."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from cards.errors import ScopeTooLow
from cards.models import Account, AuditEvent, AuthenticatorApp, KnownPlace, LoginThrottle, Pack, RecoveryCode
from cards.queries.secrets import missing_keys, sealed_of, sealed_rows
from cards.sealing import seal
from cards.services.factor import factor_reset
from cards.services.pack import PackForm, pack_edit
from cards.totp import STEP, code_at, secret_words, step_of
from cards.web.views import security
from tests.cards.conftest import PASSWORD
from tests.cards.web.conftest import ClientOf

SECRET = b"12345678901234567890"
PAGE = "/account/security/"
STEP_PAGE = "/sign-in/step/"


def digits(shift: int = 0) -> str:
    """Return what the app shows, `shift` steps from now."""
    return code_at(SECRET, int(time.time()) // STEP + shift)


def halfway(account: Account, **fields: str) -> Client:
    """Return a browser in which the password was right."""
    client = Client(REMOTE_ADDR="203.0.113.5")
    answer = client.post("/sign-in/", {"email": account.email, "password": PASSWORD, "next": "/packs/core/", **fields})
    assert (answer.status_code, answer.headers["Location"]) == (302, STEP_PAGE)
    return client


@pytest.fixture
def with_app(admin: Account) -> Account:
    AuthenticatorApp.objects.create(account=admin, sealed_secret=seal(SECRET))
    return admin


def test_digits_are_those_of_the_standard() -> None:
    shown = {second: code_at(SECRET, second // STEP) for second in (59, 1111111109, 1234567890, 20000000000)}

    assert shown == {59: "287082", 1111111109: "081804", 1234567890: "005924", 20000000000: "353130"}
    assert [step_of(SECRET, "287082", now=now) for now in (0, 30, 59, 89, 90)] == [1, 1, 1, 1, None]
    assert step_of(SECRET, "287082", now=59, after=1) is None
    assert secret_words(SECRET).startswith("GEZD GNBV")


class TestSettingUp:
    def test_is_done_by_the_digits_and_shows_the_codes_once(
        self, client_of: ClientOf, admin: Account, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        client = client_of("admin")
        monkeypatch.setattr("cards.services.factor.secret_new", lambda: SECRET)
        page = client.post(PAGE, {"do": "begin"}).content.decode()
        secret = re.search(r'name="secret" value="([^"]+)"', page)
        assert secret and "GEZD GNBV" in page and 'class="qr"' in page
        assert not AuthenticatorApp.objects.exists()

        wrong = client.post(PAGE, {"do": "confirm", "secret": secret[1], "code": "000000"}).content.decode()
        assert "This code is wrong" in wrong and secret[1] in wrong
        answer = client.post(PAGE, {"do": "confirm", "secret": secret[1], "code": digits()})
        codes = re.findall(r"<li><code>([\w-]+)</code>", answer.content.decode())

        assert (len(set(codes)), answer.headers["Cache-Control"]) == (10, "no-store, no-transform")
        assert not any(code in client.get(PAGE).content.decode() for code in codes)
        assert RecoveryCode.objects.count() == len(codes)
        assert all(row.recovery_sha256 not in codes for row in RecoveryCode.objects.all())
        assert AuditEvent.objects.latest("pk").action == "factor.add"
        assert client.post(PAGE, {"do": "confirm", "secret": "rubbish", "code": digits()}).status_code == 404

    def test_ends_with_its_codes(self, client_of: ClientOf, with_app: Account) -> None:
        client = client_of("admin")
        assert "Recovery codes" in client.post(PAGE, {"do": "renew"}).content.decode()
        client.post(PAGE, {"do": "remove"})

        assert not AuthenticatorApp.objects.exists() and not RecoveryCode.objects.exists()


class TestSignIn:
    def test_opens_by_the_digits_once(self, with_app: Account) -> None:
        client, thief = halfway(with_app), halfway(with_app)
        assert client.get("/account/").status_code == 302
        assert client.get("/api/v1/me/").status_code == 401
        assert "This code is wrong" in client.post(STEP_PAGE, {"code": "000000"}).content.decode()
        assert not AuditEvent.objects.filter(action="account.sign_in").exists()

        code = digits()
        answer = client.post(STEP_PAGE, {"code": f"{code[:3]} {code[3:]}"})

        assert (answer.status_code, answer.headers["Location"]) == (302, "/packs/core/")
        assert client.get("/account/").status_code == 200
        assert client.session.get_expire_at_browser_close()
        assert AuditEvent.objects.get(action="account.sign_in").details == {"factor": "app"}
        assert "used before" in thief.post(STEP_PAGE, {"code": code}).content.decode()

    def test_opens_by_a_recovery_code_once(self, with_app: Account, client_of: ClientOf) -> None:
        page = client_of("admin").post(PAGE, {"do": "renew"}).content.decode()
        code = re.findall(r"<li><code>([\w-]+)</code>", page)[0]

        assert halfway(with_app, keep="on").post(STEP_PAGE, {"code": code.upper()}).status_code == 302
        assert halfway(with_app).post(STEP_PAGE, {"code": code}).status_code == 200
        assert "9 / 10" in client_of("admin").get(PAGE).content.decode()

    def test_counts_guesses(self, with_app: Account) -> None:
        client = halfway(with_app)
        answers = [client.post(STEP_PAGE, {"code": "000000"}).status_code for _ in range(11)]

        assert answers == [200] * 10 + [429]
        assert client.post(STEP_PAGE, {"code": digits()}).status_code == 429
        LoginThrottle.objects.all().delete()
        assert client.post(STEP_PAGE, {"code": digits()}).status_code == 302

    def test_begins_again_when_time_or_the_password_passed(
        self, with_app: Account, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        changed, late = halfway(with_app), halfway(with_app)
        with_app.set_password("another long password")
        with_app.save()
        assert changed.get(STEP_PAGE).headers["Location"] == "/sign-in/"
        with_app.set_password(PASSWORD)
        with_app.save()
        monkeypatch.setattr(security, "STEP_LIFETIME", timedelta(0))

        assert late.post(STEP_PAGE, {"code": digits()}).headers["Location"] == "/sign-in/"


@pytest.mark.parametrize(
    ("policy", "of_pack", "role", "is_wanted"),
    [
        ("optional", False, "admin", False),
        ("optional", True, "admin", True),
        ("optional", True, "operator", True),
        ("optional", False, "operator", False),
        ("operators", False, "admin", False),
        ("operators", False, "operator", True),
        ("publishers", False, "admin", True),
        ("publishers", False, "publisher", True),
    ],
)
def test_of_some_roles_one_is_wanted(
    client_of: ClientOf, people: dict[str, Account], pack: Pack, settings: Any, policy: str, of_pack: bool, role: str,
    is_wanted: bool,
) -> None:  # fmt: skip
    settings.SECOND_FACTOR = policy
    Pack.objects.filter(pk=pack.pk).update(factor_needed=of_pack)
    client = client_of(role)

    def ask() -> Any:
        if role == "publisher":
            return client.post(f"/packs/{pack.slug}/trash/", {"act": "empty"}, follow=True)
        return client.get(f"/packs/{pack.slug}/webhooks/")

    answer = ask()
    assert ("second factor" in answer.content.decode(), answer.status_code) == (is_wanted, 403 if is_wanted else 200)
    assert client.get(f"/packs/{pack.slug}/people/").status_code == 200
    if role == "operator":
        assert client.get("/operator/").status_code == (403 if policy != "optional" else 200)
    AuthenticatorApp.objects.create(account=people[role], sealed_secret=seal(SECRET))
    assert ask().status_code == 200


def test_the_api_says_by_the_type_that_one_is_missing(client_of: ClientOf, admin: Account, pack: Pack) -> None:
    client, address = client_of("admin"), f"/api/v1/packs/{pack.slug}/"
    before = client.get(f"{address}webhooks/").status_code, client.get(address).json()["factor_needed"]
    assert before == (200, False)
    client.patch(address, {"factor_needed": True}, content_type="application/json")
    assert client.get(address).json()["factor_needed"] is True

    for language, title in (("en", "A second factor is needed"), ("zh", "需要第二重验证")):
        answer = client.get(f"{address}webhooks/", headers={"Accept-Language": language})
        problem = answer.json()
        assert (answer.status_code, problem["type"], problem["title"]) == (403, "/problems/second-factor-needed", title)
    kinds = client.get("/api/v1/openapi.json").json()["components"]["schemas"]["Refusal"]["properties"]["type"]["enum"]
    assert {"/problems/second-factor-needed", "/problems/sign-in-too-old"} <= set(kinds)
    AuthenticatorApp.objects.create(account=admin, sealed_secret=seal(SECRET))
    assert client.get(f"{address}webhooks/").status_code == 200
    admin.token_scopes = frozenset({"read", "admin"})
    with pytest.raises(ScopeTooLow):
        pack_edit(actor=admin, pack=pack, form=PackForm(name={"en": "Core"}, factor_needed=False))


def test_secrets_of_apps_are_sealed_anew_with_the_others(with_app: Account) -> None:
    assert [sealed_of(row) for row in sealed_rows()] == [f"the authenticator app of {with_app.email}"]
    AuthenticatorApp.objects.update(sealed_secret="00000000:rubbish")

    assert missing_keys() == {"00000000": [f"the authenticator app of {with_app.email}"]}


def test_an_admin_asks_it_of_a_pack_on_its_settings(client_of: ClientOf, pack: Pack) -> None:
    form = {"name_en": "Core", "source_language": "en", "visibility": "private", "approvals_needed": "1"}
    client = client_of("admin")
    client.post(f"/packs/{pack.slug}/settings/", {**form, "factor_needed": "on"})
    pack.refresh_from_db()

    assert pack.factor_needed
    assert "Set up an app" in client.get(PAGE).content.decode()
    assert "Your role needs a second factor" in client.get(PAGE).content.decode()
    assert client.post(f"/packs/{pack.slug}/settings/", form).status_code == 403


class TestARememberedBrowser:
    """Not again on this device for 30 days."""

    def remembered(self, account: Account) -> Client:
        """Return a browser that took the second step, wished not to be asked again, and signed out."""
        client = halfway(account)
        assert client.post(STEP_PAGE, {"code": digits(), "remember": "on"}).status_code == 302
        assert AuditEvent.objects.latest("pk").details == {"factor": "app", "remembered": True}
        client.post("/sign-out/")
        return client

    def asks(self, client: Client, account: Account) -> bool:
        """Return whether the browser asks for the second step after the password."""
        answer = client.post("/sign-in/", {"email": account.email, "password": PASSWORD})
        assert answer.status_code == 302
        return answer.headers["Location"] == STEP_PAGE

    def test_is_not_asked_again_and_no_other_is(self, with_app: Account, people: dict[str, Account]) -> None:
        client = self.remembered(with_app)
        AuthenticatorApp.objects.create(account=people["viewer"], sealed_secret=seal(SECRET))

        assert not self.asks(client, with_app)
        assert client.get("/account/").status_code == 200
        assert AuditEvent.objects.latest("pk").details == {"factor": "remembered"}
        assert self.asks(Client(REMOTE_ADDR="203.0.113.5"), with_app), (
            "the network of a remembered browser opens nothing"
        )
        client.post("/sign-out/")
        assert self.asks(client, people["viewer"]), "it is remembered for one account"

    def test_is_asked_where_nobody_wished_it(self, with_app: Account) -> None:
        client = halfway(with_app)
        client.post(STEP_PAGE, {"code": digits()})
        client.post("/sign-out/")

        assert self.asks(client, with_app)

    def test_is_asked_after_30_days_or_with_a_changed_cookie(self, with_app: Account) -> None:
        client = self.remembered(with_app)
        value = client.cookies["browser"].value
        client.cookies["browser"] = f"{value[:-1]}{'A' if value[-1] != 'A' else 'B'}"
        assert self.asks(client, with_app)
        client.cookies["browser"] = value
        KnownPlace.objects.update(factor_until=F("factor_until") - timedelta(days=30))

        assert self.asks(client, with_app)

    def test_is_asked_again_by_a_button(self, with_app: Account) -> None:
        client = self.remembered(with_app)
        assert not self.asks(client, with_app)
        assert "Browsers not asked again" in client.get(PAGE).content.decode()

        client.post(PAGE, {"do": "ask-everywhere"})
        assert "Browsers not asked again" not in client.get(PAGE).content.decode()
        client.post("/sign-out/")

        assert self.asks(client, with_app)

    def test_is_asked_again_after_a_factor_was_removed(self, with_app: Account) -> None:
        client = self.remembered(with_app)
        factor_reset(actor=None, account=with_app)
        AuthenticatorApp.objects.create(account=with_app, sealed_secret=seal(SECRET))

        assert self.asks(client, with_app)
