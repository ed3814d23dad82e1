"""What a statistician would ask of a preview: no effect is 0 exactly, the truth is seldom excluded, planted effects are found.

`make truth` runs the same at length and prints its figures; docs/contributing/preview-truth.md keeps those of the last run.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import Any

import pytest

from engine import api
from engine.cardset import shipped
from engine.kernel.chance import Stream
from engine.rulesets import find
from engine.simulation import confidence_sequence, preview_plan
from engine.simulation.plan import spec_hash
from engine.simulation.run import Job, worlds
from engine.simulation.verdict import verdict
from tests.engine.simulation import truth
from tests.engine.third_ruleset import on_the_path
from tests.sampling import DAY

Json = dict[str, Any]
RAM = "raid.ram"
RUNS = 400
"""Runs of a setting in the short form; the bound on their misses is one that a share of 5 % passes in 99.9 % of all cases."""
MAX_RUNS = 36


@pytest.fixture(autouse=True)
def raid() -> Iterator[str]:
    with on_the_path() as name:
        yield name


def document(ruleset: str, card: str) -> Json:
    return next(each for each, _ in shipped(find(ruleset).folder) if each["id"] == card)


CARDS = [
    ("wizards", "loom.treasure.common.brush_fire"),
    ("wizards", "loom.treasure.common.willow_distaff"),
    ("wizards", "loom.treasure.common.sparks_off_the_wheel"),
    ("wizards", "loom.exploration.VI.honest_banker"),
    ("halo", "AEG-001"),
    ("halo", "VES-AEG-003"),
    ("halo", "TAC-009"),
    ("halo", "FLD-001"),
    ("halo", "TOKEN-THRALL"),
    ("genius", "genius.character.isra"),
    ("genius", "genius.talent.isra"),
    ("genius", "genius.rule.crystal"),
    ("encounter", "encounter.order.bolt"),
    ("encounter", "encounter.hero.maren"),
    ("encounter", "encounter.map.ford"),
    ("raid", "raid.ram"),
    ("raid", "raid.captain"),
    ("raid", "raid.watch"),
]
"""Of each ruleset: units seat, table and side; cards that draw by chance, that stay, that are their owner's leader, that others name."""


class TestACardAgainstItself:
    @pytest.mark.parametrize(("ruleset", "card"), CARDS)
    def test_changes_nothing_in_any_block_although_all_matches_are_played(self, ruleset: str, card: str) -> None:
        """One of the bots plays, the other on the next day."""
        bot = ("random", "greedy")[(CARDS.index((ruleset, card)) + DAY) % 2]
        rules, same = find(ruleset), document(ruleset, card)
        plan = preview_plan(rules, candidate=same, baseline=same, pool=shipped(rules.folder), bots=(bot,), seed=5)
        spec = plan | {"same": False}
        job = Job(spec, worlds(rules, spec, spec_hash(spec)))
        blocks = 4 if bot == "random" else 1
        for block in range(blocks):
            job.play(block)
        counts = job.counts

        assert counts["games"] >= 2 * blocks
        assert counts.get("x", {"0": blocks}) == {"0": blocks}
        assert [
            held for held in (*counts.get("own", {}).values(), *counts.get("world", {}).values()) if any(held[1:])
        ] == []


class TestTheInterval:
    @pytest.mark.parametrize("name", truth.settings())
    def test_of_a_quick_preview_seldom_excludes_the_truth_at_any_update(self, name: str) -> None:
        one = truth.tried(name, truth.settings()[name], "quick", RUNS)

        assert one.misses <= MAX_RUNS

    @pytest.mark.parametrize("name", ["95 % zeros, one-sided", "skewed"])
    def test_of_a_deep_preview_seldom_excludes_the_truth_at_any_update(self, name: str) -> None:
        assert truth.tried(name, truth.settings()[name], "deep", 8).misses <= 3

    def test_is_not_that_of_a_plain_interval_that_is_looked_at_often(self) -> None:
        """The harness finds an interval that does not hold: 1.96 at every look."""
        spec = truth.plan("quick") | {"critical": [1_960_000] * 8, "target": 150}
        values = truth.settings()["wide, both whole"]
        random = truth.Random(1)
        missed = [truth.run_planned(spec, values, 0.0, random)[0] for _ in range(RUNS)]

        assert sum(missed) > 1.5 * MAX_RUNS

    def test_by_betting_narrows_and_holds_what_it_excluded(self) -> None:
        stream, chunks, states = Stream(3, "blocks"), [], (0, 1_000_000)
        widths = []
        for _ in range(12):
            values = [stream.below(5) for _ in range(20)]
            chunks.append([values.count(value) for value in range(5)])
            now = confidence_sequence.narrow_interval(chunks, 0.05, 0, states)

            assert states[0] <= now[0] <= now[1] <= states[1]

            states = now
            widths.append(now[1] - now[0])

        assert widths[-1] < 250_000 < widths[0]
        assert states[0] < 500_000 < states[1]

    def test_by_betting_ends_where_the_capital_reaches_its_bound(self) -> None:
        chunks = [[0, 2, 90, 6, 2], [1, 1, 88, 8, 2]]
        low, high = (end / 1_000_000 for end in confidence_sequence.narrow_interval(chunks, 0.05, 200, (0, 1_000_000)))
        bets = list(confidence_sequence.bets_of(chunks, 0.05, 200))
        bound = log(2 / 0.05)

        assert (
            confidence_sequence.log_capital(bets, low - 2e-6)
            >= bound
            > confidence_sequence.log_capital(bets, low + 2e-6)
        )
        assert (
            confidence_sequence.log_capital(bets, high + 2e-6)
            >= bound
            > confidence_sequence.log_capital(bets, high - 2e-6)
        )

    def test_by_betting_of_equal_blocks_is_never_empty(self) -> None:
        low, high = confidence_sequence.narrow_interval([[0, 0, 160, 0, 0]], 0.005, 160, (0, 1_000_000))

        assert low < 500_000 < high


