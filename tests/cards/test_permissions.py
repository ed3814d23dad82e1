"""Who may do what: every service that changes a pack, by every role, a stranger and an operator."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from cards.errors import Forbidden, NotFound, NotSignedIn, ScopeTooLow
from cards.models import Account, Card, Membership, Pack, Role
from cards.permissions import NEEDS, RANK, Act, Actor, require, require_operator
from cards.queries.history import draft_get
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY
from tests.cards.test_audit import CHANGES, PREPARED, Stage

LEAST = {
    "art_remove": "designer",
    "art_set": "designer",
    "bulk_undo": "designer",
    "bulk_write": "designer",
    "card_copy": "designer",
    "card_create": "designer",
    "card_create_from_template": "designer",
    "card_deprecate": "designer",
    "card_purge": "publisher",
    "card_rename": "designer",
    "card_retire": "designer",
    "card_trash": "designer",
    "card_undeprecate": "designer",
    "card_unretire": "designer",
    "card_untrash": "designer",
    "deck_copy": "designer",
    "deck_create": "designer",
    "deck_create_empty": "designer",
    "deck_create_from_sample": "designer",
    "deck_edit": "designer",
    "deck_references_set": "admin",
    "deck_restore": "designer",
    "deck_save": "designer",
    "deck_trash": "designer",
    "deck_untrash": "designer",
    "draft_save": "designer",
    "glossary_add": "designer",
    "glossary_edit": "designer",
    "glossary_remove": "designer",
    "glossary_seed": "designer",
    "health_cancel": "designer",
    "health_start": "designer",
    "invitation_create": "admin",
    "invitation_mail": "admin",
    "invitation_revoke": "admin",
    "job_again": "designer",
    "job_cancel": "designer",
    "job_queue": "designer",
    "member_change": "admin",
    "member_hand_over": "admin",
    "member_remove": "admin",
    "member_set": "admin",
    "pack_archive": "admin",
    "pack_edit": "admin",
    "pack_import": "designer",
    "preview_cancel": "designer",
    "preview_keep": "designer",
    "preview_start": "designer",
    "sweep_accept": "designer",
    "sweep_cancel": "designer",
    "sweep_start": "designer",
    "release_plan_save": "publisher",
    "release_publish": "admin",  # over a closed gate, as here; test_gates.py has the publisher
    "release_unyank": "publisher",
    "release_yank": "publisher",
    "comment_add": "designer",
    "review_ask": "designer",
    "review_request": "designer",
    "thread_open": "designer",
    "thread_resolve": "designer",
    "revision_restore": "designer",
    "scenario_create": "designer",
    "scenario_remove": "designer",
    "scenario_run": "designer",
    "scenario_save": "designer",
    "snippet_add": "designer",
    "snippet_remove": "designer",
    "snippet_rename": "designer",
    "bulk_texts": "designer",
    "texts_import": "designer",
    "texts_save": "designer",
    "trash_empty": "publisher",
    "version_create": "designer",
    "webhook_create": "admin",
    "webhook_edit": "admin",
    "webhook_redeliver": "admin",
    "webhook_remove": "admin",
    "webhook_secret_renew": "admin",
    "version_restore": "designer",
}
"""The least role that may; written by hand, so that a slip in the code's own table is seen."""

WRITE, ADMIN = "write", "admin"
SCOPES = {
    "card_purge": "write",
    "comment_add": "review",
    "health_cancel": "preview",
    "health_start": "preview",
    "preview_cancel": "preview",
    "preview_keep": "preview",
    "preview_start": "preview",
    "release_plan_save": "release",
    "release_publish": "release",
    "release_unyank": "release",
    "release_yank": "release",
    "review_ask": "review",
    "review_request": "review",
    "sweep_cancel": "preview",
    "sweep_start": "preview",
    "thread_open": "review",
    "thread_resolve": "review",
    "trash_empty": "write",
}
"""The scope that a token needs, where it is not `write` for a designer's work and `admin` for an admin's."""

OF_NO_PACK = {
    "account_create", "account_deactivate", "account_password_change", "account_reset_mail",
    "account_reset_request",
    "account_sessions_end", "account_settings_save", "account_sign_out", "invitation_accept", "pack_create",
    "account_quota_set", "account_reactivate", "address_request", "address_set",
    "notification_choose", "notifications_read", "session_end", "signing_key_make", "signing_key_retire",
    "token_create", "token_revoke",
}  # fmt: skip

OF_WHOSE_WORK = {"review_decide", "review_withdraw"}
"""Who may depends on who wrote the version: test_reviews.py."""


