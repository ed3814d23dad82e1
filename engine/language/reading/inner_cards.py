"""Cards that are written inside another card, in an effect or in a list of it: each as a card of its own, and the outer card with their ids.

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

    Total: what cannot be read stays where it is. What a kind of card needs and its record inside another lacks, as a rarity, is that of
    the outer card.
    """
    if not isinstance(document, dict) or not _may_hold(vocabulary, document):
        return document, ()
    inner: list[InnerCard] = []
    lists = {key: rest for key, *rest in _lists_of(vocabulary, document) if _is_readable(document, key, rest[0])}
    effects = {key: value for key, value in document.items() if key not in lists}
    outer = _without(vocabulary, document, effects, "", inner)
    for key, (id_key, kind) in lists.items():
        ids = [_lift(vocabulary, document, card, kind, f"/{key}/{n}", inner) for n, card in enumerate(document[key])]
        outer[id_key] = [*outer.get(id_key, ()), *ids]
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


class WrittenPlace(NamedTuple):
    """A card as it is written inside another.

    Shapes: `key` holds it, in an effect or, with `is_listed`, among others in a list of the outer card; `id_key` names such cards by their ids.
    """

    pointer: str
    card: Json
    kind: str
    key: str
    id_key: str
    is_listed: bool


def written_places(vocabulary: Vocabulary, document: Any) -> Iterator[WrittenPlace]:
    """Yield the cards that are written inside another."""
    for path, node, key, id_key in inner_places(vocabulary, document):
        if isinstance(node.get(key), dict):
            kind = vocabulary.inner_cards[node["type"]][2]
            yield WrittenPlace(pointer(path, key), node[key], kind, key, id_key, is_listed=False)
    by_list = {key: rest for key, *rest in _lists_of(vocabulary, document)}
    for path, card, key in inner_list_places(vocabulary, document):
        id_key, kind = by_list[key]
        yield WrittenPlace(path, card, kind, key, id_key, is_listed=True)


def by_itself(vocabulary: Vocabulary, document: JsonObject, place: WrittenPlace) -> JsonObject:
    """Return a card inside another as a document of its kind, its keys in their order; what only its record there may say is opened."""
    kind = next(kind for kind in vocabulary.kinds if kind.name == place.kind)
    names = [field.name for field in vocabulary.record(kind.record).fields]
    alone = _document(vocabulary, document, place.card, place.kind)
    if not alone.keys() <= set(names):
        alone = next(one for one in inner_documents(vocabulary, document) if one[IDENTITY] == alone[IDENTITY])
    return {name: alone[name] for name in names if name in alone}


def inner_list_places(vocabulary: Vocabulary, document: Any) -> Iterator[tuple[str, Json, str]]:
    """Yield each card that is written in a list of another: its pointer, itself and the key of the list."""
    for key, *_ in _lists_of(vocabulary, document):
        cards = document.get(key)
        for place, card in enumerate(cards if isinstance(cards, list) else ()):
            if isinstance(card, dict):
                yield f"/{key}/{place}", card, key


def _lists_of(vocabulary: Vocabulary, document: Any) -> tuple[tuple[str, str, str], ...]:
    """Return the lists of a kind of card in which others may be written, as `Vocabulary.inner_lists` has them."""
    kind = vocabulary.kind_of(document) if vocabulary.inner_lists else None
    return vocabulary.inner_lists.get(kind.record, ()) if kind is not None else ()


def _is_readable(document: Json, key: str, id_key: str) -> bool:
    cards = document.get(key)
    if not isinstance(cards, list) or not isinstance(document.get(id_key, []), list):
        return False
    return all(isinstance(card, dict) for card in cards)


def _may_hold(vocabulary: Vocabulary, document: Any) -> bool:
    in_effects = (node.get(key) for _, node, key, _ in inner_places(vocabulary, document))
    return any(isinstance(card, dict) for card in in_effects) or any(inner_list_places(vocabulary, document))


def _lift(vocabulary: Vocabulary, card: Json, value: Json, kind: str, where: str, inner: list[InnerCard]) -> Any:
    """Append a card inside another, and those inside it, to a list; return its id."""
    document = _document(vocabulary, card, value, kind)
    place = len(inner)
    inner.append(InnerCard(where, document))
    inner[place] = InnerCard(where, _without(vocabulary, card, document, where, inner))
    return document[IDENTITY]


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
            out[id_key] = _lift(vocabulary, card, child, kind, where, inner)
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
    "WrittenPlace",
    "by_itself",
    "inner_documents",
    "inner_id",
    "inner_list_places",
    "inner_places",
    "is_inner",
    "lifted",
    "outer_id",
    "with_inner",
    "written_places",
]
