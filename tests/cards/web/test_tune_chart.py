"""The chart of a search: every candidate is drawn once, in the panel and at the value that it has, whatever varies."""

from __future__ import annotations

from itertools import chain
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation

from cards.web.tune_chart import SearchChart, search_chart
from engine import api
from engine.simulation.tuning.report import tune_report
from tests.engine.simulation.test_tuning import counted_state

CARD = "loom.treasure.common.kindling"
COST, AMOUNT, SECOND = "/manaCost", "/behaviors/0/do/0/amount", "/behaviors/0/do/1/do/0/amount"
RANGES: list[dict[str, list[int]]] = [
    {AMOUNT: [5, 6, 7, 8]},
    {COST: [1, 2, 3], AMOUNT: [5, 6, 7, 8]},
    {COST: [1, 2], AMOUNT: [6, 7, 8], SECOND: [1, 2]},
]


def searched(ranges: dict[str, list[int]]) -> tuple[Any, list[dict[str, Any]]]:
    """Return a search played to the end of its confirmation with drawn samples, and the results of all its plans."""
    random, results = Random(3), []
    card = next(card for card, _ in api.card_set("wizards") if card["id"] == CARD)
    spec = api.tune_plan("wizards", candidate=card, baseline=None, ranges=ranges)
    while spec is not None:
        state = counted_state(spec, lambda blocks: random.choices((-1, 0, 1), (1, 3, 2), k=blocks))
        results.append(tune_report(spec, state))
        last, spec = spec, api.tune_next(spec, state)
    return SimpleNamespace(spec=last, pack=SimpleNamespace(ruleset="wizards")), results


def chart_of(preview: Any, results: list[dict[str, Any]]) -> SearchChart:
    with translation.override("en"):
        chart = search_chart(preview, results)
    assert chart is not None
    return chart


@pytest.mark.parametrize("ranges", RANGES, ids=("one number", "two", "three"))
class TestChart:
    def test_draws_each_candidate_once_at_its_values(self, ranges: dict[str, list[int]]) -> None:
        preview, results = searched(ranges)
        chart = chart_of(preview, results)
        panels = list(chain.from_iterable(panels for _, panels in chart.rows))
        marks = [mark for panel in panels for mark in panel.marks]
        outer_lengths = [
            len(values) for pointer, values in ranges.items() if pointer != max(ranges, key=lambda p: len(ranges[p]))
        ]
        places = 1
        for count in outer_lengths:
            places *= count

        assert len(marks) == len(preview.spec["points"]) and len(panels) == places
        for panel in panels:
            at = {tick.at: tick.label for tick in panel.ticks}
            assert [at[mark.x] for mark in panel.marks] == [
                mark.words.split(":")[0].split()[-1] for mark in panel.marks
            ]
        assert sum(tick.is_zero for panel in panels for tick in panel.ticks) == 1
        assert all(chart.top <= mark.top <= mark.y <= mark.bottom <= chart.bottom for mark in marks)

    def test_colours_only_what_a_confirmation_has_read(self, ranges: dict[str, list[int]]) -> None:
        preview, results = searched(ranges)
        rounds = [result for result in results if result["stage"] == "ranking"]
        before, after = chart_of(preview, rounds), chart_of(preview, results)
        looks = [
            sorted(
                mark.look for _, panels in chart.rows for panel in panels for mark in panel.marks if mark.is_confirmed
            )
            for chart in (before, after)
        ]
        letters = "".join(sorted(mark.letter for _, panels in after.rows for panel in panels for mark in panel.marks))

        assert looks[0] == [] and len(looks[1]) == sum(place >= 0 for place in preview.spec["alive"])
        assert set(looks[1]) <= {"even", "up", "down", "unk"} and letters == "ABC"[: len(looks[1])]

    def test_is_none_before_the_first_number(self, ranges: dict[str, list[int]]) -> None:
        preview, results = searched(ranges)
        empty = [{**results[0], "rows": [{**row, "change": None} for row in results[0]["rows"]]}]

        assert search_chart(preview, empty) is None
