"""The verdict on a release is kept until something changes that it reads, and never passes for that of a later state."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from cards.errors import GateClosed
from cards.models import Account, Card, Deck, Draft, Pack, PackChange, PackReadiness, Preview, Scenario
from cards.queries import readiness as readiness_query
from cards.queries.plan import plan_of
from cards.queries.readiness import Verdict, verdict_kept, verdict_of
from cards.services import readiness
from cards.services.card import card_trash
from cards.services.deck import deck_create_empty
from cards.services.draft import draft_save
from cards.services.pack import PackForm, pack_edit
from cards.services.readiness import marks_prune, readiness_fill, verdict_look
from cards.services.release import ReleaseOrder, release_plan_save, release_publish
from cards.services.review import review_decide, review_request, review_withdraw
from cards.services.scenario import scenario_create, scenario_remove, scenario_save
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY, LayerOf, MakeCard, card_maker, card_text
from tests.cards.layers import Values
from tests.cards.web.world import preview_of, result_of

WRONG = '{"format": "scenario/1", "name": "Wrong", "ruleset": "wizards", "then": [{"result": {}}]}'
UNREAD = {
    "cards_account": "read along with scenarios, for the name of who saved one",
    "cards_releasecard": "never changes, and comes in one transaction with its release",
}
"""Tables that the gates read although no trigger marks their changes, each with the reason."""


@pytest.fixture(autouse=True)
def no_memory() -> None:
    """Forget what an earlier test had counted."""
    cache.clear()


def _versioned(card: Card, admin: Account) -> Card:
    version_create(actor=admin, card=card, based_on=card.draft.etag)
    return Card.objects.get(pk=card.pk)


@pytest.fixture
def make_version(make_card: MakeCard, admin: Account) -> Any:
    return lambda written_id, **changes: _versioned(make_card(written_id, **changes), admin)


def new_verdict(pack: Pack) -> Verdict:
    return verdict_of(plan=plan_of(pack=Pack.objects.get(pk=pack.pk)), limit=None)


def stored_verdict(pack: Pack) -> Verdict:
    found = verdict_kept(pack=Pack.objects.get(pk=pack.pk))
    assert found is not None
    return found


def verdict_fields(verdict: Verdict) -> tuple[Any, ...]:
    return list(verdict.gates), verdict.ships, verdict.repeats


def _full(layers: Values) -> Pack:
    pack: Pack = layers["pack"]
    admin, people = layers["admin"], layers["people"]
    pack_edit(actor=admin, pack=pack, form=PackForm(name={"en": "Core"}, approvals_needed=1))
    pack.refresh_from_db()
    card = _versioned(card_maker(pack, admin)("base.stone"), admin)
    release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
    save(card, admin, manaCost=9)
    card.refresh_from_db()
    version_create(actor=admin, card=card, based_on=Draft.objects.get(card=card).etag)
    scenario_create(actor=admin, card=card, text=WRONG)
    review = review_request(actor=admin, card=card, number=2, title="Dearer")
    review_decide(actor=people["reviewer"], review=review, verdict="approve", reason="Known.")
    preview_of(card, 1, "finished", result_of("treasure"))
    return pack


LAYERS = {"full": _full}


@pytest.fixture
def full(layer_of: LayerOf, people: dict[str, Account]) -> Pack:
    """A pack with one of everything that the gates read."""
    pack: Pack = layer_of("full")
    return pack


def save(card: Card, by: Account, **changes: Any) -> None:
    draft = Draft.objects.get(card=card)
    draft_save(actor=by, card=card, text=card_text(card.written_id, **changes), texts=None, based_on=draft.etag)


def marked() -> set[str]:
    """Return the tables of which a trigger marks every kind of change that they know."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname LIKE '%_mark_insert'")
        return {row[0] for row in cursor.fetchall()}


