"""The frame around examples: a shipped card stripped of all but its required fields, with one behaviour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from engine.cardset import shipped
from engine.language.spec.events import TimingSpec
from engine.language.spec.fields import Field
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import Block, ListOf, ObjectShape, TimingName
from engine.ruleset import Ruleset

Json = dict[str, Any]


class NoExample(Exception):
    """A node needs what no moment, event or effect of its ruleset gives."""


class Frame:
    """The card around the examples of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.vocabulary = ruleset.vocabulary

    def card(self, effects: list[Json]) -> Json:
        """Return the frame with these effects in it."""
        return {**self._bare, self._block.name: [{**self._moment, self._do.name: effects}]}

    @cached_property
    def usage(self) -> Counter[str]:
        """Return how often the shipped cards use each type of node."""
        return Counter(name for card, _ in shipped(self.ruleset.folder) for name in types(card))

    @cached_property
    def _bare(self) -> Json:
        """Return the required fields of the first shipped card that has the moment; its id ends in `example`."""
        kind = self.timing.kinds[0]
        source = self._first(kind)
        record = self._record(kind)
        out = {key.name: source[key.name] for key in record.fields if key.required}
        return {**out, "id": self.card_id(kind), "name": "Example"}

    def card_id(self, kind: str) -> str:
        """Return an id as those of the shipped cards of a kind are."""
        return f"{self._first(kind)['id'].rpartition('.')[0]}.example"

    def _first(self, kind: str) -> Json:
        return next(card for card, _ in shipped(self.ruleset.folder) if self.ruleset.kind_of(card) == kind)

    @cached_property
    def timing(self) -> TimingSpec:
        """Return the moment at which examples stand: the first."""
        return self.vocabulary.timings[0]

    def _record(self, kind: str) -> RecordSpec:
        return self.vocabulary.record(next(k.record for k in self.vocabulary.kinds if k.name == kind))

    @cached_property
    def _block(self) -> Field:
        """Return the field of a card that lists what it does at its moments."""
        for key in self._record(self.timing.kinds[0]).fields:
            if isinstance(key.shape, ListOf) and isinstance(key.shape.item, ObjectShape):
                return key
        raise NoExample

    @cached_property
    def _behavior(self) -> RecordSpec:
        item = self._block.shape.item if isinstance(self._block.shape, ListOf) else None
        assert isinstance(item, ObjectShape), "found so"
        return self.vocabulary.record(item.name)

    @cached_property
    def _moment(self) -> Json:
        """Return what a behaviour says beside its effects."""
        return {key.name: self.timing.name for key in self._behavior.fields if isinstance(key.shape, TimingName)}

    @cached_property
    def _do(self) -> Field:
        return next(key for key in self._behavior.fields if isinstance(key.shape, Block))


def types(value: Any) -> Iterator[str]:
    """Yield the values of `type` anywhere in a document."""
    if isinstance(value, dict):
        if isinstance(value.get("type"), str):
            yield value["type"]
        for child in value.values():
            yield from types(child)
    elif isinstance(value, list):
        for child in value:
            yield from types(child)
