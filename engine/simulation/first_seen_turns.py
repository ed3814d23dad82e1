"""Turns by which a change is split: the turn on which the card was first seen, in either seat. Until then both worlds are the same."""

from __future__ import annotations

BUCKETS = ((1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 7), (8, None))
"""First and last turn of each row; None is and later."""


def bucket(turn: int) -> str:
    """Return the key of the row of a turn, `never` for 0."""
    if not turn:
        return "never"
    return next(str(first) for first, last in BUCKETS if last is None or turn <= last)
