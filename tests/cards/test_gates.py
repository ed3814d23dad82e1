"""The gates of a release: unwritten rules texts are named and never close it; a large pack is checked a piece at a time."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cards.errors import Forbidden, GateClosed, InvalidFields
from cards.models import Account, AuditEvent, Card, Pack
from cards.queries import gates
from cards.queries.cards import CardFilters, card_list, card_page, with_problem
from cards.queries.gates import plan_gates
from cards.queries.history import draft_get
from cards.queries.plan import plan_get
from cards.services import checks
from cards.services.checks import checks_fill
from cards.services.checks_wanted import CACHE_KEY, checks_want
from cards.services.deck import deck_create_empty
from cards.services.draft import draft_save
from cards.services.previews.start import preview_start
from cards.services.release import ReleaseOrder, release_publish
from cards.services.review import review_decide, review_request
from cards.services.scenario import scenario_create, scenario_save
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY, MakeCard, card_text

COUNT = 5


@pytest.fixture(autouse=True)
def no_memory() -> None:
    """Forget what an earlier test had counted."""
    cache.clear()


def gate(admin: Account, pack: Pack, name: str, most: int | None = None) -> dict[str, Any]:
    plan = plan_get(account=admin, pack=pack)
    return next(each for each in plan_gates(plan=plan, limit=most) if each["id"] == name)


@pytest.fixture
def make_version(make_card: MakeCard, admin: Account) -> Any:
    def make(written_id: str, **changes: Any) -> Card:
        card = make_card(written_id, **changes)
        version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
        return card

    return make


class TestRulesText:
    def test_names_the_cards_that_ship_blank_and_says_so(self, make_version: Any, admin: Account, pack: Pack) -> None:
        make_version("base.blank", description="")
        make_version("base.half", description="Deals 5 damage.")
        make_version("base.whole", description="Deals 5 damage.", texts={"zh": {"description": "造成 5 点伤害。"}})
        make_version("base.silent", description="", behaviors=[])
        matching_gate = gate(admin, pack, "rules_text")
        whies_by_card = {each["card"]: each["why"] for each in matching_gate["missing"]}

        assert (matching_gate["closes"], matching_gate["ok"], set(whies_by_card)) == (
            False,
            False,
            {"base.blank", "base.half"},
        )
        assert (
            "English or Chinese" in whies_by_card["base.blank"]["en"]
            and "ships none" in whies_by_card["base.blank"]["en"]
        )
        assert whies_by_card["base.half"]["zh"] == "没有写中文规则文本：发布内容只含英文文本。"

    def test_never_closes_a_release(self, make_version: Any, admin: Account, pack: Pack) -> None:
        make_version("base.blank", description="")

        assert release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY)).version == "1.0.0"

    def test_passes_when_every_text_is_written(self, make_version: Any, admin: Account, pack: Pack) -> None:
        make_version("base.whole", description="Deals 5 damage.", texts={"zh": {"description": "造成 5 点伤害。"}})

        assert gate(admin, pack, "rules_text")["ok"]


class TestBounds:
    @pytest.fixture
    def many_versions(self, make_version: Any) -> None:
        for number in range(COUNT):
            make_version(f"base.n{number}", manaCost=number, description="")
        make_version("base.z", manaCost="much")

    @pytest.mark.parametrize("name", ["valid", "rules_text"])
    def test_of_a_gate_hold_and_the_next_call_goes_on(
        self, many_versions: None, admin: Account, pack: Pack, name: str
    ) -> None:
        waiting = [gate(admin, pack, name, most=2)["unchecked"] for _ in range(4)]

        assert waiting == [4, 2, 0, 0]
        assert not gate(admin, pack, name)["ok"]

    def test_of_a_gate_keep_it_from_passing(self, make_version: Any, admin: Account, pack: Pack) -> None:
        make_version("base.a")
        make_version("base.b", manaCost=2)

        assert [gate(admin, pack, "valid", most=1)["ok"] for _ in range(2)] == [False, True]

    def test_of_the_decks_that_a_page_looks_at_hold_for_no_release(
        self, admin: Account, pack: Pack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(gates, "MAX_DECKS", 1)
        Pack.objects.update(ruleset="halo")
        pack.refresh_from_db()
        for name in ("a", "b", "c"):
            deck_create_empty(actor=admin, pack=pack, deck_id=name)
        looked = [[each["card"] for each in gate(admin, pack, "decks", most)["missing"]] for most in (COUNT, None)]

        assert looked == [["a"], ["a", "b", "c"]]

    def test_of_the_filter_leave_out_what_is_unchecked(
        self, many_versions: None, pack: Pack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bounded(monkeypatch, 2)
        seen = [with_problem(cards=card_list(pack=pack), pack=pack, problem="error") for _ in range(3)]

        assert [(each.checked, each.all, each.cards.count()) for each in seen] == [(2, 6, 0), (4, 6, 0), (6, 6, 1)]

    def test_of_the_api_name_where_to_go_on(
        self, many_versions: None, admin: Account, pack: Pack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bounded(monkeypatch, 2)
        after, pages = "", []
        while True:
            page = card_page(account=admin, pack=pack, filters=CardFilters(problem="error"), after=after)
            pages.append([row.id for row in page.rows])
            if page.next_after is None:
                break
            after = page.next_after

        assert pages == [[], [], ["base.z"]]


class TestFill:
    def test_checks_what_a_page_asked_for(self, make_version: Any, pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(checks, "BATCH_SIZE", 2)
        for number in range(3):
            make_version(f"base.n{number}", manaCost=number, description="")
        empty_checks_fill = checks_fill()
        checks_want(pack=pack)
        rounds = [checks_fill() for _ in range(3)]

        assert (empty_checks_fill, rounds[0] > 0, rounds[-1], cache.get(CACHE_KEY)) == (0, True, 0, [])


def bounded(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr("cards.queries.cards.CHECKED_BATCH_SIZE", most)


class TestPreviews:
    @pytest.mark.parametrize(("preset", "ok"), [("quick", True), ("smoke", False)])
    def test_that_measure_something_open_the_gate(
        self, make_version: Any, admin: Account, pack: Pack, preset: str, ok: bool
    ) -> None:
        preview = preview_start(actor=admin, card=make_version("base.previewed"), version=1, preset=preset)
        preview.state, preview.result = "finished", {"format": "preview-result/2"}
        preview.save()

        assert gate(admin, pack, "previews")["ok"] is ok
        row = card_page(account=admin, pack=pack).rows[0]
        assert (row.preview is not None) is ok


class TestApproved:
    @pytest.fixture(autouse=True)
    def asked(self, pack: Pack) -> None:
        pack.approvals_needed = 1
        pack.save(update_fields=["approvals_needed"])

    def test_names_what_was_never_approved(self, make_version: Any, admin: Account, pack: Pack) -> None:
        make_version("base.new")
        matching_gate = gate(admin, pack, "approved")

        assert (matching_gate["closes"], [each["card"] for each in matching_gate["missing"]]) == (True, ["base.new"])
        assert "v1 does not have the approvals" in matching_gate["missing"][0]["why"]["en"]

    def test_holds_back_what_is_not_approved_yet(
        self, make_version: Any, admin: Account, pack: Pack, people: dict[str, Account]
    ) -> None:
        card = make_version("base.stone")
        release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
        saved_draft = draft_save(
            actor=admin,
            card=card,
            text=card_text("base.stone", manaCost=9),
            texts=None,
            based_on=draft_get(card=card).etag,
        )
        version_create(actor=admin, card=card, based_on=saved_draft.draft.etag)
        entry = plan_get(account=admin, pack=pack).entries[0]
        review = review_request(actor=admin, card=card, number=2, title="Dearer")
        review_decide(actor=people["reviewer"], review=review, verdict="approve")
        approved_entry = plan_get(account=admin, pack=pack).entries[0]

        assert (entry.version and entry.version.number, entry.change) == (1, "unchanged")
        assert (approved_entry.version and approved_entry.version.number, approved_entry.change) == (2, "changed")
        assert gate(admin, pack, "approved")["ok"]

    def test_asks_nothing_where_the_pack_does_not(self, make_version: Any, admin: Account, pack: Pack) -> None:
        make_version("base.new")
        Pack.objects.update(approvals_needed=0)

        assert gate(admin, Pack.objects.get(), "approved")["ok"]


class TestPreviewsOfWords:
    def test_are_asked_for_what_plays_differently_alone(self, make_version: Any, admin: Account, pack: Pack) -> None:
        card = make_version("base.stone", manaCost=1)
        release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
        missing = []
        for changes in ({"manaCost": 1, "description": "Other words."}, {"manaCost": 2}):
            text = card_text("base.stone", **changes)
            saved = draft_save(actor=admin, card=card, text=text, texts=None, based_on=draft_get(card=card).etag)
            version_create(actor=admin, card=card, based_on=saved.draft.etag)
            missing.append([each["card"] for each in gate(admin, pack, "previews")["missing"]])

        assert missing == [[], ["base.stone"]]


class TestScenarios:
    def test_that_fail_close_a_release(self, make_version: Any, admin: Account, pack: Pack) -> None:
        card = make_version("base.stone")
        text = '{"format": "scenario/1", "name": "Wrong", "ruleset": "wizards", "then": [{"result": {}}]}'
        scenario = scenario_create(actor=admin, card=card, text=text)
        matching_gate = gate(admin, pack, "scenarios")

        assert (matching_gate["closes"], matching_gate["ok"], scenario.name) == (True, False, "Wrong")
        assert matching_gate["missing"][0]["url"] == "/packs/core/cards/base.stone/scenarios/"

    def test_that_cannot_be_set_up_close_it_and_one_that_tests_nothing_does_not(
        self, make_version: Any, admin: Account, pack: Pack
    ) -> None:
        card = make_version("base.stone")
        text = '{"format": "scenario/1", "name": "Fresh", "ruleset": "wizards"}'
        scenario = scenario_create(actor=admin, card=card, text=text)
        new_gate = gate(admin, pack, "scenarios")
        scenario_save(actor=admin, scenario=scenario, text=text.replace('"wizards"', '"chess"'), based_on=scenario.etag)
        missing_gate = gate(admin, pack, "scenarios")

        assert (new_gate["ok"], missing_gate["ok"]) == (True, False)
        assert missing_gate["missing"][0]["why"] == {
            "en": "A scenario cannot be set up: Fresh.",
            "zh": "有场景无法布置：Fresh。",
        }

    def test_of_many_cards_are_run_by_as_many_queries_as_of_one(
        self, make_version: Any, admin: Account, pack: Pack
    ) -> None:
        def asked(*names: str) -> int:
            for name in names:
                text = '{"format": "scenario/1", "name": "Wrong", "ruleset": "wizards", "then": [{"result": {}}]}'
                scenario_create(actor=admin, card=make_version(name), text=text)
            gate(admin, pack, "scenarios")  # what is remembered of texts and outcomes
            with CaptureQueriesContext(connection) as caught:
                gate(admin, pack, "scenarios")
            return len(caught)

        one = asked("base.one")

        assert asked("base.two", "base.three", "base.four") == one


class TestOverride:
    def test_is_for_admins_with_a_reason_and_is_written_down(
        self, make_version: Any, admin: Account, pack: Pack, people: dict[str, Account]
    ) -> None:
        make_version("base.stone")
        with pytest.raises(GateClosed):
            release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override="  "))
        with pytest.raises(Forbidden):
            release_publish(actor=people["publisher"], pack=pack, order=ReleaseOrder("1.0.0", override="Now."))
        release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override="Now."))
        event = AuditEvent.objects.get(action="release.publish")

        assert event.details["override"] == {"reason": "Now.", "gates": ["previews"]}

    def test_keeps_a_reason_of_two_thousand_characters_at_most(
        self, make_version: Any, admin: Account, pack: Pack
    ) -> None:
        make_version("base.stone")
        reason = "x" * 2_000
        with pytest.raises(InvalidFields):
            release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=reason + "x"))
        release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=reason))

        assert AuditEvent.objects.get(action="release.publish").details["override"]["reason"] == reason

    def test_never_ships_what_is_not_valid(self, make_version: Any, admin: Account, pack: Pack) -> None:
        make_version("base.stone", manaCost="much")
        with pytest.raises(GateClosed):
            release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override="Now."))


class TestReasons:
    def test_say_why_the_number_goes_up(self, make_version: Any, admin: Account, pack: Pack) -> None:
        first = plan_get(account=admin, pack=pack)
        card = make_version("base.stone")
        release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
        make_version("base.other")
        plan = plan_get(account=admin, pack=pack, choices={"base.stone": None})

        assert (first.reasons, first.version) == ((), "1.0.0")
        assert [(each.bump, each.word, each.cards) for each in plan.reasons] == [
            ("major", "removed", (card.written_id,)),
            ("minor", "added", ("base.other",)),
        ]