class TestWhatTheGatesRead:
    def test_is_marked_when_it_changes(self, full: Pack) -> None:
        """A table that a gate of tomorrow reads joins by itself."""
        Pack.objects.filter(pk=full.pk).update(ruleset="halo")
        halo = Pack.objects.get(pk=full.pk)
        deck_create_empty(actor=full.created_by, pack=halo, deck_id="mine")
        with CaptureQueriesContext(connection) as caught_queries_context:
            new_verdict(full)
            fresh_wizards = Pack.objects.filter(pk=full.pk).update(ruleset="wizards")
            new_verdict(full)
        read = {table for each in caught_queries_context for table in re.findall(r'"(cards_\w+)"', each["sql"])}

        assert fresh_wizards == 1
        assert {"cards_deck", "cards_preview", "cards_decision", "cards_scenario"} <= read
        assert read - marked() == set(UNREAD)

    def test_is_marked_whatever_column_changes_the_verdict(self, full: Pack, admin: Account) -> None:
        """Every column of every table that is read, changed by hand, either leaves a mark or leaves the verdict alone."""
        readiness_fill(pack=full, limit=None)
        wrong, before = [], verdict_fields(new_verdict(full))
        for table, column in columns(sorted(marked() - {"cards_cardversion", "cards_release"})):
            with transaction.atomic():
                if touched(table, column):
                    cache.clear()
                    if stored_verdict(full).is_current and verdict_fields(new_verdict(full)) != before:
                        wrong.append(f"{table}.{column}")
                transaction.set_rollback(True)
        assert wrong == []


def columns(tables: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the columns that hold a text, a number, a time or JSON, of each table."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_name = ANY(%s) AND is_generated = 'NEVER'"
            " AND column_name <> 'id' AND column_name NOT LIKE '%%pack_id' ORDER BY 1, 2",
            [tables],
        )
        yield from cursor.fetchall()


CHANGES = {
    "character varying": "left(md5({0}::text), 2)", "text": "{0} || ' '", "integer": "{0} + 1", "smallint": "{0} + 1",
    "timestamp with time zone": "CASE WHEN {0} IS NULL THEN now() END", "boolean": "NOT {0}", "jsonb": "'{{}}'::jsonb", "bigint": "NULL",
}  # fmt: skip


