"""Passkeys: added, named and removed, alone and beside a password, before what needs a fresh sign-in; and what proves nothing."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from cards.credentials import AccountAct
from cards.models import Account, ApiToken, AuditEvent, AuthenticatorApp, Pack, Passkey, RecoveryCode
from cards.sealing import seal
from cards.services.credentials import credentials_end
from cards.services.factor import factor_reset
from cards.web import passkey_challenge
from cards.web.session_store import PROVED_KEY
from tests.cards.authenticator import ORIGIN, PRESENT, SYNCED, VERIFIED, Device, letters
from tests.cards.conftest import PASSWORD
from tests.cards.web.conftest import ClientOf

PAGE, STEP_PAGE, WAY = "/account/security/", "/sign-in/step/", "/sign-in/passkey/"
CODE = re.compile(r"<li><code>([\w-]+)</code>")


@pytest.fixture(autouse=True)
def at_home(settings: Any) -> None:
    settings.SITE_URL = ORIGIN


@pytest.fixture
def device(client_of: ClientOf, admin: Account) -> Device:
    """The device on which the admin has a passkey."""
    device = Device()
    assert add(client_of("admin"), device).status_code == 200
    return device


def add(client: Client, device: Device, name: str = "My key") -> Any:
    """Add the passkey of a device on the page."""
    page = client.post(PAGE, {"do": "passkey-begin"}).content.decode()
    return client.post(PAGE, {"do": "passkey-add", "name": name, "credential": device.create(page)})


def enter(device: Device, client: Client | None = None, target: str = "/packs/core/") -> Any:
    """Sign in by a passkey alone."""
    client = client or Client()
    page = client.post(WAY, {"next": target}).content.decode()
    return client.post(WAY, {"next": target, "credential": device.show(page)})


def halfway(email: str) -> Client:
    """Return a browser in which the password was right."""
    client = Client()
    answer = client.post("/sign-in/", {"email": email, "password": PASSWORD, "next": "/packs/core/"})
    assert answer.headers["Location"] == STEP_PAGE
    return client


class TestOnThePage:
    def test_is_added_named_and_removed_with_its_codes(self, client_of: ClientOf, admin: Account) -> None:
        client, device = client_of("admin"), Device(flags=PRESENT | VERIFIED | SYNCED)
        begun = client.post(PAGE, {"do": "passkey-begin"}, headers={"User-Agent": "Mozilla Chrome/1 Mac OS X"})
        assert 'value="Chrome, macOS"' in begun.content.decode()
        answer = add(client, device)
        assert len(set(CODE.findall(answer.content.decode()))) == RecoveryCode.objects.count() == 10
        assert "no-store" in answer.headers["Cache-Control"]
        row = Passkey.objects.get()
        assert (row.account, row.name, row.is_synced, row.credential_id) == (
            admin, "My key", True, letters(device.credential_id),
        )  # fmt: skip
        second = add(client, Device(), "On my ring")
        assert second.headers["Location"] == PAGE and RecoveryCode.objects.count() == 10
        page = client.get(PAGE).content.decode()
        assert "copied to the owner" in page and "on this device alone" in page

        client.post(PAGE, {"do": "passkey-rename", "passkey": row.pk, "name": "Laptop"})
        empty = client.post(PAGE, {"do": "passkey-rename", "passkey": row.pk, "name": " "}, follow=True)
        assert "Name the passkey." in empty.content.decode()
        row.refresh_from_db()
        assert row.name == "Laptop"
        for key in Passkey.objects.all():
            client.post(PAGE, {"do": "passkey-remove", "passkey": key.pk})
        assert not Passkey.objects.exists() and not RecoveryCode.objects.exists()
        actions = list(AuditEvent.objects.filter(action__startswith="factor.").values_list("action", flat=True))
        assert actions == ["factor.passkey_add"] * 2 + ["factor.passkey_rename"] + ["factor.passkey_remove"] * 2

    def test_of_another_account_is_not_there(self, client_of: ClientOf, device: Device) -> None:
        stranger, pk = client_of("designer"), Passkey.objects.get().pk
        for act in ("passkey-rename", "passkey-remove"):
            assert stranger.post(PAGE, {"do": act, "passkey": pk, "name": "Mine"}).status_code == 404
        assert Passkey.objects.get().name == "My key"
        again = add(stranger, device)
        assert (again.status_code, Passkey.objects.count()) == (400, 1)
        assert "This passkey is here already." in again.content.decode()

    def test_codes_end_with_the_last_factor_alone(self, client_of: ClientOf, device: Device, admin: Account) -> None:
        AuthenticatorApp.objects.create(account=admin, sealed_secret=seal(bytes(20)))
        client = client_of("admin")
        client.post(PAGE, {"do": "remove"})
        assert RecoveryCode.objects.count() == 10 and not AuthenticatorApp.objects.exists()
        factor_reset(actor=None, account=admin)
        assert not RecoveryCode.objects.exists() and not Passkey.objects.exists()

    def test_says_where_browsers_know_none(self, client_of: ClientOf, settings: Any) -> None:
        for address in ("http://127.0.0.1:8000", "http://cards.example.org", "https://[::1]", "https://10.0.0.1"):
            settings.SITE_URL = address
            page = client_of("admin").get(PAGE).content.decode()
            assert "this portal has another address" in page and "Add a passkey" not in page
            assert Client().post(WAY).status_code == 404
            assert "Use a passkey" not in Client().get("/sign-in/").content.decode()
        settings.SITE_URL = "https://cards.example.org"
        assert "Add a passkey" in client_of("admin").get(PAGE).content.decode()


class TestSignIn:
    def test_opens_a_new_session_by_the_passkey_alone(self, device: Device, admin: Account) -> None:
        client = Client()
        client.post(WAY, {"next": "/"})
        before = client.session.session_key
        answer = enter(device, client)

        assert (answer.status_code, answer.headers["Location"]) == (302, "/packs/core/")
        assert client.get("/account/").status_code == 200 and client.session.session_key != before
        assert AuditEvent.objects.filter(action="account.sign_in").latest("pk").details == {"passkey": "My key"}
        assert Passkey.objects.get().sign_count == 1
        assert enter(device, target="https://evil.example/").headers["Location"] == "/"
        assert enter(device, target="//evil.example/").headers["Location"] == "/"
        assert Client().get(WAY).headers["Location"] == "/sign-in/"
        assert Client(enforce_csrf_checks=True).post(WAY).status_code == 403

    def test_is_the_second_step_after_a_password(self, device: Device, admin: Account) -> None:
        client = halfway(admin.email)
        page = client.get(STEP_PAGE).content.decode()
        assert "Your passkey, or a recovery code" in page
        assert client.post(STEP_PAGE, {"code": "123456"}).status_code == 200
        page = client.get(STEP_PAGE).content.decode()
        answer = client.post(STEP_PAGE, {"credential": device.show(page)})
        assert (answer.status_code, answer.headers["Location"]) == (302, "/packs/core/")

    def test_of_another_is_no_second_step(
        self, client_of: ClientOf, device: Device, people: dict[str, Account]
    ) -> None:
        other = Device()
        add(client_of("designer"), other, "Theirs")
        client = halfway(people["designer"].email)
        page = client.get(STEP_PAGE).content.decode()
        assert "not accepted" in client.post(STEP_PAGE, {"credential": device.show(page)}).content.decode()
        assert client.get("/account/").status_code == 302

    def test_a_recovery_code_stands_in(self, client_of: ClientOf, admin: Account) -> None:
        codes = CODE.findall(add(client_of("admin"), Device()).content.decode())
        assert halfway(admin.email).post(STEP_PAGE, {"code": codes[0]}).status_code == 302

    def test_goes_on_while_guesses_of_others_are_refused(self, device: Device, admin: Account) -> None:
        for _ in range(11):
            Client().post("/sign-in/", {"email": admin.email, "password": "wrong"})
        assert enter(device).status_code == 302

    def test_does_not_open_where_the_provider_is_the_only_way(self, device: Device, settings: Any) -> None:
        page, client = Client(), Client()
        begun = client.post(WAY).content.decode()
        settings.SIGN_IN, settings.OIDC_NAME = "oidc", "Northlight"
        assert client.post(WAY, {"credential": device.show(begun)}).status_code == 404
        assert "Use a passkey" not in page.get("/sign-in/").content.decode()

    def test_ends_with_the_account(self, device: Device, admin: Account) -> None:
        client = Client()
        begun = client.post(WAY).content.decode()
        Account.objects.filter(pk=admin.pk).update(is_active=False)
        assert client.post(WAY, {"credential": device.show(begun)}).status_code == 200
        assert client.get("/account/").status_code == 302
        assert credentials_end(account=admin, act=AccountAct.DEACTIVATION)["passkey"] == 1
        Account.objects.filter(pk=admin.pk).update(is_active=True)
        assert "not accepted" in enter(device).content.decode()


LIES: list[tuple[str, dict[str, Any]]] = [
    ("origin", {"origin": "https://evil.example"}),
    ("scheme", {"origin": "https://localhost:8000"}),
    ("port", {"origin": "http://localhost"}),
    ("host of the origin", {"origin": "http://localhost:8000.evil.example"}),
    ("site", {"host": "evil.example"}),
    ("nobody was there", {"flags": VERIFIED}),
    ("nobody was verified", {"flags": PRESENT}),
    ("another act", {"kind": "webauthn.create"}),
    ("another challenge", {"challenge": letters(bytes(32))}),
    ("another account", {"handle": b"account-0"}),
    ("another key", {"key": Device().key}),
    ("another passkey", {"credential_id": bytes(32)}),
    ("a count that stands", {"step": 0}),
    ("a count that went back", {"step": -1}),
]


class TestWhatProvesNothing:
    def test_opens_nothing(self, device: Device) -> None:
        assert enter(device).status_code == 302
        outcomes = {name: enter(replace(device, **lie)).status_code for name, lie in LIES}
        assert outcomes == dict.fromkeys(outcomes, 200)
        assert enter(device).status_code == 302

    def test_adds_nothing(self, client_of: ClientOf, admin: Account) -> None:
        client = client_of("admin")
        lies = [*LIES[:7], ("another act", {"kind": "webauthn.get"}), LIES[8]]
        assert {name: add(client, replace(Device(), **lie)).status_code for name, lie in lies} == {
            name: 400 for name, _ in lies
        }
        assert not Passkey.objects.exists()

    def test_nor_does_a_challenge_twice_late_or_elsewhere(
        self, device: Device, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        client, second = Client(), Client()
        page = client.post(WAY).content.decode()
        answer = device.show(page)
        second.post(WAY)
        assert second.post(WAY, {"credential": answer}).status_code == 200
        notes = client.session[passkey_challenge.KEY]
        assert client.post(WAY, {"credential": answer}).status_code == 302
        Passkey.objects.update(sign_count=0)
        session = (twin := Client()).session  # as a request that read the session at the same time
        session[passkey_challenge.KEY] = notes
        session.save()
        assert twin.post(WAY, {"credential": answer}).status_code == 200
        monkeypatch.setattr(passkey_challenge, "LIFETIME", -1)
        assert enter(device).status_code == 200

    def test_nor_does_a_challenge_of_another_page(self, device: Device, admin: Account, client_of: ClientOf) -> None:
        client = Client()
        signed = device.show(client.post(WAY).content.decode())
        client.post("/sign-in/", {"email": admin.email, "password": PASSWORD})
        assert client.post(STEP_PAGE, {"credential": signed}).status_code == 200
        assert client.get("/account/").status_code == 302

    def test_nor_does_rubbish(self, device: Device) -> None:
        honest = json.loads(device.show(Client().post(WAY).content.decode()))
        parts: list[Any] = [{**honest, "response": {**honest["response"], name: "AAAA"}} for name in honest["response"]]
        parts += [{**honest, "response": {}}, {**honest, "rawId": 5}, {**honest, "rawId": "é"}, {}, [], None, 1]
        texts = [json.dumps(part) for part in parts] + ["{", "[" * 9000, "9" * 9000, "x" * 70_000, "\u0000"]
        client = Client()
        for text in texts:
            client.post(WAY)
            assert client.post(WAY, {"credential": text}).status_code == 200, text[:80]
        assert client.get("/account/").status_code == 302


def test_confirms_a_stale_session_and_does_what_was_sent(client_of: ClientOf, device: Device, settings: Any) -> None:
    settings.FRESH_SIGN_IN_SECONDS = 300
    client, order = client_of("admin"), {"name": "n", "scopes": ["read"], "days": "30"}

    def make_stale() -> None:
        session = client.session
        session[PROVED_KEY] = 0
        session.save()

    make_stale()
    page = client.post("/account/tokens/", order).content.decode()
    wrong = {**order, "confirm-password": "", "confirm-credential": replace(device, host="evil.example").show(page)}
    again = client.post("/account/tokens/", wrong).content.decode()
    assert "not accepted" in again and not ApiToken.objects.exists()
    form = {**order, "confirm-password": "", "confirm-credential": device.show(again)}
    assert "clm_" in client.post("/account/tokens/", form).content.decode()
    assert AuditEvent.objects.filter(action="account.confirm").get().details == {"passkey": "My key"}
    make_stale()
    assert "clm_" not in client.post("/account/tokens/", form).content.decode()


def test_is_a_second_factor_where_a_pack_wants_one(client_of: ClientOf, pack: Pack, admin: Account) -> None:
    Pack.objects.update(factor_needed=True)
    client = client_of("admin")
    assert client.get(f"/packs/{pack.slug}/webhooks/").status_code == 403
    add(client, Device())
    assert client.get(f"/packs/{pack.slug}/webhooks/").status_code == 200
    client.post(PAGE, {"do": "passkey-remove", "passkey": Passkey.objects.get().pk})
    assert client.get(f"/packs/{pack.slug}/webhooks/").status_code == 403
    assert "Your role needs a second factor" in client.get(PAGE).content.decode()
