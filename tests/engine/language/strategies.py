"""Documents of any vocabulary, drawn from its shapes: what is drawn is right in structure and in meaning.

References are drawn from what is bound where they stand, so the same maker feeds the equivalence with the schema, the
checker's laws and matches with cards that no author wrote. It asks for whole numbers alone: Hypothesis gives them where a
failure must shrink, a keyed stream where thousands of cards are wanted (a sixtieth of the time; docs/adr/0033).
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from engine.kernel.chance import Stream
from engine.language.analysis.nested_passes import MAX_PASSES_IN_ALL
from engine.language.analysis.semantics import INSTANT
from engine.language.analysis.trigger_summaries import members
from engine.language.analysis.trigger_summaries import raised as raised_by
from engine.language.analysis.typing import wanted_type
from engine.language.reading.surface import resugar
from engine.language.spec.counting import counted_field, sort_of
from engine.language.spec.events import EventSpec
from engine.language.spec.kinds import listenable, timings_of
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import (
    Block,
    BooleanLiteral,
    Count,
    Enum,
    EventName,
    Identifier,
    IntegerLiteral,
    ListOf,
    MapOf,
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
from engine.language.spec.vocabulary import Vocabulary
from tests.engine.language.choices import Choices, Draw, Keyed, Shrinking
from tests.engine.language.drawing import DrawScope, event_key, is_carried, nests, runs, strings
from tests.engine.language.drawing_inside import write_inside
from tests.examples import IS_WHOLE

LITERALS = {
    "int": tuple(range(-20, 21)),
    "bool": (False, True),
    "text": ("monster", "III", "III. plain {{text}}"),
}


class Maker:
    """Draws documents of one vocabulary.

    Shapes: full makes no empty list or block while there is something to put in: cards that do much.
    """

    def __init__(self, vocabulary: Vocabulary, choices: Choices, *, full: bool = False) -> None:
        self.vocabulary = vocabulary
        self.choices = choices
        self.full = full
        self.labels = 0

    def one(self, options: Iterable[Any]) -> Any:
        """Draw one of several."""
        held = list(options)
        return held[self.choices.below(len(held))]

    def maybe(self) -> bool:
        """Draw yes or no."""
        return self.choices.below(2) == 1

    def whole(self, low: int, high: int) -> int:
        """Draw a whole number, both ends included."""
        return low + self.choices.below(high - low + 1)

    def document(self, depth: int) -> dict[str, Any]:
        """Draw a card, in the surface of its ruleset."""
        kind = self.one(reversed(self.vocabulary.kinds))
        core = self.record(kind.record, DrawScope(kind.name, depth))
        if kind.word is not None and kind.marker is not None:
            core[kind.marker] = kind.word
        made: dict[str, Any] = resugar(self.vocabulary, core)
        return made

    def record(self, name: str, place: DrawScope) -> dict[str, Any]:
        """Draw an object without a discriminator; what opens a scope is drawn first."""
        out: dict[str, Any] = {}
        spec = self.vocabulary.record(name)
        for given, fields in spec.gives.items():
            place = place.with_names(given, fields)
        for key in spec.fields:
            if isinstance(key.shape, TimingName):
                timing = self.one(timings_of(self.vocabulary, place.kind))
                out[key.name] = timing.name
                place = place.with_names(timing.name, timing.fields)
            elif isinstance(key.shape, EventName):
                events = listenable(self.vocabulary)
                answers = {spec.analysis.answers for spec in self.vocabulary.family("effect").values()}
                often_events = [
                    event
                    for event in events
                    if event.runtime.cancellable
                    or (event.runtime.stage == "modify" and event.runtime.perform)
                    or event.name in answers
                ]
                event = self.one([*events, *self.full * 4 * often_events])
                out[key.name] = event.name
                if event.name != INSTANT:
                    place = replace(
                        place.with_names(event.name, event.fields), event=event, stage=event.runtime.stage, loop=None
                    )
                    place = self.staged(spec, out, place)
        for key in spec.fields:
            if key.shorthand:
                continue
            wanted = key.required or isinstance(key.shape, ListOf) or self.maybe()
            if key.name not in out and key.name != "stage" and wanted:
                out[key.name] = self.value(key.shape, replace(place, stage="check") if key.analysis.live else place)
        self._break_round(spec, out)
        self._meet(name, out)
        self._break_cycle(spec, out)
        return out

    def _meet(self, name: str, record: dict[str, Any]) -> None:
        """Leave what a short match would seldom meet: an event for the ninth time, a card that costs more."""
        if "every" in record and self.choices.below(8):
            del record["every"]
        elif "every" in record:
            record["every"] = 2 + record["every"] % 2
        if name == "costRule":
            record |= {"op": "less", "value": self.whole(0, 2)}

    def _break_round(self, spec: RecordSpec, trigger: dict[str, Any]) -> None:
        """Make a trigger fire once that surely raises its own event or one listed before it: lasting ones could feed each other (E-SELF).

        Those that stay raise later events alone, so no round of them is certain.
        """
        mode, body = spec.field("mode"), next((key.name for key in spec.fields if isinstance(key.shape, Block)), "")
        order = {event.name: place for place, event in enumerate(self.vocabulary.events)}
        event = self.vocabulary.event(trigger[name]) if (name := event_key(spec)) in trigger else None
        if mode is None or event is None or trigger.get("mode", mode.default) == "once":
            return
        heard = max(order[member.name] for member in members(self.vocabulary, event))
        raises = raised_by(self.vocabulary, trigger.get(body), certain=True)
        if any(is_sure and order[name] <= heard for name, is_sure in raises.items()):
            trigger |= {"mode": "once"} if "once" in getattr(mode.shape, "names", ()) else {"times": 1}

    def staged(self, spec: RecordSpec, out: dict[str, Any], place: DrawScope) -> DrawScope:
        """Draw the stage at which a trigger answers, where it may say one; what runs inline is left to other tests."""
        key = spec.field("stage")
        if key is None and place.stage == "modify":
            return replace(place, fixed=self.vocabulary.modify_gives_way or spec.name != "trigger")
        single_stages = place.event.runtime.stages if place.event is not None else ()
        if single_stages == ("check",):
            out["stage"] = single_stages[0]
        if single_stages:
            return replace(place, stage=single_stages[0])
        if place.stage == "modify" and place.event is not None and not place.event.runtime.perform:
            return place
        if key is None or not isinstance(key.shape, Enum) or self.choices.below(4):
            return place
        out[key.name] = self.one(name for name in key.shape.names if name in ("before", "after"))
        return replace(place, stage=out[key.name])

    def value(self, shape: Shape, place: DrawScope) -> Any:
        """Draw what may be written in a field of a shape."""
        match shape:
            case ObjectShape(_, text) if text and self.maybe():
                return self.atom(TextLiteral(text))
            case ObjectShape(name):
                return self.record(name, place)
            case ListOf(item, low, high):
                sizes = [n for n in (1, 2, 0) if max(low, self.full) <= n <= high]
                size = self.one(sizes) if self.can(item, replace(place, depth=place.depth - 1)) else low
                return [self.value(item, replace(place, depth=place.depth - 1)) for _ in range(size)]
            case MapOf(item, pattern):
                names = dict.fromkeys(self.choices.matching(pattern) for _ in range(self.one((1, 2, 0))))
                return {name: self.value(item, place) for name in names if self.can(item, place)}
            case Block():
                return self.block(place)[0]
            case Node(family):
                return self.node(family, place)
            case Enum():
                return self.one(shape.names)
            case EventName():
                return self.one(event.name for event in listenable(self.vocabulary) if event.name != INSTANT)
            case Number() | Value() | Ref() | Targets():
                return self.expression(shape, place)
            case _:
                return self.atom(shape)

    def atom(self, shape: Shape) -> Any:
        """Draw what holds nothing."""
        match shape:
            case IntegerLiteral(low, high):
                return self.whole(low, high)
            case BooleanLiteral():
                return self.maybe()
            case Count():
                copies = self.whole(1, 999)
                return f"${copies}" if self.maybe() else copies
            case Identifier():
                self.labels += 1
                return f"e{self.labels}"
            case TextLiteral(high, low, pattern):
                if pattern is not None:
                    return self.choices.matching(pattern)
                written = [text for text in ("卡", "a < b & c", "deal <b>2</b>") if low <= len(text) <= high]
                return self.one(written) if low or self.maybe() else ""
        raise AssertionError(shape)

    def expression(self, shape: Number | Value | Ref | Targets, place: DrawScope, wanted: str | None = None) -> Any:
        """Draw a literal, a reference, a value node or a chooser."""
        kind = wanted or wanted_type(shape)
        is_word = isinstance(shape, Targets) and self.vocabulary.syntax("chooser").word
        options: list[Any] = (
            [] if is_word else list(place.of_type(self.vocabulary, kind, many=isinstance(shape, Targets)))
        )
        if isinstance(shape, Number):
            low, high = shape.min, min(shape.max, 6)
            options += [self.whole(low, high)] * 2
        elif isinstance(shape, Value) and kind in LITERALS:
            options.append(self.one(LITERALS[kind]))
        family = "chooser" if isinstance(shape, Targets) else "value"
        if not isinstance(shape, Ref) and (is_word or place.depth > 0):
            specs = [spec for spec in self.feasible(family, place) if self.giving(spec, kind) is not None]
            if specs:
                options += [self.node_giving(self.one(specs), place, kind)] * (3 if family == "chooser" else 1)
        return self.one(options)

    def giving(self, spec: NodeSpec, kind: str) -> list[str] | None:
        """Return the words with which a node gives a type, none when any does, None when it never does."""
        word = spec.field(spec.output.gives_by[0]) if spec.output.gives_by else None
        if word is None:
            given = spec.output.gives.removesuffix("[]") if spec.family == "chooser" else spec.output.gives
            return [] if self.vocabulary.is_a(given, kind) else None
        assert isinstance(word.shape, Enum)
        names = [name for name in word.shape.names if self.vocabulary.is_a(spec.given_type({word.name: name}), kind)]
        return names or None

    def node_giving(self, spec: NodeSpec, here: DrawScope, kind: str) -> dict[str, Any]:
        """Draw a node that gives a type."""
        node, words = self.filled(spec, here), self.giving(spec, kind)
        return {**node, spec.output.gives_by[0]: self.one(words)} if words and spec.output.gives_by else node

    def can(self, shape: Shape, place: DrawScope) -> bool:
        """Return whether something can be drawn for a shape here."""
        match shape:
            case Ref(kind):
                return bool(place.of_type(self.vocabulary, kind))
            case Targets():
                kind, is_word = wanted_type(shape), self.vocabulary.syntax("chooser").word
                return bool(not is_word and place.of_type(self.vocabulary, kind, many=True)) or (
                    (is_word or place.depth > 0)
                    and any(self.giving(spec, kind) is not None for spec in self.feasible("chooser", place))
                )
            case Value(kind):
                return kind in LITERALS or kind == "any" or bool(place.of_type(self.vocabulary, kind))
            case Node() | ObjectShape() | Block():
                return place.depth > 0
            case ListOf(item) | MapOf(item):
                return self.can(item, place)
            case _:
                return True

    def feasible(self, family: str, place: DrawScope) -> list[NodeSpec]:
        """Return the nodes of a family that can be drawn here."""
        inner = replace(place, depth=place.depth - 1)
        out = []
        for spec in self.vocabulary.family(family).values():
            if spec.opens is not None:
                continue
            if not runs(spec, place.stage) and not (place.fixed and self.fits_fixed(spec)):
                continue
            if not is_carried(spec, place):
                continue
            if spec.analysis.cancels and (
                place.event is None or not place.event.runtime.cancellable or place.stage != "before"
            ):
                continue
            if spec.analysis.answers not in ("", place.event.name if place.event is not None else None):
                continue
            if all(self.can(key.shape, inner) for key in spec.fields if key.required):
                out.append(spec)
        return out

    def fits_fixed(self, spec: NodeSpec) -> bool:
        """Return whether a node may stand under a trigger whose author can write no stage, on an event with the stage `modify`."""
        if spec.family == "effect":
            return True
        return self.vocabulary.syntax(spec.family).word and not spec.analysis.suspends

    def node(self, family: str, here: DrawScope) -> dict[str, Any]:
        """Draw a node of a family."""
        return self.filled(self.one(self.feasible(family, here)), here)

    def filled(self, spec: NodeSpec, place: DrawScope) -> dict[str, Any]:
        """Draw a node of a type that holds no effects."""
        inner = replace(place, depth=place.depth - 1)
        out: dict[str, Any] = {"type": spec.name}
        alike = self._alike(spec, place)
        for key in spec.fields:
            if isinstance(key.shape, Identifier) or key.reference.instead_of:
                continue
            if key.required or (self.can(key.shape, inner) and self.maybe()):
                if key.shape == Value("any"):
                    out[key.name] = self.expression(key.shape, replace(inner, depth=0), alike)
                    alike = place.bound.get(str(out[key.name]), alike)
                elif key.analysis.bounded:
                    out[key.name] = 100 if self.full and not self.choices.below(24) else self.whole(0, 4)
                elif not isinstance(key.shape, Block):
                    inside = replace(inner, stage="check") if key.analysis.live else inner
                    for name, fields in key.analysis.opens.items():
                        inside = inside.with_names(name, fields)
                    out[key.name] = self.value(key.shape, inside)
        write_inside(self, spec, out, inner)
        self._break_cycle(spec, out)
        if "who" in out and (event := self.vocabulary.event(str(out.get("event")))) is not None:
            self._find_counted(spec, event, out)
        return out

    def _find_counted(self, spec: NodeSpec, event: EventSpec, node: dict[str, Any]) -> None:
        """Count an event of those who are counted, and of a sort where it tells sorts apart (E-TYPE else)."""
        if counted_field(event, node["who"]) is None:
            events = {each.name: each for each in listenable(self.vocabulary) if counted_field(each, node["who"])}
            node["event"] = (event := events[self.one(events)]).name
        if (sort := sort_of(spec.fields, node)) and sort[0] not in event.fields:
            del node[sort[0]]
        if "n" in node:
            node |= {"n": self.whole(1, 2), "orLater": True}  # else few matches come so far

    def _break_cycle(self, spec: NodeSpec | RecordSpec, modifier: dict[str, Any]) -> None:
        """Give a modifier that reads any stat a number instead: modifiers that read what modifiers feed may be a cycle (E-STATCYCLE)."""
        key = spec.field("stat") if "stat" in modifier and "op" in modifier else None
        stats = key.shape.names if key is not None and isinstance(key.shape, Enum) else ()
        if any(one in stats for name in ("value", "filter") for one in strings(modifier.get(name))):
            modifier["value"] = self.whole(1, 4)
            modifier.pop("filter", None)

    def _alike(self, spec: NodeSpec, place: DrawScope) -> str:
        """Draw the one type that all operands of a comparison have."""
        kinds = sorted(
            {kind for kind in place.bound.values() if kind != "any" and not kind.endswith("[]")} | {"int", "text"}
        )
        return str(self.one(kinds))

    def block(self, place: DrawScope) -> tuple[list[dict[str, Any]], DrawScope]:
        """Draw effects, each seeing what those before it bound."""
        out: list[dict[str, Any]] = []
        for _ in range(self.one((1, 2) if self.full else (1, 2, 3, 0))):
            specs = self.feasible("effect", place)
            if place.depth > 2:
                specs += 4 * [spec for spec in specs if spec.runtime.build is not None and nests(spec)]
            if self.full:
                specs += 3 * [
                    spec for spec in specs if spec.analysis.cancels or (place.fixed and spec.runtime.inline is not None)
                ]
            specs += 20 * [spec for spec in specs if spec.analysis.answers]
            if specs:
                effect, place = self.effect(self.one(specs), place)
                out.append(effect)
        return out, place

    def effect(self, spec: NodeSpec, place: DrawScope) -> tuple[dict[str, Any], DrawScope]:
        """Draw one effect and return what can be named after it."""
        after = place
        if place.fixed and spec.runtime.inline is None:
            place = replace(place, stage="after", fixed=False)
        inner = replace(place, depth=place.depth - 1)
        out = self.filled(spec, place)
        label = spec.field("id")
        if label is not None and self.maybe():
            self.labels += 1
            out["id"] = f"e{self.labels}" if place.loop is None else f"e{self.labels}x{{{place.loop}.index}}"
            after = after.with_names(out["id"], spec.output.results)
            inner = inner.with_names(out["id"], spec.output.results)
        for key in spec.fields:
            if key.analysis.bounded and isinstance(out.get(key.name), int):
                out[key.name] = out[key.name] if place.passes * out[key.name] <= MAX_PASSES_IN_ALL else 1
                inner = replace(inner, passes=place.passes * max(out[key.name], 1))
        if "index" in spec.output.results:
            inner = replace(inner, loop=out.get("id") if "{" not in out.get("id", "{") else None)
        for key in spec.fields:
            if isinstance(key.shape, Block) and (key.required or self.maybe()):
                out[key.name] = self.block(inner)[0]
        return out, after


@st.composite
def documents(draw: Draw, vocabulary: Vocabulary, depth: int = 6) -> dict[str, Any]:
    """Return cards that are right, each of one drawn number; with LAWS=all choice by choice, so that a failure shrinks."""
    depth = draw(st.sampled_from([depth, depth + 1, depth + 2, 3]))
    choices = Shrinking(draw) if IS_WHOLE else Keyed(Stream(draw(st.integers(0, 2**32 - 1)), "documents"))
    return Maker(vocabulary, choices).document(depth)


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**60), 2**60),
    st.sampled_from([-1, 0, 1, 19, 20, 21, 999, 1000]),
    st.sampled_from(
        ["", "damage", "onPlay", "$onPlay.playerUUID", "{a.b", "$1", "$0", "3", "x}y", "a" * 201, "add", "卡"]
    ),
    st.text(alphabet="$x.{} <1", max_size=8),
    st.just([]),
    st.just({}),
    st.just({"type": "damage"}),
    st.just({"type": "AlwaysTrue"}),
    st.just([{"type": "nothing"}]),
)


SPOILS = (
    None, True, False, -1, 0, 1, 19, 20, 21, 100, 101, 999, 1000, -(2**60), 2**60, "", "damage", "onPlay", "onPlayCard",
    "$onPlay.playerUUID", "{a.b", "$1", "$0", "3", "x}y", "a" * 201, "add", "卡", "$x.{", " ", [], {}, [[]],
    {"type": "damage"}, {"type": "AlwaysTrue"}, [{"type": "nothing"}], {"type": 3}, [None],
)  # fmt: skip


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return every (container, key) of a document."""
    out: list[tuple[Any, Any]] = []
    todo = [value]
    while todo:
        item = todo.pop()
        keys = list(item) if isinstance(item, dict) else range(len(item)) if isinstance(item, list) else ()
        out.extend((item, key) for key in keys)
        todo.extend(item[key] for key in keys)
    return out


