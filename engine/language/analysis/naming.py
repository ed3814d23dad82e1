"""The cards that a document names, by the fields that its vocabulary types as references to one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

from engine.json_values import Json, items_of
from engine.language.reading.contents import contents
from engine.language.reading.source_map import members
from engine.language.reading.surface import desugar
from engine.language.spec import (
    Field,
    FieldReference,
    ObjectShape,
    Vocabulary,
)

CardLookup = Callable[[frozenset[str], frozenset[str]], Iterable[Json]]
"""Returns the documents of some cards, and of those that may make some triggers, each by its id or its name."""


class KnownIds(frozenset[str]):
    """The ids of cards that may be named, with the kinds of those of which the kind is known, and how their documents are got, if at all."""

    kinds: Mapping[str, str]
    others: CardLookup | None

    def __new__(
        cls, ids: Iterable[str], kinds: Mapping[str, str] | None = None, documents: CardLookup | None = None
    ) -> Self:
        """Make the names; kinds are by id, an empty one is not known."""
        made = super().__new__(cls, ids)
        made.kinds, made.others = dict(kinds or {}), documents
        return made

    def joined(self, names: KnownIds) -> KnownIds:
        """Return these names and others, whose kinds are known as well; documents are got as those of these."""
        return KnownIds([*self, *names], {**self.kinds, **names.kinds}, self.others)


def known_ids(vocabulary: Vocabulary, documents: Iterable[Json]) -> KnownIds:
    """Return the ids of some cards with their kinds."""
    kinds = {str(one["id"]): vocabulary.kind_of(one) for one in documents}
    return KnownIds(kinds, {card: kind.name for card, kind in kinds.items() if kind is not None})


class Naming(NamedTuple):
    """One place at which a document names a card; `kinds` are those of which it must be one, empty for any."""

    path: str
    card: str
    kinds: tuple[str, ...]


def card_namings(vocabulary: Vocabulary, document: Any) -> tuple[Naming, ...]:
    """Return where a canonical document names cards, in its order and with the author's pointers."""
    core_form = desugar(vocabulary, document)
    found = names_in(vocabulary, core_form.document).cards
    return tuple(one._replace(path=core_form.place(one.path)) for one in found)


class PartUse(NamedTuple):
    """One place at which a document names a part of a card: the card, the field that has its parts, and the name.

    Shapes: where the document does not say which card, that is empty and `kinds` are those of which it must be one.
    """

    path: str
    card: str
    field: str
    name: str
    kinds: tuple[str, ...] = ()


def parts_in(held: Any) -> frozenset[str]:
    """Return the names of the parts of a card: the ids in a list, or the letters in rows without the dots that stand for none."""
    parts = items_of(held)
    ids = {part["id"] for part in parts if isinstance(part, dict) and isinstance(part.get("id"), str)}
    return frozenset(ids | {*"".join(part for part in parts if isinstance(part, str))} - {"."})


class NameUse(NamedTuple):
    """One place at which a document names, or makes, something that is no card; `sort` is what, as `skill`."""

    path: str
    name: str
    sort: str


@dataclass(slots=True)
class Names:
    """The names in a document: of cards, of parts of cards, those that it makes, and those that it uses and that must be its own."""

    cards: list[Naming] = field(default_factory=list)
    parts: list[PartUse] = field(default_factory=list)
    created: list[NameUse] = field(default_factory=list)
    used: list[NameUse] = field(default_factory=list)

    def add(self, reference: FieldReference, name: str, path: str, kind: str, document: Json) -> None:
        """Note the name in a field that is no card's, of a document of a kind."""
        if reference.makes:
            self.created.append(NameUse(path, name, reference.makes))
        if kind in reference.own_in:
            self.used.append(NameUse(path, name, reference.names))
        if reference.part_of is None:
            return
        card, part = reference.part_of
        if isinstance(document.get(card), str):
            self.parts.append(PartUse(path, document[card], part, name))
        elif reference.own_in and kind not in reference.own_in:
            self.parts.append(PartUse(path, "", part, name, reference.own_in))


def names_in(vocabulary: Vocabulary, document: Any) -> Names:
    """Return the names in a document in core form, in its order; what cannot be read names nothing."""
    names, kind = Names(), vocabulary.kind_of(document)
    if kind is None:
        return names
    todo = [*contents(vocabulary, ObjectShape(kind.record), document, "")][::-1]
    while todo:
        key, shape, value, path = todo.pop()
        if key is not None and isinstance(value, str):
            names.add(key.reference, value, path, kind.name, document)
        if key is not None and key.reference.names == "card":
            names.cards += named_here(key, value, path)
        else:
            todo += [*contents(vocabulary, shape, value, path)][::-1]
    return names


def named_here(key: Field, value: Any, path: str) -> Iterator[Naming]:
    """Yield the cards that a field names: one, or each of a list."""
    if isinstance(value, str):
        yield Naming(path, value, key.reference.kinds)
    for where, card in members(path, value) if isinstance(value, list) else ():
        if isinstance(card, str):
            yield Naming(where, card, key.reference.kinds)


def reached(
    namings: Callable[[Json], Iterable[Naming]], roots: Iterable[Json], cards: Mapping[str, Json]
) -> tuple[set[str], list[tuple[str, Naming]]]:
    """Return the ids of the known cards to which some documents lead, and where a card that is not known is named, and by which.

    Shapes: `namings` returns where a document names cards; the roots themselves are not among the ids, unless something leads to them.
    """
    ids, missing = set[str](), list[tuple[str, Naming]]()
    documents = list(roots)
    while documents:
        named = [(str(document["id"]), one) for document in documents for one in namings(document)]
        missing += [(card, one) for card, one in named if one.card not in cards]
        new = sorted({one.card for _, one in named if one.card in cards} - ids)
        ids.update(new)
        documents = [cards[card] for card in new]
    return ids, missing


def unknown_cards(
    vocabulary: Vocabulary, documents: Iterable[Json], card_ids: Collection[str]
) -> Iterator[tuple[str, Naming]]:
    """Yield where some documents name cards that are not known, each with the id of the card that does."""
    for document in documents:
        for one in card_namings(vocabulary, document):
            if one.card not in card_ids:
                yield str(document["id"]), one
