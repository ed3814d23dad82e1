"""Twenty kinds of semantic fault, each a change of one place of a card that leaves its shape right.

The kinds know the registry and no card: a game, a card or a word that is added is planted in from then on. What the checker can see was
not looked at when they were written; a kind is changed only where it plants what is no fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.api import scope
from engine.language.analysis.moments import moments
from engine.language.analysis.semantics import INSTANT
from engine.language.spec.kinds import listenable, timings_of
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import (
    Block,
    Enum,
    EventName,
    IntegerLiteral,
    ListOf,
    Number,
    TextLiteral,
    TimingName,
    Value,
    holds_conditions,
)
from engine.language.text.describe import describe
from engine.packs.canonical import canonical_bytes
from tests.engine.faults.game import Game, names_a_number
from tests.engine.faults.places import Json, Place, changed, name_of, node_of, places, without
from tests.engine.faults.words import DIRECTIONS, ROLES, SIDES, ZONES, Groups, broader, reworded

Changes = Iterator[Json]
Plant = Callable[[Game, Json, Place], Changes]

DURATIONS = ("turns", "lasts", "within", "duration")
USES = ("usage", "uses", "spends")
REACH = ("max", "range", "level", "last", "top")
_REFERENCE = re.compile(r"^(?:\$([\w.]+)|\{([\w.]+)\})$")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of fault: `plant` yields the card with every fault of the kind that a place of it can have."""

    name: str
    title: str
    plant: Plant


def _wrong_event(game: Game, card: Json, place: Place) -> Changes:
    """Another event, with other fields; or another moment of the card."""
    if isinstance(place.shape, EventName) and place.value != INSTANT:
        old = game.vocabulary.event(place.value)
        for event in listenable(game.vocabulary):
            if old is not None and event.name != INSTANT and (event.fields != old.fields or not _has_stages(game)):
                yield from [changed(card, place.steps, event.name)] if event.name != old.name else ()
    elif isinstance(place.shape, TimingName):
        kind = game.vocabulary.kind_of(card)
        for timing in timings_of(game.vocabulary, kind.name if kind else ""):
            if timing.name != place.value:
                yield changed(card, place.steps, timing.name)


def _has_stages(game: Game) -> bool:
    """Return whether the events of a game tell the steps of one happening apart by more than their fields."""
    return len({tuple(event.fields) for event in listenable(game.vocabulary)}) > 3


def _dead_id(game: Game, card: Json, place: Place) -> Changes:
    """An id that is not there, one letter from one that is."""
    if place.key.reference.keys_of is not None and isinstance(place.value, dict):
        for name, value in place.value.items():
            yield changed(card, place.steps, {_misspelt(name): value} | _without(place.value, name))
    elif isinstance(place.value, str) and place.steps[0] != "id" and isinstance(place.shape, TextLiteral | Value):
        if place.key.name in ("label", "name", "description"):
            return  # words that nothing looks up
        labels = {held.value for held in game.places[card["id"]] if held.key.name == "id" and held.depth == 0}
        if place.value in game.cards or place.value in labels or place.key.reference.names:
            yield from [changed(card, place.steps, _misspelt(place.value))] if place.key.name != "id" else ()


def _misspelt(name: str) -> str:
    return name[:-1] + ("x" if name[-1] != "x" else "y")


def _without(held: Mapping[str, Any], name: str) -> Json:
    return {key: value for key, value in held.items() if key != name}


def _foreign_condition(game: Game, card: Json, place: Place) -> Changes:
    """One more condition of a trigger, which shipped cards ask only at other events."""
    if not isinstance(place.shape, EventName) or not isinstance(place.spec, RecordSpec) or place.value == INSTANT:
        return
    key = next((key for key in place.spec.fields if holds_conditions(key.shape)), None)
    if key is None:
        return
    native = {game.name("condition", item) for item in game.conditions.get(place.value, ())}
    steps = (*place.steps[:-1], key.name)
    before = next((held.value for held in game.places[card["id"]] if held.steps == steps), None)
    for event, held in game.conditions.items():
        for first in held:
            if event != place.value and game.name("condition", first) not in native and not _is_logic(game, first):
                yield changed(card, steps, _together(game, key.shape, before, first))


def _is_logic(game: Game, condition: Any) -> bool:
    name = game.name("condition", condition)
    return name in ("And", "Or", "Not", "AlwaysTrue", "AlwaysFalse", *_COMPARISONS)


