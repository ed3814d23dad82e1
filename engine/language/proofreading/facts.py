"""What an effect tree says that a written text can be held to: its numbers, its effects, its triggers."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.language.analysis.semantics import INSTANT
from engine.language.nodes.core import LOOP
from engine.language.planning.document_reader import (
    LIFETIME,
    Json,
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
from engine.language.planning.standing import keywords_of, lent_numbers, node_of, standing_records
from engine.language.planning.templates import places
from engine.language.planning.trigger_fields import stated_limit
from engine.language.proofreading.patterns import keyword_kind
from engine.language.reading.source_map import pointer as under
from engine.language.spec.fields import Field
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.records import KindSpec
from engine.language.spec.shapes import (
    Block,
    IntegerLiteral,
    ListOf,
    MapOf,
    Node,
    Number,
    ObjectShape,
    Ref,
    Shape,
    Targets,
    Value,
)
from engine.language.spec.vocabulary import Vocabulary

_STEP = {(">", False): 1, ("<", False): -1, (">=", True): -1, ("<=", True): 1}
"""What a comparison adds to its number to make it the least or most that is allowed, for a comparison and for one denied."""

_END = {">": -1, "<": 1}
"""Which end of the numbers that are allowed a comparison names."""


@dataclass(frozen=True, slots=True)
class Mention:
    """One number of the tree.

    Shapes: `kind` is the effect whose own number it is, empty for all others; `soft` is one that a text need not say;
            `bound` is the least or most whole number allowed, for one that something is compared with, and `end` says which of
            both: 1 for the most, -1 for the least;
            `passes` is how often the effect is done.
    """

    path: str
    value: int
    kind: str = ""
    soft: bool = False
    bound: int | None = None
    end: int = 0
    passes: int = 1


@dataclass(slots=True)
class Facts:
    """All that a tree says; effects by kind, each with the first node of the kind and its place."""

    numbers: list[Mention] = dataclasses.field(default_factory=list)
    effects: dict[str, tuple[NodeSpec, Json, str]] = dataclasses.field(default_factory=dict)
    triggers: list[tuple[Trigger, str]] = dataclasses.field(default_factory=list)


def facts(vocabulary: Vocabulary, document: Any) -> Facts:
    """Return what the effects of a card in core form say."""
    kind = vocabulary.kind_of(document)
    walk = _Walk(vocabulary, Facts(), kind.implied_event if kind is not None else "")
    for part in behaviors(vocabulary, document):
        if part.trigger is not None:
            walk.trigger(part.trigger, part.pointer.rpartition("/")[0], 1)
        else:
            walk.block(part.block, part.pointer, 1)
            walk.facts.numbers.extend(_heading_numbers(part))
    walk.facts.numbers.extend(_own_numbers(vocabulary, kind, document) if kind is not None else ())
    for record, held, path in standing_records(vocabulary, kind, document) if kind is not None else ():
        walk.node(node_of(record), held, path, 1, denied=False)
        for one in record.fields:
            if one.shape == Node("condition") and one.name in held:
                walk.value(one.shape, held[one.name], under(path, one.name), 1, denied=False)
    return walk.facts


def _heading_numbers(part: Part) -> Iterator[Mention]:
    """Yield the numbers of what comes before a part's effects: how far its target may be."""
    spec, held = part.heading or (None, {})
    for one in spec.fields if spec is not None else ():
        if held.get(one.name).__class__ is int:
            yield Mention(f"{part.pointer.rpartition('/')[0]}/{one.name}", held[one.name], soft=True)


def _own_numbers(vocabulary: Vocabulary, kind: KindSpec, document: Json) -> Iterator[Mention]:
    """Yield the numbers that a text may state and need not: those of keywords, and of what the card lends."""
    for spec, node, path in keywords_of(vocabulary, kind, document):
        for field in spec.fields:
            value = node.get(field.name, field.default)
            if value.__class__ is int:
                yield Mention(f"{path}/{field.name}", value, keyword_kind(spec), soft=True)
    for path, value, _, _ in lent_numbers(kind.lends, document) if kind.lends is not None else ():
        yield Mention(path, abs(value), soft=True)


