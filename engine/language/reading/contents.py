"""What a value of a document in core form holds, by its shape: one step down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.language.reading.source_map import members, pointer
from engine.language.spec import (
    Block,
    Field,
    ListOf,
    MapOf,
    Node,
    Number,
    ObjectShape,
    Ref,
    Shape,
    Targets,
    Value,
    Vocabulary,
)


class Content(NamedTuple):
    """A part of a value with its shape and its pointer; of an object with its key."""

    key: Field | None
    shape: Shape
    value: Any
    path: str


def contents(vocabulary: Vocabulary, shape: Shape, value: Any, path: str) -> Iterator[Content]:
    """Yield what a value of a shape holds: the items of a list, the fields of a record or node in the order of its declaration."""
    fields: Sequence[Field] = ()
    match shape:
        case Block() | ListOf() | MapOf():
            item = Node("effect") if isinstance(shape, Block) else shape.item
            yield from (Content(None, item, child, where) for where, child in members(path, value))
        case ObjectShape(name) if isinstance(value, dict):
            fields = vocabulary.record(name).fields
        case Node() | Targets() | Number() | Value() | Ref():
            family = shape.family if isinstance(shape, Node) else "chooser" if isinstance(shape, Targets) else "value"
            spec = vocabulary.spec(family, value)
            fields = spec.fields if spec is not None else ()
    for key in fields:
        if key.name in value:
            yield Content(key, key.shape, value[key.name], pointer(path, key.name))