def touched(table: str, column: str) -> bool:
    """Change a column of every row; say whether the database lets it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT data_type FROM information_schema.columns WHERE table_name = %s AND column_name = %s",
            [table, column],
        )
        change = CHANGES.get(cursor.fetchone()[0])
        if change is None:
            return False
        try:
            with transaction.atomic():
                cursor.execute(f'UPDATE {table} SET "{column}" = {change.format(f"""{chr(34)}{column}{chr(34)}""")}')  # noqa: S608  names of the schema
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                cursor.execute("SET CONSTRAINTS ALL DEFERRED")
                list(Draft.objects.all())
        except Exception:  # noqa: BLE001  a constraint, a trigger or a type says no: then nothing changed
            return False
        return True


class TestServices:
    def test_that_change_the_verdict_leave_a_mark(
        self, full: Pack, admin: Account, people: dict[str, Account], make_version: Any
    ) -> None:
        card = Card.objects.get(written_id="base.stone")
        review = card.reviews.get()
        scenario = Scenario.objects.get()
        acts: dict[str, Callable[[], Any]] = {
            "version": lambda: make_version("base.more", manaCost="much"),
            "draft": lambda: save(card, admin, manaCost=3),
            "scenario": lambda: scenario_save(actor=admin, scenario=scenario, text=WRONG + " ", based_on=scenario.etag),
            "scenario removed": lambda: scenario_remove(actor=admin, scenario=Scenario.objects.get()),
            "plan": lambda: release_plan_save(actor=admin, pack=full, order=ReleaseOrder("", {"base.stone": None})),
            "plan again": lambda: release_plan_save(actor=admin, pack=full, order=ReleaseOrder("", {})),
            "withdrawn": lambda: review_withdraw(actor=admin, review=review),
            "preview": lambda: Preview.objects.all().delete(),
            "settings": lambda: pack_edit(actor=admin, pack=full, form=PackForm(name={"en": "Core"}, approvals_needed=0)),
            "trash": lambda: card_trash(actor=admin, card=Card.objects.get(written_id="base.more")),
            "release": lambda: release_publish(actor=admin, pack=full, order=ReleaseOrder("1.0.1", override=ANYWAY)),
            "rows": lambda: Deck.objects.all().delete(),
        }  # fmt: skip
        changed = []
        for name, act in acts.items():
            readiness_fill(pack=full, limit=None)
            assert stored_verdict(full).is_current and verdict_fields(stored_verdict(full)) == verdict_fields(
                new_verdict(full)
            ), name
            before = verdict_fields(stored_verdict(full))
            act()
            full.refresh_from_db()
            now = verdict_fields(new_verdict(full))
            assert not stored_verdict(full).is_current or now == before, name
            changed += [name] if now != before else []

        assert len(changed) >= 6, changed

    def test_that_only_save_a_plan_again_leave_none(self, full: Pack, admin: Account) -> None:
        release_plan_save(actor=admin, pack=full, order=ReleaseOrder("1.0.1"))
        readiness_fill(pack=full, limit=None)
        release_plan_save(actor=admin, pack=full, order=ReleaseOrder("1.0.1", changelog={"en": "Notes"}))

        assert stored_verdict(full).is_current

    def test_of_other_code_are_not_believed(self, full: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
        readiness_fill(pack=full, limit=None)
        monkeypatch.setattr(readiness_query, "FORMAT", 99)

        assert verdict_kept(pack=full) is None


class TestLook:
    def test_at_a_small_pack_is_always_of_now(self, full: Pack) -> None:
        verdict = verdict_look(pack=full, cards=1, plan=lambda: plan_of(pack=full))

        assert verdict.is_current and verdict.made_at is None
        assert verdict_fields(verdict) == verdict_fields(new_verdict(full))

    def test_at_a_large_pack_says_that_it_is_old(
        self, full: Pack, admin: Account, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(readiness, "CHEAP", 0)
        look = lambda: verdict_look(pack=full, cards=1, plan=lambda: pytest.fail("worked out in the request"))  # noqa: E731  one word for one plan
        empty_visit = look()
        readiness_fill(pack=full, limit=None)
        current = look()
        save(Card.objects.get(written_id="base.stone"), admin, manaCost=7)
        old = look()

        assert (empty_visit.is_current, empty_visit.made_at, empty_visit.unchecked) == (False, None, 1)
        assert current.is_current and current.made_at is not None
        assert (old.is_current, old.made_at, old.gates) == (False, current.made_at, current.gates)

    def test_at_another_plan_than_the_saved_one_is_never_current_in_a_large_pack(
        self, full: Pack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        readiness_fill(pack=full, limit=None)
        monkeypatch.setattr(readiness, "CHEAP", 0)
        other = verdict_look(pack=full, cards=1, plan=lambda: pytest.fail("worked out"), is_saved=False)

        assert not other.is_current


class TestScenarios:
    def test_of_more_cards_than_one_request_runs_stay_green(
        self, make_version: Any, admin: Account, pack: Pack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """They went back to waiting after five minutes."""
        monkeypatch.setattr("cards.queries.gates.MAX_RUNS", 2)
        for number in range(5):
            text = WRONG.replace("Wrong", f"Wrong {number}")
            scenario_create(actor=admin, card=make_version(f"base.n{number}"), text=text)
        Scenario.objects.update(outcomes=None, ran_on=None)
        cache.clear()
        waiting = [readiness_fill(pack=pack, limit=400) for _ in range(4)]
        cache.clear()  # as five minutes later

        gate = next(each for each in stored_verdict(pack).gates if each["id"] == "scenarios")
        assert waiting == [3, 1, 0, 0]
        assert stored_verdict(pack).is_current and (gate["unchecked"], gate["count"]) == (0, 5)

    def test_are_all_run_before_a_release(self, make_version: Any, admin: Account, pack: Pack) -> None:
        """Of one card with more than twenty scenarios the others passed unseen."""
        card = make_version("base.stone")
        for number in range(22):
            scenario_create(actor=admin, card=card, text=WRONG.replace("Wrong", f"Wrong {number}"))
        Scenario.objects.update(outcomes=None, ran_on=None)
        cache.clear()
        waits = next(g for g in verdict_of(plan=plan_of(pack=pack), limit=20).gates if g["id"] == "scenarios")

        with pytest.raises(GateClosed) as error:
            release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0"))

        assert (waits["ok"], waits["unchecked"]) == (False, 1)
        cache.clear()
        whole = next(g for g in verdict_of(plan=plan_of(pack=pack), limit=None).gates if g["id"] == "scenarios")
        assert (whole["unchecked"], whole["count"]) == (0, 1)
        assert error.value.slug == "gate-closed"


@pytest.mark.django_db(transaction=True)
class TestTwoAtOnce:
    def test_a_change_that_commits_later_is_not_forgotten(self, full: Pack, admin: Account) -> None:
        """A counter that is read as the highest number would miss the change with the lower number that commits last."""
        card = Card.objects.get(written_id="base.stone")
        event, may_commit = Event(), Event()

        def slow() -> None:
            with transaction.atomic():
                save(card, admin, manaCost="much")
                version_create(actor=admin, card=card, based_on=Draft.objects.get(card=card).etag)
                event.set()
                may_commit.wait(20)
            connection.close()

        thread = Thread(target=slow)
        thread.start()
        assert event.wait(20)
        Pack.objects.filter(pk=full.pk).update(approvals_needed=0)  # waits for nobody, and has the higher number
        readiness_fill(pack=full, limit=None)
        meanwhile = stored_verdict(full)
        may_commit.set()
        thread.join()

        assert meanwhile.is_current
        assert not stored_verdict(full).is_current
        readiness_fill(pack=full, limit=None)
        assert verdict_fields(stored_verdict(full)) == verdict_fields(new_verdict(full)) != verdict_fields(meanwhile)

    def test_an_older_verdict_never_replaces_a_newer_one(self, full: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
        readiness_fill(pack=full, limit=None)
        Pack.objects.filter(pk=full.pk).update(approvals_needed=0)
        work = readiness.verdict_of
        calls: list[Verdict] = []

        def overtaken(**given: Any) -> Verdict:
            older = work(**given)
            calls.append(older)
            if len(calls) == 1:
                Pack.objects.filter(pk=full.pk).update(approvals_needed=2)
                readiness_fill(pack=full, limit=None)
            return older

        monkeypatch.setattr(readiness, "verdict_of", overtaken)
        readiness_fill(pack=full, limit=None)

        assert len(calls) == 2 and verdict_fields(calls[0]) != verdict_fields(calls[1])
        assert verdict_fields(stored_verdict(full)) == verdict_fields(new_verdict(full))
        assert PackReadiness.objects.get().revision == 2

    def test_marks_that_are_put_together_still_say_that_something_changed(
        self, full: Pack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        readiness_fill(pack=full, limit=None)
        for needed in (0, 1, 2):
            Pack.objects.filter(pk=full.pk).update(approvals_needed=needed)
        work = readiness.verdict_of

        def pruned(**given: Any) -> Verdict:
            matching_work = work(**given)
            Pack.objects.filter(pk=full.pk).update(approvals_needed=0)
            marks_prune()
            return matching_work

        monkeypatch.setattr(readiness, "verdict_of", pruned)
        readiness_fill(pack=full, limit=None)

        assert (PackChange.objects.count(), stored_verdict(full).is_current) == (1, False)
