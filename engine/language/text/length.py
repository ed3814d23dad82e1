"""How much of a card its rules text says: no card that is printed comes near it, and one that is longer is said up to there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

MOST_SAID: Final = 5_000
"""Values of a card in core form, containers among them; the longest shipped card has 107."""


def beginning(document: Any, most: int = MOST_SAID) -> tuple[Any, bool]:
    """Return a document up to so many of its values, and whether that is less than all of it; the same document where it is all.

    Lists end early, in the order of the document, so that what is left is as valid as it was; a key keeps its value.
    """
    if _count(document, most) <= most:
        return document, False
    return _cut(document, [most]), True


def _count(value: Any, most: int) -> int:
    """Return how many values a document has; the count stops soon after it is more than most."""
    todo, found = [value], 0
    while todo and found <= most:
        held = todo.pop()
        found += 1
        if isinstance(held, Mapping):
            todo.extend(held.values())
        elif isinstance(held, list | tuple):
            todo.extend(held[: most + 1])
    return found


def _cut(value: Any, left: list[int]) -> Any:
    """Return a value without the items of lists that come after so many values; `left` is what may still come."""
    left[0] -= 1
    if isinstance(value, Mapping):
        return {key: _cut(held, left) for key, held in value.items()}
    if isinstance(value, list | tuple):
        out = []
        for held in value:
            if left[0] <= 0:
                break
            out.append(_cut(held, left))
        return out
    return value
