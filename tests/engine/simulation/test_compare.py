"""What a release does to its game: which decks meet, planted truth, exact zeros, and a command that says it."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine import api
from engine.commands import main
from engine.errors import IllegalAction
from engine.packs.drawn_decks import drawn_decks
from engine.rulesets import find
from engine.simulation.fixed_plans import PLANNED
from engine.simulation.play import play
from engine.simulation.releases import plan as releases
from engine.simulation.releases.report import STATE, compare_report
from engine.simulation.releases.run import Field
from tests.engine.simulation import compare_truth, truth
from tests.engine.simulation.compare_truth import RUNS_SHORT, comparison, resampled
from tests.engine.third_ruleset import EXAMPLE, EXAMPLES, on_the_path

Json = dict[str, Any]
HOUND = "duel.ash-hound"


@pytest.fixture(autouse=True)
def duel() -> Iterator[str]:
    with on_the_path(EXAMPLE) as name:
        yield name


def cards(game: str = EXAMPLE) -> list[Json]:
    return [json.loads(json.dumps(card)) for card, _ in api.card_set(game)]


def stronger() -> list[Json]:
    """Return the cards of the smallest game with two seats, one of them with numbers that decide matches."""
    return [{**each, "attack": 12, "health": 12} if each["id"] == HOUND else each for each in cards()]


def planned(before: Sequence[Json], after: Sequence[Json], **more: Any) -> Json:
    return api.compare_plan(EXAMPLE, before=before, after=after, bots=("random",), **more)


def shortened(spec: Json, *ends: int) -> Json:
    """Return a plan cut short before it starts."""
    return {**spec, "ends": list(ends), "blocks_max": ends[-1]}


def played(spec: Json) -> Json:
    state: Json | None = None
    for no in range(len(spec["ends"])):
        state = api.preview_fold(spec, state, json.loads(json.dumps(api.preview_chunk(spec, no))))
    assert state is not None
    return api.preview_report(spec, state)


def holders(card: str = HOUND) -> set[str]:
    return {deck["id"] for deck in api.shipped_decks(EXAMPLE) if f'"{card}"' in json.dumps(deck["document"])}


class TestThePlan:
    def test_states_its_cost_for_every_precision_and_counts_its_intervals(self) -> None:
        spec = planned(cards(), stronger())
        standard = planned(cards(), stronger(), preset="standard")

        assert len(spec["pairs"]) == 1 and spec["touched"] == [True]
        assert spec["cost"]["matches"] == spec["blocks_max"] * 4
        assert spec["costs"]["standard"] == standard["cost"]
        assert standard["blocks_max"] > 3 * spec["blocks_max"]
        assert spec["family"] == 2 * (1 + 2 + len(releases.measures_of(find(EXAMPLE))))

    def test_takes_a_card_that_differs_in_prose_alone_for_the_same(self) -> None:
        prose = [{**card, "description": "Other words."} for card in cards()]
        spec = planned(cards(), prose)

        assert (spec["differing"], spec["touched"]) == ({}, [False])
        assert spec["cost"]["matches"] == spec["blocks_max"] * 2

    def test_names_decks_that_are_legal_no_more_and_cards_that_no_deck_leads_to(self) -> None:
        decks = api.shipped_decks(EXAMPLE)
        lone = {**next(card for card in cards() if card["id"] == HOUND), "id": "duel.lone"}
        remaining = [card for card in cards() if card["id"] != HOUND]
        left = [deck for deck in decks if deck["id"] not in holders()]
        copies = [{**left[0], "id": name} for name in ("b", "c")]

        spec = planned(cards(), [*remaining, lone], decks=[*decks, *copies])
        states = {deck["id"]: (deck["state"], deck["problems"]) for deck in spec["decks"]}

        assert {name for name, (state, _) in states.items() if state == "illegal"} == holders()
        assert all(states[name][1] == ["E-DECK-UNKNOWN"] for name in holders())
        assert spec["differing"] == {HOUND: "removed", "duel.lone": "added"}
        assert "duel.lone" in spec["unmet"]
        with pytest.raises(IllegalAction) as refusal:
            planned(cards(), cards(), decks=decks[:1])
        assert refusal.value.code == "too-few-decks"

    @pytest.mark.parametrize("more", [{"preset": "deep"}, {"seed": -1}, {"margin": 0}])
    def test_refuses_what_it_cannot_ask(self, more: Json) -> None:
        with pytest.raises(IllegalAction):
            planned(cards(), cards(), **more)

    @pytest.mark.parametrize("game", ["wizards", "halo", "genius", "encounter"])
    def test_of_every_game_has_its_whole_decks_and_no_change_where_there_is_none(self, game: str) -> None:
        spec = api.compare_plan(game, before=cards(game), after=cards(game))
        ids = {card["id"] for card in cards(game)}
        lists = spec["layouts"]["after"]["decks"]
        shipped_lists = {deck["id"]: deck["document"] for deck in api.shipped_decks(game)}

        assert not any(spec["touched"]) and spec["pairs"]
        assert {card for deck in lists.values() for card in deck} <= ids
        for name, document in shipped_lists.items():
            rows = [row for part in document.values() if isinstance(part, list) for row in part]
            assert Counter(lists[name]) == Counter({row["id"]: row["count"] for row in rows})


class TestDrawnDecks:
    @pytest.mark.parametrize("game", ["halo", "genius", EXAMPLE])
    def test_are_legal_different_and_the_same_for_a_seed(self, game: str) -> None:
        decks = find(game).decks
        assert decks is not None
        facts = api.deck_facts(game, cards(game))
        samples = [drawn_decks(decks.rules, facts, find(game).config, 4, seed, entry=decks.entry) for seed in (7, 7, 8)]
        texts = {json.dumps({**deck, "deckId": ""}) for deck in (*samples[0], *samples[2])}
        spec = api.compare_plan(game, before=cards(game), after=cards(game), random_decks=3)

        assert samples[0] == samples[1]
        assert len(samples[0]) == 4 and len(texts) == 8
        assert Counter(deck["state"] for deck in spec["decks"]) == {"legal": len(api.shipped_decks(game)) + 3}


class TestAResult:
    def test_shows_a_planted_change_where_it_is(self) -> None:
        spec = shortened(planned(cards(), stronger()), 60, 120)
        result = played(spec)
        rows = {row["deck"]: row for row in result["rows"]}
        (owner,) = holders()
        (rival,) = rows.keys() - holders()

        assert (rows[owner]["reading"], rows[rival]["reading"], result["verdict"]) == ("up", "down", "changed")
        assert rows[owner]["change"]["mean"] == -rows[rival]["change"]["mean"]
        assert result["cards"][0]["id"] == HOUND and 0 < result["cards"][0]["seen"] <= 100
        assert list(Draft202012Validator(api.schema(EXAMPLE, "compare")).iter_errors(result)) == []

    def test_of_a_release_without_effect_is_exactly_0(self) -> None:
        result = played(shortened(planned(cards(), cards()), 8))

        assert {row["reading"] for row in (*result["rows"], *result["cells"])} == {"same"}
        assert {row["change"]["high"] for row in (*result["rows"], *result["cells"], *result["measures"])} == {0.0}
        assert result["verdict"] == "even"

    def test_is_the_same_however_its_chunks_are_cut_and_has_no_reading_before_its_end(self) -> None:
        spec = planned(cards(), stronger())
        whole, parts = (played(shortened(spec, *ends)) for ends in ((12,), (5, 6, 12)))
        first = shortened(spec, 4, 12)
        running = api.preview_report(first, api.preview_fold(first, None, api.preview_chunk(first, 0)))

        assert {**whole, "spec": "", "progress": {}} == {**parts, "spec": "", "progress": {}}
        assert {row["reading"] for row in (*running["rows"], *running["measures"])} == {None}
        assert list(Draft202012Validator(api.schema(EXAMPLE, "compare")).iter_errors(running)) == []

    def test_plays_a_pair_to_which_no_card_leads_that_differs_as_the_same_matches(self) -> None:
        changed = [
            {**card, "stats": {**card["stats"], "attack": 9}} if card["id"] == "AEG-002" else card
            for card in cards("halo")
        ]
        spec = api.compare_plan("halo", before=cards("halo"), after=changed, bots=("random",))
        place = spec["touched"].index(False)
        twice = Field(find("halo"), {**spec, "touched": [True] * len(spec["pairs"])})
        lists = tuple(tuple(spec["layouts"]["after"]["decks"][name]) for name in spec["pairs"][place])
        before, after = (play(twice.world(side, place), lists, 7) for side in ("before", "after"))

        assert Counter(spec["touched"]) == {True: 3, False: 3}
        assert before == after

    @pytest.mark.parametrize(
        ("game", "card", "change"),
        [
            ("encounter", "encounter.hero.maren", {"rarity": "rival"}),
            ("wizards", "loom.treasure.original.thimble_toss", {"manaCost": 9}),
        ],
    )
    def test_of_a_game_without_declared_decks_meets_the_card_that_differs(
        self, game: str, card: str, change: Json
    ) -> None:
        changed = [{**each, **change} if each["id"] == card else each for each in cards(game)]
        spec = shortened(api.compare_plan(game, before=cards(game), after=changed, bots=("random",)), 1)

        assert any(spec["touched"])
        assert played(spec)["cards"][0]["seen"]


class TestTheEstimator:
    """Draws blocks of a known truth again and again, and reads them as results are read: `make truth` at length."""

    def test_holds_the_truth_of_all_intervals_at_once_and_shows_no_change_where_there_is_none(self) -> None:
        figures = {name: resampled(name, RUNS_SHORT) for name in truth.settings()}
        least = min(figures.values(), key=lambda figure: figure.coverage)

        assert least.coverage >= truth.COVERAGE, figures
        assert max(figure.false_changes for figure in figures.values()) <= 0.05, figures

    def test_would_not_pass_without_what_its_intervals_share(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(compare_truth, "FAMILY", 1)

        assert resampled("wide, both whole", RUNS_SHORT).false_changes > 1 - truth.COVERAGE

    def test_leaves_a_pair_empty_that_broke_its_budget_and_the_rows_that_need_it(self) -> None:
        spec, counts = comparison()
        counts["cells"]["0"]["aborted"] = 100
        state = {"format": STATE, "spec": "0" * 64, "next": 1, "counts": counts, "traces": {}, "reason": PLANNED}
        result = compare_report(find(EXAMPLE), spec, state)

        assert [cell["problem"] for cell in result["cells"]] == ["budget", None, None]
        assert [row["problem"] for row in result["rows"]] == ["budget", "budget", None]


class TestTheCommand:
    def run(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
        try:
            code = main(("compare", *arguments), time.process_time, {"LANG": "C", "CARDLOOM_RULESETS": str(EXAMPLES)})
        except SystemExit as left:
            code = int(left.code or 0)
        return code, *capsys.readouterr()

    @pytest.fixture
    def files(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
        monkeypatch.setattr(releases, "MIN_BLOCKS", 12)
        monkeypatch.setattr(releases, "VARIANCE", {"seat": 0.001, "side": 0.001})
        monkeypatch.setattr(releases, "pseudo_blocks", lambda family: 0)
        paths = tmp_path / "before.json", tmp_path / "after.json"
        for path, documents in zip(paths, (cards(), stronger()), strict=True):
            path.write_text(json.dumps(documents))
        return str(paths[0]), str(paths[1])

    def test_states_the_cost_first_then_decks_measures_and_cards_in_both_languages(
        self, capsys: pytest.CaptureFixture[str], files: tuple[str, str]
    ) -> None:
        words = ("--ruleset", EXAMPLE, "--bots", "random")
        code, out, err = self.run(capsys, *files, *words, "--draw", "1")
        chinese = self.run(capsys, *files, *words, "--lang", "zh")[1]
        answer = json.loads(self.run(capsys, *files, *words, "--format", "json")[1])

        carrier = json.loads(self.run(capsys, *files, *words, "--card", HOUND, "--format", "json")[1])

        assert code == 0
        assert carrier == answer, "no other card differs"
        assert err.startswith("3 pairs of decks, ")
        assert [f"{HOUND}: changed, seen in" in out, "are simultaneous, 95 %" in out, "Drawn deck 1" in out] == [
            True
        ] * 3
        assert "区间同时成立" in chinese
        assert list(Draft202012Validator(api.schema(EXAMPLE, "compare")).iter_errors(answer)) == []

    @pytest.mark.parametrize(
        ("more", "why"),
        [
            (("--workers", "0"), "--workers wants"),
            (("--draw", "9"), "--draw wants a number from 0 to 8"),
            (("--card", "duel.none"), "not in both packs"),
        ],
    )
    def test_refuses_what_it_cannot_play(
        self, capsys: pytest.CaptureFixture[str], files: tuple[str, str], more: tuple[str, ...], why: str
    ) -> None:
        code, out, err = self.run(capsys, *files, "--ruleset", EXAMPLE, *more)

        assert (code, out) == (2, "")
        assert why in err