def doing(effect: str, amount: int) -> list[Json]:
    """Return behaviours that do one effect when the card is played."""
    return [{"at": "onPlay", "do": [{"type": effect, "amount": amount}]}]


class TestThePlantedEffect:
    """In the smallest of the rulesets, which plays sixty matches a second; `make truth` plants the same in the others."""

    @pytest.mark.parametrize(
        ("new", "old", "expected"),
        [
            ({"behaviors": doing("breach", 3)}, {}, "stronger"),
            ({"toll": {"rope": 3, "food": 2}}, {}, "weaker"),
            ({"behaviors": doing("shore", 2)}, {"behaviors": doing("breach", 3)}, "weaker"),
        ],
        ids=["more damage", "dearer", "hits its owner"],
    )
    def test_is_found_with_its_sign(self, raid: str, new: Json, old: Json, expected: str) -> None:
        ram = document(raid, RAM)
        result = api.preview(raid, ram | new, ram | old, bots=("random",))

        assert result["verdict"] == expected
        assert result["change"]["halfWidth"] == pytest.approx(4.0, abs=0.6)


class TestTheVerdict:
    @pytest.mark.parametrize(
        ("low", "high", "wanted"),
        [
            (0.1, 5, "stronger"), (-5, -0.1, "weaker"), (-1.9, 1.9, "even"), (-2, 2, "even"), (-2.1, 1, "unknown"), (0, 3, "unknown"),
            (0.1, 1.9, "stronger"), (-9, 9, "unknown"),
        ],
    )  # fmt: skip
    def test_comes_from_the_interval_alone(self, low: float, high: float, wanted: str) -> None:
        assert verdict(low, high, 2.0) == wanted

    def test_never_disagrees_with_headline_list_and_flags(self, raid: str) -> None:
        for toll in ({"rope": 1}, {"rope": 1, "food": 1}, {"rope": 2, "food": 1}, {"rope": 3, "food": 2}):
            observations: list[Json] = []
            card = document(raid, RAM)
            api.preview(raid, {**card, "toll": toll}, card, bots=("random",), preset="quick", watch=observations.append)
            for result in observations:
                check_agreement(result)


def check_agreement(result: Json) -> None:
    """Assert that nothing in a result says another thing than its interval."""
    change, decided_verdict, flags = result["change"], result["verdict"], {flag["id"]: flag for flag in result["flags"]}
    estimate = result["estimate"]

    assert estimate["verdict"] == decided_verdict
    assert estimate["interval_pp"] == [round(change["low"], 2), round(change["high"], 2)]
    if change["interval"] == "betting":
        assert decided_verdict is None
        assert flags == {}
        return

    assert decided_verdict == verdict(change["low"], change["high"], result["margin"])
    beyond = flags["beyondMargin"]
    assert beyond["raised"] == (change["low"] > result["margin"] or change["high"] < -result["margin"])
    assert not beyond["raised"] or decided_verdict == {"up": "stronger", "down": "weaker"}[beyond["direction"]]
    assert not flags["autoInclude"]["raised"] or decided_verdict == "stronger"
    for flag in result["flags"]:
        assert flag["raised"] == (flag["low"] > flag["limit"])
        assert flag["low"] <= flag["value"] <= flag["high"]
    for part in (*result["perOpponent"], *result["pairings"], *result["bySeen"]["rows"]):
        assert part["verdict"] == verdict(part["low"], part["high"], result["margin"])