@st.composite
def broken_cards(draw: Draw, vocabulary: Vocabulary, depth: int = 6) -> dict[str, Any]:
    """Return cards that were changed in one random place."""
    document = copy.deepcopy(draw(documents(vocabulary, depth)))
    state, key = draw(st.sampled_from(places(document)))
    how = draw(st.sampled_from(["replace", "replace", "remove", "add", "rename", "copy"]))
    if how == "replace":
        state[key] = draw(JUNK)
    elif how == "remove":
        del state[key]
    elif how == "copy":
        state[key] = copy.deepcopy(draw(st.sampled_from([h[k] for h, k in places(document)])))
    elif isinstance(state, dict):
        value = state.pop(key) if how == "rename" else draw(JUNK)
        state[draw(st.sampled_from(["type", "id", "amount", "extra", "Type", f"{key}s"]))] = value
    else:
        state.append(draw(JUNK))
    return document


def spoilt(document: dict[str, Any], choices: Choices) -> dict[str, Any]:
    """Return a document changed in one place, as `broken` does, by choices of any kind."""

    def pick(options: Iterable[Any]) -> Any:
        listed = list(options)
        return listed[choices.below(len(listed))]

    document = copy.deepcopy(document)
    state, key = pick(places(document))
    how = pick(("replace", "replace", "remove", "add", "rename", "copy"))
    if how == "replace":
        state[key] = copy.deepcopy(pick(SPOILS))
    elif how == "remove":
        del state[key]
    elif how == "copy":
        state[key] = copy.deepcopy(pick(inside[place] for inside, place in places(document)))
    elif isinstance(state, dict):
        value = state.pop(key) if how == "rename" else copy.deepcopy(pick(SPOILS))
        state[pick(("type", "id", "amount", "extra", "Type", f"{key}s"))] = value
    else:
        state.append(copy.deepcopy(pick(SPOILS)))
    return document


def json_values() -> st.SearchStrategy[Any]:
    """Return any JSON value at all, with words of the language in it."""
    words = st.sampled_from(
        ["type", "do", "behaviors", "at", "level", "id", "triggers", "event", "condition", "target", "times"]
    )
    return st.recursive(
        JUNK | words,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words | st.text(max_size=3), inner, max_size=5),
        max_leaves=25,
    )


__all__ = ["Keyed", "Maker", "broken_cards", "documents", "json_values", "places", "spoilt"]
