"""How much of a card its rules text covers: no printed card comes near the limit, and a longer one is cut there."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, Final

from engine.language.reading.strings import values_in

MAX_VALUES: Final = 5_000
"""Values of a card in core form, containers among them; the longest shipped card has 107."""


def beginning(document: Any, limit: int = MAX_VALUES) -> tuple[Any, bool]:
    """Return a document up to a number of its values, and whether that is less than all of it.

    Lists end early, in the order of the document, so that the rest is as valid as it was; a key keeps its value.
    """
    if sum(1 for _ in islice(values_in(document), limit + 1)) <= limit:
        return document, False
    return _cut(document, [limit]), True


def _cut(value: Any, room: list[int]) -> Any:
    """Return a value without the items of lists that come after `room` values."""
    room[0] -= 1
    if isinstance(value, Mapping):
        return {key: _cut(item, room) for key, item in value.items()}
    if isinstance(value, list | tuple):
        out = []
        for item in value:
            if room[0] <= 0:
                break
            out.append(_cut(item, room))
        return out
    return value
