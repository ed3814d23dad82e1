"""Signing in at a provider of OpenID Connect: who is let in, with which roles, for how long, and what happens while it is away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from django.core.cache import cache, caches
from django.core.management import call_command
from django.test import Client

from cards.models import Account, ApiToken, AuditEvent, CompanyAccount, Membership, Pack
from cards.queries.clock import database_now
from cards.services import outgoing
from cards.services.link import invitation_create
from cards.services.provider import SIGN_OUT_EVENT
from cards.services.token import token_create
from cards.web.session_store import PROVED_KEY
from portal.host_checks import sign_out_notices
from tests.cards.conftest import PASSWORD
from tests.cards.provider import CLIENT, ISSUER, SECRET, Provider

LEAVE = "/sign-in/company/"


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Provider]:
    settings.SIGN_IN, settings.OIDC_ISSUER, settings.OIDC_NAME = "oidc", ISSUER, "Northlight"
    settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET = CLIENT, SECRET
    settings.OIDC_DOMAINS, settings.OIDC_ROLES = ["example.org"], [("ops", "operator"), ("art", "core:designer")]
    cache.clear()
    caches["limits"].clear()
    running = Provider()
    monkeypatch.setattr(outgoing, "send", running.send)
    yield running
    cache.clear()


def come_back(provider: Provider, client: Client, query: str = "?next=/help/") -> Any:
    """Go to the provider and come back; return the answer."""
    way = client.get(f"{LEAVE}{query}")
    assert way.status_code == 302, way.content[:300]
    return client.get(provider.authorize(way.headers["Location"]).removeprefix("http://testserver"))


def is_in(client: Client) -> bool:
    """Return whether a browser is signed in."""
    return bool(client.get("/account/").status_code == 200)


class TestSignIn:
    def test_makes_the_account_of_an_allowed_domain_with_the_roles_of_its_groups(
        self, provider: Provider, pack: Pack
    ) -> None:
        provider.person["groups"] = ["ops", "art", "other"]
        client = Client()
        answer = come_back(provider, client)
        account = Account.objects.get(email="lin@example.org")

        assert (answer.status_code, answer.headers["Location"], is_in(client)) == (302, "/help/", True)
        assert (account.name, account.is_operator, account.has_usable_password()) == ("Lin Mei", True, False)
        assert Membership.objects.get(account=account).role == "designer"
        assert AuditEvent.objects.filter(action="account.sign_in").get().details == {"provider": ISSUER}

        provider.person |= {"groups": [], "email": "renamed@elsewhere.org"}
        assert come_back(provider, Client()).headers["Location"] == "/help/"
        account.refresh_from_db()
        assert (account.is_operator, Membership.objects.filter(account=account).exists()) == (False, False)

    def test_asks_for_what_the_id_token_leaves_out(self, provider: Provider, pack: Pack) -> None:
        provider.person["groups"], provider.further = ["art"], {"sub": "u-2"}
        assert come_back(provider, Client()).headers["Location"] == "/sign-in/"
        provider.further = {}
        assert come_back(provider, Client()).headers["Location"] == "/help/"
        assert Membership.objects.get(account__email="lin@example.org").role == "designer"
        provider.person["groups"], provider.further = [], {"email_verified": False}
        assert come_back(provider, Client()).headers["Location"] == "/sign-in/"

    @pytest.mark.parametrize(
        ("person", "claims"),
        [
            ({"email_verified": False}, {}),
            ({"email_verified": "true"}, {}),
            ({"email": "lin@evil.example"}, {}),
            ({"email": "lin@sub.example.org"}, {}),
            ({}, {"nonce": "another"}),
            ({}, {"aud": "another"}),
            ({}, {"aud": [CLIENT, "another"], "azp": "another"}),
            ({}, {"iss": "https://evil.example"}),
            ({}, {"exp": 1}),
        ],
    )
    def test_refuses_whom_the_token_does_not_prove(
        self, provider: Provider, db: None, person: dict[str, Any], claims: dict[str, Any]
    ) -> None:
        provider.person |= person
        provider.claims = claims
        client = Client()

        assert come_back(provider, client).headers["Location"] == "/sign-in/"
        assert (is_in(client), Account.objects.count()) == (False, 0)

    def test_refuses_another_key_state_browser_and_a_second_time(self, provider: Provider, db: None) -> None:
        client = Client()
        back = provider.authorize(client.get(LEAVE).headers["Location"]).removeprefix("http://testserver")
        assert Client().get(back).headers["Location"] == "/sign-in/"
        assert client.get(re.sub("state=.", "state=~", back)).headers["Location"] == "/sign-in/"
        provider.key = rsa.generate_private_key(65537, 2048)
        assert come_back(provider, client).headers["Location"] == "/sign-in/"
        assert client.get(f"{LEAVE}return/?error=access_denied&state=x").headers["Location"] == "/sign-in/"
        assert (is_in(client), Account.objects.count()) == (False, 0)

    def test_lets_an_invited_address_of_another_domain_in(self, provider: Provider, admin: Account, pack: Pack) -> None:
        provider.person["email"] = "guest@elsewhere.org"
        token = invitation_create(actor=admin, email="guest@elsewhere.org", pack=pack, role="viewer")
        client = Client()
        led = client.get(f"/invitations/{token}/")
        assert led.headers["Location"] == f"{LEAVE}?next=%2Finvitations%2F{token}%2F"
        assert come_back(provider, client, f"?next=/invitations/{token}/").status_code == 302
        client.post(f"/invitations/{token}/")

        assert Membership.objects.get(account__email="guest@elsewhere.org").role == "viewer"

    def test_joins_an_account_of_the_same_address_by_its_password_alone(
        self, provider: Provider, admin: Account
    ) -> None:
        provider.person["email"] = admin.email
        client = Client()
        assert come_back(provider, client).headers["Location"] == "/sign-in/"
        assert not is_in(client) and "Is this account yours?" in client.get("/sign-in/").content.decode()
        client.post("/sign-in/", {"email": admin.email, "password": PASSWORD})

        assert CompanyAccount.objects.get().account == admin
        assert come_back(provider, Client()).headers["Location"] == "/help/"


class TestWithoutPasswords:
    def test_offers_the_provider_alone(self, provider: Provider, admin: Account) -> None:
        client, page = Client(), Client().get("/sign-in/").content.decode()
        client.post("/sign-in/", {"email": admin.email, "password": PASSWORD})

        assert "Continue with Northlight" in page and 'name="password"' not in page
        assert (is_in(client), client.get("/reset/").status_code) == (False, 404)

    def test_an_operator_comes_in_for_an_hour_by_a_command(
        self, provider: Provider, people: dict[str, Account], settings: Any
    ) -> None:
        provider.is_away = True
        settings.FRESH_SIGN_IN_SECONDS = 1
        assert Client().get(LEAVE).headers["Location"] == "/sign-in/"
        out = StringIO()
        call_command("invite", people["operator"].email, "--operator", stdout=out)
        path, client = out.getvalue().strip().removeprefix("http://testserver"), Client()
        assert client.get(path).status_code == 200
        assert client.post(path).headers["Location"] == "/operator/"

        assert client.get("/operator/").status_code == 200
        assert 3500 < client.session["ends"] - client.session["opened"] <= 3601
        assert client.post("/account/tokens/", {"name": "n", "scopes": ["read"], "days": "7"}).status_code == 200
        assert Client().post(path).status_code == 404
        assert AuditEvent.objects.filter(action="account.sign_in").latest("pk").details == {"link": True}


class TestAskingAgain:
    def test_ends_everything_when_the_provider_refuses(self, provider: Provider, db: None, settings: Any) -> None:
        client, second = Client(), Client()
        come_back(provider, client)
        come_back(provider, second)
        account = Account.objects.get()
        token_create(actor=account, name="ci", scopes=["read"], days=7)
        provider.asked.clear()
        assert is_in(client) and provider.asked == []
        settings.OIDC_ASK_SECONDS = -1
        assert is_in(client) and provider.asked == ["token_endpoint"]
        provider.is_away, provider.is_refusing = True, True
        caches["limits"].clear()
        assert is_in(client)
        provider.is_away = False
        caches["limits"].clear()

        assert not is_in(client)
        settings.OIDC_ASK_SECONDS = 600
        assert not is_in(second)
        assert ApiToken.objects.get().revoked_at is not None
        assert AuditEvent.objects.latest("pk").action == "account.company_refusal"

    def test_ends_a_session_that_cannot_be_asked(self, provider: Provider, db: None, settings: Any) -> None:
        provider.gives_refresh = False
        client = Client()
        come_back(provider, client)
        assert is_in(client)
        settings.OIDC_ASK_SECONDS = -1

        assert not is_in(client)


def test_a_stale_session_is_confirmed_there_in_another_tab(provider: Provider, db: None, settings: Any) -> None:
    settings.FRESH_SIGN_IN_SECONDS = 300
    client, order = Client(), {"name": "n", "scopes": ["read"], "days": "7"}
    come_back(provider, client)
    session = client.session
    session[PROVED_KEY] = 0
    session.save()
    page = client.post("/account/tokens/", order).content.decode()
    assert "Confirm with Northlight" in page and "confirm-password" not in page
    way = client.get(f"{LEAVE}?confirm=1").headers["Location"]
    assert "prompt=login&" in f"{way}&" and "max_age=0" in way
    settings.OIDC_PROMPT = "consent"
    assert "prompt=login+consent" in client.get(f"{LEAVE}?confirm=1").headers["Location"]
    assert "prompt=consent" in Client().get(LEAVE).headers["Location"]
    way = client.get(f"{LEAVE}?confirm=1").headers["Location"]
    provider.person["sub"] = "u-2"
    client.get(provider.authorize(way).removeprefix("http://testserver"))
    assert client.post("/account/tokens/", order).status_code == 403
    provider.person["sub"] = "u-1"

    assert "Confirmed" in come_back(provider, client, "?confirm=1").content.decode()
    assert "clm_" in client.post("/account/tokens/", order).content.decode()


NOTICE = "/sign-in/company/sign-out/"
FORGERIES: list[dict[str, Any]] = [
    {"aud": "another"},
    {"aud": [CLIENT, "another"], "azp": "another"},
    {"iss": "https://evil.example"},
    {"exp": 1},
    {"exp": None},
    {"iat": 1},
    {"iat": 4_000_000_000, "exp": 4_000_000_100},
    {"iat": "now"},
    {"jti": None},
    {"jti": ""},
    {"jti": 5},
    {"nonce": "n"},
    {"nonce": ""},
    {"events": None},
    {"events": {}},
    {"events": [SIGN_OUT_EVENT]},
    {"events": {SIGN_OUT_EVENT: True}},
    {"events": {"http://schemas.openid.net/event/other": {}}},
    {"sub": None},
    {"sub": "", "sid": ""},
    {"sub": ["u-1"]},
    {"sid": "x" * 300},
    {"sid": 7},
    {"header": {"typ": "at+jwt"}},
    {"header": {"crit": ["exp"]}},
    {"header": {"kid": "k2"}},
]
"""Claims of logout tokens of which none is the provider's word for this portal."""


