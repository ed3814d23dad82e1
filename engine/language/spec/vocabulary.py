"""The single source of truth: what nodes, records, events and timings a ruleset's documents are made of.

Parser, checker, compiler, JSON Schema, reference pages, form hints, card text and coverage are all derived from these values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.errors import Problem
from engine.language.spec.events import EventSpec, EventWord, Lifetime, TimingSpec
from engine.language.spec.fields import Field
from engine.language.spec.nodes import FAMILIES, NodeSpec
from engine.language.spec.pack_keywords import KeywordKind
from engine.language.spec.phrases import Noun
from engine.language.spec.readings import Nouns, Reading
from engine.language.spec.records import KindSpec, RecordSpec
from engine.language.spec.shapes import ListOf, LocalizedText, ObjectShape
from engine.language.spec.syntax import FLAT, NodeSyntax

PLAIN_TYPES = frozenset(("int", "bool", "text"))
THING = "thing"
"""The type of what an effect on things of any type takes: whatever is at the table, and no number, text or event."""


@dataclass(frozen=True)
class Vocabulary:
    """All that a ruleset's documents may say; its tuples are in the order in which schema, palette and reference show them."""

    ruleset: str
    """The name of the ruleset."""
    version: str
    """The version of its language, `major.minor`, as documents have it at `schemaVersion`."""
    kinds: tuple[KindSpec, ...]
    """The kinds of card."""
    records: tuple[RecordSpec, ...]
    """The objects that documents are made of, cards among them."""
    nodes: tuple[NodeSpec, ...]
    """The nodes of every family."""
    events: tuple[EventSpec, ...]
    """The events of a match."""
    timings: tuple[TimingSpec, ...]
    """The moments of a card itself."""
    lifetimes: tuple[Lifetime, ...]
    """How long triggers may last."""
    event_groups: Mapping[LocalizedText, tuple[str, ...]] = field(default_factory=dict)
    """The headings of lists of events, in order, each with the names of its events; no headings where it is empty."""
    event_words: tuple[EventWord, ...] = ()
    """Words that may be written instead of an event; the records of triggers open them."""
    counters: frozenset[str] = frozenset()
    """Variables of an entity, at 0 of which it answers no more."""
    subtypes: Mapping[str, str] = field(default_factory=dict)
    """Types of things, each with the type that it is a special case of."""
    lint: Callable[[Any], Iterable[Problem]] | None = None
    """Yields problems that shapes cannot express.

    It sees the core form; its pointers are mapped back to the surface.
    """
    migrations: Mapping[int, Callable[[Any], Any]] = field(default_factory=dict)
    """From a major version to the next: a pure function of a card that is right in its version."""
    plain_types: frozenset[str] = PLAIN_TYPES
    """The types of values that are nothing at the table; a game whose choosers give its events adds that type."""
    nouns: Mapping[str, Noun] = field(default_factory=dict)
    """What things of a type are called."""
    place_zh: str = ""
    """How a Chinese phrase goes on behind a place of the board, `战线的` in `本战线的友方单位`; empty where no phrase names such a place."""
    type_titles: Mapping[str, LocalizedText] = field(default_factory=dict)
    """What a value of a type of the game's own is called in problems and on reference pages, with its article."""
    syntaxes: Mapping[str, NodeSyntax] = field(default_factory=dict)
    """How the nodes of a family are written; flat where nothing is given."""
    null_is_absent: bool = False
    """A field that may be left out may also be written as null."""
    modify_gives_way: bool = False
    """Authors cannot choose a stage: what cannot be done while an event is modified is done after it."""
    keeps_prose: bool = False
    """In development mode a text under a key that nobody knows is kept, with a warning (003§4 "启动策略")."""
    keyword_kind: KeywordKind | None = None
    """The kind of card by which a pack declares keywords of its own; nothing where it cannot."""
    plain: Vocabulary | None = None
    """Of the vocabulary of a pack with declarations of its own: that of its ruleset."""
    printed: Callable[[Any], Any] | None = None
    """Returns a card in core form as its rules text is written: without what the line of its variables says already."""
    readings: tuple[Reading, ...] = ()
    """How this game writes what sentences say, for the palette of an editor."""
    sentence_nouns: tuple[Nouns, ...] = ()
    """The words of sets that sentences may name."""
    other_side: Mapping[str, str] = field(default_factory=dict)
    """The field, with its word, by which an effect or its chooser reaches the other of two players; empty in other games."""
    side_words: frozenset[str] = frozenset()
    """The words of cards that mean a player, or things of one: what a card with one of them does depends on whose it is."""
    owner: str = ""
    """The reference to the player whose card it is, where every block of a card has the same; else each moment has its own."""
    named: Mapping[str, LocalizedText] = field(default_factory=dict)
    """What the declarations of the pack are called, by the id of their card."""

    def __post_init__(self) -> None:
        index: dict[str, Mapping[str, Any]] = {
            "record": {r.name: r for r in self.records},
            "event": {e.name: e for e in self.events},
            "timing": {t.name: t for t in self.timings},
            "lifetime": {m.name: m for m in self.lifetimes},
            "kind": {k.name: k for k in self.kinds},
        }
        for family in (*FAMILIES, "keyword"):
            index[family] = {n.name: n for n in self.nodes if n.family == family}
        object.__setattr__(self, "_index", index)

    def family(self, family: str) -> Mapping[str, NodeSpec]:
        return self.__dict__["_index"][family]  # type: ignore[no-any-return]  # typed by its callers

    def spec(self, family: str, node: Any) -> NodeSpec | None:
        """Return the declaration of a node by its type; None where a family has no such node."""
        name = node.get("type") if isinstance(node, Mapping) else None
        return self.family(family).get(name) if isinstance(name, str) else None

    @property
    def families(self) -> tuple[str, ...]:
        """The families of nodes that documents may have."""
        return (*FAMILIES, "keyword") if self.family("keyword") else FAMILIES

    def syntax(self, family: str) -> NodeSyntax:
        """Return how the nodes of a family are written."""
        return self.syntaxes.get(family, FLAT)

    @cached_property
    def shorthands(self) -> tuple[frozenset[str], frozenset[str]]:
        """The names of nodes and the keys of records that only the surface has."""
        keys = (key.name for record in self.records for key in record.fields if key.shorthand)
        return frozenset(spec.name for spec in self.nodes if spec.opens is not None), frozenset(keys)

    @cached_property
    def target_words(self) -> frozenset[str]:
        """The names of the choosers that may stand alone in the place of targets: those without a field that they need."""
        if "chooser" in self.syntaxes:
            return frozenset()
        choosers = self.family("chooser").values()
        return frozenset(spec.name for spec in choosers if not any(key.required for key in spec.fields))

    @cached_property
    def of_candidates(self) -> frozenset[str]:
        """The names of nodes with a field whose absence means the candidate of a filter."""
        return frozenset(spec.name for spec in self.nodes if any(key.analysis.is_candidate for key in spec.fields))

    @cached_property
    def parts(self) -> Mapping[tuple[str, str], tuple[tuple[Field, ...], tuple[Field, ...]]]:
        """The fields of each node, by its family and name: those outside its bag, and those inside."""
        return {(spec.family, spec.name): self.syntax(spec.family).parts(spec) for spec in self.nodes}

    @cached_property
    def fields_outside_bag(self) -> Mapping[str, frozenset[str]]:
        """The names of all fields that nodes of a family have outside their bags."""
        families = {spec.family for spec in self.nodes}
        outside = [(family, key.name) for (family, _), (fields, _) in self.parts.items() for key in fields]
        return {family: frozenset(name for of, name in outside if of == family) for family in families}

    @cached_property
    def naming(self) -> Mapping[str, NodeSpec]:
        """The nodes in which triggers, cards or keys of cards are named."""
        return {
            spec.name: spec
            for spec in self.nodes
            if any(key.reference.names or key.reference.keys_of for key in spec.fields)
        }

    @cached_property
    def inner_cards(self) -> Mapping[str, tuple[str, str, str]]:
        """The effects in which a card may be written: the key for the card, the key for its id instead, and its kind."""
        keys: dict[str, tuple[str, str, str]] = {}
        for spec in self.nodes:
            for key in spec.fields:
                by_id = spec.field(key.reference.instead_of) if key.reference.instead_of else None
                if by_id is not None:
                    keys[spec.name] = key.name, by_id.name, by_id.reference.kinds[0]
        return keys

    @cached_property
    def inner_lists(self) -> Mapping[str, tuple[tuple[str, str, str], ...]]:
        """The lists of a record in which cards may be written: the key for the cards, the key for ids beside them, and their kind."""
        lists: dict[str, tuple[tuple[str, str, str], ...]] = {}
        for record in self.records:
            ids = {key.name: key.reference.kinds for key in record.fields}
            listed = [(key.name, key.reference.added_to) for key in record.fields if key.reference.added_to]
            if listed:
                lists[record.name] = tuple((key, by_id, ids[by_id][0]) for key, by_id in listed)
        return lists

    @cached_property
    def inner_records(self) -> frozenset[str]:
        """The names of the records as which cards are written inside others."""
        fields = [key for record in self.records for key in record.fields]
        fields += [key for spec in self.nodes for key in spec.fields]
        shapes = [key.shape for key in fields if key.reference.instead_of or key.reference.added_to]
        items = [shape.item if isinstance(shape, ListOf) else shape for shape in shapes]
        return frozenset(item.name for item in items if isinstance(item, ObjectShape))

    @cached_property
    def parted(self) -> frozenset[str]:
        """The names of the fields of cards whose parts other cards name."""
        fields = [key for record in self.records for key in record.fields]
        fields += [key for spec in self.nodes for key in spec.fields]
        named = (key.reference.part_of for key in fields)
        return frozenset(each[1] for each in named if each is not None)

    def kind_of(self, document: Any) -> KindSpec | None:
        """Return the kind of card that a document says it is, the last where it says none; None when it is no object."""
        if not isinstance(document, dict):
            return None
        *marked, last = self.kinds
        return next((kind for kind in marked if kind.marks(document)), last)

    def record(self, name: str) -> RecordSpec:
        return self.__dict__["_index"]["record"][name]  # type: ignore[no-any-return]  # as above

    def event(self, name: str) -> EventSpec | None:
        return self.__dict__["_index"]["event"].get(name)  # type: ignore[no-any-return]  # as above

    def timing(self, name: str) -> TimingSpec | None:
        return self.__dict__["_index"]["timing"].get(name)  # type: ignore[no-any-return]  # as above

    def lifetime(self, name: str) -> Lifetime | None:
        return self.__dict__["_index"]["lifetime"].get(name)  # type: ignore[no-any-return]  # as above

    def is_plain(self, kind: str) -> bool:
        """Return whether values of a type are numbers, texts or events: nothing at the table, so nothing that an effect can be done to."""
        parent = self.subtypes.get(kind)
        return kind in self.plain_types or (parent is not None and self.is_plain(parent))

    def is_a(self, actual: str, expected: str) -> bool:
        """Return whether a thing of type `found` may be used where `wanted` is asked for."""
        if actual == expected or "any" in (actual, expected):
            return True
        if expected == THING:
            return not self.is_plain(actual)
        parent = self.subtypes.get(actual)
        return parent is not None and self.is_a(parent, expected)
