"""Rewrite what older or looser forms say into the one that the schema knows, with a warning for each.

The walk follows the shapes of the vocabulary and its syntax of nodes, so a word is rewritten only where it has that meaning.
Nothing is added that the author did not write but a number that a node needs and that its field declares (HA15), the order of keys
is kept, and what is not understood is left for the checker to name.

Source: 000, whose three dialects differ; the comments there say which form means which.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.checkpoints import checkpoint
from engine.errors import Problem
from engine.language.reading.renaming import (
    Names,
    hidden_name,
    note_patches,
    rename_references,
    with_event,
    with_timing,
)
from engine.language.reading.rewrite_warnings import Notes, Step, added, moved, replaced, sibling
from engine.language.reading.source_map import Traced, origins, plain, trace
from engine.language.spec import (
    Block,
    Count,
    Enum,
    EventName,
    Field,
    Identifier,
    IntegerLiteral,
    ListOf,
    MapOf,
    Node,
    NodeSpec,
    Number,
    ObjectShape,
    RecordSpec,
    Ref,
    Shape,
    Targets,
    TimingName,
    Value,
    Vocabulary,
)
from engine.language.spec.kinds import kind_of
from engine.language.spec.syntax import NodeSyntax, is_reference

_DIGITS = re.compile(r"-?[0-9]{1,15}")


@dataclass(frozen=True, slots=True)
class Place:
    """Where the walk is: the names that references may have here, and the event of the innermost trigger.

    Shapes: patch is what the author's text needs when that event gets its present name.
    """

    notes: Notes
    names: Names = field(default_factory=dict)
    event: str | None = None
    patch: list[Step] | None = None


Rule = Callable[[Traced, Place], Sequence[Traced] | None]
"""A ruleset's own rewrite of a record or node: changes it in place, or returns the effects to put instead of it."""

Rules = Mapping[str, Rule]
"""Rules by the name of the record or family they are for, called before the generic rewriting of each."""


@dataclass(frozen=True, slots=True)
class Normalised:
    """A document in canonical form.

    Shapes: origins maps each pointer of `document` to the pointer of what the author wrote; problems carry the author's.
    """

    document: Any
    origins: Mapping[str, str]
    problems: tuple[Problem, ...]


def normalise(vocabulary: Vocabulary, document: Any, rules: Rules | None = None) -> Normalised:
    """Return a document with every known old form rewritten."""
    root = trace(document)
    place = Place(Notes())
    kind = kind_of(vocabulary, document)
    if kind is not None:
        _Walk(vocabulary, rules or {}).record(kind.record, root, place)
    return Normalised(plain(root), origins(root), place.notes.problems)


