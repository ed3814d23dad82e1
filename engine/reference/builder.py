"""A node with the fields that show what it is, made from the shapes of these fields.

What a reference needs is given by the frame's moment, by the event of the trigger around, or by one more effect before the node.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from engine.json_values import JsonObject
from engine.language.spec import (
    Block,
    Enum,
    EventName,
    EventSpec,
    Field,
    IntegerLiteral,
    ListOf,
    Node,
    NodeSpec,
    Number,
    ObjectShape,
    RecordSpec,
    Ref,
    Shape,
    Targets,
    TextLiteral,
    TimingName,
    TimingSpec,
    Value,
)
from engine.language.spec.kinds import listenable
from engine.reference.frame import Frame, NoExample, first
from engine.reference.literals import BIG, ONE, SMALL, literal

FIRST = "first"
"""The id of the effect before an example, which gives it what it refers to."""

DEPTH = 6
"""The depth to which a node may look for parts of its example before that counts as impossible."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a part of an example is: the moment if the ruleset has any, the trigger's event, the depth, the number to
    use, whether a value node calculates with it, the effects before it."""

    timing: TimingSpec | None
    event: EventSpec | None = None
    depth: int = 0
    number: int = SMALL
    reckons: bool = False
    before: list[JsonObject] = field(default_factory=list)

    def deeper(self) -> Place:
        if self.depth == DEPTH:
            raise NoExample
        return replace(self, depth=self.depth + 1)

    @property
    def about(self) -> dict[str, str]:
        """Return what the moment carries, by name."""
        return {} if self.timing is None else dict(self.timing.fields)


class NodeBuilder:
    """Builds the nodes of the examples of one ruleset."""

    def __init__(self, frame: Frame) -> None:
        self.vocabulary = frame.vocabulary
        self.frame = frame

    def node(self, spec: NodeSpec, place: Place) -> JsonObject:
        """Return a node with the fields that show what it is."""
        out: JsonObject = {"type": spec.name}
        shapes: list[Shape] = []
        place = replace(place, reckons=spec.family == "value")
        for key in spec.fields:
            if _is_shown(key) or (place.reckons and isinstance(key.shape, Number)):
                out[key.name] = self.value(key, place, shapes.count(key.shape))
                shapes.append(key.shape)
        return out

    def comparison(self, spec: NodeSpec, left: Any, right: Any) -> JsonObject:
        one, other = spec.fields
        return {"type": spec.name, one.name: left, other.name: right}

    def comparing(self, kind: str) -> NodeSpec:
        """Return the first condition that compares two things of a kind."""
        return first(n for n in self.vocabulary.family("condition").values() if _compares(n, kind))

    # ------------------------------------------------------------------------------------------------ fields

    def value(self, key: Field, place: Place, nth: int = 0) -> Any:
        """Return the value of a field; `nth` counts the fields of the same shape before it."""
        if key.reference.names and isinstance(key.shape, ListOf) and not isinstance(key.shape.item, TextLiteral):
            return [self._reference(key.reference.names, place)]
        match key.shape:
            case Number() if place.reckons and not nth:
                return self._operand("int", place, 0)
            case Number() | IntegerLiteral():
                return literal(key, place.number + max(nth - 1, 0))
            case Value(kind):
                return self._operand(kind, place, nth)
            case Ref(kind):
                return self._reference(kind, place)
            case Targets(kind):
                return self._targets(kind, place)
            case Block():
                return [self.sample("effect", place.deeper(), nth)]
            case _:
                return self._part(key, place, nth)

    def _part(self, key: Field, place: Place, nth: int) -> Any:
        match key.shape:
            case Node(family):
                return self.sample(family, place.deeper())
            case ObjectShape(name):
                return self.record(self.vocabulary.record(name), place, nth)
            case ListOf(Node("condition")):
                return self._some_conditions(place.deeper())
            case ListOf(item, low):
                many = max(low, 2 if place.reckons else 1)
                one = replace(key, shape=item)
                return [self.value(one, place, number) for number in range(many)]
            case EventName():
                return (place.event or self._event).name
            case TimingName() if place.timing is not None:
                return place.timing.name
            case _:
                return literal(key, place.number, self._card_ids)

    def record(self, record: RecordSpec, place: Place, nth: int = 0) -> JsonObject:
        """Return a record, the nth of its list; one with an event asks whether it is about the player whose moment it is."""
        if any(isinstance(key.shape, EventName) for key in record.fields):
            place = replace(place, event=place.event or self._event)
        out: JsonObject = {}
        for key in record.fields:
            if key.shape == Node("condition") and place.event is not None and place.timing is not None:
                out[key.name] = self._same(place.event, place.timing)
            elif _is_shown(key) or (isinstance(key.shape, Enum) and key.default is not None):
                out[key.name] = self.value(key, place, nth)
        return out

    @cached_property
    def _card_ids(self) -> list[str]:
        """Return the ids of the shipped cards: those last that only a match creates."""
        return [str(card["id"]) for card in reversed(self.frame.shipped)]

    @cached_property
    def _event(self) -> EventSpec:
        """Return the first event that carries what the moment carries first, if there are moments."""
        if self.frame.timing is None:
            return first(listenable(self.vocabulary))
        kind = first(self.frame.timing.fields.values())
        return first(event for event in listenable(self.vocabulary) if kind in event.fields.values())

    def _same(self, event: EventSpec, timing: TimingSpec) -> JsonObject:
        """Return the condition that an event is about the player whose moment it is."""
        mine, kind = first(timing.fields.items())
        theirs = first(name for name, other in event.fields.items() if other == kind)
        return self.comparison(self.comparing("any"), f"${event.name}.{theirs}", f"${timing.name}.{mine}")

    # ----------------------------------------------------------------------------------------------- samples

    def sample(self, family: str, place: Place, nth: int = 0) -> JsonObject:
        """Return the plainest node of a family, or the nth after it: such as need nothing before them, if there are any."""
        specs = list(self._plain_first(family))
        is_built = family == "value" and all(spec.runtime.build is not None for spec in specs)
        for strict in (True, False):
            for spec in specs:
                if (
                    (is_built or spec.runtime.build is None)
                    and not _is_bound(spec)
                    and not (strict and spec.analysis.suspends)
                ):
                    inner = replace(place, before=[])
                    try:
                        sample_node = self.node(spec, inner)
                    except NoExample:
                        continue
                    plain = family == "value" or not (
                        inner.before
                        or any(isinstance(value, dict) for value in sample_node.values())
                        or (spec.family == "condition" and not spec.fields)
                    )
                    if plain or not strict:
                        nth -= 1
                        if nth >= 0:
                            continue
                        place.before.extend(effect for effect in inner.before if effect not in place.before)
                        return sample_node
        raise NoExample

    def _plain_first(self, family: str) -> Iterable[NodeSpec]:
        """Return the nodes of a family, the most usual first; of values, before them those that look something up."""
        usage = self.frame.usage
        specs = self.vocabulary.family(family).values()
        return sorted(
            specs,
            key=lambda spec: (
                family == "value" and (not any(isinstance(key.shape, Ref) for key in spec.fields)),
                -usage[spec.name],
            ),
        )

    def _some_conditions(self, place: Place) -> list[JsonObject]:
        """Return a condition of the game, and a comparison if the game has any."""
        comparing = next((n for n in self.vocabulary.family("condition").values() if _compares(n, "int")), None)
        sampled = [self.sample("condition", place)]
        return sampled if comparing is None else [*sampled, self.node(comparing, place)]

    def _operand(self, kind: str, place: Place, nth: int) -> Any:
        """Return one side of a comparison: something that is looked up on the left, a literal on the right."""
        if kind not in ("any", "int"):
            return self.operand_of(kind, place)
        if nth:
            return BIG
        try:
            return self.sample("value", place.deeper())
        except NoExample:
            return SMALL

    def operand_of(self, kind: str, place: Place) -> Any:
        if kind == "bool":
            return True
        return "example" if kind == "text" else self._reference(kind, place)

    def _targets(self, kind: str, place: Place) -> Any:
        """Return what an effect is done to: whom the moment is about, else what a chooser finds, else what can be referred to."""
        about = next(iter(place.about.values()), "")
        if kind != "any" and self.vocabulary.is_a(about, kind):
            return self._reference(kind, place)
        for is_exact in (True, False):
            for chooser in self.vocabulary.family("chooser").values():
                if self._finds(chooser, kind, is_exact):
                    return self.node(chooser, place.deeper())
        return self._reference(kind, place)

    def _finds(self, chooser: NodeSpec, kind: str, is_exact: bool) -> bool:
        gives = chooser.output.gives
        if kind == "any":
            return not chooser.field("ask")
        return gives == kind if is_exact else self.vocabulary.is_a(gives, kind)

    def _reference(self, kind: str, place: Place) -> str:
        """Return a reference to something of a type, after asking for the effect that makes it, if need be."""
        sources = (source for source in (place.timing, place.event) if source is not None)
        for source in sources:
            for name, field_type in source.fields.items():
                if self.vocabulary.is_a(field_type, kind) and field_type != "any":
                    return f"${source.name}.{name}"
        for effect in self.vocabulary.family("effect").values():
            for name, field_type in effect.output.results.items():
                if field_type in (kind, f"{kind}[]") and not _is_bound(effect):
                    made = {"id": FIRST, **self.node(effect, replace(place.deeper(), event=None, number=ONE))}
                    if made not in place.before:
                        place.before.append(made)
                    return f"${FIRST}.{name}"
        raise NoExample


def _is_shown(key: Field) -> bool:
    """A field that is needed, or that says who is meant or what else is done."""
    if key.required:
        return True
    return isinstance(key.shape, Block | Ref)


def _compares(spec: NodeSpec, kind: str) -> bool:
    return len(spec.fields) == 2 and all(key.shape == Value(kind) for key in spec.fields)


def _is_bound(spec: NodeSpec) -> bool:
    """An effect that acts on the event around it, so that it is nothing anywhere else."""
    return spec.analysis.cancels or bool(spec.analysis.answers)