_COMPARISONS = ("Equals", "GreaterThan", "LessThan", "GreaterThanOrEqual", "LessThanOrEqual")


def _together(game: Game, shape: object, before: Any, condition: Any) -> Any:
    """Return what a field of conditions holds when one more must be true."""
    if isinstance(shape, ListOf):
        return [*(before or ()), condition]
    if before is None:
        return condition
    return node_of(game.vocabulary, "condition", "And", conditions=[before, condition])


def _reworded(game: Game, card: Json, place: Place, groups: Groups) -> Changes:
    """The same word of a field, or the same node, with one part of its name exchanged."""
    if isinstance(place.shape, Enum) and isinstance(place.value, str) and _is_inside(place):
        for name in reworded(place.value, place.shape.names, groups):
            yield changed(card, place.steps, name)
    elif place.family:
        yield from _renamed(game, card, place, lambda name, names: reworded(name, names, groups))


def _renamed(game: Game, card: Json, place: Place, rest: Callable[[str, list[str]], Iterator[str]]) -> Changes:
    name = name_of(game.vocabulary, place.family, place.value)
    if name is None:
        return
    syntax = game.vocabulary.syntax(place.family)
    for other in rest(name, list(game.vocabulary.family(place.family))):
        steps = place.steps if syntax.word else (*place.steps, syntax.key)
        yield changed(card, steps, other)


def _swapped_role(game: Game, card: Json, place: Place) -> Changes:
    """Who did it for whom it was done to: another field of the event of the same type, or the other word of a pair."""
    for made in _reworded(game, card, place, ROLES):
        if not _reads_the_same(game, place, made):
            yield made
    head, _, field = _reference(place.value).rpartition(".")
    event = game.vocabulary.event(head)
    if event is not None and field in event.fields:
        for other, kind in event.fields.items():
            if other != field and kind == event.fields[field] and kind != "int":
                yield changed(card, place.steps, place.value.replace(f".{field}", f".{other}"))


def _reads_the_same(game: Game, place: Place, card: Json) -> bool:
    """Return whether the other condition reads the same field of its event, as where only one thing takes part: that is no fault."""
    event, specs = game.vocabulary.event(place.event), game.vocabulary.family("condition")
    other = next((held.value for held in places(game.vocabulary, card) if held.steps == place.steps), None)
    names = [game.name(place.family, value) for value in (place.value, other)] if place.family == "condition" else []
    if event is None or None in names:
        return False
    asks = [specs[str(name)].analysis.asks for name in names]
    return bool(names) and all(
        moment.field_of(one) == moment.field_of(two)
        for moment in moments(game.vocabulary, event)
        for one, two in zip(*asks, strict=False)
    )


def _reference(value: Any) -> str:
    found = _REFERENCE.match(value) if isinstance(value, str) else None
    return (found[1] or found[2]) if found else ""


def _use_never_spent(game: Game, card: Json, place: Place) -> Changes:
    """The effect that counts a variable down is left out, or the field that says how uses are spent."""
    if place.key.name in USES and not place.key.required:
        yield without(card, place.steps)
    if place.family == "effect" and isinstance(place.steps[-1], int) and isinstance(place.value, dict):
        inside = [held for held in game.places[card["id"]] if held.steps[: len(place.steps)] == place.steps]
        fields = {held.key.name: held.value for held in inside if len(held.steps) <= len(place.steps) + 2}
        counts = any(names_a_number(held) for held in inside if len(held.steps) <= len(place.steps) + 2)
        if counts and isinstance(fields.get("amount"), int) and fields["amount"] < 0:
            yield without(card, place.steps)


def _later_reference(game: Game, card: Json, place: Place) -> Changes:
    """A reference to what is bound only behind it: another name is referred to, or the block that binds it comes later."""
    if isinstance(place.shape, Block) and isinstance(place.value, list):
        for first, one in enumerate(place.value):
            label = one.get("id") if isinstance(one, dict) else None
            for second in range(first + 1, len(place.value)):
                if isinstance(label, str) and f"{label}." in str(place.value[second]):
                    yield changed(card, place.steps, _exchanged(place.value, first, second))
    if _reference(place.value):
        for found in scope(game.ruleset, canonical_bytes(card).decode(), place.pointer):
            if found.group == "later":
                yield changed(card, place.steps, found.insert)


def _exchanged(held: list[Any], first: int, second: int) -> list[Any]:
    made = list(held)
    made[first], made[second] = made[second], made[first]
    return made


