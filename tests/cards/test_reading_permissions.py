"""Who may read what: every query that takes an account and a pack asks by itself, whatever page or route calls it."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from cards import queries, services
from cards.errors import Forbidden, NotFound, NotSignedIn
from cards.models import Account, Deck, HealthRun, Membership, Pack, Role, Thread
from cards.permissions import RANK, Act, Actor
from cards.queries.audit import AuditFilters, audit_events
from cards.queries.cards import CardFilters, card_get, card_id_get, card_page
from cards.queries.decks import deck_get
from cards.queries.names import card_names, card_names_by_id
from cards.queries.packs import pack_get
from cards.queries.plan import plan_get
from cards.queries.releases import release_list
from cards.queries.reviews import review_get, review_list, thread_get
from cards.queries.webhooks import webhook_list
from cards.services.bulk import bulk_check
from cards.services.bulk_csv import csv_lines, csv_read, sheet_of_cards
from cards.services.card import card_copy
from cards.services.deck import deck_copy
from cards.services.hand import hand_plan
from cards.services.health import health_advance, health_start
from cards.services.pack import PackForm, pack_create
from tests.cards.test_audit import Stage

Read = Callable[[Stage, Actor], Any]

READS: dict[str, tuple[str, Read]] = {
    "audit_events": ("admin", lambda on, who: audit_events(account=who, pack=on.pack, filters=AuditFilters())),
    "bulk_check": ("designer", lambda on, who: bulk_check(account=who, pack=on.pack, edits=[])),
    "card_get": ("viewer", lambda on, who: card_get(account=who, pack=on.pack, written_id="base.stone")),
    "card_id_get": (
        "viewer",
        lambda on, who: card_id_get(account=who, pack_slug="core", written_id="base.stone", act=Act.CARD_READ),
    ),
    "card_names": ("viewer", lambda on, who: card_names(account=who, pack=on.pack)),
    "card_names_by_id": ("viewer", lambda on, who: card_names_by_id(account=who, pack=on.pack, ids=["core.spark"])),
    "card_page": ("viewer", lambda on, who: card_page(account=who, pack=on.pack)),
    "sheet_of_cards": ("viewer", lambda on, who: sheet_of_cards(account=who, pack=on.pack, filters=CardFilters())),
    "csv_lines": ("viewer", lambda on, who: list(csv_lines(account=who, pack=on.pack, filters=CardFilters()))),
    "csv_read": ("designer", lambda on, who: csv_read(account=who, pack=on.pack, data=b"id\n")),
    "deck_get": (
        "viewer",
        lambda on, who: deck_get(account=who, pack=on.pack, number=Deck.objects.get().number),
    ),
    "hand_plan": ("designer", lambda on, who: hand_plan(account=who, card=on.card)),
    "pack_get": ("viewer", lambda on, who: pack_get(account=who, slug="core")),
    "plan_get": ("viewer", lambda on, who: plan_get(account=who, pack=on.pack)),
    "release_list": ("viewer", lambda on, who: release_list(account=who, pack=on.pack)),
    "review_get": ("viewer", lambda on, who: review_get(account=who, pack=on.pack, number=1)),
    "review_list": ("viewer", lambda on, who: review_list(account=who, pack=on.pack)),
    "thread_get": ("viewer", lambda on, who: thread_get(account=who, pack=on.pack, pk=Thread.objects.get().pk)),
    "webhook_list": ("admin", lambda on, who: webhook_list(account=who, pack=on.pack)),
}
"""The least role that may read, written by hand, and how it is read."""

SETUPS: dict[str, Callable[[Stage], Any]] = {
    "deck_get": Stage.deck,
    "review_get": Stage.review,
    "thread_get": Stage.thread,
}


@pytest.fixture
def stage(admin: Account, pack: Pack) -> Stage:
    return Stage(admin, pack)


def reading() -> set[str]:
    """Return the public functions of queries and services that ask what an account may do and take no actor."""
    ids = set()
    for package in (queries, services):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, function in inspect.getmembers(importlib.import_module(module.name), inspect.isfunction):
                is_public = function.__module__ == module.name and not name.startswith("_")
                if is_public and "account" in inspect.signature(function).parameters:
                    source = inspect.getsource(function)
                    ids |= {name} if re.search(r"\b(?:require|authorize)\(", source) else set()
    return ids


class TestEveryRead:
    def test_is_in_the_table(self) -> None:
        assert reading() == set(READS)

    @pytest.mark.parametrize("name", sorted(READS))
    def test_asks_for_the_least_role(self, stage: Stage, name: str) -> None:
        minimum, read = READS[name]
        SETUPS.get(name, lambda _: None)(stage)
        for role in Role.values:
            user = Account.objects.create_user(f"{role}@reads.example.org")
            Membership.objects.create(pack=stage.pack, account=user, role=role)
            if RANK[role] >= RANK[minimum]:
                read(stage, user)
                continue
            with pytest.raises(Forbidden):
                read(stage, user)

    @pytest.mark.parametrize("name", sorted(READS))
    def test_knows_neither_strangers_nor_whom_nobody_knows(self, stage: Stage, name: str) -> None:
        SETUPS.get(name, lambda _: None)(stage)
        for who in (stage.other, AnonymousUser()):
            with pytest.raises((NotFound, NotSignedIn)):
                READS[name][1](stage, who)


class TestCopies:
    @pytest.mark.parametrize("what", ["card", "deck"])
    def test_of_a_pack_that_is_not_theirs_are_refused(self, stage: Stage, what: str) -> None:
        """The copy goes into a pack of their own, where they may everything."""
        source = stage.deck() if what == "deck" else stage.card
        own = pack_create(actor=stage.other, slug="own", ruleset=stage.pack.ruleset, form=PackForm(name={"en": "Own"}))
        with pytest.raises(NotFound):
            if isinstance(source, Deck):
                deck_copy(actor=stage.other, pack=own, source=source, deck_id="mine")
            else:
                card_copy(actor=stage.other, pack=own, source=source, written_id="base.mine")

        assert (own.cards.count(), own.decks.count()) == (0, 0)


class TestRuns:
    def test_end_when_whoever_started_them_may_not_any_more(self, stage: Stage) -> None:
        stage.member()
        Membership.objects.filter(account=stage.other).update(role="designer")
        health_start(actor=stage.other, pack=stage.pack)
        Membership.objects.filter(account=stage.other).update(role="viewer")

        assert (health_advance(), HealthRun.objects.get().state) == (0, "cancelled")
