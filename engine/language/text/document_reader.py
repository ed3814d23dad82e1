"""How a document in core form writes triggers and behaviours: the one place of this package that knows.

Everything is total: what is not there, or is not what it should be, is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.language.nodes.core import AND
from engine.language.spec.events import EventSpec, Lifetime
from engine.language.spec.fields import COUNTS_ALWAYS, Field
from engine.language.spec.kinds import kind_of
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.phrases import fits
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import Block, EventName, ListOf, Node, ObjectShape, Shape, TimingName, holds_conditions
from engine.language.spec.vocabulary import Vocabulary
from engine.language.text.templates import places

Json = Mapping[str, Any]
_FILLED = re.compile(r"\{[^{}]*\}")
LIFETIME, STAGE = "mode", "stage"


def node_spec(vocabulary: Vocabulary, family: str, node: Any) -> NodeSpec | None:
    """Return what a node's type says it is; a list of conditions reads as `And` in every ruleset."""
    named = node.get("type") if isinstance(node, dict) else None
    if not isinstance(named, str):
        return None
    return vocabulary.family(family).get(named) or (AND if (family, named) == (AND.family, AND.name) else None)


def effects(block: Any) -> tuple[Json, ...]:
    """Return the nodes of a list of effects."""
    return tuple(node for node in block if isinstance(node, dict)) if isinstance(block, list) else ()


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that a card does of itself: effects at a moment of its own, or a trigger in the card itself.

    Shapes: pointer leads to the effects; `gives` are names that everything in it may use, with their fields and types; `heading` is a
            record whose sentence comes before its effects, with what is written in it.
    """

    timing: str
    block: Any
    pointer: str
    trigger: Trigger | None
    gives: Mapping[str, Mapping[str, str]]
    heading: tuple[RecordSpec, Json] | None = None


def behaviors(vocabulary: Vocabulary, document: Any) -> Iterator[Part]:
    """Yield what a card does, in its own order: each of a list of records, one record of its own, or effects of the card itself."""
    kind = kind_of(vocabulary, document)
    if kind is None:
        return
    whole = vocabulary.record(kind.record)
    for field in whole.fields:
        held = document.get(field.name)
        match field.shape:
            case Block() if held:
                yield Part("", held, f"/{field.name}", None, whole.gives)
            case ObjectShape(name) if isinstance(held, dict):
                inner = vocabulary.record(name)
                if block := _named(inner, Block):
                    yield Part("", held.get(block), f"/{field.name}/{block}", None, inner.gives, (inner, held))
        listed = _listed(vocabulary, field)
        if listed is not None and isinstance(held, list):
            yield from _each(vocabulary, listed, held, field.name)


def _each(vocabulary: Vocabulary, inner: RecordSpec, held: list[Any], name: str) -> Iterator[Part]:
    """Yield what each of a list of records does."""
    at, event, block = _named(inner, TimingName), _named(inner, EventName), _named(inner, Block)
    for place, one in enumerate(held if block else ()):
        if isinstance(one, dict):
            trigger = Trigger(vocabulary, one, inner) if one.get(event) else None
            yield Part(_word(one.get(at)), one.get(block), f"/{name}/{place}/{block}", trigger, inner.gives)


def stem(label: str) -> str:
    """Return an id with a star for whatever is filled in."""
    before = ""
    while before != label:
        before, label = label, _FILLED.sub("*", label)
    return label


def ids(value: Any) -> Iterator[str]:
    """Yield the stems of the ids of all triggers below a value."""
    todo = [value]
    while todo:
        held = todo.pop()
        if isinstance(held, dict):
            if isinstance(held.get("event"), str) and isinstance(held.get("id"), str):
                yield stem(held["id"])
            todo += held.values()
        elif isinstance(held, list):
            todo += held


def is_triggers(vocabulary: Vocabulary, field: Field) -> bool:
    """Return whether a field holds triggers."""
    inner = _listed(vocabulary, field)
    return inner is not None and _named(inner, EventName) != ""


def options(vocabulary: Vocabulary, field: Field, node: Json) -> tuple[Any, ...] | None:
    """Return the lists of effects of which one is done, for a field that holds such; None for any other field."""
    inner = _listed(vocabulary, field)
    block = _named(inner, Block) if inner is not None and not _named(inner, EventName) else ""
    held = node.get(field.name)
    if not block:
        return None
    return tuple(one.get(block) if isinstance(one, dict) else None for one in held) if isinstance(held, list) else ()


class Trigger:
    """One trigger as it is written."""

    def __init__(self, vocabulary: Vocabulary, written: Any, spec: RecordSpec) -> None:
        self.written: Json = written if isinstance(written, dict) else {}
        self.event_name = _word(self.written.get(_named(spec, EventName)))
        self.event: EventSpec | None = vocabulary.event(self.event_name)
        asked = next((f for f in spec.fields if holds_conditions(f.shape)), None)
        self.condition_key = asked.name if asked is not None else ""
        self.condition_shape: Shape = asked.shape if asked is not None else Node("condition")
        self.asked: Any = self.written.get(self.condition_key)
        self.condition: Any = _joined(self.asked)
        self.block_key = _named(spec, Block)
        self.block: Any = self.written.get(self.block_key)
        mode = self.written.get(LIFETIME)
        first = vocabulary.lifetimes[0] if vocabulary.lifetimes else None
        self.lifetime: Lifetime | None = vocabulary.lifetime(mode) if isinstance(mode, str) else first
        self.stage = self.written.get(STAGE)
        limit = next((f for f in spec.fields if f.analysis.limits_firings), None)
        self.limit_key = limit.name if limit is not None else ""
        self.limit: int | None = _limit(limit, self.written) if limit is not None else None
        self.each_round = limit is not None and limit.analysis.each_round
        self.in_all = limit is not None and limit.analysis.in_all
        is_single = self.in_all and self.limit == 1
        self.counts_always = self.written.get(COUNTS_ALWAYS.name) is True
        self.once = is_single or (self.lifetime is not None and self.lifetime.once)
        """It answers one time: the next."""


def _limit(field: Field, written: Json) -> int | None:
    """Return how often a trigger answers in a turn; None where it says nothing, or what absence says."""
    value = written.get(field.name)
    return value if value.__class__ is int and value != field.default else None


def triggers(vocabulary: Vocabulary, field: Field, node: Json) -> Iterator[Trigger]:
    """Yield the triggers in a field of a node."""
    spec = _listed(vocabulary, field)
    held = node.get(field.name)
    if spec is not None and isinstance(held, list):
        for written in held:
            yield Trigger(vocabulary, written, spec)


def _joined(asked: Any) -> Any:
    """Return the one condition that a trigger asks: of several, all; of none, nothing."""
    if not isinstance(asked, list):
        return asked
    return {"type": AND.name, "conditions": asked} if len(asked) > 1 else next(iter(asked), None)


def _listed(vocabulary: Vocabulary, field: Field) -> RecordSpec | None:
    match field.shape:
        case ListOf(ObjectShape(name)):
            return vocabulary.record(name)
    return None


def _named(spec: RecordSpec, shape: type) -> str:
    """Return the name of the first field of a shape."""
    return next((field.name for field in spec.fields if isinstance(field.shape, shape)), "")


def _word(value: Any) -> str:
    return value if isinstance(value, str) else ""


def may_ask(spec: NodeSpec) -> bool:
    """Return whether a chooser takes some of many, or may."""
    return any(spec.field(name) is not None for name in ("ask", "min", "max", "pick"))


def pick_of(spec: NodeSpec, node: Json) -> str:
    """Return how a chooser takes its things."""
    how = node.get("pick")
    return how if isinstance(how, str) else "ask"


def bounds_of(spec: NodeSpec, node: Json) -> tuple[Any, Any]:
    """Return how few and how many things a chooser takes; a bound that is no number is what yields one."""
    low = node.get("min", 1)
    return low, node.get("max", max(1, low) if low.__class__ is int else low)


def counts(spec: NodeSpec, node: Json, name: str) -> bool:
    """Return whether a field of a chooser has a say: one that takes all needs no bounds, one that does not ask only the upper."""
    case = next((case.phrase for case in spec.wording.cases if fits(case.when, node)), None)
    if case is not None and not any(place.name == "pick" for place in places(case.en)):
        return False
    if name not in ("min", "max"):
        return True
    how = node.get("pick", "ask")
    return how != "all" and (how == "ask" or name == "max" or "max" not in node)


def at_most_one(spec: NodeSpec, node: Json) -> bool:
    """Return whether a chooser takes one thing, or none."""
    return may_ask(spec) and pick_of(spec, node) != "all" and bounds_of(spec, node)[1] in (0, 1)
