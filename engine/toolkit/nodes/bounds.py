"""How much one effect does at most, whatever a card computes."""

from __future__ import annotations

from typing import Final

MAX_COUNT: Final = 16
"""Cards, dice or things that one effect handles at most."""


def clamp_count(count: int | None) -> int:
    """Return how many things an effect handles: a number that was computed may be of any size, or negative."""
    return max(0, min(count or 0, MAX_COUNT))
