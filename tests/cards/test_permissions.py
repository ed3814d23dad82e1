"""Who may do what: every service that changes a pack, by every role, a stranger and an operator."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone

from cards.errors import Forbidden, NotFound, NotSignedIn, ScopeTooLow, StateConflict
from cards.models import Account, AuditEvent, Card, Membership, Pack, Role
from cards.permissions import NEEDS, RANK, Act, Actor, require, require_operator
from cards.queries.history import draft_get
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY
from tests.cards.matrix.test_matrix import WHOLE
from tests.cards.test_audit import CHANGES, LAYERS, SETUPS, Stage, stage
from tests.sampling import DAY

__all__ = ["LAYERS", "stage"]

MINIMUM_ROLES = {
    "art_remove": "designer",
    "art_set": "designer",
    "bulk_undo": "designer",
    "bulk_write": "designer",
    "card_copy": "designer",
    "card_lift_out": "designer",
    "card_create": "designer",
    "card_create_blank": "designer",
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
    "match_start": "designer",
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
    "worth_start": "designer",
    "ladder_start": "designer",
    "pairs_start": "designer",
    "tune_start": "designer",
    "comparison_start": "designer",
    "tune_take": "designer",
    "program_create": "admin",
    "program_remove": "admin",
    "program_take_over": "admin",
    "program_token_renew": "admin",
    "program_trust": "admin",
    "release_plan_save": "publisher",
    "release_publish": "admin",  # over a closed gate, as here; test_gates.py has the publisher
    "release_unyank": "publisher",
    "release_yank": "publisher",
    "comment_add": "designer",
    "review_ask": "designer",
    "review_request": "designer",
    "note_add": "designer",
    "thread_open": "designer",
    "thread_resolve": "designer",
    "revision_restore": "designer",
    "scenario_change": "designer",
    "scenario_create": "designer",
    "scenario_from_match": "designer",
    "scenario_remove": "designer",
    "scenario_restore": "designer",
    "scenario_run": "designer",
    "scenario_save": "designer",
    "mapping_keep": "designer",
    "mapping_remove": "designer",
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

IN_ARCHIVE = """
    card.create card.trash card.purge card.rename card.retire card.deprecate deck.edit draft.save glossary.edit version.create
    preview.start review.request review.comment review.decide release.plan
