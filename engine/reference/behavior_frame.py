"""The frame of a ruleset with moments: a shipped card with only its required fields and one behaviour."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from engine.json_values import JsonObject
from engine.language.spec import Block, Field, ListOf, NodeSpec, ObjectShape, RecordSpec, TimingName
from engine.reference.frame import Content, Frame, first
from engine.ruleset import Ruleset


class BehaviorFrame(Frame):
    """The examples are made and not taken from shipped cards: all are in the same small card."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self.moment = self.timing = ruleset.vocabulary.timings[0]
        self.kind = self.moment.kinds[0]

    def cards(self, content: Content) -> Iterator[JsonObject]:
        """Yield the one card that holds effects."""
        behavior = {key.name: self.moment.name for key in self._behavior.fields if isinstance(key.shape, TimingName)}
        yield {**self._bare, self._list.name: [{**behavior, self._block: content.get("effect", [])}]}

    def part(self, spec: NodeSpec, content: Content) -> Any:
        """Return all effects: a node may refer to what is before it."""
        return content["effect"]

    def effects(self, card: JsonObject) -> Any:
        """Return the effects of the one behaviour."""
        return card[self._list.name][0][self._block]

    def card_id(self, kind: str) -> str:
        """Return an id as those of the shipped cards of a kind are, its last part `example`."""
        return f"{self._source(kind)['id'].rpartition('.')[0]}.example"

    def _source(self, kind: str) -> JsonObject:
        return first(card for card in self.shipped if self.ruleset.kind_of(card) == kind)

    @cached_property
    def _bare(self) -> JsonObject:
        """Return the required fields of the first shipped card that has the moment; its id ends in `example`."""
        source = self._source(self.kind)
        out = {key.name: source[key.name] for key in self.record(self.kind).fields if key.required}
        return {**out, "id": self.card_id(self.kind), "name": "Example"}

    @property
    def _block(self) -> str:
        return first(key.name for key in self._behavior.fields if isinstance(key.shape, Block))

    @cached_property
    def _list(self) -> Field:
        """Return the field of a card that lists what it does at its moments."""
        fields = self.record(self.kind).fields
        return first(key for key in fields if isinstance(key.shape, ListOf) and isinstance(key.shape.item, ObjectShape))

    @cached_property
    def _behavior(self) -> RecordSpec:
        item = self._list.shape.item if isinstance(self._list.shape, ListOf) else None
        assert isinstance(item, ObjectShape), "found so"  # noqa: S101  for the type checker
        return self.vocabulary.record(item.name)
