"""The values and texts inside a value, whatever it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def values_in(value: Any) -> Iterator[Any]:
    """Yield a JSON value and every value in it, each before those in it."""
    stack = [value]
    while stack:
        item = stack.pop()
        yield item
        if isinstance(item, Mapping):
            stack += reversed(list(item.values()))
        elif isinstance(item, list | tuple):
            stack += reversed(item)


def strings_in(value: Any) -> Iterator[str]:
    """Yield every text in a JSON value, names of fields not among them."""
    return (item for item in values_in(value) if isinstance(item, str))
