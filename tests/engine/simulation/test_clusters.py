"""Intervals of shares whose samples come in blocks: how often they exclude the truth, drawn from samples that are alike within a block."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine.simulation.rate_intervals import clustered_interval, rate_interval
from engine.simulation.statistics import Ratio

RUNS = 600
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


def misses(draw: Runs, truth: float, blocks: int, z: float, interval: Interval = clustered_interval) -> float:
    """Return in which share of runs an interval excludes the truth."""
    chance, missed = Random(5), 0
    for _ in range(RUNS):
        ratio = Ratio()
        for parts, wholes in (draw(chance) for _ in range(blocks)):
            ratio += Ratio(1, parts, wholes, parts * parts, wholes * wholes, parts * wholes)
        low, high = interval(ratio, z)
        missed += not low <= truth <= high
    return missed / RUNS


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

        matching_misses = {
            (blocks, z): misses(draw, truth, blocks, z)
            for blocks in (6, 20, 60, 200)
            for z in (1.96, 2.88)
        }  # fmt: skip

        assert {
            place: share for place, share in matching_misses.items() if share > {1.96: 0.085, 2.88: 0.016}[place[1]]
        } == {}

    def test_is_not_that_of_samples_taken_for_independent(self) -> None:
        draw, truth = SETTINGS["a node that runs up to nine times in a match"]

        def independent(ratio: Ratio, z: float) -> tuple[float, float]:
            return rate_interval(ratio.parts, ratio.wholes, z)

        assert misses(draw, truth, 200, 2.88, independent) > 0.1
