"""A node with the fields that show what it is, made from the shapes of these fields.

What a reference needs is given by the frame's moment, by the event of the trigger around, or by one more effect before the node.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from engine.language.spec.events import EventSpec, TimingSpec
from engine.language.spec.fields import Field
from engine.language.spec.kinds import listenable
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import (
    Block,
    Enum,
    EventName,
    IntegerLiteral,
    ListOf,
    Node,
    Number,
    ObjectShape,
    Ref,
    Shape,
    Targets,
    TextLiteral,
    TimingName,
    Value,
)
from engine.reference.frame import Content, Frame, NoExample, first
from engine.reference.literals import BIG, ONE, SMALL, literal

Json = dict[str, Any]
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
    before: list[Json] = field(default_factory=list)

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

    def content(self, spec: NodeSpec) -> Content:
        """Return what shows a node: itself in its smallest surroundings, after what it refers to, by family.

        Errors: NoExample.
        """
        place = Place(self.frame.timing)
        if spec.family == "effect" or spec.family not in self.frame.families:
            shown = self._shown(spec, place)
            return {"effect": [*place.before, shown]}
        made = self._node(spec, place)
        around = [] if spec.family == "keyword" else [self._sample("effect", place)]
        return {"effect": [*place.before, *around], spec.family: [made]}

    def _shown(self, spec: NodeSpec, place: Place) -> Json:
        match spec.family:
            case "effect":
                is_wrapped = spec.analysis.cancels and self.frame.timing is not None
                return self._cancelling(spec, place) if is_wrapped else self._node(spec, place)
            case "condition":
                return self._holding(Node("condition"), self._node(spec, place), place)
            case "chooser":
                return self._holding(Targets(spec.output.gives), self._node(spec, place), place)
            case _:
                return self._valued(spec, place)

    # ------------------------------------------------------------------------------------------------- nodes

    def _node(self, spec: NodeSpec, place: Place) -> Json:
        """Return a node with the fields that show what it is."""
        out: Json = {"type": spec.name}
        seen: list[Shape] = []
        place = replace(place, reckons=spec.family == "value")
        for key in spec.fields:
            if _is_shown(key) or (place.reckons and isinstance(key.shape, Number)):
                out[key.name] = self.value(key, place, seen.count(key.shape))
                seen.append(key.shape)
        return out

    def _holding(self, shape: Shape, made: Json, place: Place) -> Json:
        """Return the first effect with a field that takes a node of this shape, and the node in it."""
        for is_exact in (True, False):
            for effect, key in self._required():
                if key.shape == shape or (not is_exact and self._accepts(key.shape, shape)):
                    return self._with(effect, key, made, place)
        raise NoExample

    def _with(self, effect: NodeSpec, held: Field, value: Any, place: Place) -> Json:
        """Return an effect with nothing but its required fields, one of them given."""
        needed = [key for key in effect.fields if key.required]
        return {"type": effect.name, **{k.name: value if k is held else self.value(k, place) for k in needed}}

    def _required(self) -> Iterable[tuple[NodeSpec, Field]]:
        effects = self.vocabulary.family("effect").values()
        return ((effect, key) for effect in effects for key in effect.fields if key.required)

    def _valued(self, spec: NodeSpec, place: Place) -> Json:
        """Return an effect with a value node in it: in a comparison, or among the things of its kind if it gives several."""
        made = self._node(spec, place)
        if spec.output.gives in ("int", "any"):
            asked = self._comparison(self._comparing("int"), made, BIG)
        elif spec.output.gives.endswith("[]"):
            effect, key = first((e, k) for e, k in self._required() if k.reference.names == spec.output.gives[:-2])
            return self._with(effect, key, [made], place)
        else:
            asked = self._comparison(self._comparing("any"), made, self._literal(spec.output.gives, place))
        return self._holding(Node("condition"), asked, place)

    def _comparison(self, spec: NodeSpec, left: Any, right: Any) -> Json:
        one, other = spec.fields
        return {"type": spec.name, one.name: left, other.name: right}

    def _accepts(self, shape: Shape, wanted: Shape) -> bool:
        return (
            isinstance(shape, Targets) and isinstance(wanted, Targets) and self.vocabulary.is_a(wanted.type, shape.type)
        )

    def _cancelling(self, spec: NodeSpec, place: Place) -> Json:
        """Return an effect that cancels inside a trigger on the first event that can be cancelled."""
        event = first(e for e in self.vocabulary.events if e.runtime.cancellable)
        for effect in self.vocabulary.family("effect").values():
            for key in effect.fields:
                record = self._listed_record(key)
                if record and any(isinstance(f.shape, EventName) for f in record.fields):
                    return {"type": effect.name, key.name: [self._answering(record, event, place, {"type": spec.name})]}
        raise NoExample

    def _answering(self, record: RecordSpec, event: EventSpec, place: Place, effect: Json) -> Json:
        """Return a trigger on what another player does, with one effect."""
        out = self._object(record, replace(place, event=event))
        negation = next((n for n in self.vocabulary.family("condition").values() if _negates(n)), None)
        for key in record.fields:
            if isinstance(key.shape, Block):
                out[key.name] = [effect]
            elif isinstance(key.shape, Enum):
                out.pop(key.name, None)
            elif key.shape == Node("condition") and negation is not None:
                out[key.name] = {"type": negation.name, negation.fields[0].name: out[key.name]}
        return out

    def _comparing(self, kind: str) -> NodeSpec:
        """Return the first condition that compares two things of a kind."""
        return first(n for n in self.vocabulary.family("condition").values() if _compares(n, kind))

    def _listed_record(self, key: Field) -> RecordSpec | None:
        item = key.shape.item if isinstance(key.shape, ListOf) else None
        return self.vocabulary.record(item.name) if isinstance(item, ObjectShape) else None

    # ------------------------------------------------------------------------------------------------ fields

    def value(self, key: Field, place: Place, nth: int = 0) -> Any:
        """Return what stands in a field; `nth` counts the fields of the same shape before it."""
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
                return [self._sample("effect", place.deeper(), nth)]
            case _:
                return self._part(key, place, nth)

    def _part(self, key: Field, place: Place, nth: int) -> Any:
        match key.shape:
            case Node(family):
                return self._sample(family, place.deeper())
            case ObjectShape(name):
                return self._object(self.vocabulary.record(name), place, nth)
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

    def _object(self, record: RecordSpec, place: Place, nth: int = 0) -> Json:
        """Return a record, the nth of its list; one with an event asks whether it is about the player whose moment it is."""
        if any(isinstance(key.shape, EventName) for key in record.fields):
            place = replace(place, event=place.event or self._event)
        out: Json = {}
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
        """Return the first event that carries something of the kind that the moment carries, if there are moments."""
        if self.frame.timing is None:
            return first(listenable(self.vocabulary))
        kinds = set(self.frame.timing.fields.values())
        return first(e for e in self.vocabulary.events if kinds & set(e.fields.values()))

    def _same(self, event: EventSpec, timing: TimingSpec) -> Json:
        """Return the condition that an event is about the player whose moment it is."""
        mine, kind = first(timing.fields.items())
        theirs = first(name for name, other in event.fields.items() if other == kind)
        return self._comparison(self._comparing("any"), f"${event.name}.{theirs}", f"${timing.name}.{mine}")

    # ----------------------------------------------------------------------------------------------- samples

    def _sample(self, family: str, place: Place, nth: int = 0) -> Json:
        """Return the plainest node of a family, or the nth after it: such as need nothing before them, if there are any."""
        for strict in (True, False):
            for spec in self._plain_first(family):
                if spec.runtime.build is None and not spec.analysis.cancels and not (strict and spec.analysis.suspends):
                    inner = replace(place, before=[])
                    try:
                        made = self._node(spec, inner)
                    except NoExample:
                        continue
                    plain = family == "value" or not (inner.before or _has_chooser(made) or _is_constant(spec))
                    if plain or not strict:
                        nth -= 1
                        if nth >= 0:
                            continue
                        place.before.extend(effect for effect in inner.before if effect not in place.before)
                        return made
        raise NoExample

    def _plain_first(self, family: str) -> Iterable[NodeSpec]:
        """Return the nodes of a family, the most usual first; of values, before them those that look something up."""
        used = self.frame.usage
        specs = self.vocabulary.family(family).values()
        return sorted(specs, key=lambda spec: (family == "value" and _reckons(spec), -used[spec.name]))

    def _some_conditions(self, place: Place) -> list[Json]:
        """Return a condition of the game, and a comparison if the game has any."""
        comparing = next((n for n in self.vocabulary.family("condition").values() if _compares(n, "int")), None)
        sampled = [self._sample("condition", place)]
        return sampled if comparing is None else [*sampled, self._node(comparing, place)]

    def _operand(self, kind: str, place: Place, nth: int) -> Any:
        """Return one side of a comparison: something that is looked up on the left, a literal on the right."""
        if kind not in ("any", "int"):
            return self._literal(kind, place)
        if nth:
            return BIG
        try:
            return self._sample("value", place.deeper())
        except NoExample:
            return SMALL

    def _literal(self, kind: str, place: Place) -> Any:
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
                    return self._node(chooser, place.deeper())
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
            for name, found in source.fields.items():
                if self.vocabulary.is_a(found, kind) and found != "any":
                    return f"${source.name}.{name}"
        for effect in self.vocabulary.family("effect").values():
            for name, found in effect.output.results.items():
                if found in (kind, f"{kind}[]") and not effect.analysis.cancels:
                    made = {"id": FIRST, **self._node(effect, replace(place.deeper(), event=None, number=ONE))}
                    if made not in place.before:
                        place.before.append(made)
                    return f"${FIRST}.{name}"
        raise NoExample


def _is_shown(key: Field) -> bool:
    """A field that is needed, or that says who is meant or what else is done."""
    if key.required:
        return True
    return isinstance(key.shape, Block | Ref)


def _reckons(spec: NodeSpec) -> bool:
    return not any(isinstance(key.shape, Ref) for key in spec.fields)


def _compares(spec: NodeSpec, kind: str) -> bool:
    return len(spec.fields) == 2 and all(key.shape == Value(kind) for key in spec.fields)


def _negates(spec: NodeSpec) -> bool:
    return [key.shape for key in spec.fields] == [Node("condition")]


def _is_constant(spec: NodeSpec) -> bool:
    return spec.family == "condition" and not spec.fields


def _has_chooser(node: Json) -> bool:
    return any(isinstance(value, dict) for value in node.values())
