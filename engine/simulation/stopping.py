"""When a preview has seen enough: asked only at the ends of chunks, of the contiguous prefix, so the answer is everybody's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.simulation.statistics import ALPHA, Moments, guarded, half_width, likelihood_ratio, verdict
from engine.simulation.tally import Tally, count, moments

MIN_BLOCKS = 50
"""Blocks before which nothing stops: the interval is an asymptotic one."""

MIN_VERDICT = 200
"""Blocks before which no verdict stops."""

ABORTED_SHARE = 20
"""One aborted match in so many ends the preview: 5 %."""

QUARTERS = 4
"""A block's value is kept in quarters of a win."""

FLOOR = 0.25
"""The square of half a win: the pseudo-block that guards an interval against a sample without variance."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known after a number of blocks.

    Units: mean, half and variance in wins for a card of a seat, in rounds for a card of the table; `target` likewise.
    """

    n: int
    mean: float
    half: float
    variance: float
    target: float
    up: float
    down: float
    decision: str
    aborted: int
    games: int

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.half


def standing(spec: Mapping[str, Any], counts: Tally, length: str) -> Standing:
    """Return what is known from the counts of a prefix of at least one block; `length` is the measure of how long matches are."""
    aborted, games = count(counts, "aborted", "matches"), count(counts, "games")
    if spec["layout"]["unit"] == "table":
        change = difference(spec, counts, length)
        target = moments(counts, "arms", "baseline", "measures", length).mean() * spec["target"] / 10_000
        return Standing(change.n, change.mean, change.half, change.variance, target, 0.0, 0.0, "open", aborted, games)
    d = moments(counts, "d")
    mean, variance = d.mean(QUARTERS), _guarded(d)
    half = half_width(d.n, variance, spec["planned"])
    up, down = likelihood_ratio(d.n, mean, variance), likelihood_ratio(d.n, -mean, variance)
    target, decision = spec["target"] / 10_000, verdict(d.n, mean, variance)
    return Standing(d.n, mean, half, variance, target, up, down, decision, aborted, games)


def _guarded(d: Moments) -> float:
    return guarded(d.variance(QUARTERS), d.n, FLOOR)


@dataclass(frozen=True, slots=True)
class Difference:
    """The change of one measure, over the pairs in which both arms were played."""

    n: int
    mean: float
    half: float
    variance: float


def difference(spec: Mapping[str, Any], counts: Tally, measure: str) -> Difference:
    """Return how much a measure changed, with an interval so wide that those of all measures hold together.

    The pseudo-pair that guards the interval differs as two matches of different seeds do.
    """
    change = moments(counts, "change", measure)
    floor = 2 * moments(counts, "arms", "candidate", "measures", measure).variance()
    variance = guarded(change.variance(), change.n, floor)
    half = half_width(change.n, variance, spec["planned"], shared_alpha(counts)) if change.n else 0.0
    return Difference(change.n, change.mean(), half, variance)


def shared_alpha(counts: Tally) -> float:
    """Return the error that each of the measures compared may have, so that all together keep to ALPHA."""
    return ALPHA / max(1, len(counts.get("change", ())))


def stop_reason(spec: Mapping[str, Any], now: Standing) -> str:
    """Return why the preview may end here, empty when it goes on."""
    if now.n >= MIN_BLOCKS and now.aborted * ABORTED_SHARE > now.games:
        return "aborted: budget"
    if now.n >= MIN_BLOCKS and now.half <= now.target:
        return "target"
    if spec["verdict_stops"] and now.n >= MIN_VERDICT and now.decision != "open":
        return "verdict"
    return "budget" if now.n >= spec["blocks_max"] else ""


def blocks_expected(spec: Mapping[str, Any], counts: Tally, now: Standing) -> int:
    """Return about how many blocks it will take to the target, as far as one can tell: at least those played."""
    low, high = max(now.n, MIN_BLOCKS), int(spec["blocks_max"])
    alpha = shared_alpha(counts) if spec["layout"]["unit"] == "table" else ALPHA
    while low < high:
        middle = (low + high) // 2
        if half_width(middle, now.variance, spec["planned"], alpha) <= now.target:
            high = middle
        else:
            low = middle + 1
    return max(low, now.n)