class TestSigningOutThere:
    def test_ends_sessions_and_personal_tokens_at_once(self, provider: Provider, db: None) -> None:
        provider.claims = {"sid": "there-1"}
        client, second = Client(), Client()
        come_back(provider, client)
        come_back(provider, second)
        account = Account.objects.get()
        secret = token_create(actor=account, name="ci", scopes=["read"], days=7)[1]
        bearer = {"Authorization": f"Bearer {secret}"}
        assert Client().get("/api/v1/me/", headers=bearer).status_code == 200
        word = provider.notice()

        sent = Client(enforce_csrf_checks=True).post(NOTICE, {"logout_token": word})
        assert (sent.status_code, sent.headers["Cache-Control"], sent.content) == (200, "no-store", b"")
        assert not is_in(client) and not is_in(second)
        assert Client().get("/api/v1/me/", headers=bearer).status_code == 401
        event = AuditEvent.objects.latest("pk")
        assert (event.action, event.target, event.actor) == ("account.company_sign_out", account.email, None)
        assert event.details == {"provider": ISSUER, "ended": {"session": 2, "api_token": 1}}

        come_back(provider, client)
        again = Client().post(NOTICE, {"logout_token": word})
        assert (again.status_code, again.json()["error"], is_in(client)) == (400, "invalid_request", True)

        provider.claims = {"sid": "there-2"}
        come_back(provider, second)
        stranger = provider.notice(sub=None, sid="there-3")
        assert Client().post(NOTICE, {"logout_token": stranger}).status_code == 200
        assert is_in(client)
        assert Client().post(NOTICE, {"logout_token": provider.notice(sub=None, sid="there-2")}).status_code == 200
        assert not is_in(second)

    def test_believes_no_other_token(self, provider: Provider, db: None, settings: Any) -> None:
        client = Client()
        come_back(provider, client)
        provider_key = provider.key
        words = [provider.notice(**claims) for claims in FORGERIES]
        provider.key = rsa.generate_private_key(65537, 2048)
        words += [provider.notice(), "", "a.b.c", "x" * 20_000, f"{provider.notice()}é"]
        provider.key = provider_key
        unsigned = jwt.encode(jwt.decode(provider.notice(), options={"verify_signature": False}), "", "none")
        answers = [Client().post(NOTICE, {"logout_token": word}).status_code for word in [*words, unsigned]]

        assert answers == [400] * (len(FORGERIES) + 6)
        assert Client().get(NOTICE).status_code == 405
        assert is_in(client)
        assert not AuditEvent.objects.filter(action="account.company_sign_out").exists()
        settings.SIGN_IN = "password"
        assert Client().post(NOTICE, {"logout_token": provider.notice()}).status_code == 404

    def test_is_said_in_the_discovery(self, provider: Provider) -> None:
        assert "register http://testserver/sign-in/company/sign-out/" in sign_out_notices()
        provider.is_silent = True
        cache.clear()
        assert "does not announce" in sign_out_notices()
        provider.is_away = True
        cache.clear()
        assert sign_out_notices() == ""