def _wrong_zone(game: Game, card: Json, place: Place) -> Changes:
    """Another place of the table: deck for hand, back for front."""
    yield from _reworded(game, card, place, ZONES)


def _wrong_direction(game: Game, card: Json, place: Place) -> Changes:
    """Less for more, least for most."""
    yield from _reworded(game, card, place, DIRECTIONS)


def _wrong_side(game: Game, card: Json, place: Place) -> Changes:
    """The opponent's for one's own, the others for oneself."""
    yield from _reworded(game, card, place, SIDES)


def _amount_off(game: Game, card: Json, place: Place) -> Changes:
    """A number of an effect, one more or one less."""
    shape, value = place.shape, place.value
    is_number = isinstance(shape, IntegerLiteral | Number) and value.__class__ is int and place.is_in_effects
    if is_number and place.key.name not in (*DURATIONS, *REACH) and not place.key.analysis.limits_firings:
        yield changed(card, place.steps, value + 1)
        yield changed(card, place.steps, value - 1)


def _duration_dropped(game: Game, card: Json, place: Place) -> Changes:
    """How long it lasts is left out, or another span is named."""
    lifetimes = {life.name for life in game.vocabulary.lifetimes}
    if isinstance(place.shape, Enum) and (place.key.name in DURATIONS or lifetimes >= set(place.shape.names)):
        yield from (changed(card, place.steps, name) for name in place.shape.names if name != place.value)
    if place.key.name in DURATIONS and not place.key.required and place.depth == 0:
        yield without(card, place.steps)


def _missing_filter(game: Game, card: Json, place: Place) -> Changes:
    """The condition by which a chooser leaves things out is gone."""
    narrows = place.key.analysis.narrows or (
        place.key.name in ("filter", "tag", "faction") and place.key.shape != _FILTER
    )
    if narrows and place.depth == 0 and not place.key.required and place.steps[-1] == place.key.name:
        yield without(card, place.steps)


_FILTER = ListOf(TextLiteral())


def _order_swapped(game: Game, card: Json, place: Place) -> Changes:
    """Two effects that follow each other are done in the other order."""
    if isinstance(place.shape, Block) and isinstance(place.value, list):
        for first in range(len(place.value) - 1):
            if place.value[first] != place.value[first + 1]:
                yield changed(card, place.steps, _exchanged(place.value, first, first + 1))


def _wrong_stage(game: Game, card: Json, place: Place) -> Changes:
    """Another stage of its event, or another step of the same happening: an event with the same fields."""
    if isinstance(place.shape, Enum) and place.key.name == "stage":
        yield from (changed(card, place.steps, name) for name in place.shape.names if name != place.value)
    if isinstance(place.shape, EventName) and (old := game.vocabulary.event(place.value)) is not None:
        for event in listenable(game.vocabulary):
            if event.name not in (old.name, INSTANT) and event.fields == old.fields:
                yield changed(card, place.steps, event.name)


def _wrong_sort(game: Game, card: Json, place: Place) -> Changes:
    """Another element, school, status or kind; another tag."""
    if place.key.name == "tag" and place.is_in_effects:
        yield from (changed(card, place.steps, tag) for tag in game.tags if tag != place.value)
    if not isinstance(place.shape, Enum) or not _is_a_sort(game, place):
        return
    picks = {*broader(place.value, place.shape.names)}
    for groups in (ROLES, SIDES, ZONES, DIRECTIONS):
        picks |= {*reworded(place.value, place.shape.names, groups)}
    yield from (changed(card, place.steps, name) for name in place.shape.names if name not in (place.value, *picks))


def _is_a_sort(game: Game, place: Place) -> bool:
    """Return whether a field holds one of several sorts of things: not of a card as a whole, no stage and no span of time."""
    lifetimes = {life.name for life in game.vocabulary.lifetimes}
    is_span = place.key.name in DURATIONS or lifetimes >= set(place.shape.names)  # type: ignore[union-attr]  # an Enum, the caller says
    return _is_inside(place) and not is_span and place.key.name != "stage"


def _is_inside(place: Place) -> bool:
    """Return whether a place is in something that the card does, rather than on the card itself, as its rarity or its colours."""
    return len(place.steps) > 2


