"""For whom a preview holds: three bots on the same seeds, planted truth, verdicts from differences, and a command that says it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine import api
from engine.bots.players import random_bot
from engine.commands import main
from engine.errors import IllegalAction
from engine.rulesets import find
from engine.simulation.fixed_plans import PLANNED
from engine.simulation.ladder import plan as ladders
from engine.simulation.ladder.plan import DIFFERENCES, LEVELS, STEPS
from engine.simulation.ladder.report import STATE, ladder_report, verdict_of
from engine.simulation.ladder.run import LadderJob
from engine.simulation.play import SKILLS, MatchOutcome, SeatOutcome
from tests.engine.simulation import truth
from tests.engine.third_ruleset import EXAMPLE, EXAMPLES, on_the_path

Json = dict[str, Any]
RUNS, BLOCKS = 60, 320
HOUND = "duel.ash-hound"
STRONG = [3, 3, 3, 4, 2]
"""What a stronger bot wins of two matches, in halves of a win."""


@pytest.fixture(autouse=True)
def duel() -> Iterator[str]:
    with on_the_path(EXAMPLE) as name:
        yield name


def hound(**changes: Any) -> Json:
    card = next(card for card, _ in api.card_set(EXAMPLE) if card["id"] == HOUND)
    return {**card, **changes}


def planned(**more: Any) -> Json:
    return api.ladder_plan(EXAMPLE, candidate=hound(attack=9, health=9), **{"baseline": hound(), **more})


def moments(values: Sequence[int]) -> list[int]:
    return [len(values), sum(values), sum(value * value for value in values)]


def read(spec: Json, changes: Sequence[Sequence[int]], steps: Sequence[Sequence[int]]) -> Json:
    """Return the result of blocks with these changes of each bot and these wins of each step."""
    differences = {
        f"{upper}-{lower}": moments([a - b for a, b in zip(changes[upper], changes[lower], strict=True)])
        for upper, lower in DIFFERENCES
    }
    counts = {
        "blocks": len(changes[0]),
        "bots": {level.name: moments(row) for level, row in zip(LEVELS, changes, strict=True)},
        "differences": differences,
        "steps": {upper.name: moments(row) for (upper, _), row in zip(STEPS, steps, strict=True)},
    }
    state = {"format": STATE, "spec": "0" * 64, "next": 1, "counts": counts, "traces": {}, "reason": PLANNED}
    return ladder_report(find(EXAMPLE), spec, state)


class TestThePlan:
    def test_states_its_cost_and_counts_every_interval(self) -> None:
        spec, standard = planned(), planned(preset="standard")

        assert spec["family"] == 3 + 3 + 2
        assert spec["cost"]["matches"] == spec["blocks_max"] * 10
        assert (spec["costs"]["standard"], spec["ends"][-1]) == (standard["cost"], spec["blocks_max"])
        assert standard["blocks_max"] > 3 * spec["blocks_max"]

    @pytest.mark.parametrize(
        ("more", "code"), [({"preset": "deep"}, "unknown-preset"), ({"baseline": hound}, "no-change")]
    )
    def test_refuses_what_it_cannot_ask(self, more: Json, code: str) -> None:
        same = {"baseline": hound(attack=9, health=9)} if code == "no-change" else more

        with pytest.raises(IllegalAction) as refusal:
            planned(**same)
        assert refusal.value.code == code


class TestTheEstimator:
    def sampled(self, rows: Sequence[list[int]], random: Random) -> Json:
        steps = [random.choices(STRONG, k=BLOCKS) for _ in STEPS]
        return read(planned(), [random.choices(row, k=BLOCKS) for row in rows], steps)

    def test_holds_the_truth_of_all_intervals_at_once(self) -> None:
        random, spec = Random(40), planned()
        for name, values in truth.settings().items():
            mean, wins = 25 * sum(values) / len(values), 25 * sum(STRONG) / len(STRONG)
            hits = 0
            for _ in range(RUNS):
                steps = [random.choices(STRONG, k=BLOCKS) for _ in STEPS]
                result = read(spec, [random.choices(values, k=BLOCKS) for _ in LEVELS], steps)
                hits += (
                    all(row["change"]["low"] <= mean <= row["change"]["high"] for row in result["levels"])
                    and all(row["change"]["low"] <= 0 <= row["change"]["high"] for row in result["differences"])
                    and all(row["share"]["low"] <= wins <= row["share"]["high"] for row in result["steps"])
                )
            assert truth.clopper_pearson_upper(hits, RUNS) >= truth.COVERAGE, name

    def test_says_that_it_depends_on_skill_where_it_does_and_in_5_of_100_at_most_where_it_does_not(self) -> None:
        random, spec = Random(41), planned()
        even, good = [-2, -1, *[0] * 6, 1, 2], [-1, 0, 0, 1, 1, 2]
        verdicts = {"null": 0, "real": 0}
        for _ in range(RUNS):
            steps = [random.choices(STRONG, k=BLOCKS) for _ in STEPS]
            for name, rows in (("null", [even] * 3), ("real", [even, even, good])):
                result = read(spec, [random.choices(row, k=BLOCKS) for row in rows], steps)
                verdicts[name] += result["verdict"] == "depends"

        assert verdicts["null"] <= 0.05 * RUNS
        assert verdicts["real"] >= 0.9 * RUNS


class TestTheVerdict:
    def rows(self, *readings: str, difference: tuple[float, float] = (-1.0, 1.0)) -> tuple[list[Json], list[Json]]:
        low, high = difference
        reading = "stronger" if low > 0 else "weaker" if high < 0 else "even"
        differences = [{"change": {"low": low, "high": high}, "reading": reading}] * 3
        return [{"reading": reading} for reading in readings], differences

    @pytest.mark.parametrize(
        ("readings", "difference", "verdict"),
        [
            (("stronger",) * 3, (-1.0, 1.0), "holds"),
            (("even",) * 3, (-1.0, 1.0), "holds"),
            (("stronger",) * 3, (-1.0, 3.0), "unknown"),
            (("unknown",) * 3, (-1.0, 1.0), "unknown"),
            (("unknown", "unknown", "stronger"), (-1.0, 1.0), "unknown"),
            (("even", "even", "stronger"), (1.0, 7.0), "depends"),
        ],
    )
    def test_comes_from_the_differences_and_from_no_count_of_bots(
        self, readings: Sequence[str], difference: tuple[float, float], verdict: str
    ) -> None:
        bots, differences = self.rows(*readings, difference=difference)

        assert verdict_of(bots, differences, 2.0) == verdict

    @pytest.mark.parametrize(("wins", "is_ladder", "reaches"), [(STRONG, True, True), ([2, 2, 3, 1], False, False)])
    def test_says_apart_whether_each_bot_beats_the_one_below(
        self, wins: list[int], is_ladder: bool, reaches: bool
    ) -> None:
        result = read(planned(), [[0] * BLOCKS] * 3, [wins * (BLOCKS // len(wins))] * 2)

        assert (result["isLadder"], result["steps"][1]["reaches"]) == (is_ladder, reaches)


class TestAResult:
    def test_has_every_bot_on_the_same_seeds_however_its_chunks_are_cut(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(SKILLS, "lookahead", SKILLS["plain"])
        spec, results = planned(), []
        for ends in ([3], [1, 3]):
            cut, state = spec | {"ends": ends, "blocks_max": 3}, None
            for no in range(len(ends)):
                state = api.preview_fold(cut, state, json.loads(json.dumps(api.preview_chunk(cut, no))))
                if no < len(ends) - 1:
                    running = api.preview_report(cut, state)
                    assert (running["verdict"], running["levels"][0]["reading"]) == (None, None)
            results.append({**api.preview_report(cut, state or {}), "spec": "", "progress": {}})

        assert results[0] == results[1]
        assert results[0]["n"]["games"] == 3 * 10
        assert results[0]["differences"][2]["change"]["mean"] == 0
        assert (results[0]["levels"][0]["change"]["mean"], results[0]["isLadder"]) == (50, False)

    def test_says_what_each_bot_did_with_the_card(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Counted again from the matches themselves: copies of the seat that has the card, in both matches of a block."""
        holders: list[SeatOutcome] = []

        def played(
            self: LadderJob, block: int, copies: Sequence[Sequence[str]], bots: Sequence[str], *answers: Any
        ) -> MatchOutcome:
            match = play_match(self, block, copies, bots, *answers)
            if tuple(bots) == ("greedy", "greedy"):
                holders.extend(match.seats[seat] for seat, held in enumerate(copies) if held == [HOUND])
            return match

        play_match = LadderJob._played
        monkeypatch.setattr(LadderJob, "_played", played)
        monkeypatch.setitem(SKILLS, "lookahead", lambda _: random_bot)
        spec = planned() | {"ends": [6], "blocks_max": 6}
        result = api.preview_report(spec, api.preview_fold(spec, None, api.preview_chunk(spec, 0)))
        use = {row["bot"]: row["use"] for row in result["levels"]}
        copies = [copy for holder in holders for copy in holder.copies]
        first = [copy.played[0] for copy in copies if copy.played]

        assert len(holders) == 12
        assert use["greedy"]["seen"] == sum(copy.first_seen > 0 for copy in copies) > 0
        assert use["greedy"]["played"] == round(100 * len(first) / use["greedy"]["seen"], 6)
        assert use["greedy"]["round"] == round(sum(first) / len(first), 6)
        assert use["lookahead"]["played"] < use["greedy"]["played"]
        assert read(planned(), [[0] * 4] * 3, [[2] * 4] * 2)["levels"][0]["use"] is None

    def test_leads_to_deals_on_which_two_bots_part_each_as_it_was_played(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Each match is played again from its own answers; who wins it is what its score says, and the two of a deal differ in the way named."""
        monkeypatch.setitem(SKILLS, "lookahead", lambda _: random_bot)
        spec = planned() | {"ends": [4, 12], "blocks_max": 12}
        state = api.preview_fold(spec, None, api.preview_chunk(spec, 0))
        running = api.preview_report(spec, state)
        result = api.preview_report(spec, api.preview_fold(spec, state, api.preview_chunk(spec, 1)))
        matches = result["matches"]
        steps = {(upper.name, lower.name) for upper, lower in STEPS}

        assert running["matches"] == [] and len(matches) >= 2
        for upper, lower in zip(matches[::2], matches[1::2], strict=True):
            assert (upper["bot"], lower["bot"]) == tuple(upper["bots"]) and tuple(upper["bots"]) in steps
            assert {name: upper[name] for name in ("block", "seat", "seed")} == {
                name: lower[name] for name in ("block", "seat", "seed")
            }
            assert (upper["score"] > lower["score"]) == (upper["kind"] == "partedWon") and upper["score"] != lower[
                "score"
            ]
            assert upper["round"] or lower["round"]
            for match in (upper, lower):
                again = api.preview_answers(spec, match)
                assert again["answers"] == match["answers"]
                assert match["score"] == (1 if again["winner"] < 0 else 2 * (again["winner"] == match["seat"]))
        assert list(Draft202012Validator(api.schema(EXAMPLE, "ladder")).iter_errors(result)) == []

    def test_keeps_to_its_schema_with_a_look_ahead_that_plays(self) -> None:
        spec = planned() | {"ends": [1], "blocks_max": 1}
        result = api.preview_report(spec, api.preview_fold(spec, None, api.preview_chunk(spec, 0)))

        assert list(Draft202012Validator(api.schema(EXAMPLE, "ladder")).iter_errors(result)) == []


class TestTheCommand:
    def test_states_the_cost_first_then_bots_differences_steps_and_what_each_is_poor_at(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(SKILLS, "lookahead", SKILLS["plain"])
        monkeypatch.setattr(ladders, "MIN_BLOCKS", 4)
        monkeypatch.setattr(ladders, "VARIANCE", {"seat": 0.0001})
        files = {"new": hound(attack=9, health=9), "old": hound()}
        for name, card in files.items():
            (tmp_path / f"{name}.json").write_text(json.dumps(card))
        arguments = [
            "ladder",
            str(tmp_path / "new.json"),
            "--against",
            str(tmp_path / "old.json"),
            "--ruleset",
            EXAMPLE,
        ]
        variables = {"LANG": "C", "CARDLOOM_RULESETS": str(EXAMPLES)}

        code = main(arguments, time.process_time, variables)
        out, err = capsys.readouterr()
        main([*arguments, "--lang", "zh"], time.process_time, variables)
        chinese = capsys.readouterr().out

        assert code == 0
        assert err.startswith("three bots, 4 blocks each: 40 matches, about ")
        assert len(out.splitlines()) == 3 + 3 + 2 + 2 + 3 + 1
        assert "not shown to reach 55 %" in out and "These bots are no ladder here" in out
        assert "区间同时成立" in chinese
