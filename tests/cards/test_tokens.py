"""API tokens: what they open, what they never open, and how they end."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cards.errors import Forbidden, InvalidFields, NotFound, NotSignedIn, ScopeTooLow, StateConflict
from cards.models import Account, ApiToken, AuditEvent, Card, Membership, Pack
from cards.models.account import TokenScope
from cards.permissions import NEEDS, Act, require, scope_of
from cards.services.release import ReleaseOrder, release_publish
from cards.services.token import token_create, token_revoke, token_sign_in
from cards.services.version import version_create
from portal.redaction import MASK, redact
from tests.cards.conftest import ANYWAY

API = "/api/v1/packs/core/"
ALL = list(TokenScope.values)


def secret_of(account: Account, *scopes: str, days: int = 30) -> str:
    return token_create(actor=account, name="CI", scopes=scopes or ALL, days=days)[1]


def asked(path: str, secret: str, method: str = "get", client: Client | None = None, **more: Any) -> Any:
    client = client or Client(enforce_csrf_checks=True)
    return getattr(client, method)(path, headers={"Authorization": f"Bearer {secret}"}, **more)


class TestToken:
    def test_is_kept_as_a_hash(self, admin: Account) -> None:
        secret = secret_of(admin)
        row = ApiToken.objects.values().get()

        head = f"clm_{row['token_id']}_"
        assert secret.startswith(head)
        assert secret.removeprefix(head) not in str(row)
        assert secret not in str(list(AuditEvent.objects.values()))

    def test_stands_for_its_account_and_no_more_than_its_scopes(self, admin: Account) -> None:
        account = token_sign_in(secret=secret_of(admin, "read"))

        assert (account, account.token_scopes) == (admin, frozenset({"read"}))

    def test_ends_at_its_time_and_not_before(self, admin: Account) -> None:
        secret, end = secret_of(admin, days=1), ApiToken.objects.get().expires_at

        assert token_sign_in(secret=secret, now=end - timedelta(seconds=1)) == admin
        with pytest.raises(NotSignedIn):
            token_sign_in(secret=secret, now=end)

    @pytest.mark.parametrize("days", [-8, 8])
    def test_ends_by_the_clock_of_the_database(
        self, admin: Account, monkeypatch: pytest.MonkeyPatch, days: int
    ) -> None:
        wrong = timezone.now() + timedelta(days=days)
        with monkeypatch.context() as patch:
            patch.setattr(timezone, "now", lambda: wrong)
            secret = secret_of(admin, days=1)

            assert token_sign_in(secret=secret) == admin
        assert token_sign_in(secret=secret) == admin
        ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        monkeypatch.setattr(timezone, "now", lambda: wrong)
        with pytest.raises(NotSignedIn):
            token_sign_in(secret=secret)

    def test_ends_at_once_when_revoked_and_only_once(self, admin: Account) -> None:
        secret, token_id = secret_of(admin), ApiToken.objects.get().token_id
        token_revoke(actor=admin, token_id=token_id)

        with pytest.raises(NotSignedIn):
            token_sign_in(secret=secret)
        with pytest.raises(StateConflict):
            token_revoke(actor=admin, token_id=token_id)

    def test_of_another_account_is_not_known(self, people: dict[str, Account]) -> None:
        secret_of(people["viewer"])
        with pytest.raises(NotFound):
            token_revoke(actor=people["operator"], token_id=ApiToken.objects.get().token_id)

    def test_of_a_deactivated_account_opens_nothing(self, admin: Account) -> None:
        secret = secret_of(admin)
        Account.objects.update(is_active=False)
        with pytest.raises(NotSignedIn):
            token_sign_in(secret=secret)

    @pytest.mark.parametrize(
        "secret", ["", "x", "clm_", "clm_aaaaaaaa_" + "A" * 43, "clm_\0", "clm_aaaaaaaa_" + "é" * 43]
    )
    def test_is_not_guessed(self, db: None, secret: str) -> None:
        with pytest.raises(NotSignedIn):
            token_sign_in(secret=secret)

    @pytest.mark.parametrize(
        ("wrong", "pointer"),
        [({"name": " "}, "/name"), ({"name": "x" * 81}, "/name"), ({"scopes": []}, "/scopes"),
         ({"scopes": ["publish"]}, "/scopes"), ({"days": 0}, "/days"), ({"days": 367}, "/days")],
    )  # fmt: skip
    def test_wants_a_name_scopes_and_an_end(self, admin: Account, wrong: dict[str, Any], pointer: str) -> None:
        with pytest.raises(InvalidFields) as error:
            token_create(**{"actor": admin, "name": "CI", "scopes": ["read"], "days": 1, **wrong})

        assert error.value.errors[0]["pointer"] == pointer
        assert not ApiToken.objects.exists()

    def test_is_one_of_at_most_fifty_that_work(self, admin: Account) -> None:
        for _ in range(50):
            secret_of(admin)
        with pytest.raises(StateConflict):
            secret_of(admin)
        token_revoke(actor=admin, token_id=ApiToken.objects.latest("pk").token_id)

        assert secret_of(admin)

    def test_writes_its_last_use_once_an_hour(self, admin: Account) -> None:
        secret, now = secret_of(admin), timezone.now()
        token_sign_in(secret=secret, now=now)
        with CaptureQueriesContext(
            connection,
        ) as seen:
            token_sign_in(secret=secret, now=now + timedelta(minutes=59))
        assert [query["sql"][:6] for query in seen] == ["SELECT"]

        token_sign_in(secret=secret, now=now + timedelta(hours=1))
        assert ApiToken.objects.get().last_used_at == now + timedelta(hours=1)

    def test_is_masked_in_every_log(self, admin: Account) -> None:
        secret = secret_of(admin)

        assert redact(f"path /x/{secret}") == f"path /x/{MASK}"
        assert redact(f"cut {secret[:20]}") == f"cut {MASK}"


class TestScopes:
    def test_of_every_act_are_as_written_by_hand(self) -> None:
        named = {act for act in Act if scope_of(act) == "read"}

        assert named == {
            Act.PACK_READ, Act.CARD_READ, Act.DECK_READ, Act.PREVIEW_READ, Act.RELEASE_READ, Act.VALIDATE, Act.REVIEW_READ,
        }  # fmt: skip
        assert {act for act in Act if scope_of(act) == "preview"} == {Act.PREVIEW_START, Act.PREVIEW_CANCEL}
        assert {act for act in Act if scope_of(act) == "review"} == {
            Act.REVIEW_REQUEST,
            Act.REVIEW_COMMENT,
            Act.REVIEW_DECIDE,
        }
        assert {act for act in Act if scope_of(act) == "release"} == {
            Act.RELEASE_PLAN,
            Act.RELEASE_PUBLISH,
            Act.RELEASE_OVERRIDE,
        }
        assert {act for act in Act if scope_of(act) == "admin"} == {Act.PACK_EDIT, Act.PACK_MEMBERS, Act.PACK_AUDIT}

    @pytest.mark.parametrize("scope", ALL)
    def test_open_exactly_their_acts_even_to_an_operator(
        self, pack: Pack, people: dict[str, Account], scope: str
    ) -> None:
        account = token_sign_in(secret=secret_of(people["operator"], scope))
        for act in NEEDS:
            if scope_of(act) == scope:
                assert require(account=account, pack=pack, act=act) == "admin"
                continue
            with pytest.raises(ScopeTooLow):
                require(account=account, pack=pack, act=act)

    def test_never_raise_a_role(self, pack: Pack, people: dict[str, Account]) -> None:
        account = token_sign_in(secret=secret_of(people["viewer"]))
        with pytest.raises(Forbidden):
            require(account=account, pack=pack, act=Act.DRAFT_SAVE)


class TestApi:
    @pytest.mark.parametrize(
        ("role", "status"), [("viewer", 200), ("designer", 200), ("admin", 200), ("operator", 200), ("stranger", 404)]
    )
    def test_reads_a_private_pack_as_the_session_does(
        self, card: Card, people: dict[str, Account], role: str, status: int
    ) -> None:
        session = Client()
        session.force_login(people[role])
        answer = asked(f"{API}cards/base.stone/draft/", secret_of(people[role], "read"))

        assert answer.status_code == session.get(f"{API}cards/base.stone/draft/").status_code == status

    def test_downloads_what_the_release_page_prints(self, pack: Pack, card: Card, admin: Account) -> None:
        version_create(actor=admin, card=card, based_on=card.draft.etag)
        release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
        answer = asked(f"{API}releases/1.0.0/pack.zip", secret_of(admin, "read"))

        assert (answer.status_code, answer.content[:2]) == (200, b"PK")
        assert "Authorization" in answer.headers["Vary"]
        assert Client().get(f"{API}releases/1.0.0/pack.zip").status_code == 401

    @pytest.mark.parametrize("path", ["me/", "packs/", "packs/core/", "packs/core/cards/", "schemas/"])
    def test_refuses_a_token_without_the_scope(self, pack: Pack, admin: Account, path: str) -> None:
        answer = asked(f"/api/v1/{path}", secret_of(admin, "release"))

        assert (answer.status_code, answer.headers["Content-Type"]) == (403, "application/problem+json")
        assert answer.json()["type"] == "/problems/forbidden"
        assert answer.headers["WWW-Authenticate"] == (
            'Bearer realm="cardloom", error="insufficient_scope", scope="read"'
        )

    def test_posts_without_a_csrf_token_what_stores_nothing(self, pack: Pack, admin: Account) -> None:
        body = {"data": '{"text": "{}"}', "content_type": "application/json"}

        assert asked(f"{API}validate/", secret_of(admin, "read"), "post", **body).status_code == 200
        assert asked(f"{API}validate/", secret_of(admin, "write"), "post", **body).status_code == 403

    def test_refuses_a_token_that_does_not_work_even_beside_a_session(self, pack: Pack, admin: Account) -> None:
        client = Client()
        client.force_login(admin)
        answer = asked(f"{API}cards/", "clm_nonsense", client=client)

        assert (answer.status_code, answer.json()["type"]) == (401, "/problems/not-signed-in")
        assert answer.headers["WWW-Authenticate"] == 'Bearer realm="cardloom", error="invalid_token"'
        assert "clm_nonsense" not in answer.content.decode()

    def test_says_in_chinese_what_is_missing(self, pack: Pack, admin: Account) -> None:
        admin.language = "zh"
        admin.save()
        answer = asked(f"{API}cards/", secret_of(admin, "release"))

        assert answer.json()["detail"] == "此令牌缺少 `read` 权限范围：请在账号页面创建带有该范围的令牌。"

    def test_asks_a_stranger_for_a_token(self, pack: Pack) -> None:
        answer = Client().get(f"{API}cards/")

        assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, 'Bearer realm="cardloom"')

    def test_follows_a_lost_role_at_the_next_request(self, pack: Pack, people: dict[str, Account]) -> None:
        secret = secret_of(people["viewer"], "read")
        assert asked(f"{API}cards/", secret).status_code == 200
        Membership.objects.filter(account=people["viewer"]).delete()

        assert asked(f"{API}cards/", secret).status_code == 404


class TestPages:
    @pytest.mark.parametrize("path", ["/", "/account/", "/packs/core/", "/packs/core/settings/"])
    def test_do_not_know_tokens(self, pack: Pack, admin: Account, path: str) -> None:
        answer = asked(path, secret_of(admin))

        assert (answer.status_code, answer.headers["Location"].partition("?")[0]) == (302, "/sign-in/")

    def test_of_a_browser_do_not_write_by_token(self, pack: Pack, admin: Account) -> None:
        answer = asked(
            "/packs/core/snippets.json", secret_of(admin), "post", data="{}", content_type="application/json"
        )

        assert answer.status_code in {401, 403}