def _limit_removed(game: Game, card: Json, place: Place) -> Changes:
    """How often a trigger fires is no longer limited."""
    if place.key.analysis.limits_firings and not place.key.required and place.value != place.key.default:
        made = without(card, place.steps)
        if describe(game.vocabulary, made, "en") != describe(game.vocabulary, card, "en"):
            yield made  # where its event comes but once, no limit is said, and none binds


def _negated(game: Game, card: Json, place: Place) -> Changes:
    """A condition is turned round."""
    if place.family != "condition":
        return
    if game.name("condition", place.value) == "Not":
        inner = next(held for held in game.places[card["id"]] if held.steps[:-1] in _bags(place) and held.family)
        yield changed(card, place.steps, inner.value)
    else:
        yield changed(card, place.steps, node_of(game.vocabulary, "condition", "Not", condition=place.value))


def _bags(place: Place) -> tuple[tuple[str | int, ...], ...]:
    """Return where the fields of a node may be: beside its name, or in its bag."""
    return place.steps, (*place.steps, "args"), (*place.steps, "params")


def _other_variable(game: Game, card: Json, place: Place) -> Changes:
    """The value of another variable or property, or another number that is known there."""
    if names_a_number(place):
        yield from (changed(card, place.steps, name) for name in game.numbers if name != place.value)
    elif place.key.analysis.reads_variable and isinstance(place.shape, Enum):
        yield from (changed(card, place.steps, name) for name in place.shape.names if name != place.value)
    elif isinstance(place.shape, Number | Value) and _reference(place.value):
        found = scope(game.ruleset, canonical_bytes(card).decode(), place.pointer)
        kind = next((item.type for item in found if _reference(item.insert) == _reference(place.value)), "")
        for first in found:
            if kind and first.type == kind and first.fits and _reference(first.insert) != _reference(place.value):
                yield changed(card, place.steps, first.insert)


def _too_broad(game: Game, card: Json, place: Place) -> Changes:
    """More is chosen than should be: all for one, allies anywhere for allies here, a longer reach."""
    if isinstance(place.shape, Enum) and isinstance(place.value, str) and _is_inside(place):
        yield from (changed(card, place.steps, name) for name in broader(place.value, place.shape.names))
    elif place.family == "chooser":
        yield from _renamed(game, card, place, broader)
    elif place.key.name in REACH and place.value.__class__ is int:
        yield changed(card, place.steps, place.value + 1)


def _unreachable(game: Game, card: Json, place: Place) -> Changes:
    """A block whose condition must hold and must not."""
    if place.family != "condition" or not holds_conditions(place.key.shape):
        return
    if isinstance(place.spec, RecordSpec) or place.spec.family != "condition":
        opposite = node_of(game.vocabulary, "condition", "Not", condition=place.value)
        if isinstance(place.steps[-1], int):
            held = next(one.value for one in game.places[card["id"]] if one.steps == place.steps[:-1])
            yield changed(card, place.steps[:-1], [*held, opposite])
        else:
            both = node_of(game.vocabulary, "condition", "And", conditions=[place.value, opposite])
            yield changed(card, place.steps, both)


KINDS = (
    Kind("wrong-event", "waits for another event", _wrong_event),
    Kind("dead-id", "names what is not there", _dead_id),
    Kind("foreign-condition", "asks what only other events know", _foreign_condition),
    Kind("swapped-role", "who did it for whom it was done to", _swapped_role),
    Kind("use-never-spent", "a use is never spent", _use_never_spent),
    Kind("later-reference", "refers to a later block", _later_reference),
    Kind("wrong-zone", "another place of the table", _wrong_zone),
    Kind("wrong-direction", "less for more", _wrong_direction),
    Kind("wrong-side", "the other side", _wrong_side),
    Kind("amount-off", "a number is off by one", _amount_off),
    Kind("duration-dropped", "lasts otherwise", _duration_dropped),
    Kind("missing-filter", "a filter is gone", _missing_filter),
    Kind("order-swapped", "effects in the other order", _order_swapped),
    Kind("wrong-stage", "another stage or step", _wrong_stage),
    Kind("wrong-sort", "another element, kind or tag", _wrong_sort),
    Kind("limit-removed", "its limit is gone", _limit_removed),
    Kind("negated-condition", "a condition turned round", _negated),
    Kind("other-variable", "the value of another variable", _other_variable),
    Kind("too-broad", "chooses more", _too_broad),
    Kind("unreachable-block", "a block that can never run", _unreachable),
)
"""All kinds, in the order in which the table of docs/contributing/planted-faults.md shows them."""
