"""The surroundings of an example: a node as a card holds it, inside an effect or a trigger where it cannot be alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.json_values import JsonObject
from engine.language.spec import (
    Block,
    Enum,
    EventName,
    EventSpec,
    Field,
    ListOf,
    Node,
    NodeSpec,
    ObjectShape,
    RecordSpec,
    Shape,
    Targets,
)
from engine.reference.builder import NodeBuilder, Place
from engine.reference.frame import Content, Frame, NoExample, first
from engine.reference.literals import BIG


class Surroundings:
    """What is around the nodes of the examples of one ruleset."""

    def __init__(self, frame: Frame) -> None:
        self.vocabulary = frame.vocabulary
        self.frame = frame
        self.nodes = NodeBuilder(frame)

    def content(self, spec: NodeSpec) -> Content:
        """Return what shows a node: itself in its smallest surroundings, after what it refers to, by family.

        Errors: NoExample.
        """
        place = Place(self.frame.timing)
        if spec.family == "effect" or spec.family not in self.frame.families:
            shown = self._effect_with(spec, place)
            return {"effect": [*place.before, shown]}
        made = self.nodes.node(spec, place)
        around = [] if spec.family == "keyword" else [self.nodes.sample("effect", place)]
        return {"effect": [*place.before, *around], spec.family: [made]}

    def _effect_with(self, spec: NodeSpec, place: Place) -> JsonObject:
        match spec.family:
            case "effect":
                is_wrapped = spec.analysis.cancels and self.frame.timing is not None
                return self._cancelling(spec, place) if is_wrapped else self.nodes.node(spec, place)
            case "condition":
                return self._holding(Node("condition"), self.nodes.node(spec, place), place)
            case "chooser":
                return self._holding(Targets(spec.output.gives), self.nodes.node(spec, place), place)
            case _:
                return self._valued(spec, place)

    def _holding(self, shape: Shape, node: JsonObject, place: Place) -> JsonObject:
        """Return the first effect with a field that takes a node of this shape, and the node in it."""
        for is_exact in (True, False):
            for effect, key in self._required():
                if key.shape == shape or (
                    not is_exact
                    and (
                        isinstance(key.shape, Targets)
                        and isinstance(shape, Targets)
                        and self.vocabulary.is_a(shape.type, key.shape.type)
                    )
                ):
                    return self._with(effect, key, node, place)
        raise NoExample

    def _with(self, effect: NodeSpec, field: Field, value: Any, place: Place) -> JsonObject:
        """Return an effect with nothing but its required fields, one of them given."""
        needed = [key for key in effect.fields if key.required]
        return {"type": effect.name, **{k.name: value if k is field else self.nodes.value(k, place) for k in needed}}

    def _required(self) -> Iterable[tuple[NodeSpec, Field]]:
        effects = self.vocabulary.family("effect").values()
        return ((effect, key) for effect in effects for key in effect.fields if key.required)

    def _valued(self, spec: NodeSpec, place: Place) -> JsonObject:
        """Return an effect with a value node in it: in a comparison, or among the things of its kind if it gives several."""
        node = self.nodes.node(spec, place)
        if spec.output.gives in ("int", "any"):
            comparison = self.nodes.comparison(self.nodes.comparing("int"), node, BIG)
        elif spec.output.gives.endswith("[]"):
            effect, key = first((e, k) for e, k in self._required() if k.reference.names == spec.output.gives[:-2])
            return self._with(effect, key, [node], place)
        else:
            comparison = self.nodes.comparison(
                self.nodes.comparing("any"), node, self.nodes.operand_of(spec.output.gives, place)
            )
        return self._holding(Node("condition"), comparison, place)

    def _cancelling(self, spec: NodeSpec, place: Place) -> JsonObject:
        """Return an effect that cancels inside a trigger on the first event that can be cancelled."""
        event = first(e for e in self.vocabulary.events if e.runtime.cancellable)
        for effect in self.vocabulary.family("effect").values():
            for key in effect.fields:
                record = self._listed_record(key)
                if record and any(isinstance(f.shape, EventName) for f in record.fields):
                    return {"type": effect.name, key.name: [self._answering(record, event, place, {"type": spec.name})]}
        raise NoExample

    def _answering(self, record: RecordSpec, event: EventSpec, place: Place, effect: JsonObject) -> JsonObject:
        """Return a trigger on what another player does, with one effect."""
        out = self.nodes.record(record, replace(place, event=event))
        negation = next(
            (
                n
                for n in self.vocabulary.family("condition").values()
                if ([key.shape for key in n.fields] == [Node("condition")])
            ),
            None,
        )
        for key in record.fields:
            if isinstance(key.shape, Block):
                out[key.name] = [effect]
            elif isinstance(key.shape, Enum):
                out.pop(key.name, None)
            elif key.shape == Node("condition") and negation is not None:
                out[key.name] = {"type": negation.name, negation.fields[0].name: out[key.name]}
        return out

    def _listed_record(self, key: Field) -> RecordSpec | None:
        item = key.shape.item if isinstance(key.shape, ListOf) else None
        return self.vocabulary.record(item.name) if isinstance(item, ObjectShape) else None
