"""The numbers of a card or a player, as rules read them by name."""

from __future__ import annotations

from typing import Any

from engine.language.spec import LocalizedText


class MissingNumber(AttributeError):
    """A rule reads a number that a card or a player does not have; `text` says so and names those it has."""

    def __init__(self, name: str, names: str) -> None:
        self.text = LocalizedText(f"there is no {name}; known are {names}", f"没有 {name}；现有：{names}")
        super().__init__(self.text.en)


class Values:
    """The numbers of a card or a player, read as attributes."""

    __slots__ = ("_entity",)

    def __init__(self, entity: dict[str, Any]) -> None:
        self._entity = entity

    def __getattr__(self, name: str) -> Any:
        if name in self._entity:
            return self._entity[name]
        own = ", ".join(sorted(key for key, value in self._entity.items() if value.__class__ is int))
        raise MissingNumber(name, own)