class _Walk:
    """One walk over a document."""

    def __init__(self, vocabulary: Vocabulary, rules: Rules) -> None:
        self.vocabulary = vocabulary
        self.rules = rules
        self.events = {alias: event for event in vocabulary.events for alias in event.aliases}
        self.nodes: dict[tuple[str, str], str] = {
            (n.family, alias): n.name for n in vocabulary.nodes for alias in n.aliases
        }

    def record(self, name: str, node: Traced, place: Place) -> None:
        """Rewrite an object without a discriminator."""
        if node.members is None:
            return
        if rule := self.rules.get(name):
            rule(node, place)
        spec = self.vocabulary.record(name)
        if self.vocabulary.null_is_absent:
            node.without_null({key.name for key in spec.fields if not key.required})
        self._keys(node, spec.fields, place)
        self._fields(node, spec.fields, self._opened(spec, node, place))

    def node(self, family: str, node: Traced, place: Place) -> Sequence[Traced] | None:
        """Rewrite a node; return what is to stand instead of it, if it becomes several effects."""
        checkpoint()
        if self.vocabulary.syntax(family).word and isinstance(node.value, str):
            self._renamed(family, node, place)
        if node.members is None:
            return None
        if (rule := self.rules.get(family)) and (replacement := rule(node, place)) is not None:
            for effect in replacement:
                self.node(family, effect, place)
            return replacement
        syntax = self.vocabulary.syntax(family)
        if (spec := self._spec(family, node, place)) is not None:
            if self.vocabulary.null_is_absent:
                self._without_null(syntax, spec, node)
            beside, inside = self.vocabulary.parts[family, spec.name]
            self._named(beside, node, place if spec.opens is None else self._opened(spec, node, place))
            if syntax.bag in node.value:
                self._bag(syntax, inside, node.value[syntax.bag], place)
        return None

    def _bag(self, syntax: NodeSyntax, fields: Sequence[Field], bag: Traced, place: Place) -> None:
        """Rewrite the fields of a node that are in a bag, by name or by place."""
        if not syntax.positional and bag.members is not None:
            self._named(fields, bag, place)
        elif syntax.positional:
            for key, child in zip(fields, bag.items or (), strict=False):
                self.value(key.shape, child, place)

    def _named(self, fields: Sequence[Field], node: Traced, place: Place) -> None:
        self._keys(node, fields, place)
        for key in fields:
            if key.required and key.default is not None and key.name not in node.value:
                place.notes.filled(node.origin, key.name, key.default)
                node.value[key.name] = node.new(key.default)
        self._fields(node, fields, place)

    def _without_null(self, syntax: NodeSyntax, spec: NodeSpec, node: Traced) -> None:
        """Take out what is written as absent: a bag, a field that may be left out, or one that other nodes of the family have."""
        beside, inside = self.vocabulary.parts[spec.family, spec.name]
        others = self.vocabulary.fields_outside_bag[spec.family]
        node.without_null({key.name for key in beside if _may_be_absent(key)} | (others - {k.name for k in beside}))
        node.without_null({syntax.bag})
        if syntax.bag and not syntax.positional and syntax.bag in node.value:
            node.value[syntax.bag].without_null({key.name for key in inside if _may_be_absent(key)})

    def _spec(self, family: str, node: Traced, place: Place) -> NodeSpec | None:
        """Return what a node's name says it is, after giving it its present one."""
        key = self.vocabulary.syntax(family).key
        written = node.text(key)
        if written is None:
            return None
        return self.vocabulary.family(family).get(self._renamed(family, node.value[key], place))

    def _renamed(self, family: str, word: Traced, place: Place) -> str:
        """Return the present name of a node, after putting it where the old one stood."""
        name = self.nodes.get((family, word.value), word.value)
        if name != word.value and word.value not in self.vocabulary.family(family):
            self._replace(word, name, place)
        return str(word.value)

    def _opened(self, spec: RecordSpec | NodeSpec, node: Traced, place: Place) -> Place:
        """Return the place inside a record or shorthand: a trigger's event and a behaviour's timing give names to references."""
        for key in spec.fields:
            word = node.text(key.name)
            if word is None:
                continue
            if isinstance(key.shape, TimingName) and (timing := self.vocabulary.timing(word)):
                place = replace(place, names=with_timing(place.names, timing))
            if isinstance(key.shape, EventName) and (event := self.vocabulary.event(word) or self.events.get(word)):
                patch = [replaced(node.value[key.name].origin, event.name)] if word != event.name else None
                place = replace(place, names=with_event(place.names, word, event, patch), event=event.name, patch=patch)
        return place

    def _keys(self, node: Traced, fields: Sequence[Field], place: Place) -> None:
        """Give old keys their present names, unless the present one stands there too."""
        names = {key.name for key in fields}
        for key in fields:
            for alias in key.aliases:
                if alias in node.value and alias not in names and key.name not in node.value:
                    origin = node.value[alias].origin
                    place.notes.alias(origin, alias, key.name, (moved(origin, sibling(origin, key.name)),))
                    node.rename(alias, key.name)
        if "conditions" in node.value and "conditions" not in names and "condition" in names:
            self._conditions(node, place)

    def _conditions(self, node: Traced, place: Place) -> None:
        """Make of a list of conditions the one condition that all of them hold; of an empty list, none."""
        conditions = node.value["conditions"]
        if conditions.items is None or "condition" in node.value:
            return
        if not conditions.items:
            place.notes.dropped(conditions.origin, "conditions")
            node.drop("conditions")
            return
        one = sibling(conditions.origin, "condition")
        patch = (added(one, {"type": "And", "conditions": []}), moved(conditions.origin, f"{one}/conditions"))
        place.notes.alias(conditions.origin, "conditions", "condition: And", patch)
        node.rename("conditions", "condition")
        node.value["condition"] = conditions.new({"type": "And", "conditions": conditions})

    def _fields(self, node: Traced, fields: Sequence[Field], place: Place) -> None:
        for key in fields:
            if key.name in node.value:
                self.value(key.shape, node.value[key.name], place)

    def value(self, shape: Shape, node: Traced, place: Place) -> None:
        """Rewrite the value in a field of a shape."""
        checkpoint()
        match shape:
            case ObjectShape(name):
                self.record(name, node, place)
            case ListOf(item) | MapOf(item):
                for child in (*(node.items or ()), *(node.members or {}).values()):
                    self.value(item, child, place)
            case Block():
                self._block(node, place)
            case Node(family):
                self.node(family, node, place)
            case Enum():
                self._enum(shape, node, place)
            case EventName():
                self._event(node, place)
            case Count():
                self._count(node, place)
            case IntegerLiteral() | Number() | Value() | Ref() | Targets() | Identifier():
                self._expression(shape, node, place)

    def _block(self, node: Traced, place: Place) -> None:
        """Rewrite a list of effects, one of which may become several."""
        if node.items is None:
            return
        out: list[Traced] = []
        for effect in node.items:
            instead = self.node("effect", effect, place)
            out.extend([effect] if instead is None else instead)
        node.value = out

    def _expression(self, shape: Shape, node: Traced, place: Place) -> None:
        """Rewrite a literal, a reference, a value node or a chooser."""
        family = "chooser" if isinstance(shape, Targets) else "value"
        is_word = self.vocabulary.syntax(family).word and not is_reference(node.value)
        if node.members is not None or is_word:
            self.node(family, node, place)
        elif isinstance(node.value, str):
            if (
                isinstance(shape, IntegerLiteral | Number) or (isinstance(shape, Value) and shape.type == "int")
            ) and _DIGITS.fullmatch(node.value):
                number = int(node.value)
                place.notes.coerce(node.origin, node.value, number)
                node.value = number
            elif not isinstance(shape, IntegerLiteral):
                self._references(node, place)

    def _references(self, node: Traced, place: Place) -> None:
        if (name := hidden_name(node.value, place.names)) is not None:
            place.notes.shadowed_name(node.origin, name, place.names[name].name)
        text = rename_references(node.value, place.names)
        if text != node.value:
            note_patches(node.value, place.names, node.origin)
            self._replace(node, text, place)

    def _enum(self, shape: Enum, node: Traced, place: Place) -> None:
        if isinstance(node.value, str) and node.value not in shape.names:
            for option in shape.options:
                if node.value in option.aliases:
                    self._replace(node, option.name, place)
                    return

    def _event(self, node: Traced, place: Place) -> None:
        if isinstance(node.value, str) and self.vocabulary.event(node.value) is None and node.value in self.events:
            wanted = self.events[node.value].name
            place.notes.alias(node.origin, node.value, wanted, place.patch or (replaced(node.origin, wanted),))
            node.value = wanted

    def _count(self, node: Traced, place: Place) -> None:
        """A number of copies written as text is that number; `$N` stays, it means N per player."""
        if isinstance(node.value, str) and re.fullmatch("[1-9][0-9]{0,2}", node.value):
            self._replace(node, int(node.value), place)

    def _replace(self, node: Traced, value: Any, place: Place) -> None:
        place.notes.alias(node.origin, node.value, value, (replaced(node.origin, value),))
        node.value = value


def _may_be_absent(key: Field) -> bool:
    return not key.required or key.default is not None
