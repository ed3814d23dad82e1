"""Cards that are written inside an effect of another card: each as a card of its own, and the outer card with their ids in their places.

Files, hashes and coverage know one card. Its meaning is checked, compiled and put into words card by card, as if each had a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.json_values import Json, JsonObject
from engine.language.reading.source_map import members, pointer
from engine.language.reading.surface import desugar
from engine.language.spec import Vocabulary

IDENTITY = "id"
INSIDE = "is"
"""The key of an effect at which a card is written."""

_MARK = "#"
"""What no id of a card has."""


class InnerCard(NamedTuple):
    """A card inside another.

    Shapes: `pointer` is where it is in the core form of the outer card; pointers of `document` begin there.
    """

    pointer: str
    document: JsonObject


def inner_id(card: Any, own: Any) -> str:
    """Return the id of a card inside another."""
    return f"{card}{_MARK}{own}"


def is_inner(card: Any) -> bool:
    """Return whether a document is a card that was written inside another."""
    return isinstance(card, dict) and _MARK in str(card.get(IDENTITY))


def lifted(vocabulary: Vocabulary, document: Any) -> tuple[Any, tuple[InnerCard, ...]]:
    """Return a card in core form with the id of each card inside it in its place, and those cards, outer ones first.

    Total: what cannot be read stays where it is. What a kind of card needs and its record inside an effect lacks, as a rarity, is that of
    the outer card.
    """
    if not vocabulary.inner_cards or not isinstance(document, dict) or not _may_hold(vocabulary, document):
        return document, ()
    inner: list[InnerCard] = []
    outer = _without(vocabulary, document, document, "", inner)
    return (outer, tuple(inner)) if inner else (document, ())


def with_inner(vocabulary: Vocabulary, document: Any) -> Iterator[InnerCard]:
    """Yield a card in core form, and the cards inside it."""
    outer, inner = lifted(vocabulary, document)
    yield InnerCard("", outer)
    yield from inner


def inner_documents(vocabulary: Vocabulary, document: Any) -> tuple[JsonObject, ...]:
    """Return the cards inside a card as it is written, in core form."""
    return tuple(one.document for one in lifted(vocabulary, desugar(vocabulary, document).document)[1])


def outer_id(card: str) -> str:
    """Return the id of the card in which one is written, its own where it is in none."""
    return card.partition(_MARK)[0]


def inner_places(vocabulary: Vocabulary, document: Any) -> Iterator[tuple[str, Json, str, str]]:
    """Yield each effect in which a card may be written: its pointer, itself, the key for the card and the key for its id instead."""
    todo: list[tuple[str, Any]] = [("", document)] if vocabulary.inner_cards else []
    while todo:
        path, value = todo.pop()
        if isinstance(value, dict) and isinstance(value.get("type"), str) and value["type"] in vocabulary.inner_cards:
            yield path, value, *vocabulary.inner_cards[value["type"]][:2]
        todo.extend(reversed(members(path, value)))


def _may_hold(vocabulary: Vocabulary, document: Any) -> bool:
    return any(isinstance(node.get(key), dict) for _, node, key, _ in inner_places(vocabulary, document))


def _without(vocabulary: Vocabulary, card: Json, value: Any, path: str, inner: list[InnerCard]) -> Any:
    """Return a part of a card without the cards inside it, which are appended to a list."""
    if isinstance(value, list):
        return [_without(vocabulary, card, child, f"{path}/{place}", inner) for place, child in enumerate(value)]
    if not isinstance(value, dict):
        return value
    name = value.get("type")
    key, id_key, kind = vocabulary.inner_cards.get(name, ("", "", "")) if isinstance(name, str) else ("", "", "")
    out: JsonObject = {}
    for name, child in value.items():
        where = pointer(path, name)
        if name == key and isinstance(child, dict):
            document = _document(vocabulary, card, child, kind)
            out[id_key] = document[IDENTITY]
            place = len(inner)
            inner.append(InnerCard(where, document))
            inner[place] = InnerCard(where, _without(vocabulary, card, document, where, inner))
        else:
            out[name] = _without(vocabulary, card, child, where, inner)
    return out


def _document(vocabulary: Vocabulary, card: Json, value: Json, kind_name: str) -> JsonObject:
    kind = next(kind for kind in vocabulary.kinds if kind.name == kind_name)
    marker = {kind.marker: kind.word} if kind.marker is not None and kind.word is not None else {}
    fields = vocabulary.record(kind.record).fields
    required_keys = [
        key.name for key in fields if key.required and key.name in card and key.name not in (IDENTITY, kind.marker)
    ]
    return {
        IDENTITY: inner_id(card.get(IDENTITY), value.get(IDENTITY)),
        **marker,
        **{name: card[name] for name in required_keys},
        **{name: child for name, child in value.items() if name != IDENTITY},
    }


__all__ = [
    "IDENTITY",
    "INSIDE",
    "InnerCard",
    "inner_documents",
    "inner_id",
    "inner_places",
    "is_inner",
    "lifted",
    "outer_id",
    "with_inner",
]
