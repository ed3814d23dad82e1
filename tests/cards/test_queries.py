"""Reads: what lists show, what a search finds, what a stranger may know, and how few queries that takes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from cards.errors import InvalidFields, NotFound
from cards.gateway import rulesets, validation
from cards.models import Account, Card, Pack, Preview
from cards.permissions import Act, allows, role_in
from cards.queries.cards import CardFilters, card_get, card_list, card_page
from cards.queries.history import draft_get
from cards.queries.packs import pack_get, pack_list, pack_list_visible
from cards.queries.problems import known_ids, names_context
from cards.services.card_rename import card_rename
from cards.services.draft import draft_save
from cards.services.pack import PackForm, pack_edit
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY, MakeCard, card_text


def ids(pack: Pack, **filters: object) -> list[str]:
    """Return the ids of a filtered list."""
    return [card.written_id for card in card_list(pack=pack, filters=CardFilters(**filters))]  # type: ignore[arg-type]  # tests hand in anything


def break_text(admin: Account, card: Card) -> None:
    draft_save(actor=admin, card=card, text="{ broken", texts=None, based_on=draft_get(card=card).etag)


class TestSearch:
    @pytest.fixture(autouse=True)
    def cards(self, make_card: MakeCard) -> None:
        make_card("base.fireball", {"zh": {"name": "火球术", "rules": "造成3点伤害。"}}, name="Fireball")
        make_card("base.frost", {"zh": {"name": "冰霜", "rules": "冻结一名巫师。"}}, name="Frost % Bolt")
        make_card("base.burn", {"zh": {"name": "灼烧", "rules": "火焰造成伤害。"}}, name="Burn abxbc")

    @pytest.mark.parametrize(
        ("words", "found"),
        [
            ("火", ["base.burn", "base.fireball"]),
            ("伤害", ["base.burn", "base.fireball"]),
            ("火球术", ["base.fireball"]),
            ("造成3点伤害", ["base.fireball"]),
            ("火 球术", ["base.fireball"]),
            ("球火", []),
            ("球伤", []),
            ("FIREBALL", ["base.fireball"]),
            ("ireb", ["base.fireball"]),
            ("abc", []),
            ("abxbc", ["base.burn"]),
            ("% bolt", ["base.frost"]),
            ("_", []),
            ("base.", ["base.burn", "base.fireball", "base.frost"]),
            ("   ", ["base.burn", "base.fireball", "base.frost"]),
        ],
    )
    def test_finds_words_in_both_languages(self, pack: Pack, words: str, found: list[str]) -> None:
        assert ids(pack, q=words) == found

    def test_still_finds_a_card_while_its_text_is_broken(self, pack: Pack, admin: Account) -> None:
        break_text(admin, card_get(account=admin, pack=pack, written_id="base.fireball"))

        assert ids(pack, q="火球") == ["base.fireball"]

    def test_never_leaves_the_pack(self, admin: Account, pack: Pack) -> None:
        other = Pack.objects.create(slug="other", ruleset="wizards", created_by=admin)

        assert ids(other, q="火") == []


class TestFilters:
    def test_by_state_and_edits(self, make_card: MakeCard, pack: Pack, admin: Account) -> None:
        released, edited = make_card("base.released"), make_card("base.edited")
        for card in (released, edited):
            version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
        release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
        make_card("base.new")
        break_text(admin, edited)

        assert ids(pack, state="released") == ["base.edited", "base.released"]
        assert ids(pack, state="draft") == ["base.new"]
        assert ids(pack, edited=True) == ["base.edited"]
        with pytest.raises(InvalidFields):
            ids(pack, state="nonsense")

    def test_by_effect_and_kind(self, make_card: MakeCard, pack: Pack) -> None:
        make_card("base.damage")
        monster = '{"id": "base.ogre", "level": "III", "type": "monster", "name": "Ogre", "health": 3, "reward": 1}'
        make_card("base.other", behaviors=[{"at": "onPlay", "do": [{"type": "drawCard", "amount": 1}]}])

        assert monster
        assert ids(pack, contains="damage") == ["base.damage"]
        assert ids(pack, contains='"; DROP') == []
        assert ids(pack, kind="treasure") == ["base.damage", "base.other"]
        assert ids(pack, kind="exploration") == []

    def test_by_problem(self, make_card: MakeCard, pack: Pack, admin: Account) -> None:
        make_card("base.treasure.common.good")
        break_text(admin, make_card("base.treasure.common.bad"))

        def ids_with(problem: str) -> list[str]:
            page = card_page(account=admin, pack=pack, filters=CardFilters(problem=problem))
            return [row.id for row in page.rows]

        assert ids_with("error") == ["base.treasure.common.bad"]
        assert ids_with("E-JSON") == ["base.treasure.common.bad"]
        assert ids_with("E-NOTHING") == []
        assert ids_with("none") == ["base.treasure.common.good"]

    def test_by_the_time_of_the_last_save(self, card: Card, pack: Pack) -> None:
        assert ids(pack, since=timezone.now() - timedelta(hours=1)) == ["base.stone"]
        assert ids(pack, since=timezone.now() + timedelta(hours=1)) == []


class TestNames:
    def test_have_one_mark_whether_the_database_puts_them_in_order_or_not(
        self, make_card: MakeCard, pack: Pack
    ) -> None:
        """What a list remembers of a text is found by a release, which has the names already."""
        assert names_context(pack=pack) == validation.problem_context(pack.ruleset, known_ids(pack=pack))
        for written in ("base.b", "Base.a", "base-z", "base_c", "0.base"):
            make_card(written)

        assert names_context(pack=pack) == validation.problem_context(pack.ruleset, known_ids(pack=pack))

    def test_have_another_mark_after_each_change(self, make_card: MakeCard, pack: Pack, admin: Account) -> None:
        marks = [names_context(pack=pack)]
        card = make_card("base.new")
        marks.append(names_context(pack=pack))
        card_rename(actor=admin, card=card, new_id="base.other")
        marks.append(names_context(pack=pack))

        assert len(set(marks)) == len(marks)


class TestCardPage:
    def test_goes_on_where_it_stopped(self, make_card: MakeCard, pack: Pack, admin: Account) -> None:
        for number in range(5):
            make_card(f"base.c{number}")
        first = card_page(account=admin, pack=pack, limit=2)
        second = card_page(account=admin, pack=pack, limit=2, after=first.next_after or "")
        third = card_page(account=admin, pack=pack, limit=2, after=second.next_after or "")

        assert [[row.id for row in page.rows] for page in (first, second, third)] == [
            ["base.c0", "base.c1"], ["base.c2", "base.c3"], ["base.c4"],
        ]  # fmt: skip
        assert third.next_after is None

    def test_shows_names_problems_and_marks(self, make_card: MakeCard, pack: Pack, admin: Account) -> None:
        make_card("base.treasure.common.stone", {"zh": {"name": "小石子"}}, name="Stone")
        [row] = card_page(account=admin, pack=pack).rows

        assert (row.id, row.kind, row.name) == (
            "base.treasure.common.stone",
            "treasure",
            {"en": "Stone", "zh": "小石子"},
        )
        assert (row.state, row.edited, row.version, row.released) == ("draft", False, None, None)
        assert row.problems["errors"] == 0
        assert row.etag == draft_get(card=row.card).etag

    def test_shows_a_card_that_never_parsed_by_its_id(self, make_card: MakeCard, pack: Pack, admin: Account) -> None:
        break_text(admin, make_card("base.broken"))
        [row] = card_page(account=admin, pack=pack).rows

        assert (row.name, row.face) == ({"en": "base.broken", "zh": "base.broken"}, None)
        assert row.problems["errors"] > 0

    def test_shows_the_last_preview_that_says_something(self, card: Card, pack: Pack, admin: Account) -> None:
        sha256, engine = draft_get(card=card).sha256, rulesets.engine_hash(pack.ruleset)
        estimate = {"mean_pp": 1.8, "interval_pp": [0.6, 3.0], "n": 2400}
        for number, state in ((1, "finished"), (2, "cancelled")):
            Preview.objects.create(
                pack=pack, number=number, card=card, candidate_sha256=sha256, spec={}, spec_sha256="0" * 64, seed=7,
                engine_hash=engine, state=state, estimate=estimate, result={}, requested_by=admin,
            )  # fmt: skip

        def preview_in_list() -> object:
            return card_page(account=admin, pack=pack).rows[0].preview

        assert preview_in_list() == {"number": 1, "state": "finished", "fresh": True, **estimate}
        break_text(admin, card)
        assert preview_in_list() == {"number": 1, "state": "finished", "fresh": False, **estimate}

    def test_takes_as_many_queries_for_many_cards_as_for_one(
        self, make_card: MakeCard, pack: Pack, admin: Account, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        for count in (1, 12):
            for number in range(count):
                card = make_card(f"base.n{count}-{number}")
                version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
            with django_assert_num_queries(5):  # role, cards, names in the pack, these again to check texts, previews
                page = card_page(account=admin, pack=pack)
            with django_assert_num_queries(4):  # all texts are checked
                page = card_page(account=admin, pack=pack)
                assert [row.version for row in page.rows] == [1] * len(page.rows)

        assert len(page.rows) == 13

    def test_is_not_for_strangers(self, card: Card, people: dict[str, Account]) -> None:
        for account in (people["stranger"], AnonymousUser()):
            with pytest.raises(NotFound):
                card_page(account=account, pack=card.pack)


class TestPacks:
    def test_list_what_an_account_belongs_to(self, card: Card, people: dict[str, Account]) -> None:
        rows_by_name = {
            name: [(pack.slug, pack.role, pack.card_count) for pack in pack_list(account=account)]  # type: ignore[attr-defined]  # annotated by the query
            for name, account in people.items()
        }

        assert rows_by_name["designer"] == [("core", "designer", 1)]
        assert rows_by_name["stranger"] == []
        assert rows_by_name["operator"] == [("core", None, 1)]

    def test_are_open_once_public_and_released(self, card: Card, people: dict[str, Account], pack: Pack) -> None:
        admin = people["admin"]

        def visible() -> list[list[str]]:
            accounts = (people["stranger"], AnonymousUser())
            return [[found.slug for found in pack_list_visible(account=account)] for account in accounts]

        before = visible()
        pack_edit(actor=admin, pack=pack, form=PackForm(name={"en": "Core"}, visibility="public"))
        public = visible()
        version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
        release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))

        assert (before, public, visible()) == ([[], []], [[], []], [["core"], ["core"]])

    def test_of_others_are_not_known(self, pack: Pack, people: dict[str, Account]) -> None:
        for account, slug in ((people["stranger"], "core"), (people["admin"], "none"), (AnonymousUser(), "core")):
            with pytest.raises(NotFound):
                pack_get(account=account, slug=slug)

        assert pack_get(account=people["viewer"], slug="core") == pack

    def test_take_one_query_for_all(
        self, pack: Pack, admin: Account, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_num_queries(1):
            assert [found.last_release for found in pack_list(account=admin)] == [None]  # type: ignore[attr-defined]  # annotated by the query


class TestActs:
    ORDER = ("viewer", "designer", "reviewer", "publisher", "admin", "operator")

    def test_grow_with_the_role(self, pack: Pack, people: dict[str, Account]) -> None:
        roles = {name: role_in(account=people[name], pack=pack) for name in people}
        allowed_values_by_name = {
            name: {act.value for act in Act if allows(role=role, act=act)} for name, role in roles.items()
        }
        steps = [allowed_values_by_name[name] for name in self.ORDER]

        assert all(lower <= higher for lower, higher in itertools.pairwise(steps))
        assert allowed_values_by_name["stranger"] == set()
        assert (
            "draft.save" not in allowed_values_by_name["viewer"] and "draft.save" in allowed_values_by_name["designer"]
        )
        assert (
            "release.publish" not in allowed_values_by_name["reviewer"]
            and "release.publish" in allowed_values_by_name["publisher"]
        )
        assert (
            "pack.members" not in allowed_values_by_name["publisher"]
            and "pack.members" in allowed_values_by_name["admin"]
        )

    def test_of_a_deactivated_account_are_none(self, pack: Pack, people: dict[str, Account]) -> None:
        people["admin"].is_active = False

        assert role_in(account=people["admin"], pack=pack) is None


class TestCardGet:
    def test_is_exact_in_case(self, card: Card, admin: Account) -> None:
        with pytest.raises(NotFound):
            card_get(account=admin, pack=card.pack, written_id="BASE.stone")

    def test_keeps_what_was_typed(self, card: Card, admin: Account) -> None:
        found = card_get(account=admin, pack=card.pack, written_id="base.stone")

        assert found.draft.text == card_text("base.stone")


class TestKeptQueries:
    """Queries that are built once: what Django changes of one while it compiles it is no other thread's."""

    @pytest.mark.parametrize(
        "items", [lambda: card_list(pack=Pack(pk=1)), lambda: pack_list_visible(account=AnonymousUser())]
    )
    def test_share_no_subquery_between_threads(self, items: Callable[[], QuerySet[Any]]) -> None:
        with ThreadPoolExecutor(1) as other:
            theirs = list(subqueries(other.submit(items).result().query.annotations.values()))
        ours = list(subqueries(items().query.annotations.values()))

        assert len(ours) == len(theirs) > 0
        assert not {id(each) for each in ours} & {id(each) for each in theirs}


def subqueries(parts: Any) -> Iterator[Any]:
    """Yield the queries within expressions."""
    for part in parts:
        if hasattr(part, "query"):
            yield part.query
        if hasattr(part, "get_source_expressions"):
            yield from subqueries(part.get_source_expressions())
