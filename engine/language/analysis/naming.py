"""The cards that a document names, by the fields that its vocabulary types as references to one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

from engine.language.reading.source_map import pointer
from engine.language.reading.surface import desugar
from engine.language.spec.fields import Field, FieldReference
from engine.language.spec.shapes import Block, ListOf, MapOf, Node, ObjectShape, Shape, Targets
from engine.language.spec.vocabulary import Vocabulary

Json = Mapping[str, Any]


Others = Callable[[frozenset[str], frozenset[str]], Iterable[Json]]
"""Returns the documents of some cards, and of those that may make some triggers, each by its id or its name."""


class KnownIds(frozenset[str]):
    """The ids of cards that may be named, with the kinds of those of which the kind is known, and how their documents are got, if at all."""

    kinds: Mapping[str, str]
    others: Others | None

    def __new__(
        cls, ids: Iterable[str], kinds: Mapping[str, str] | None = None, documents: Others | None = None
    ) -> Self:
        """Make the names; kinds are by id, an empty one is not known."""
        made = super().__new__(cls, ids)
        made.kinds, made.others = dict(kinds or {}), documents
        return made


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
    found = core_namings(vocabulary, core_form.document)
    return tuple(one._replace(path=core_form.place(one.path)) for one in found)


def core_namings(vocabulary: Vocabulary, document: Any) -> tuple[Naming, ...]:
    """Return where a document in core form names cards; what cannot be read names nothing."""
    return namings_and_parts(vocabulary, document)[0]


class PartUse(NamedTuple):
    """One place at which a document names a part of a card: the card, the field that has its parts, and the name.

    Shapes: where the document does not say which card, that is empty and `kinds` are those of which it must be one.
    """

    path: str
    card: str
    field: str
    name: str
    kinds: tuple[str, ...] = ()


def namings_and_parts(vocabulary: Vocabulary, document: Any) -> tuple[tuple[Naming, ...], tuple[PartUse, ...]]:
    """Return where a document in core form names cards, and parts of such a card."""
    kind = vocabulary.kind_of(document)
    if kind is None:
        return (), ()
    walk = _Walk(vocabulary)
    namings = tuple(walk.fields(vocabulary.record(kind.record).fields, document, ""))
    return namings, tuple(_part_uses(walk.parts, kind.name, document))


def _part_uses(parts: Iterable[tuple[str, str, FieldReference]], kind: str, document: Json) -> Iterator[PartUse]:
    for path, name, reference in parts:
        card, field = reference.part_of or ("", "")
        if isinstance(document.get(card), str):
            yield PartUse(path, document[card], field, name)
        elif reference.own_in and kind not in reference.own_in:
            yield PartUse(path, "", field, name, reference.own_in)


def parts_in(held: Any) -> frozenset[str]:
    """Return the names of the parts of a card: the ids in a list, or the letters in rows without the dots that stand for none."""
    parts = held if isinstance(held, list) else []
    ids = {part["id"] for part in parts if isinstance(part, dict) and isinstance(part.get("id"), str)}
    return frozenset(ids | {*"".join(part for part in parts if isinstance(part, str))} - {"."})


class NameUse(NamedTuple):
    """One place at which a document names, or makes, something that is no card; `sort` is what, as `skill`."""

    path: str
    name: str
    sort: str


def own_names(vocabulary: Vocabulary, document: Any) -> tuple[tuple[NameUse, ...], tuple[NameUse, ...]]:
    """Return the names that a document in core form makes, and those that it uses and that must be its own."""
    kind = vocabulary.kind_of(document)
    if kind is None:
        return (), ()
    walk = _Walk(vocabulary, kind.name)
    for _ in walk.fields(vocabulary.record(kind.record).fields, document, ""):
        pass
    return tuple(walk.made), tuple(walk.used)


class _Walk:
    """One walk over a document of a kind, along the shapes of its fields; it notes the names that are no cards'."""

    def __init__(self, vocabulary: Vocabulary, kind: str = "") -> None:
        self._vocabulary, self._kind = vocabulary, kind
        self.made: list[NameUse] = []
        self.used: list[NameUse] = []
        self.parts: list[tuple[str, str, FieldReference]] = []

    def fields(self, fields: Sequence[Field], value: Json, path: str) -> Iterator[Naming]:
        """Yield the cards that an object names in its fields."""
        for key in fields:
            value_there = value.get(key.name)
            if value_there is None:
                continue
            where = pointer(path, key.name)
            if isinstance(value_there, str) and key.reference.makes:
                self.made.append(NameUse(where, value_there, key.reference.makes))
            if isinstance(value_there, str) and self._kind in key.reference.own_in:
                self.used.append(NameUse(where, value_there, key.reference.names))
            if isinstance(value_there, str) and key.reference.part_of is not None:
                self.parts.append((where, value_there, key.reference))
            if key.reference.names == "card":
                yield from named_here(key, value_there, where)
            elif isinstance(value_there, dict | list):
                yield from self._shape(key.shape, value_there, where)

    def _shape(self, shape: Shape, value: Any, path: str) -> Iterator[Naming]:
        """Yield the cards that a value in a field of a shape names."""
        match shape:
            case ObjectShape(name):
                if isinstance(value, dict):
                    yield from self.fields(self._vocabulary.record(name).fields, value, path)
            case Node(family):
                yield from self._node(family, value, path)
            case Block():
                yield from self._parts(Node("effect"), value, path)
            case ListOf(item) | MapOf(item):
                yield from self._parts(item, value, path)
            case _:
                yield from self._node("chooser" if isinstance(shape, Targets) else "value", value, path)

    def _parts(self, item: Shape, value: Any, path: str) -> Iterator[Naming]:
        parts = value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
        for name, child in parts:
            if isinstance(child, dict | list):
                yield from self._shape(item, child, pointer(path, str(name)))

    def _node(self, family: str, value: Any, path: str) -> Iterator[Naming]:
        written = value.get("type") if isinstance(value, dict) else None
        spec = self._vocabulary.family(family).get(written) if isinstance(written, str) else None
        if spec is not None:
            yield from self.fields(spec.fields, value, path)


def named_here(key: Field, value: Any, path: str) -> Iterator[Naming]:
    """Yield the cards that a field names: one, or each of a list."""
    if isinstance(value, str):
        yield Naming(path, value, key.reference.kinds)
    for index, one in enumerate(value if isinstance(value, list) else ()):
        if isinstance(one, str):
            yield Naming(f"{path}/{index}", one, key.reference.kinds)


def reached(
    vocabulary: Vocabulary, roots: Iterable[Json], cards: Mapping[str, Json]
) -> tuple[set[str], list[tuple[str, Naming]]]:
    """Return the ids of the known cards to which some documents lead, and where a card that is not known is named, and by which.

    Shapes: the roots themselves are not among the first, unless something leads to them.
    """
    ids, missing = set[str](), list[tuple[str, Naming]]()
    documents = list(roots)
    while documents:
        named = [(str(document["id"]), one) for document in documents for one in card_namings(vocabulary, document)]
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
