"""The places of a card as its author writes it: every field with its shape, the node or record around it and the event of its trigger.

A fault changes one place and leaves the rest as it is. The walk knows the registry alone, so it finds the places of every game.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.language.reading.source_map import pointer
from engine.language.spec.fields import Field
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import (
    Block,
    EventName,
    ListOf,
    MapOf,
    Node,
    Number,
    ObjectShape,
    Shape,
    Targets,
    Value,
)
from engine.language.spec.syntax import is_reference
from engine.language.spec.vocabulary import Vocabulary

Json = dict[str, Any]
Steps = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a document.

    Shapes: steps lead to it from the root; `key` is the field that it is, or whose list it is in, and `spec` the node or record
            that has this field; with `family` a node of that family is written here; event is that of the trigger around.
    """

    steps: Steps
    value: Any
    shape: Shape
    key: Field
    spec: NodeSpec | RecordSpec
    family: str = ""
    event: str = ""
    depth: int = 0

    @property
    def pointer(self) -> str:
        """Return where it is, as a JSON Pointer."""
        path = ""
        for step in self.steps:
            path = f"{path}/{step}" if isinstance(step, int) else pointer(path, step)
        return path

    @property
    def is_in_effects(self) -> bool:
        """Return whether it is a field of a node rather than of the card or of a record in it."""
        return isinstance(self.spec, NodeSpec)


def places(vocabulary: Vocabulary, document: Json) -> Iterator[Place]:
    """Yield every place of a card in the order of the document, what is around a place before what is inside."""
    kind = vocabulary.kind_of(document)
    if kind is not None:
        yield from _Walk(vocabulary).record(vocabulary.record(kind.record), document, (), "")


def changed(document: Json, steps: Steps, value: Any) -> Json:
    """Return a copy of a document with another value at a place."""
    new_copy = copy.deepcopy(document)
    holder = _at(new_copy, steps[:-1])
    holder[steps[-1]] = copy.deepcopy(value)
    return new_copy


def without(document: Json, steps: Steps) -> Json:
    """Return a copy of a document without a place."""
    made = copy.deepcopy(document)
    del _at(made, steps[:-1])[steps[-1]]
    return made


def node_of(vocabulary: Vocabulary, family: str, name: str, **fields: Any) -> Json:
    """Return a node with fields as the documents of a game spell it."""
    syntax = vocabulary.syntax(family)
    spec = vocabulary.family(family)[name]
    if not syntax.bag:
        return {syntax.key: name, **fields}
    outside, inside = syntax.parts(spec)
    beside = {key.name: fields[key.name] for key in outside if key.name in fields}
    held = {key.name: fields[key.name] for key in inside if key.name in fields}
    return {syntax.key: name, **beside, syntax.bag: list(held.values()) if syntax.positional else held}


def name_of(vocabulary: Vocabulary, family: str, value: Any) -> str | None:
    """Return the name of a node as it is written, None where none is written."""
    name = vocabulary.syntax(family).name_of(value)
    return name if isinstance(name, str) and name in vocabulary.family(family) else None


def _at(value: Any, steps: Sequence[str | int]) -> Any:
    for step in steps:
        value = value[step]
    return value


@dataclass(frozen=True, slots=True)
class _Walk:
    vocabulary: Vocabulary

    def record(self, spec: RecordSpec, value: Any, steps: Steps, event: str) -> Iterator[Place]:
        if isinstance(value, dict):
            yield from self._fields(spec, spec.fields, value, steps, event)

    def _fields(
        self, spec: NodeSpec | RecordSpec, fields: Sequence[Field], value: Mapping[str, Any], steps: Steps, event: str
    ) -> Iterator[Place]:
        named = next((value.get(key.name) for key in fields if isinstance(key.shape, EventName)), None)
        event = named if isinstance(named, str) else event
        for key in fields:
            if key.name in value:
                yield from self._value(Place((*steps, key.name), value[key.name], key.shape, key, spec, event=event))

    def _value(self, place: Place) -> Iterator[Place]:
        shape, value = place.shape, place.value
        if isinstance(shape, ObjectShape):
            yield place
            yield from self.record(self.vocabulary.record(shape.name), value, place.steps, place.event)
        elif (family := self._family(shape, value)) is not None:
            yield replace(place, family=family)
            yield from self._node(family, place)
        else:
            yield place
            yield from self._items(place)

    def _items(self, place: Place) -> Iterator[Place]:
        shape, value = place.shape, place.value
        states: list[tuple[str | int, Any]] = []
        if isinstance(shape, ListOf | Block) and isinstance(value, list):
            states, shape = list(enumerate(value)), shape.item if isinstance(shape, ListOf) else Node("effect")
        elif isinstance(shape, MapOf) and isinstance(value, dict):
            states, shape = list(value.items()), shape.item
        for step, item in states:
            yield from self._value(
                replace(place, steps=(*place.steps, step), value=item, shape=shape, depth=place.depth + 1)
            )

    def _family(self, shape: Shape, value: Any) -> str | None:
        """Return the family of the node that is written in a field, None where there is a literal or a reference."""
        if isinstance(shape, Node):
            family = shape.family
        elif isinstance(shape, Number | Value | Targets):
            family = "chooser" if isinstance(shape, Targets) else "value"
        else:
            return None
        is_word = self.vocabulary.syntax(family).word and isinstance(value, str) and not is_reference(value)
        return family if isinstance(value, dict) or is_word else None

    def _node(self, family: str, place: Place) -> Iterator[Place]:
        syntax, value = self.vocabulary.syntax(family), place.value
        name = name_of(self.vocabulary, family, value)
        if name is None or not isinstance(value, dict):
            return
        spec = self.vocabulary.family(family)[name]
        outside, inside = syntax.parts(spec)
        yield from self._fields(spec, outside, value, place.steps, place.event)
        bag = value.get(syntax.bag) if syntax.bag else None
        if syntax.positional and isinstance(bag, list):
            for number, (key, item) in enumerate(zip(inside, bag, strict=False)):
                steps = (*place.steps, syntax.bag, number)
                yield from self._value(Place(steps, item, key.shape, key, spec, event=place.event))
        elif isinstance(bag, dict):
            yield from self._fields(spec, inside, bag, (*place.steps, syntax.bag), place.event)
