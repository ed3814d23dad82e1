"""Sweeps of a number: the same seeds at every value, intervals that hold together, a value that fresh seeds confirm."""

from __future__ import annotations

from typing import Any

import pytest

from engine import api
from engine.errors import IllegalAction
from engine.rulesets.wizards import RULESET
from engine.simulation import preview_chunk, preview_merge, sweep_confirmed, sweep_curve, sweep_documents, sweep_numbers
from engine.simulation.presets import ALPHA, CRITICAL
from engine.simulation.run import block_seed
from tests.engine.simulation.experiments import POOL, bolt

Json = dict[str, Any]
AMOUNT = "/behaviors/0/do/0/amount"


def result(mean: float, half: float, *, verdict: str | None = "unknown", unit: str = "pp") -> Json:
    change = {"mean": mean, "low": mean - half, "high": mean + half, "unit": unit, "n": 200}
    return {"status": "finished", "change": change, "verdict": verdict, "n": {"blocks": 200}}


def plans(*values: int) -> list[Json]:
    pool = [document for document, _ in POOL]
    more = {"baseline": bolt(7), "pool": pool, "bots": ("random",), "seed": 11}
    return api.sweep_plans("wizards", bolt(), AMOUNT, values, **more)


class TestTheNumbers:
    def test_are_whole_numbers_each_with_the_node_around_it(self) -> None:
        found = sweep_numbers({**bolt(), "flag": True, "half": 0.5})

        assert [(each["pointer"], each["value"], each["type"]) for each in found] == [
            ("/manaCost", 1, ""),
            (AMOUNT, 7, "damage"),
            ("/behaviors/0/do/1/condition/value1", 3, "LessThanOrEqual"),
            ("/behaviors/0/do/1/condition/value2", 2, "LessThanOrEqual"),
            ("/behaviors/0/do/1/then/0/amount", 1, "gold"),
        ]

    def test_change_alone_between_the_documents(self) -> None:
        card = bolt()

        low, high = sweep_documents(card, AMOUNT, [2, 9])

        assert (low, high, card) == (bolt(2), bolt(9), bolt())

    def test_have_pointers_that_escape_what_pointers_escape(self) -> None:
        (found,) = sweep_documents({"id": "x", "a/b~c": [1, {"n": 4}]}, "/a~1b~0c/1/n", [1, 2])[:1]

        assert found["a/b~c"] == [1, {"n": 1}]

    @pytest.mark.parametrize("pointer", ["", "/name", "/behaviors/9/amount", "/behaviors/0", "nonsense"])
    def test_are_nowhere_else(self, pointer: str) -> None:
        with pytest.raises(IllegalAction) as error:
            sweep_documents(bolt(), pointer, [1, 2])

        assert error.value.code == "not-a-number"

    @pytest.mark.parametrize("values", [[], [1], [1, 1], list(range(10))])
    def test_take_two_to_nine_different_values(self, values: list[int]) -> None:
        with pytest.raises(IllegalAction) as error:
            sweep_documents(bolt(), AMOUNT, values)

        assert error.value.code == "bad-values"


class TestThePlans:
    def test_play_the_same_seeds_at_every_value(self) -> None:
        first, second = plans(3, 9)

        assert [block_seed(first, block) for block in range(5)] == [block_seed(second, block) for block in range(5)]
        assert first["layout"]["slots"] == second["layout"]["slots"]

    def test_share_the_error_that_one_preview_may_make(self) -> None:
        alone = api.preview_plan("wizards", candidate=bolt(), baseline=None, bots=("random",))["critical"][-1]
        three, nine = plans(1, 2, 3)[0], plans(*range(1, 10))[0]

        assert alone == CRITICAL[-1] < three["critical"][-1] < nine["critical"][-1]
        for spec, family in ((three, 3), (nine, 9)):
            assert all(spec["alpha"][name] * family <= share for name, share in ALPHA.items())

    def test_that_change_nothing_have_a_change_of_exactly_none(self) -> None:
        spec = plans(7, 8)[0]

        chunk = preview_chunk(RULESET, spec, 0)

        assert spec["same"]
        assert api.preview_merge(spec, [chunk])["change"]["mean"] == 0


class TestTheCurve:
    def test_has_no_nearest_value_before_the_last_word(self) -> None:
        running = {**result(0.1, 3.0), "status": "running"}

        matching_sweep_curve = sweep_curve(AMOUNT, 7, [6, 7, 8], [result(-4, 3), running, None])

        assert [point["status"] for point in matching_sweep_curve["points"]] == ["finished", "running", "queued"]
        assert matching_sweep_curve["nearest"] is None

    def test_is_nearest_to_even_where_the_mean_is_and_then_where_the_card_is(self) -> None:
        matching_sweep_curve = sweep_curve(
            AMOUNT, 7, [5, 6, 8, 9], [result(-2, 3), result(-1, 3), result(1, 3), result(6, 3)]
        )
        tied = sweep_curve(AMOUNT, 9, [5, 6, 8, 9], [result(-2, 3), result(-1, 3), result(1, 3), result(6, 3)])

        assert (matching_sweep_curve["nearest"], tied["nearest"]) == (6, 8)

    def test_shows_the_baseline_and_never_ranks_it(self) -> None:
        same = {**result(0, 1, verdict="even"), "warnings": [{"id": "same"}]}

        matching_sweep_curve = sweep_curve(AMOUNT, 7, [6, 7, 8], [result(-4, 3), same, result(3, 3)])

        assert [point["isBaseline"] for point in matching_sweep_curve["points"]] == [False, True, False]
        assert (
            matching_sweep_curve["points"][1]["change"]["mean"],
            matching_sweep_curve["points"][1]["verdict"],
            matching_sweep_curve["nearest"],
        ) == (0, None, 8)

    def test_knows_the_baseline_of_a_preview_that_was_played(self) -> None:
        swept = plans(6, 7)
        results = [preview_merge(RULESET, plan, [preview_chunk(RULESET, plan, 0)]) for plan in swept]

        points = sweep_curve(AMOUNT, 7, [6, 7], results)["points"]

        assert [point["isBaseline"] for point in points] == [False, True]

    def test_has_no_nearest_value_of_a_card_of_the_table_or_without_a_verdict(self) -> None:
        table = sweep_curve("/health", 7, [6, 8], [result(0, 1, unit="rounds"), result(1, 1, unit="rounds")])
        unjudged = sweep_curve(AMOUNT, 7, [6, 8], [result(0, 1, verdict=None), result(1, 1, verdict=None)])

        assert (table["nearest"], unjudged["nearest"]) == (None, None)

    @pytest.mark.parametrize(
        ("verdict", "is_offered"),
        [("even", True), ("unknown", False), ("stronger", False), ("weaker", False), (None, False)],
    )
    def test_offers_what_fresh_seeds_confirm(self, verdict: str | None, is_offered: bool) -> None:
        matching_sweep_curve = sweep_curve(AMOUNT, 7, [6, 8], [result(0, 3), result(4, 3)])

        sealed_sweep = sweep_confirmed(matching_sweep_curve, result(1, 3, verdict=verdict))

        assert (sealed_sweep["confirmed"]["value"], sealed_sweep["confirmed"]["isOffered"]) == (6, is_offered)
        assert sealed_sweep["points"] == matching_sweep_curve["points"]
