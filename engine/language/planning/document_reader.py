"""How a document in core form writes triggers and behaviours: the one place of this package that knows.

Everything is total: what is absent or of the wrong type is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.json_values import Json
from engine.language.nodes.core import AND
from engine.language.planning.templates import places
from engine.language.reading.strings import values_in
from engine.language.spec import (
    COUNTS_ALWAYS,
    Block,
    EventName,
    Field,
    ListOf,
    LocalizedText,
    Node,
    NodeSpec,
    ObjectShape,
    RecordSpec,
    Shape,
    Targets,
    TimingName,
    Vocabulary,
)
from engine.language.spec.phrases import fits
from engine.language.spec.shapes import holds_conditions

_TEMPLATE_PART = re.compile(r"\{[^{}]*\}")
LIFETIME, STAGE = "mode", "stage"


def node_spec(vocabulary: Vocabulary, family: str, node: Any) -> NodeSpec | None:
    """Return the declaration of a node by its type; a list of conditions reads as `And` in every ruleset."""
    is_joint = family == AND.family and isinstance(node, dict) and node.get("type") == AND.name
    return vocabulary.spec(family, node) or (AND if is_joint else None)


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that a card does of itself: effects at a moment of its own, or a trigger in the card itself.

    Shapes: `pointer` leads to the effects; `gives` are names that everything in it may use, with their fields and
            types; `heading` is a record whose sentence comes before its effects, with its document; `demand` is the condition
            on which it can be used at all, with its field.
    """

    timing: str
    block: Any
    pointer: str
    trigger: Trigger | None
    gives: Mapping[str, Mapping[str, str]]
    heading: tuple[RecordSpec, Json] | None = None
    demand: tuple[str, Any] = ("", None)


def behaviors(vocabulary: Vocabulary, document: Any) -> Iterator[Part]:
    """Yield what a card does, in its order: each of a list of records, one record, or effects of the card itself."""
    kind = vocabulary.kind_of(document)
    if kind is None:
        return
    whole = vocabulary.record(kind.record)
    for field in whole.fields:
        value = document.get(field.name)
        match field.shape:
            case Block() if value:
                yield Part("", value, f"/{field.name}", None, whole.gives)
            case ObjectShape(name) if isinstance(value, dict):
                record = vocabulary.record(name)
                if block := _first_named(record, Block):
                    yield Part(
                        "",
                        value.get(block),
                        f"/{field.name}/{block}",
                        None,
                        record.gives,
                        (record, value),
                        _demand(record, value),
                    )
            case ListOf(ObjectShape(name)) if isinstance(value, list):
                yield from _listed_parts(vocabulary, vocabulary.record(name), value, field.name)


def _listed_parts(vocabulary: Vocabulary, record: RecordSpec, items: list[Any], name: str) -> Iterator[Part]:
    timing, event, block = (_first_named(record, shape) for shape in (TimingName, EventName, Block))
    for index, item in enumerate(items if block else ()):
        if isinstance(item, dict):
            trigger = Trigger(vocabulary, item, record) if item.get(event) else None
            demand = ("", None) if trigger is not None else _demand(record, item)
            heading = (record, item) if trigger is None and record.phrase is not None else None
            place = f"/{name}/{index}/{block}"
            yield Part(_word(item.get(timing)), item.get(block), place, trigger, record.gives, heading, demand=demand)


def _demand(record: RecordSpec, item: Json) -> tuple[str, Any]:
    """Return the condition of a record that answers no event, with its field."""
    fields = (field for field in record.fields if holds_conditions(field.shape) and not field.analysis.narrows)
    field = next(fields, None)
    return ("", None) if field is None else (field.name, conjunction(item.get(field.name)))


def stem(label: str) -> str:
    """Return an id with a star for whatever is filled in."""
    before = ""
    while before != label:
        before, label = label, _TEMPLATE_PART.sub("*", label)
    return label


def ids(value: Any) -> Iterator[str]:
    """Yield the stems of the ids of all triggers in a value."""
    for item in values_in(value):
        if isinstance(item, dict) and isinstance(item.get("event"), str) and isinstance(item.get("id"), str):
            yield stem(item["id"])


def listed_record(vocabulary: Vocabulary, field: Field) -> RecordSpec | None:
    """Return the record of which a field holds a list."""
    match field.shape:
        case ListOf(ObjectShape(name)):
            return vocabulary.record(name)
    return None


def trigger_record(vocabulary: Vocabulary, field: Field) -> RecordSpec | None:
    """Return the record of the triggers that a field holds, None for any other field."""
    record = listed_record(vocabulary, field)
    return record if record is not None and _first_named(record, EventName) else None


def alternatives(vocabulary: Vocabulary, field: Field, node: Json) -> tuple[Any, ...] | None:
    """Return the lists of effects of which one is done, for a field that holds such; None for any other field."""
    record = listed_record(vocabulary, field)
    block = _first_named(record, Block) if record is not None else ""
    if not block or trigger_record(vocabulary, field) is not None:
        return None
    items = node.get(field.name)
    return (
        tuple(item.get(block) if isinstance(item, dict) else None for item in items) if isinstance(items, list) else ()
    )


