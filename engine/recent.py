"""The last few values that were made, by what they were made from: a pure memo of bounded size."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Caches a bounded number of values and evicts the oldest for a new one.

    Where a key has the id of an object, the value must hold that object: no other can have its id while it is there.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: dict[K, V] = {}

    def of(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of a key, made where it is not remembered."""
        value = self._held.get(key)
        if value is None:
            value = make()
            if len(self._held) >= self._most:
                self._held.pop(next(iter(self._held)))
            self._held[key] = value
        return value


__all__ = ["Recent"]