"""
"""The acts that an archived pack is closed to; written by hand, too."""

WRITE, ADMIN = "write", "admin"
SCOPES = {
    "card_purge": "write",
    "comment_add": "review",
    "health_cancel": "preview",
    "health_start": "preview",
    "match_start": "preview",
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
    "worth_start": "preview",
    "ladder_start": "preview",
    "pairs_start": "preview",
    "tune_start": "preview",
    "comparison_start": "preview",
    "tune_take": "write",
    "note_add": "review",
    "thread_open": "review",
    "thread_resolve": "review",
    "trash_empty": "write",
}
"""The scope that a token needs, where it is not `write` for a designer's work and `admin` for an admin's."""

OF_NO_PACK = {
    "account_confirm", "account_confirm_elsewhere", "account_create", "account_deactivate", "account_password_change", "account_reset_mail",
    "account_reset_request",
    "account_sessions_end", "account_settings_save", "account_sign_out", "invitation_accept", "pack_create",
    "account_quota_set", "account_reactivate", "address_request", "address_set",
    "account_confirm_by_passkey", "factor_add", "factor_ask_everywhere", "factor_codes_renew", "factor_remove", "factor_reset",
    "passkey_add", "passkey_remove", "passkey_rename",
    "notification_choose", "notifications_read", "session_end", "signing_key_make", "signing_key_retire",
    "token_create", "token_revoke",
}  # fmt: skip

OF_WHOSE_WORK = {
    "match_play", "match_remove", "match_take_back", "match_uncover", "review_decide", "review_withdraw", "seat_invite", "seat_revoke",
    "seat_take",
}  # fmt: skip
"""Who may depends on who wrote the version (test_reviews.py), or on whose match it is (tests/cards/web/test_playing.py)."""


TOKENS = ("read", "write", "preview", "review", "release", "admin")


def denied(pack: Pack, name: str) -> Iterator[tuple[Account, tuple[type[Exception], ...]]]:
    """Yield who may not do a change, and how each is refused: too low a role, no member, no account, a token of another scope.

    The suite takes the highest of those roles and two of those scopes, `read` and another each day; MATRIX=whole takes all.
    """
    for role in lower_roles(name)[0 if WHOLE else -1 :]:
        yield member(pack, role), (Forbidden,)
    yield Account.objects.create_user("stranger@example.org"), (NotFound,)
    yield member(pack, "admin", is_active=False), (NotFound, NotSignedIn)
    for scope in other_scopes(name):
        yield token(scope), (ScopeTooLow,)


def lower_roles(name: str) -> list[str]:
    """Return the roles that may not do a change, the lowest first."""
    return sorted((role for role in Role.values if RANK[role] < RANK[MINIMUM_ROLES[name]]), key=lambda role: RANK[role])


def other_scopes(name: str) -> list[str]:
    """Return the scopes of tokens that may not do a change, in the suite `read` and another each day."""
    first, *others = (scope for scope in TOKENS if scope != scope_of(name))
    return [first, *others] if WHOLE else [first, others[(sorted(MINIMUM_ROLES).index(name) + DAY) % len(others)]]


def allowed(pack: Pack, name: str) -> Iterator[Account]:
    """Yield who just may do a change: the least role, and the token of an operator, who has no role, with the least scope."""
    yield member(pack, MINIMUM_ROLES[name])
    yield token(scope_of(name))


def scope_of(name: str) -> str:
    return SCOPES.get(name, WRITE if MINIMUM_ROLES[name] == "designer" else ADMIN)


def member(pack: Pack, role: str, *, is_active: bool = True) -> Account:
    account, _ = Account.objects.get_or_create(
        email=f"{role}-{is_active}@example.org", defaults={"is_active": is_active}
    )
    Membership.objects.get_or_create(pack=pack, account=account, role=role)
    return account


def token(scope: str) -> Account:
    """Return an operator, the highest role there is, so that only the scope decides."""
    account, _ = Account.objects.get_or_create(email="operator@example.org", defaults={"is_superuser": True})
    account.token_scopes = frozenset({"read", scope})  # a copy or a release reads too
    return account


def do(stage: Stage, name: str, actor: Account, setup: Any) -> None:
    """Do a change as an account."""
    admin, stage.admin = stage.admin, actor
    try:
        CHANGES[name](stage, setup)
    finally:
        stage.admin = admin


def refuse(stage: Stage, name: str, setup: Any) -> None:
    """Try a change as everyone who may not do it."""
    before = AuditEvent.objects.count()
    for actor, errors in denied(stage.pack, name):
        with pytest.raises(errors):
            do(stage, name, actor, setup)
        assert AuditEvent.objects.count() == before


def prepared_for(stage: Stage, name: str) -> Any:
    return SETUPS[name](stage) if name in SETUPS else None


class TestEveryService:
    def test_is_in_the_table(self) -> None:
        assert set(CHANGES) - OF_NO_PACK - OF_WHOSE_WORK == set(MINIMUM_ROLES)

    @pytest.mark.parametrize("name", sorted(MINIMUM_ROLES))
    def test_asks_for_the_least_role_and_the_scope(self, stage: Stage, name: str) -> None:
        """Those who may not are refused with nothing written; then each who just may does the change, and it is taken back."""
        setup = prepared_for(stage, name)
        refuse(stage, name, setup)
        for actor in allowed(stage.pack, name):
            with rolled_back():
                do(*copy.deepcopy((stage, name, actor, setup)))

    def test_lets_every_higher_role(self, people: dict[str, Account], pack: Pack) -> None:
        roles = sorted(Role.values, key=lambda role: RANK[role])
        acts = [open_acts(pack, people[role]) for role in roles]

        assert all(lower < higher for lower, higher in pairwise(acts))


@contextmanager
def rolled_back() -> Iterator[None]:
    """Take back what is written in here."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


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
        """A person who is no member learns nothing of a private pack that was released, or of a public one that was not."""
        Pack.objects.filter(pk=pack.pk).update(visibility=visibility)
        pack.refresh_from_db()
        before = open_acts(pack, people["stranger"])
        version_create(actor=people["admin"], card=card, based_on=draft_get(card=card).etag)
        release_publish(actor=people["admin"], pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))

        opened_ids = {Act.PACK_READ, Act.RELEASE_READ} if visibility == "public" else set()
        assert (before, open_acts(pack, people["stranger"]), open_acts(pack, AnonymousUser())) == (
            set(),
            opened_ids,
            opened_ids,
        )


class TestArchivedPacks:
    def test_are_closed_to_what_changes_their_cards_alone(self, people: dict[str, Account], pack: Pack) -> None:
        Pack.objects.filter(pk=pack.pk).update(archived_at=timezone.now())
        pack.refresh_from_db()
        conflicts = set()
        for act in Act:
            with suppress(StateConflict):
                require(account=people["admin"], pack=pack, act=act)
                continue
            conflicts.add(act)

        assert conflicts == set(IN_ARCHIVE.split())


def open_acts(pack: Pack, actor: Actor) -> set[Act]:
    """Return what a person may do."""
    allowed_ids = set()
    for act in Act:
        try:
            require(account=actor, pack=pack, act=act)
        except (NotFound, Forbidden):
            continue
        allowed_ids.add(act)
    return allowed_ids


class TestActs:
    def test_each_need_a_role(self) -> None:
        assert set(NEEDS) == set(Act)