@pytest.fixture
def stage(admin: Account, pack: Pack) -> Stage:
    return Stage(admin, pack)


def do(stage: Stage, name: str, actor: Account) -> None:
    """Do a change as somebody, after the admin prepared it."""
    prepared = PREPARED[name](stage) if name in PREPARED else None
    stage.admin = actor
    CHANGES[name](stage, prepared)


class TestEveryService:
    def test_is_in_the_table(self) -> None:
        assert set(CHANGES) - OF_NO_PACK - OF_WHOSE_WORK == set(LEAST)

    @pytest.mark.parametrize("name", sorted(LEAST))
    @pytest.mark.parametrize("role", Role.values)
    def test_asks_for_the_least_role(self, stage: Stage, name: str, role: str) -> None:
        actor = Account.objects.create_user("actor@example.org")
        Membership.objects.create(pack=stage.pack, account=actor, role=role)
        if RANK[role] >= RANK[LEAST[name]]:
            do(stage, name, actor)
            return
        with pytest.raises(Forbidden):
            do(stage, name, actor)

    @pytest.mark.parametrize("name", sorted(LEAST))
    def test_does_not_know_a_stranger(self, stage: Stage, name: str) -> None:
        with pytest.raises(NotFound):
            do(stage, name, Account.objects.create_user("stranger@example.org"))

    @pytest.mark.parametrize("name", sorted(LEAST))
    def test_lets_an_operator(self, stage: Stage, name: str) -> None:
        do(stage, name, Account.objects.create_superuser("operator@example.org"))

    @pytest.mark.parametrize("name", sorted(LEAST))
    def test_does_not_know_a_deactivated_member(self, stage: Stage, name: str) -> None:
        actor = Account.objects.create_user("gone@example.org", is_active=False)
        Membership.objects.create(pack=stage.pack, account=actor, role="admin")
        with pytest.raises((NotFound, NotSignedIn)):
            do(stage, name, actor)


class TestEveryServiceByToken:
    """An operator's token: the highest role there is, so that only the scope decides."""

    @pytest.mark.parametrize("name", sorted(LEAST))
    @pytest.mark.parametrize("scope", ["read", "write", "preview", "review", "release", "admin"])
    def test_asks_for_the_scope(self, stage: Stage, name: str, scope: str) -> None:
        actor = Account.objects.create_superuser("operator@example.org")
        actor.token_scopes = frozenset({"read", scope})  # a copy or a release reads too
        if scope == SCOPES.get(name, WRITE if LEAST[name] == "designer" else ADMIN):
            do(stage, name, actor)
            return
        with pytest.raises(ScopeTooLow):
            do(stage, name, actor)


class TestOperators:
    def test_are_known_to_nobody_else_and_to_no_token(self, people: dict[str, Account]) -> None:
        assert require_operator(people["operator"]) == people["operator"]
        with pytest.raises(NotFound):
            require_operator(people["admin"])
        people["operator"].token_scopes = frozenset({"admin"})
        with pytest.raises(NotFound):
            require_operator(people["operator"])
        people["operator"].token_scopes, people["operator"].is_active = None, False
        for nobody in (AnonymousUser(), people["operator"]):
            with pytest.raises(NotSignedIn):
                require_operator(nobody)


class TestOpenPacks:
    @pytest.mark.parametrize("visibility", ["private", "public"])
    def test_are_public_with_a_release(
        self, card: Card, people: dict[str, Account], pack: Pack, visibility: str
    ) -> None:
        """Whoever is no member learns nothing of a private pack that was released, or of a public one that was not."""
        Pack.objects.filter(pk=pack.pk).update(visibility=visibility)
        pack.refresh_from_db()
        before = open_acts(pack, people["stranger"])
        version_create(actor=people["admin"], card=card, based_on=draft_get(card=card).etag)
        release_publish(actor=people["admin"], pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))

        opened = {Act.PACK_READ, Act.RELEASE_READ} if visibility == "public" else set()
        assert (before, open_acts(pack, people["stranger"]), open_acts(pack, AnonymousUser())) == (
            set(),
            opened,
            opened,
        )


def open_acts(pack: Pack, actor: Actor) -> set[Act]:
    """Return what somebody may do."""
    allowed = set()
    for act in Act:
        try:
            require(account=actor, pack=pack, act=act)
        except NotFound:
            continue
        allowed.add(act)
    return allowed


class TestActs:
    def test_each_need_a_role(self) -> None:
        assert set(NEEDS) == set(Act)
