"""Nested counts: dicts of integers and of lists of integers, added key by key. What chunks hold is nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.simulation.statistics import Moments

Tally = dict[str, Any]


def add(left: Mapping[str, Any], right: Mapping[str, Any]) -> Tally:
    """Return the sum of two tallies; a key that only one has keeps its value. Associative and commutative."""
    out = dict(left)
    for key, value in right.items():
        held = out.get(key)
        if held is None:
            out[key] = value
        elif isinstance(value, Mapping):
            out[key] = add(held, value)
        elif isinstance(value, list):
            out[key] = [a + b for a, b in zip(held, value, strict=True)]
        else:
            out[key] = held + value
    return out


def bump(tally: Tally, *path: str, by: int = 1) -> None:
    """Add to the count at a path, making what is missing."""
    *above, last = path
    for key in above:
        tally = tally.setdefault(key, {})
    tally[last] = tally.get(last, 0) + by


def sample(tally: Tally, *path: str, value: int) -> None:
    """Add a sample to the moments [n, sum, sum of squares] at a path."""
    *above, last = path
    for key in above:
        tally = tally.setdefault(key, {})
    n, total, squares = tally.get(last, (0, 0, 0))
    tally[last] = [n + 1, total + value, squares + value * value]


def moments(tally: Mapping[str, Any], *path: str) -> Moments:
    """Return the moments at a path; none where nothing was counted."""
    held: Any = tally
    for key in path:
        held = held.get(key, {})
    return Moments(*held) if held else Moments()


def count(tally: Mapping[str, Any], *path: str) -> int:
    """Return the count at a path; 0 where nothing was counted."""
    held: Any = tally
    for key in path:
        held = held.get(key, {})
    return held if isinstance(held, int) else 0