@dataclass(frozen=True, slots=True)
class _Walk:
    """The walk over one tree; `unsaid` is the event that goes without saying on its kind of card."""

    vocabulary: Vocabulary
    facts: Facts
    unsaid: str = ""

    def block(self, block: Any, path: str, passes: int) -> None:
        """Walk a list of effects."""
        for place, node in enumerate(block if isinstance(block, list) else ()):
            spec = node_spec(self.vocabulary, "effect", node)
            if spec is not None:
                self.node(spec, node, f"{path}/{place}", passes, denied=False)

    def trigger(self, trigger: Trigger, path: str, passes: int) -> None:
        """Walk a trigger."""
        if trigger.event_name not in (INSTANT, self.unsaid):
            self.facts.triggers.append((trigger, path))
        limit = stated_limit(self.vocabulary, trigger)
        if limit is not None:
            self.facts.numbers.append(Mention(under(path, trigger.limit_key), limit, soft=limit < 2))
        self.value(
            trigger.condition_shape, trigger.conditions, under(path, trigger.condition_key), passes, denied=False
        )
        self.block(trigger.block, under(path, trigger.block_key), passes)

    def node(self, spec: NodeSpec, node: Json, path: str, passes: int, *, denied: bool) -> None:
        """Walk a node of any family."""
        if spec.family == "effect" and not _holds(spec) and not only_chooses(spec):
            self.facts.effects.setdefault(spec.name, (spec, node, path))
        inner = passes * _times(spec, node)
        denied = denied is not (joint_of(spec) == "not") if spec.family == "condition" else False
        for one in spec.fields:
            if one.name not in node or not _is_mentioned(spec, node, one) or self._is_silent(spec, node, one):
                continue
            here, written = under(path, one.name), node[one.name]
            if written.__class__ is int and isinstance(one.shape, Number | IntegerLiteral | Value):
                self.facts.numbers.append(_mention(spec, node, one, here, passes, denied=denied))
            else:
                self.value(one.shape, written, here, inner, denied=denied)

    def _is_silent(self, spec: NodeSpec, node: Json, one: Field) -> bool:
        """Return whether targets are bound without a word: all of some, of whom nobody chooses any."""
        if not isinstance(one.shape, Targets) or not _holds(spec):
            return False
        chooser = node_spec(self.vocabulary, "chooser", node[one.name])
        is_placed = any(one.name == place.name for sentence in sentence_of(spec, node) for place in places(sentence))
        return chooser is not None and not is_placed and may_ask(chooser) and pick_of(chooser, node[one.name]) == "all"

    def value(self, shape: Shape, value: Any, path: str, passes: int, *, denied: bool) -> None:
        """Walk the value in a field."""
        match shape:
            case Block():
                self.block(value, path, passes)
            case ListOf(item) if isinstance(value, list):
                for place, one in enumerate(value):
                    if one.__class__ is int:
                        self.facts.numbers.append(Mention(f"{path}/{place}", abs(one), soft=one in (0, 1)))
                    self.value(item, one, f"{path}/{place}", passes, denied=denied)
            case MapOf() if isinstance(value, dict):
                held = ((under(path, key), one) for key, one in value.items() if one.__class__ is int)
                self.facts.numbers.extend(Mention(here, abs(one), soft=one in (0, 1)) for here, one in held)
            case ObjectShape(name) if isinstance(value, dict):
                self._record(name, value, path, passes)
            case Node() | Number() | Value() | Ref() | Targets():
                for spec in self._specs(shape, value):
                    self.node(spec, value, path, passes, denied=denied)

    def _record(self, name: str, value: Json, path: str, passes: int) -> None:
        spec = self.vocabulary.record(name)
        trigger = Trigger(self.vocabulary, value, spec)
        if trigger.event_name:
            self.trigger(trigger, path, passes)
            return
        for one in spec.fields:
            if isinstance(one.shape, Block):
                self.block(value.get(one.name), under(path, one.name), passes)

    def _specs(self, shape: Shape, value: Any) -> Iterator[NodeSpec]:
        families = (shape.family,) if isinstance(shape, Node) else ("chooser", "value")
        for family in families:
            spec = node_spec(self.vocabulary, family, value)
            if spec is not None:
                yield spec
                return


def _is_mentioned(spec: NodeSpec, node: Json, one: Field) -> bool:
    """Return whether a field has a say: what the node's own sentence leaves unsaid, a text need not say either."""
    if spec.family == "chooser" and may_ask(spec):
        return matters(spec, node, one.name)
    if spec.phrase is None or (isinstance(one.shape, Block | ListOf | Targets | Node) and _holds(spec)):
        return True
    both = sentence_of(spec, node)
    found = (place for sentence in both for place in places(sentence))
    return any(one.name in (*place.name.split("-"), place.own) for place in found)


def _holds(spec: NodeSpec) -> bool:
    return any(isinstance(one.shape, Block | ListOf) for one in spec.fields)


def _times(spec: NodeSpec, node: Json) -> int:
    times = node.get("times")
    return times if spec.name == LOOP.name and isinstance(times, int) and not isinstance(times, bool) else 1


def _mention(spec: NodeSpec, node: Json, one: Field, path: str, passes: int, *, denied: bool) -> Mention:
    value: int = node[one.name]
    sign = SIGNS.get(spec.name)
    if sign is not None and one is spec.fields[0]:
        sign = MIRROR[sign]
    if sign is not None:
        bound, end = abs(value + _STEP.get((sign, denied), 0)), _END.get(sign[0], 0)
        return Mention(path, abs(value), soft=abs(value) < 2, bound=bound, end=-end if denied else end)
    if spec.family == "chooser" and may_ask(spec):
        return Mention(path, value, soft=value < 2 or takes_one(spec, node) or (one.name == "min" and "max" in node))
    kind = spec.name if spec.family == "effect" and not one.analysis.bounded else ""
    soft = (
        abs(value) < 2
        and (not kind or passes > 1 or one.name != "amount")
        and not (one.analysis.bounded and value == 0)
    )
    return Mention(path, abs(value), kind, soft=soft, passes=passes)


def modes(found: Facts) -> Iterator[tuple[Trigger, str]]:
    """Yield the triggers with the place of how long each lasts."""
    for trigger, path in found.triggers:
        yield trigger, under(path, LIFETIME) if LIFETIME in trigger.node else path