class Trigger:
    """One trigger of a document.

    Shapes: `once` if it answers one time, the next; `forbids` if it keeps its event from happening at all, so that its
            effects do not matter; `prevents` if it does so only the next time; `period` is that of its limit, empty
            for its whole life; `per_round` is a limit of each round beside it, with what rounds are called.
    """

    def __init__(self, vocabulary: Vocabulary, node: Any, record: RecordSpec) -> None:
        self.node: Json = node if isinstance(node, dict) else {}
        self.event_name = _word(self.node.get(_first_named(record, EventName)))
        self.event = vocabulary.event(self.event_name)
        condition = next((field for field in record.fields if holds_conditions(field.shape)), None)
        self.condition_key = condition.name if condition is not None else ""
        self.condition_shape: Shape = condition.shape if condition is not None else Node("condition")
        self.conditions: Any = self.node.get(self.condition_key)
        self.condition: Any = conjunction(self.conditions)
        self.block_key = _first_named(record, Block)
        self.block: Any = self.node.get(self.block_key)
        mode = self.node.get(LIFETIME)
        lasts = any(field.name == LIFETIME for field in record.fields)
        first = next(iter(vocabulary.lifetimes), None) if lasts else None
        self.lifetime = vocabulary.lifetime(mode) if isinstance(mode, str) else first
        self.stage = self.node.get(STAGE)
        limits = [field for field in record.fields if field.analysis.limits_firings]
        limit = next((field for field in limits if field.name in self.node), next(iter(limits), None))
        others = (field for field in limits if field is not limit and self.node.get(field.name).__class__ is int)
        self.per_round = next(((self.node[field.name], _period(field)) for field in others), None)
        self.limit_key = limit.name if limit is not None else ""
        times = self.node.get(self.limit_key)
        self.limit: int | None = times if times.__class__ is int and limit and times != limit.default else None
        self.in_all = limit is not None and limit.analysis.in_all
        self.period = LocalizedText("", "") if limit is None or self.in_all else _period(limit)
        every = self.node.get("every")
        self.every: int = every if every.__class__ is int else 0
        self.counts_always = self.node.get(COUNTS_ALWAYS.name) is True
        self.once = (self.in_all and self.limit == 1) or (self.lifetime is not None and self.lifetime.once)
        runtime = self.event.runtime if self.event is not None else None
        self.forbids = self.stage == "check" and runtime is not None and runtime.stage != "check"
        self.prevents = self.forbids and self.once and runtime is not None and runtime.is_tried


def _period(limit: Field) -> LocalizedText:
    """Return what a limit is of, as its title has it in Chinese: games call a round by two words."""
    zh = limit.title.zh.removesuffix("次数")
    return LocalizedText("round" if limit.analysis.each_round else "turn", zh if zh.startswith("每") else "每回合")


def conjunction(conditions: Any) -> Any:
    """Return the one condition of a trigger: of several, all; of none, None."""
    if not isinstance(conditions, list):
        return conditions
    return {"type": AND.name, "conditions": conditions} if len(conditions) > 1 else next(iter(conditions), None)


def _first_named(record: RecordSpec, shape: type) -> str:
    """Return the name of the first field of a shape."""
    return next((field.name for field in record.fields if isinstance(field.shape, shape)), "")


def _word(value: Any) -> str:
    return value if isinstance(value, str) else ""


# ---------------------------------------------------------------------------------------------------- choosers


def may_ask(spec: NodeSpec) -> bool:
    """Return whether a chooser takes some of many, or may."""
    return any(spec.field(name) is not None for name in ("ask", "min", "max", "pick"))


def pick_of(spec: NodeSpec, node: Json) -> str:
    """Return how a chooser takes its things."""
    how = node.get("pick")
    return how if isinstance(how, str) else "ask"


def bounds_of(node: Json) -> tuple[Any, Any]:
    """Return the lowest and highest number of things that a chooser takes; one may be what yields a number."""
    low = node.get("min", 1)
    return low, node.get("max", max(1, low) if low.__class__ is int else low)


def case_of(spec: NodeSpec, node: Json) -> LocalizedText | None:
    """Return the sentence of the first case that fits a node."""
    return next((case.phrase for case in spec.wording.cases if fits(case.when, node)), None)


def matters(spec: NodeSpec, node: Json, name: str) -> bool:
    """Return whether a field of a chooser matters: taking all needs no bounds, taking unasked only the upper."""
    case = case_of(spec, node)
    if case is not None and not any(place.name == "pick" for place in places(case.en)):
        return False
    how = node.get("pick", "ask")
    return name not in ("min", "max") or (how != "all" and (how == "ask" or name == "max" or "max" not in node))


def takes_one(spec: NodeSpec | None, node: Any) -> bool:
    """Return whether a chooser takes one thing, or none."""
    return spec is not None and may_ask(spec) and pick_of(spec, node) != "all" and bounds_of(node)[1] in (0, 1)


def targets_field(spec: NodeSpec, node: Json) -> Field | None:
    """Return the field whose things a node is done to, if the node has it."""
    return next((field for field in spec.fields if isinstance(field.shape, Targets) and field.name in node), None)
