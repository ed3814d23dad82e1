"""The texts that a value holds, whatever it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def strings_in(value: Any) -> Iterator[str]:
    """Yield every text in a JSON value, names of fields not among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for held in value.values():
            yield from strings_in(held)
    elif isinstance(value, list | tuple):
        for held in value:
            yield from strings_in(held)
