"""What is remembered of a document when it is looked at beside others: its triggers, modifiers, costs and names of triggers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from engine.json_values import Json
from engine.language.analysis.naming import PartUse, named_here, names_in, parts_in
from engine.language.analysis.structure import is_whole
from engine.language.analysis.trigger_summaries import Keys, Listener, listener, trigger_keys
from engine.language.reading.contents import contents
from engine.language.reading.inner_cards import lifted
from engine.language.reading.source_map import members, pointer
from engine.language.reading.strings import values_in
from engine.language.reading.surface import desugar
from engine.language.spec import NodeSpec, ObjectShape, Vocabulary
from engine.language.spec.kinds import kind_of

MODIFIER = "modifier"


@dataclass(frozen=True, slots=True)
class Modifier:
    """A static modifier: the stat that it feeds and those that its value and condition read."""

    path: str
    feeds: str
    reads: tuple[str, ...]


@dataclass(slots=True)
class CardSummary:
    """What one document is to others.

    Shapes: trigger_ids are the ids of its triggers, templates among them; named are pointers and ids of triggers that it names;
            card_uses are pointers and ids of cards that it names, each with the kinds of which it must be one;
            costs are pointer, number and name of what it costs; keys are those of its own maps that others may name, by field, and
            keyed are pointers of keys that it names, each with the card, that card's field and the key; loose are parts of a card
            that it does not name; base is the pointer and id of the card of which it is a variant, choices are the pointers and ids of
            lists that may name one of a card and its variants; inner_keys are the keys of the cards that are written inside it.
    """

    card: str
    kind: str = ""
    listeners: list[Listener] = field(default_factory=list)
    modifiers: list[Modifier] = field(default_factory=list)
    trigger_ids: list[str] = field(default_factory=list)
    named: list[tuple[str, str]] = field(default_factory=list)
    card_uses: list[tuple[str, str, tuple[str, ...]]] = field(default_factory=list)
    costs: list[tuple[str, int, str]] = field(default_factory=list)
    keys: dict[str, frozenset[str]] = field(default_factory=dict)
    keyed: list[tuple[str, str, str, str]] = field(default_factory=list)
    loose: list[PartUse] = field(default_factory=list)
    name: str = ""
    base: tuple[str, str] | None = None
    choices: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    inner_keys: dict[str, Mapping[str, frozenset[str]]] = field(default_factory=dict)

    def take_in(self, inside: CardSummary) -> None:
        """Add what a card inside this one hears, changes and names: it is part of this one for all others."""
        before = len(self.listeners)
        self.listeners += [
            replace(one, outer=one.outer + before) if one.outer >= 0 else one for one in inside.listeners
        ]
        self.modifiers += inside.modifiers
        self.trigger_ids += inside.trigger_ids
        self.named += inside.named
        self.keyed += inside.keyed
        self.inner_keys[inside.card] = inside.keys

    @property
    def parts_elsewhere(self) -> tuple[frozenset[str], frozenset[str]]:
        """Return the other cards of which it names a part, and the names of triggers and parts that any card may make."""
        cards = frozenset(card for _, card, _, _ in self.keyed if card != self.card)
        triggers = frozenset(name for _, name in self.named) - {*self.trigger_ids}
        return cards, triggers | {part.name for part in self.loose}


Place = Callable[[str], str]


def _place_inside(place: Place, prefix: str, path: str) -> str:
    return place(prefix + path)


def card_summary(vocabulary: Vocabulary, document: Any, place: Place = str) -> CardSummary:
    """Return the summary of a canonical document, right or wrong; `place` turns its pointers into those that are reported."""
    core_form = desugar(vocabulary, document)
    return core_summary(vocabulary, core_form.document, lambda path: place(core_form.place(path)))


def core_summary(vocabulary: Vocabulary, document: Any, place: Place = str) -> CardSummary:
    """Return the summary of a document in core form, its own and that of the cards inside it in one."""
    outer, inner = lifted(vocabulary, document)
    walk = _Walk(vocabulary, outer, place)
    walk.run(outer)
    for one in inner:
        inside = _Walk(vocabulary, one.document, partial(_place_inside, place, one.pointer))
        inside.run(one.document)
        walk.found.take_in(inside.found)
    names = names_in(vocabulary, document)
    walk.found.card_uses = [(place(path), card, kinds) for path, card, kinds in names.cards if kinds]
    for part in names.parts:
        if part.card:
            walk.found.keyed.append((place(part.path), part.card, part.field, part.name))
        else:
            walk.found.loose.append(part._replace(path=place(part.path)))
    return walk.found


class _Walk:
    """One walk over a document."""

    def __init__(self, vocabulary: Vocabulary, document: Any, place: Place) -> None:
        self.vocabulary = vocabulary
        self.place = place
        self.document = document
        self.keys = trigger_keys(vocabulary)
        self.naming = vocabulary.naming
        self.has_modifiers = any(record.name == MODIFIER for record in vocabulary.records) or any(
            key.analysis.live for spec in vocabulary.nodes for key in spec.fields
        )
        identity = document.get("id") if isinstance(document, dict) else None
        self.found = CardSummary(identity if isinstance(identity, str) else "")
        self._costs(document)
        self._keys(document)
        self._variants(document)

    def _costs(self, document: Any) -> None:
        kind = kind_of(self.vocabulary, document)
        if kind is None:
            return
        self.found.kind = kind.name
        self._costs_in(ObjectShape(kind.record), document, "")

    def _costs_in(self, shape: ObjectShape, value: Any, path: str) -> None:
        """Note the values in the fields of a record that are costs, and in those of the records inside it."""
        for key, inner, cost, where in contents(self.vocabulary, shape, value, path):
            if key is not None and key.analysis.is_cost and is_whole(cost):
                self.found.costs.append((self.place(where), cost, where))
            elif isinstance(inner, ObjectShape):
                self._costs_in(inner, cost, where)

    def _variants(self, document: Any) -> None:
        """Note of which card it is a variant, and the lists that may name one of a card and its variants."""
        kind = kind_of(self.vocabulary, document)
        if kind is None:
            return
        self.found.name = str(document.get("name", ""))
        for key in self.vocabulary.record(kind.record).fields:
            value, path = document.get(key.name), self.place(f"/{key.name}")
            if key.reference.is_base and isinstance(value, str):
                self.found.base = (path, value)
            if key.reference.one_of_variants and isinstance(value, list):
                self.found.choices.append((path, tuple(card for card in value if isinstance(card, str))))

    def _keys(self, document: Any) -> None:
        """Note the keys of the card's own maps that other cards may name."""
        for spec in self.naming.values():
            for key in spec.fields:
                if key.reference.keys_of is not None and isinstance(document, dict):
                    held = document.get(key.reference.keys_of[1])
                    self.found.keys[key.reference.keys_of[1]] = frozenset(held if isinstance(held, dict) else ())
        for name in self.vocabulary.parted if isinstance(document, dict) else ():
            if name in document:
                self.found.keys[name] = parts_in(document[name])

    def run(self, document: Any) -> None:
        """Look at every object, in the order of the document."""
        todo: list[tuple[str, Any, int]] = [("", document, -1)]
        while todo:
            path, value, outer = todo.pop()
            if isinstance(value, dict):
                outer = self._object(path, value, outer)
            todo.extend((where, child, outer) for where, child in reversed(members(path, value)))

    def _object(self, path: str, value: Json, outer: int) -> int:
        """Note what an object is, and return the trigger that mounts what is inside it."""
        for keys in self.keys:
            if isinstance(value.get(keys.event), str):
                outer = self._trigger(keys, value, path, outer)
        if self.has_modifiers and isinstance(value.get("stat"), str) and "op" in value:
            reads = tuple(
                dict.fromkeys(_read(self.vocabulary, [value.get("value"), value.get("condition"), value.get("filter")]))
            )
            self.found.modifiers.append(Modifier(self.place(f"{path}/stat"), value["stat"], reads))
        if self.naming and isinstance(value.get("type"), str) and value["type"] in self.naming:
            self._named(self.naming[value["type"]], value, path)
        return outer

    def _trigger(self, keys: Keys, value: Json, path: str, outer: int) -> int:
        if isinstance(value.get("id"), str):
            self.found.trigger_ids.append(value["id"])
        summary = listener(self.vocabulary, keys, value, self.place(path), outer, self.document)
        if summary is None:
            return outer
        self.found.listeners.append(summary)
        return len(self.found.listeners) - 1

    def _named(self, spec: NodeSpec, value: Json, path: str) -> None:
        for key in spec.fields:
            if key.reference.keys_of is not None:
                self._keyed(key.reference.keys_of, value, pointer(path, key.name), value.get(key.name))
            if key.reference.names != "trigger" or (
                key.reference.when is not None and value.get(key.reference.when[0]) != key.reference.when[1]
            ):
                continue
            names = named_here(key, value.get(key.name), pointer(path, key.name))
            self.found.named += [(self.place(where), name) for where, name, _ in names]

    def _keyed(self, keys_of: tuple[str, str], value: Json, path: str, keys: Any) -> None:
        """Note the keys that are named of the map of another card."""
        card = value.get(keys_of[0])
        if isinstance(card, str) and isinstance(keys, dict):
            self.found.keyed += [(self.place(pointer(path, name)), card, keys_of[1], name) for name in keys]


def _read(vocabulary: Vocabulary, values: list[Any]) -> Iterator[str]:
    """Yield the variables that nodes below some values read."""
    for value in values_in(values):
        for family in ("value", "condition"):
            spec = vocabulary.spec(family, value)
            for key in spec.fields if spec is not None else ():
                if key.analysis.reads_variable and isinstance(value.get(key.name), str):
                    yield value[key.name]
