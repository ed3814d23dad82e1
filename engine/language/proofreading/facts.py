"""What an effect tree contains that a written text can be held to: its numbers, its effects, its triggers."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine.json_values import Json, items_of
from engine.language.analysis.semantics import INSTANT
from engine.language.nodes.core import LOOP
from engine.language.planning.document_reader import (
    LIFETIME,
    Part,
    Trigger,
    behaviors,
    matters,
    may_ask,
    node_spec,
    pick_of,
    takes_one,
)
from engine.language.planning.plan import MIRROR, SIGNS, joint_of, only_chooses, sentence_of
from engine.language.planning.standing import counters_of, keywords_of, lent_numbers, node_of, standing_records
from engine.language.planning.templates import Place, places
from engine.language.planning.trigger_fields import stated_limit
from engine.language.proofreading.patterns import keyword_kind
from engine.language.reading.inner_cards import with_inner
from engine.language.reading.source_map import pointer
from engine.language.spec import (
    Block,
    Field,
    IntegerLiteral,
    KindSpec,
    ListOf,
    MapOf,
    Node,
    NodeSpec,
    Number,
    ObjectShape,
    RecordSpec,
    Shape,
    Targets,
    Value,
    Vocabulary,
)

_STEPS: Final = {(">", False): 1, ("<", False): -1, (">=", True): -1, ("<=", True): 1}
"""What a comparison, and a negated one, adds to its number to make the lowest or highest allowed one."""
_ENDS: Final = {">": -1, "<": 1}
"""Which end of the allowed numbers a comparison names."""


@dataclass(frozen=True, slots=True)
class Mention:
    """One number of the tree.

    Shapes: `kind` is the effect whose own number it is, empty for all others; `soft` marks one that a text may leave
            out; `limit` is the lowest or highest whole number that a comparison allows, and `end` which of both: 1
            for the highest, -1 for the lowest; `passes` is how often the effect is done.
    """

    path: str
    value: int
    kind: str = ""
    soft: bool = False
    limit: int | None = None
    end: int = 0
    passes: int = 1


@dataclass(slots=True)
class Facts:
    """The content of a tree; effects by kind, each with the first node of the kind and its place."""

    numbers: list[Mention] = dataclasses.field(default_factory=list)
    effects: dict[str, tuple[NodeSpec, Json, str]] = dataclasses.field(default_factory=dict)
    triggers: list[tuple[Trigger, str]] = dataclasses.field(default_factory=list)

    def take_in(self, inner: Facts, prefix: str) -> None:
        """Add the content of a card at a place of this one."""
        self.numbers += [dataclasses.replace(one, path=prefix + one.path) for one in inner.numbers]
        for kind, (spec, node, path) in inner.effects.items():
            self.effects.setdefault(kind, (spec, node, prefix + path))
        self.triggers += [(trigger, prefix + path) for trigger, path in inner.triggers]

    def modes(self) -> Iterator[tuple[Trigger, str]]:
        """Yield the triggers with the place of their lifetime."""
        for trigger, path in self.triggers:
            yield trigger, pointer(path, LIFETIME) if LIFETIME in trigger.node else path


def facts(vocabulary: Vocabulary, document: Any) -> Facts:
    """Return the content of the effects of a card in core form, and of the cards inside it."""
    content = Facts()
    for prefix, card in with_inner(vocabulary, document):
        content.take_in(_facts(vocabulary, card), prefix)
    return content


def _facts(vocabulary: Vocabulary, document: Any) -> Facts:
    kind = vocabulary.kind_of(document)
    walk = _Walk(vocabulary, Facts(), kind.implied_event if kind is not None else "")
    for part in behaviors(vocabulary, document):
        if part.trigger is not None:
            walk.trigger(part.trigger, part.pointer.rpartition("/")[0], 1)
        else:
            walk.block(part.block, part.pointer, 1)
            walk.facts.numbers.extend(_heading_numbers(part))
            walk.demand(part)
    if kind is not None:
        walk.facts.numbers.extend(_own_numbers(vocabulary, kind, document))
        for record, item, path in standing_records(vocabulary, kind, document):
            walk.node(node_of(record), item, path, 1)
            for field in record.fields:
                if field.shape == Node("condition") and field.name in item:
                    walk.value(field.shape, item[field.name], pointer(path, field.name), 1)
    return walk.facts


def _own_numbers(vocabulary: Vocabulary, kind: KindSpec, document: Json) -> Iterator[Mention]:
    """Yield the numbers that a text may state and need not: those of keywords, and of what the card lends."""
    for spec, node, path in keywords_of(vocabulary, kind, document):
        for field in spec.fields:
            value: Any = node.get(field.name, field.default)
            if value.__class__ is int:
                yield Mention(f"{path}/{field.name}", value, keyword_kind(spec), soft=True)
    for path, value, *_ in lent_numbers(kind, document):
        yield Mention(path, abs(value), soft=True)
    for *_, item, path in counters_of(vocabulary, kind, document):
        for name, value in item.items():
            if value.__class__ is int:
                yield Mention(f"{path}/{name}", abs(value), soft=True)


def _heading_numbers(part: Part) -> Iterator[Mention]:
    """Yield the numbers of what comes before a part's effects: how far its target may be."""
    if part.heading is not None:
        spec, item = part.heading
        for field in spec.fields:
            if item.get(field.name).__class__ is int:
                yield Mention(f"{part.pointer.rpartition('/')[0]}/{field.name}", item[field.name], soft=True)


