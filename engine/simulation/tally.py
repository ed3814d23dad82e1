"""Nested counts: dicts of integers and of lists of integers, added key by key. What chunks hold is nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.json_values import Json, JsonObject
from engine.simulation.statistics import Moments, Ratio

Tally = JsonObject

KINDS = ("reached", "true", "false", NOOP := "noop")
"""What is counted of a node of a card."""


def add(left: Json, right: Json) -> Tally:
    """Return the sum of two tallies; a key that only one has keeps its value. Associative and commutative."""
    out = dict(left)
    for key, value in right.items():
        total = out.get(key)
        if total is None:
            out[key] = value
        elif isinstance(value, Mapping):
            out[key] = add(total, value)
        elif isinstance(value, list):
            out[key] = [a + b for a, b in zip(total, value, strict=True)]
        else:
            out[key] = total + value
    return out


def bump(tally: Tally, *path: str, by: int = 1) -> None:
    """Add to the count at a path, making what is missing."""
    above, last = _above(tally, path)
    above[last] = above.get(last, 0) + by


def sample(tally: Tally, *path: str, value: int) -> None:
    """Add a sample to the moments [n, sum, sum of squares] at a path."""
    above, last = _above(tally, path)
    n, total, sum_sq = above.get(last, (0, 0, 0))
    above[last] = [n + 1, total + value, sum_sq + value * value]


def part(tally: Tally, *path: str, of: tuple[int, int]) -> None:
    """Add a block's (part, whole) to the ratio at a path; a block without a whole is none of its samples."""
    num, den = of
    if den:
        above, last = _above(tally, path)
        held = above.get(last, (0,) * 6)
        above[last] = [a + b for a, b in zip(held, (1, num, den, num * num, den * den, num * den), strict=True)]


def _above(tally: Tally, path: tuple[str, ...]) -> tuple[Tally, str]:
    *above, last = path
    for key in above:
        tally = tally.setdefault(key, {})
    return tally, last


def at(tally: Json, *path: str) -> Any:
    """Return what is at a path, an empty mapping where nothing is."""
    part: Any = tally
    for key in path:
        part = part.get(key, {})
    return part


def moments(tally: Json, *path: str) -> Moments:
    """Return the moments at a path; none where nothing was counted."""
    held = at(tally, *path)
    return Moments(*held) if held else Moments()


def ratio(tally: Json, *path: str) -> Ratio:
    """Return the ratio at a path; none where nothing was counted."""
    held = at(tally, *path)
    return Ratio(*held) if held else Ratio()


def reached_ratio(tally: Json, node: str) -> Ratio:
    """Return in which share of the matches a node was reached, as a ratio over all blocks: those that never reached it count as well."""
    matches, all_of = moments(tally, "cover", node, "matches"), moments(tally, "covered")
    weighed = count(tally, "cover", node, "weighed")
    return Ratio(all_of.n, matches.total, all_of.total, matches.sum_sq, all_of.sum_sq, weighed)


def values(tally: Json, *path: str) -> Moments:
    """Return the moments of a histogram at a path, whose keys are the values."""
    held = at(tally, *path)
    pairs = [(int(value), times) for value, times in held.items()]
    return Moments(
        sum(times for _, times in pairs), sum(v * times for v, times in pairs), sum(v * v * times for v, times in pairs)
    )


def count(tally: Json, *path: str) -> int:
    """Return the count at a path; 0 where nothing was counted."""
    held = at(tally, *path)
    return held if isinstance(held, int) else 0
