"""The page of API tokens, signing out everywhere, and what a deactivated account can still open."""

from __future__ import annotations

import io
import re

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from cards.errors import NotFound
from cards.models import Account, ApiToken, AuditEvent, Pack
from cards.services.account import account_deactivate
from cards.services.link import account_reset_request
from cards.services.release import ReleaseOrder, release_publish
from cards.services.token import token_create
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY, MakeCard
from tests.cards.web.conftest import ClientOf

PAGE = "/account/tokens/"
NEW = {"do": "create", "name": "CI", "scopes": ["read", "write"], "days": "30"}
SECRET = re.compile(r"clm_[a-z2-7]{8}_[\w-]{43}")


class TestTokenPage:
    def test_shows_a_token_once_and_it_works(self, pack: Pack, client_of: ClientOf) -> None:
        client = client_of("viewer")
        answer = client.post(PAGE, NEW)
        match = SECRET.search(answer.content.decode())
        assert match is not None
        assert answer.headers["Cache-Control"] == "no-store, no-transform"
        page = client.get(PAGE).content.decode()

        assert (SECRET.search(page), "CI" in page) == (None, True)
        headers = {"Authorization": f"Bearer {match[0]}"}
        assert Client().get("/api/v1/packs/core/cards/", headers=headers).status_code == 200
        client.post(PAGE, {"do": "revoke", "token": ApiToken.objects.get().token_id})
        assert Client().get("/api/v1/packs/core/cards/", headers=headers).status_code == 401

    @pytest.mark.parametrize(
        "wrong", [{"name": ""}, {"name": "x" * 81}, {"scopes": []}, {"scopes": ["all"]}, {"days": "0"}]
    )
    def test_refuses_what_is_no_token(self, client_of: ClientOf, wrong: dict[str, object]) -> None:
        answer = client_of("viewer").post(PAGE, {**NEW, **wrong})

        assert (answer.status_code, "data-error-summary" in answer.content.decode()) == (200, True)
        assert not ApiToken.objects.exists()

    @pytest.mark.parametrize("asked", ["", "aaaaaaaa", "a\0", "x" * 99])
    def test_knows_no_other_token(self, people: dict[str, Account], client_of: ClientOf, asked: str) -> None:
        token_create(actor=people["admin"], name="CI", scopes=["read"], days=1)
        for token in (asked, ApiToken.objects.get().token_id):
            assert client_of("operator").post(PAGE, {"do": "revoke", "token": token}).status_code == 404

    def test_says_so_while_there_are_none(self, client_of: ClientOf) -> None:
        assert "No tokens yet" in client_of("viewer").get(PAGE).content.decode()

    def test_is_for_who_is_signed_in(self, client_of: ClientOf) -> None:
        assert client_of("anonymous").get(PAGE).status_code == 302

    def test_is_linked_where_a_private_pack_prints_its_curl(
        self, pack: Pack, admin: Account, make_card: MakeCard, client_of: ClientOf
    ) -> None:
        card = make_card()
        version_create(actor=admin, card=card, based_on=card.draft.etag)
        release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
        for path in ("/packs/core/releases/", "/packs/core/releases/1.0.0/"):
            page = client_of("viewer").get(path).content.decode()

            assert "Authorization: Bearer $CARDLOOM_TOKEN" in page
            assert f'href="{PAGE}"' in page


class TestSignOutEverywhere:
    def test_ends_every_session_and_no_other_account_s(self, client_of: ClientOf) -> None:
        client, present, other_client = client_of("viewer"), client_of("viewer"), client_of("admin")
        client.post("/account/", {"do": "sign-out-everywhere"})

        assert [each.get("/account/").status_code for each in (client, present, other_client)] == [302, 302, 200]

    def test_lets_in_again(self, people: dict[str, Account], client_of: ClientOf) -> None:
        client_of("viewer").post("/account/", {"do": "sign-out-everywhere"})
        people["viewer"].refresh_from_db()

        assert client_of("viewer").get("/account/").status_code == 200


class TestDeactivated:
    def test_opens_nothing_from_that_moment(self, pack: Pack, people: dict[str, Account], client_of: ClientOf) -> None:
        client, reset = client_of("viewer"), account_reset_request(email="viewer@example.org")
        _, secret = token_create(actor=people["viewer"], name="CI", scopes=["read"], days=1)
        headers = {"Authorization": f"Bearer {secret}"}
        assert Client().get("/api/v1/me/", headers=headers).status_code == 200
        call_command("account_deactivate", "Viewer@example.org", stdout=io.StringIO())

        assert client.get("/account/").status_code == 302
        assert Client().get("/api/v1/me/", headers=headers).status_code == 401
        assert Client().get(f"/reset/{reset}/").status_code == 404
        assert ApiToken.objects.get().revoked_at is not None
        Account.objects.update(is_active=True)
        assert client.get("/account/").status_code == 302
        assert Client().get("/api/v1/me/", headers=headers).status_code == 401

    def test_is_audited_once(self, people: dict[str, Account]) -> None:
        before = AuditEvent.objects.count()
        call_command("account_deactivate", "viewer@example.org", stdout=io.StringIO())

        assert [event.action for event in AuditEvent.objects.all()[before:]] == ["account.deactivate"]

    @pytest.mark.parametrize("email", ["nobody@example.org", "", "gone@example.org"])
    def test_is_no_one_else(self, people: dict[str, Account], email: str) -> None:
        Account.objects.create_user("gone@example.org", is_active=False)
        with pytest.raises(CommandError):
            call_command("account_deactivate", email)

    def test_is_named_where_a_pack_has_no_admin_left(self, pack: Pack, people: dict[str, Account]) -> None:
        out = io.StringIO()
        call_command("account_deactivate", "admin@example.org", stdout=out)

        assert "The pack core has no admin now" in out.getvalue()

    def test_is_so_by_an_operator_alone(self, people: dict[str, Account]) -> None:
        with pytest.raises(NotFound):
            account_deactivate(actor=people["admin"], account=people["viewer"])
