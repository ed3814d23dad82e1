"""How many blocks a card is made of: behaviours, abilities, skills, triggers, conditions, effects, choosers, values, options and modifiers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.spec import Block, ListOf, MapOf, Node, Number, ObjectShape, Shape, Targets, Value, Vocabulary
from engine.language.spec.syntax import NodeSyntax


def working_part(vocabulary: Vocabulary, card: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a card that say what it does: those that hold nodes, or records of them."""
    kind = vocabulary.kind_of(card)
    fields = vocabulary.record(kind.record).fields if kind is not None else ()
    return {
        key.name: card[key.name] for key in fields if key.name in card and _in(vocabulary, key.shape, card[key.name])
    }


def blocks_of(vocabulary: Vocabulary, card: Mapping[str, Any]) -> int:
    """Return how many blocks a card is made of; a word or a reference alone is none."""
    kind = vocabulary.kind_of(card)
    return 0 if kind is None else _in_fields(vocabulary, vocabulary.record(kind.record).fields, card)


def _in_fields(vocabulary: Vocabulary, fields: Any, value: Mapping[str, Any]) -> int:
    """Return the blocks in the fields of a record or node; attributes beside a word are no more than those of a chooser."""
    present = (key for key in fields if key.name in value and not key.narrows_by_record)
    return sum(_in(vocabulary, key.shape, value[key.name]) for key in present)


def _in(vocabulary: Vocabulary, shape: Shape, value: Any) -> int:
    match shape:
        case ObjectShape(name) if isinstance(value, dict):
            inside = _in_fields(vocabulary, vocabulary.record(name).fields, value)
            return inside + (_is_block(vocabulary, name) if value else 0)
        case ListOf() | Block() if isinstance(value, list):
            item = shape.item if isinstance(shape, ListOf) else Node("effect")
            return sum(_in(vocabulary, item, child) for child in value)
        case MapOf(item) if isinstance(value, dict):
            return sum(_in(vocabulary, item, child) for child in value.values())
        case Node(family):
            return _in_node(vocabulary, family, value)
        case Targets():
            return _in_node(vocabulary, "chooser", value)
        case Number() | Value():
            return _in_node(vocabulary, "value", value)
    return 0


def _is_block(vocabulary: Vocabulary, name: str) -> bool:
    """Return whether a record does something by itself: it holds effects, a condition or a computed number."""
    shapes = [key.shape for key in vocabulary.record(name).fields]
    items = [shape.item if isinstance(shape, ListOf) else shape for shape in shapes]
    return any(isinstance(item, Block | Number) or item in (Node("effect"), Node("condition")) for item in items)


def _in_node(vocabulary: Vocabulary, family: str, value: Any) -> int:
    if not isinstance(value, dict):
        return 0
    syntax: NodeSyntax = vocabulary.syntax(family)
    spec = vocabulary.family(family).get(str(value.get(syntax.key)))
    if spec is None:
        return 1
    bag = value.get(syntax.bag, {}) if syntax.bag else {}
    bag_fields = (
        dict(zip((key.name for key in vocabulary.parts[family, spec.name][1]), bag, strict=False))
        if isinstance(bag, list)
        else bag
    )
    return 1 + _in_fields(vocabulary, spec.fields, {**value, **bag_fields})
