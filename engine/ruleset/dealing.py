"""Deals of hidden cards for a bot's search: only the top of a pile is random, since a search draws no further."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

MAX_DRAWS: Final = 12
"""Cards of a pile that a deal draws at random: more than a search takes from it."""


def shuffle_top(cards: tuple[int, ...], numbers: Iterator[int], count: int = MAX_DRAWS) -> list[int]:
    """Return cards in an order that reveals nothing of theirs: `count` drawn at random on top, the rest by id.

    Units: `numbers` are 32-bit values of `engine.kernel.chance.keys`, one for each card drawn.
    """
    order = list(_by_id(cards))
    total = len(order)
    for place in range(min(count, total - 1)):
        other = place + next(numbers) % (total - place)
        order[place], order[other] = order[other], order[place]
    return order


@lru_cache(maxsize=1_024)
def _by_id(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return cards by id, cached: most piles of hundreds of cards are the same for many searches."""
    return tuple(sorted(cards))
