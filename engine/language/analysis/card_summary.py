"""What is remembered of a document when it is looked at beside others: its triggers, modifiers, costs and names of triggers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.language.analysis.naming import PartUse, namings_and_parts, parts_in
from engine.language.analysis.structure import is_whole
from engine.language.analysis.trigger_summaries import Keys, Listener, listener, trigger_keys
from engine.language.reading.source_map import pointer
from engine.language.reading.surface import desugar
from engine.language.spec.kinds import kind_of
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import ObjectShape
from engine.language.spec.vocabulary import Vocabulary

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

    Shapes: made are the ids of its triggers, templates among them; named are pointers and ids of triggers that it names;
            meant are pointers and ids of cards that it names, each with the kinds of which it must be one;
            costs are pointer, number and name of what it costs; keys are those of its own maps that others may name, by field, and
            keyed are pointers of keys that it names, each with the card, that card's field and the key; loose are parts of a card
            that it does not name.
    """

    card: str
    kind: str = ""
    listeners: list[Listener] = field(default_factory=list)
    modifiers: list[Modifier] = field(default_factory=list)
    made: list[str] = field(default_factory=list)
    named: list[tuple[str, str]] = field(default_factory=list)
    meant: list[tuple[str, str, tuple[str, ...]]] = field(default_factory=list)
    costs: list[tuple[str, int, str]] = field(default_factory=list)
    keys: dict[str, frozenset[str]] = field(default_factory=dict)
    keyed: list[tuple[str, str, str, str]] = field(default_factory=list)
    loose: list[PartUse] = field(default_factory=list)

    @property
    def parts_elsewhere(self) -> tuple[frozenset[str], frozenset[str]]:
        """Return the other cards of which it names a part, and the names of triggers and parts that any card may make."""
        cards = frozenset(card for _, card, _, _ in self.keyed if card != self.card)
        triggers = frozenset(name for _, name in self.named) - {*self.made}
        return cards, triggers | {part.name for part in self.loose}


Place = Callable[[str], str]


def card_summary(vocabulary: Vocabulary, document: Any, place: Place = str) -> CardSummary:
    """Return the summary of a canonical document, right or wrong; `place` turns its pointers into those that are reported."""
    core_form = desugar(vocabulary, document)
    return core_summary(vocabulary, core_form.document, lambda path: place(core_form.place(path)))


def core_summary(vocabulary: Vocabulary, document: Any, place: Place = str) -> CardSummary:
    """Return the summary of a document in core form."""
    walk = _Walk(vocabulary, document, place)
    walk.run(document)
    namings, parts = namings_and_parts(vocabulary, document)
    walk.found.meant = [(place(path), card, kinds) for path, card, kinds in namings if kinds]
    for part in parts:
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

    def _costs(self, document: Any) -> None:
        kind = kind_of(self.vocabulary, document)
        if kind is None:
            return
        self.found.kind = kind.name
        self._costs_in(self.vocabulary.record(kind.record), document, "")

    def _costs_in(self, spec: RecordSpec, value: Mapping[str, Any], path: str) -> None:
        """Note the values in the fields of a record that are costs, and in those of the records inside it."""
        for key in spec.fields:
            cost, where = value.get(key.name), pointer(path, key.name)
            if key.analysis.is_cost and is_whole(cost):
                self.found.costs.append((self.place(where), cost, where))
            elif isinstance(key.shape, ObjectShape) and isinstance(cost, dict):
                self._costs_in(self.vocabulary.record(key.shape.name), cost, where)

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
            if isinstance(value, list):
                todo.extend((f"{path}/{index}", value[index], outer) for index in range(len(value) - 1, -1, -1))
            elif isinstance(value, dict):
                outer = self._object(path, value, outer)
                todo.extend(
                    (pointer(path, key), child, outer)
                    for key, child in reversed(value.items())
                    if isinstance(child, dict | list)
                )

    def _object(self, path: str, value: Mapping[str, Any], outer: int) -> int:
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

    def _trigger(self, keys: Keys, value: Mapping[str, Any], path: str, outer: int) -> int:
        if isinstance(value.get("id"), str):
            self.found.made.append(value["id"])
        summary = listener(self.vocabulary, keys, value, self.place(path), outer, self.document)
        if summary is None:
            return outer
        self.found.listeners.append(summary)
        return len(self.found.listeners) - 1

    def _named(self, spec: NodeSpec, value: Mapping[str, Any], path: str) -> None:
        for key in spec.fields:
            if key.reference.keys_of is not None:
                self._keyed(key.reference.keys_of, value, pointer(path, key.name), value.get(key.name))
            if key.reference.names != "trigger" or (
                key.reference.when is not None and value.get(key.reference.when[0]) != key.reference.when[1]
            ):
                continue
            names, where = value.get(key.name), pointer(path, key.name)
            if isinstance(names, str):
                self.found.named.append((self.place(where), names))
            for index, one in enumerate(names if isinstance(names, list) else ()):
                if isinstance(one, str):
                    self.found.named.append((self.place(f"{where}/{index}"), one))

    def _keyed(self, keys_of: tuple[str, str], value: Mapping[str, Any], path: str, keys: Any) -> None:
        """Note the keys that are named of the map of another card."""
        card = value.get(keys_of[0])
        if isinstance(card, str) and isinstance(keys, dict):
            self.found.keyed += [(self.place(pointer(path, name)), card, keys_of[1], name) for name in keys]


def _read(vocabulary: Vocabulary, values: list[Any]) -> Iterator[str]:
    """Yield the variables that nodes below some values read."""
    todo = values
    while todo:
        value = todo.pop()
        if isinstance(value, list):
            todo.extend(value)
        elif isinstance(value, dict):
            todo.extend(value.values())
            for family in ("value", "condition"):
                name = value.get("type")
                spec = vocabulary.family(family).get(name) if isinstance(name, str) else None
                for key in spec.fields if spec is not None else ():
                    if key.analysis.reads_variable and isinstance(value.get(key.name), str):
                        yield value[key.name]