@dataclass(frozen=True, slots=True)
class _Walk:
    """The walk over one tree; `implied_event` needs no mention on its kind of card."""

    vocabulary: Vocabulary
    facts: Facts
    implied_event: str = ""

    def demand(self, part: Part) -> None:
        """Walk the condition on which a part can be used, whose numbers a text may leave to the refusal."""
        name, condition = part.demand
        known = len(self.facts.numbers)
        self.value(Node("condition"), condition, pointer(part.pointer.rpartition("/")[0], name), 1)
        self.facts.numbers[known:] = [dataclasses.replace(number, soft=True) for number in self.facts.numbers[known:]]

    def block(self, block: Any, path: str, passes: int) -> None:
        """Walk a list of effects."""
        for index, node in enumerate(items_of(block)):
            spec = node_spec(self.vocabulary, "effect", node)
            if spec is not None:
                self.node(spec, node, f"{path}/{index}", passes)

    def trigger(self, trigger: Trigger, path: str, passes: int) -> None:
        """Walk a trigger."""
        if trigger.event_name not in (INSTANT, self.implied_event):
            self.facts.triggers.append((trigger, path))
        limit = stated_limit(self.vocabulary, trigger)
        if limit is not None:
            self.facts.numbers.append(Mention(pointer(path, trigger.limit_key), limit, soft=limit < 2))
        self.value(trigger.condition_shape, trigger.conditions, pointer(path, trigger.condition_key), passes)
        self.block(trigger.block, pointer(path, trigger.block_key), passes)

    def node(self, spec: NodeSpec, node: Json, path: str, passes: int, *, negative: bool = False) -> None:
        """Walk a node of any family."""
        if spec.family == "effect" and not _has_parts(spec) and not only_chooses(spec):
            self.facts.effects.setdefault(spec.name, (spec, node, path))
        times = node.get("times") if spec.name == LOOP.name else 1
        inner = passes * times if isinstance(times, int) and times.__class__ is int else passes
        negative = spec.family == "condition" and negative is not (joint_of(spec) == "not")
        for field in spec.fields:
            if field.name not in node or not _is_mentioned(spec, node, field) or self._is_silent(spec, node, field):
                continue
            value, place = node[field.name], pointer(path, field.name)
            if value.__class__ is int and isinstance(field.shape, Number | IntegerLiteral | Value):
                self.facts.numbers.append(_mention(spec, node, field, place, passes, negative=negative))
            else:
                self.value(field.shape, value, place, inner, negative=negative)

    def _is_silent(self, spec: NodeSpec, node: Json, field: Field) -> bool:
        """Return whether targets are bound without a word: all of some, among which there is no choice."""
        if not isinstance(field.shape, Targets) or not _has_parts(spec):
            return False
        chooser = node_spec(self.vocabulary, "chooser", node[field.name])
        if chooser is None or not may_ask(chooser) or pick_of(chooser, node[field.name]) != "all":
            return False
        return all(field.name != place.name for place in _places(spec, node))

    def value(self, shape: Shape, value: Any, path: str, passes: int, *, negative: bool = False) -> None:
        """Walk the value in a field."""
        match shape:
            case Block():
                self.block(value, path, passes)
            case ListOf(inner) if isinstance(value, list):
                for index, item in enumerate(value):
                    self._item(item, f"{path}/{index}")
                    self.value(inner, item, f"{path}/{index}", passes, negative=negative)
            case MapOf() if isinstance(value, dict):
                for key, item in value.items():
                    self._item(item, pointer(path, key))
            case ObjectShape(name) if isinstance(value, dict):
                self._record(self.vocabulary.record(name), value, path, passes)
            case _:
                families = (shape.family,) if isinstance(shape, Node) else ("chooser", "value")
                specs = (node_spec(self.vocabulary, family, value) for family in families)
                spec = next(filter(None, specs), None)
                if spec is not None:
                    self.node(spec, value, path, passes, negative=negative)

    def _record(self, record: RecordSpec, value: Json, path: str, passes: int) -> None:
        trigger = Trigger(self.vocabulary, value, record)
        if trigger.event_name:
            self.trigger(trigger, path, passes)
            return
        for field in record.fields:
            if isinstance(field.shape, Block):
                self.block(value.get(field.name), pointer(path, field.name), passes)

    def _item(self, item: Any, path: str) -> None:
        if item.__class__ is int:
            self.facts.numbers.append(Mention(path, abs(item), soft=item in (0, 1)))


