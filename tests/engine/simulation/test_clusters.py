"""Intervals of shares whose samples come in blocks: how often they exclude the truth, drawn from samples that are alike within a block."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from engine.simulation.rate_intervals import clustered_interval, rate_interval
from engine.simulation.statistics import Ratio

RUNS = 600
MAX_MISSES = {1.96: 0.085, 2.88: 0.016}
"""The largest share of runs in which an interval may exclude the truth, by its half width in standard errors."""
Interval = Callable[[Ratio, float], tuple[float, float]]
Runs = Callable[[Random], tuple[int, int]]
"""Draws what one block counts: parts and wholes."""


def repeated_interval(rate: float, maximum: int) -> Runs:
    """Return a block whose node runs one to `most` times and does the same each time, like a trigger that stays for one match."""

    def draw(chance: Random) -> tuple[int, int]:
        runs = chance.randint(1, maximum)
        return (runs if chance.random() < rate else 0), runs

    return draw


def paired(rate: float, alike: float) -> Runs:
    """Return a block of two matches that end alike with some probability, as matches on one seed do."""

    def draw(chance: Random) -> tuple[int, int]:
        first = chance.random() < rate
        second = first if chance.random() < alike else chance.random() < rate
        return first + second, 2

    return draw


def misses(
    draw: Runs, truth: float, blocks: int, widths: Sequence[float], interval: Interval = clustered_interval
) -> dict[float, float]:
    """Return in which share of runs an interval excludes the truth, by its half width in standard errors."""
    chance, counts = Random(5), dict.fromkeys(widths, 0)
    for _ in range(RUNS):
        ratio = Ratio()
        for parts, wholes in (draw(chance) for _ in range(blocks)):
            ratio += Ratio(1, parts, wholes, parts * parts, wholes * wholes, parts * wholes)
        for z in widths:
            low, high = interval(ratio, z)
            counts[z] += not low <= truth <= high
    return {z: count / RUNS for z, count in counts.items()}


SETTINGS = {
    "a node that runs up to nine times in a match": (repeated_interval(0.4, 9), 0.4),
    "a node that mostly does nothing": (repeated_interval(0.9, 9), 0.9),
    "matches of a block that are alike in a quarter of the blocks": (paired(0.3, 0.23), 0.3),
    "matches of a block that are the same": (paired(0.5, 1.0), 0.5),
}


class TestAClusteredInterval:
    @pytest.mark.parametrize("name", SETTINGS)
    def test_excludes_the_truth_about_as_seldom_as_it_claims(self, name: str) -> None:
        draw, truth = SETTINGS[name]

        shares = {
            (blocks, z): share
            for blocks in (6, 20, 60, 200)
            for z, share in misses(draw, truth, blocks, list(MAX_MISSES)).items()
        }

        assert {place: share for place, share in shares.items() if share > MAX_MISSES[place[1]]} == {}

    def test_is_not_that_of_samples_taken_for_independent(self) -> None:
        draw, truth = SETTINGS["a node that runs up to nine times in a match"]

        def independent(ratio: Ratio, z: float) -> tuple[float, float]:
            return rate_interval(ratio.parts, ratio.wholes, z)

        assert misses(draw, truth, 200, [2.88], independent)[2.88] > 0.1