def test_tokens_rest_until_their_person_passes_the_provider_again(
    provider: Provider, admin: Account, settings: Any
) -> None:
    client = Client()
    come_back(provider, client)
    account, now = Account.objects.get(email="lin@example.org"), database_now()
    secrets = {
        person: token_create(actor=person, name="ci", scopes=["read"], days=90)[1] for person in (account, admin)
    }

    def asked(person: Account) -> Any:
        return Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {secrets[person]}"})

    def later(days: int) -> None:
        CompanyAccount.objects.update(proved_at=now - timedelta(days=days))
        ApiToken.objects.update(created_at=now - timedelta(days=days))

    assert "suspended from" in client.get("/account/tokens/").content.decode()
    later(29)
    assert [asked(person).status_code for person in secrets] == [200, 200]
    later(31)
    assert [asked(person).status_code for person in secrets] == [401, 401]
    assert "has not signed in at Northlight for 30 days" in asked(account).json()["detail"]
    assert "waits for your sign-in at Northlight" in client.get("/account/tokens/").content.decode()
    settings.SIGN_IN = "both"
    assert [asked(person).status_code for person in secrets] == [
        401,
        200,
    ]  # who has no account there is not asked about
    come_back(provider, Client())
    assert asked(account).status_code == 200
    later(31)
    settings.OIDC_ASK_SECONDS = -1
    assert is_in(client) and asked(account).status_code == 200  # the provider was asked again, and vouched
    later(31)
    settings.SIGN_IN = "password"
    assert asked(account).status_code == 200
