"""Signing in at a provider of OpenID Connect: who is let in, with which roles, for how long, and what happens while it is away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from django.core.cache import cache, caches
from django.core.management import call_command
from django.test import Client

from cards.models import Account, ApiToken, AuditEvent, CompanyAccount, Membership, Pack
from cards.services import outgoing
from cards.services.link import invitation_create
from cards.services.token import token_create
from cards.web.session_store import PROVED_KEY
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
    assert "prompt=login" in way and "max_age=0" in way
    provider.person["sub"] = "u-2"
    client.get(provider.authorize(way).removeprefix("http://testserver"))
    assert client.post("/account/tokens/", order).status_code == 403
    provider.person["sub"] = "u-1"

    assert "Confirmed" in come_back(provider, client, "?confirm=1").content.decode()
    assert "clm_" in client.post("/account/tokens/", order).content.decode()