def _places(spec: NodeSpec, node: Json) -> Iterator[Place]:
    """Yield the places of a node's sentence in both languages."""
    return (place for sentence in sentence_of(spec, node) for place in places(sentence))


def _is_mentioned(spec: NodeSpec, node: Json, field: Field) -> bool:
    """Return whether a field is mentioned: what the node's own sentence leaves out, a text may leave out too."""
    if spec.family == "chooser" and may_ask(spec):
        return matters(spec, node, field.name)
    if spec.phrase is None or (isinstance(field.shape, Block | ListOf | Targets | Node) and _has_parts(spec)):
        return True
    return any(field.name in (*place.name.split("-"), place.own) for place in _places(spec, node))


def _has_parts(spec: NodeSpec) -> bool:
    return any(isinstance(field.shape, Block | ListOf) for field in spec.fields)


def _mention(spec: NodeSpec, node: Json, field: Field, path: str, passes: int, *, negative: bool) -> Mention:
    value: int = node[field.name]
    size, sign = abs(value), SIGNS.get(spec.name)
    if sign is not None:
        sign = MIRROR[sign] if field is spec.fields[0] else sign
        limit, end = abs(value + _STEPS.get((sign, negative), 0)), _ENDS.get(sign[0], 0)
        return Mention(path, size, soft=size < 2, limit=limit, end=-end if negative else end)
    if spec.family == "chooser" and may_ask(spec):
        is_lower = field.name == "min" and "max" in node
        return Mention(path, value, soft=value < 2 or takes_one(spec, node) or is_lower)
    is_bounded = field.analysis.bounded
    kind = spec.name if spec.family == "effect" and not is_bounded else ""
    is_plain = not kind or passes > 1 or field.name != "amount"
    return Mention(path, size, kind, soft=size < 2 and is_plain and not (is_bounded and value == 0), passes=passes)
