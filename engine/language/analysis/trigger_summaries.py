"""The triggers of a document as a graph sees them: what each hears, what it may emit, and what keeps it from going on without end.

Source: the language's design §2.5 (E-SELF, W-LOOP): limiters are `once`, a limit of firings, a source that must be another, a
variable that the condition reads and the body lowers, and an event by which things leave play while the body brings in none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.json_values import Json, items_of
from engine.language.analysis.folding import constant_answer
from engine.language.analysis.structure import is_whole
from engine.language.reading.strings import values_in
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
    Ref,
    Targets,
    Vocabulary,
)
from engine.language.spec.kinds import members
from engine.language.spec.shapes import holds_conditions

INSTANT = "instant"
FEW_FIRINGS = 20
"""So many firings a turn are few: a limit of more is none (§2.5)."""


@dataclass(frozen=True, slots=True)
class Listener:
    """One trigger of a document.

    Shapes: hears are events, those of a group one by one; raises maps an event to whether it is certain to be emitted, again and
            again; limits names what ends it (`once`, `limit`, `source`, `variable`, `ends`); outer is the place in the document's list
            of the trigger that mounts it, -1 for none; mode is the key of its lifetime, where it has one.
    """

    path: str
    hears: tuple[str, ...]
    raises: Mapping[str, bool]
    limits: tuple[str, ...] = ()
    outer: int = -1
    mode: str | None = None


@dataclass(frozen=True, slots=True)
class Keys:
    """Under which names the parts of a trigger are found in a ruleset's documents."""

    event: str
    body: str
    condition: str
    mode: str | None
    limits: tuple[Field, ...]


def trigger_keys(vocabulary: Vocabulary) -> tuple[Keys, ...]:
    """Return how the triggers of a ruleset's documents are written: what each field is for is seen from its shape."""
    lifetimes = {life.name for life in vocabulary.lifetimes}
    return tuple(
        Keys(
            event.name,
            next((f.name for f in spec.fields if isinstance(f.shape, Block)), "do"),
            next((f.name for f in spec.fields if holds_conditions(f.shape)), "condition"),
            next((f.name for f in spec.fields if isinstance(f.shape, Enum) and set(f.shape.names) == lifetimes), None),
            tuple(f for f in spec.fields if f.analysis.limits_firings or f.shape == ObjectShape("limit")),
        )
        for spec in vocabulary.records
        for event in spec.fields
        if isinstance(event.shape, EventName)
    )


def listener(vocabulary: Vocabulary, keys: Keys, trigger: Json, path: str, outer: int, card: Any) -> Listener | None:
    """Return what a trigger is to the graph, or None when it names no event that is waited for."""
    written = trigger.get(keys.event)
    event = vocabulary.event(written) if isinstance(written, str) and written != INSTANT else None
    if event is None:
        return None
    hears = tuple(member.name for member in members(vocabulary, event))
    raises = raised(vocabulary, trigger.get(keys.body), certain=_is_always_true(trigger.get(keys.condition)))
    limits = (
        *_limits(vocabulary, keys, trigger, raises),
        *_departures(vocabulary, keys, trigger, raises, card),
        *_spendings(vocabulary, trigger.get(keys.body), card),
    )
    return Listener(path, hears, raises, limits, outer, keys.mode)


def _is_always_true(condition: Any) -> bool:
    """Return whether a condition, or all of a list of them, always holds; an absent one does."""
    return all(constant_answer(term) is True for term in conditions_of(condition))


def conditions_of(value: Any) -> list[Any]:
    """Return the conditions in a field that holds one or a list of them, none where it is absent."""
    return value if isinstance(value, list) else [] if value is None else [value]


# ------------------------------------------------------------------------------------------------ what a body emits


def raised(vocabulary: Vocabulary, block: Any, *, certain: bool) -> dict[str, bool]:
    """Return the events that a list of effects emits, each with whether that is certain to happen without end."""
    out: dict[str, bool] = {}
    for _node, spec, sure in effects_done(vocabulary, block, certain=certain):
        for name in spec.analysis.emits:
            event = vocabulary.event(name)
            for member in members(vocabulary, event) if event is not None else ():
                out[member.name] = out.get(member.name, False) or (sure and not spec.analysis.is_self_limiting)
    return out


def effects_done(vocabulary: Vocabulary, block: Any, *, certain: bool) -> Iterator[tuple[Json, NodeSpec, bool]]:
    """Yield the effects that a list leads to, those in blocks and instant triggers too, each with whether it is surely done."""
    todo: list[tuple[Any, bool]] = [(block, certain)]
    while todo:
        held, sure = todo.pop()
        for node in items_of(held):
            spec = vocabulary.spec("effect", node)
            if spec is None:
                continue
            yield node, spec, sure
            todo.extend(_inner(vocabulary, spec, node, sure))
            if spec.analysis.is_terminal and sure:
                break


def _inner(vocabulary: Vocabulary, spec: NodeSpec, node: Json, certain: bool) -> Iterator[tuple[Any, bool]]:
    """Yield the blocks inside an effect, those of its options, and those of the instant triggers that it adds."""
    blocks = [key.name for key in spec.fields if isinstance(key.shape, Block)]
    if "index" in spec.output.results:
        times = node.get("times")
        if times != 0:
            yield node.get(blocks[0]), certain and is_whole(times) and times > 0
    elif len(blocks) == 2 and spec.field("condition"):
        answer = constant_answer(node.get("condition"))
        if answer is not False:
            yield node.get(blocks[0]), certain and answer is True
        if answer is not True:
            yield node.get(blocks[1]), certain and answer is False
    else:
        yield from ((node.get(name), False) for name in blocks)
    for key in spec.fields:
        if isinstance(key.shape, ListOf) and isinstance(key.shape.item, ObjectShape):
            yield from _listed(vocabulary.record(key.shape.item.name), node.get(key.name), certain)


def _listed(record: RecordSpec, items: Any, certain: bool) -> Iterator[tuple[Any, bool]]:
    """Yield the blocks of a list of options, one of which is done, or of those among some triggers that are done at once."""
    body = next((key.name for key in record.fields if isinstance(key.shape, Block)), None)
    event = next((key.name for key in record.fields if isinstance(key.shape, EventName)), None)
    for item in items if isinstance(items, list) and body is not None else ():
        if not isinstance(item, dict):
            continue
        if event is None:
            yield item.get(body), False
        elif item.get(event) == INSTANT:
            yield item.get(body), certain and _is_always_true(item.get("condition"))


# -------------------------------------------------------------------------------------------------- what ends a round


def _limits(vocabulary: Vocabulary, keys: Keys, trigger: Json, raises: Mapping[str, bool]) -> Iterator[str]:
    """Yield what keeps a trigger from answering again and again."""
    if keys.mode is not None:
        mode = trigger.get(keys.mode, vocabulary.lifetimes[0].name)
        lifetime = vocabulary.lifetime(mode) if isinstance(mode, str) else None
        if lifetime is None or lifetime.once:
            yield "once"
    if any(most <= FEW_FIRINGS for key in keys.limits for most in _numbers(key, trigger.get(key.name))):
        yield "limit"
    if not raises:
        return
    parts = list(_conjuncts(conditions_of(trigger.get(keys.condition))))
    event = vocabulary.event(str(trigger[keys.event]))
    if event is not None and any(_excludes_source(vocabulary, event, part, trigger.get(keys.body)) for part in parts):
        yield "source"
    if any(_runs_out(vocabulary, part, trigger.get(keys.body)) for part in parts):
        yield "variable"


def _departures(
    vocabulary: Vocabulary, keys: Keys, trigger: Json, raises: Mapping[str, bool], card: Any
) -> Iterator[str]:
    """Yield `ends` where each firing takes something out of play that does not come back.

    A trigger on one thing's own end fires once for it, unless its body makes the card again; one on the end of anything runs out
    of things, unless its body or a keyword of its card brings in more.
    """
    event = vocabulary.event(str(trigger[keys.event]))
    heard = members(vocabulary, event) if event is not None else ()
    leaving = [set(one.analysis.ends) for one in heard]
    if not raises or event is None or not all(leaving):
        return
    parts = _conjuncts(conditions_of(trigger.get(keys.condition)))
    if any(_is_about_one(vocabulary, event, part, set.intersection(*leaving)) for part in parts):
        is_again = _creates(vocabulary, raises) and _names_itself(trigger.get(keys.body), card)
    else:
        is_again = _creates(vocabulary, [*raises, *_of_keywords(vocabulary, card)])
    if not is_again:
        yield "ends"


THIS = {"type": "this"}
"""The chooser of the entity whose trigger it is."""


def _spendings(vocabulary: Vocabulary, body: Any, card: Any) -> Iterator[str]:
    """Yield `variable` where each firing surely lowers what the card's entity runs out of, and `ends` where it takes that away."""
    held = card.values() if isinstance(card, dict) else ()
    counters = vocabulary.counters.intersection(key for one in held if isinstance(one, dict) for key in one)
    for node, spec, sure in effects_done(vocabulary, body, certain=True):
        target = next((node.get(key.name) for key in spec.fields if isinstance(key.shape, Targets)), None)
        if sure and target in (None, THIS) and any(_way(spec, node, name) == "-" for name in counters):
            yield "variable"
        if sure and spec.analysis.removes and node.get(spec.analysis.removes) == THIS:
            yield "ends"


def _creates(vocabulary: Vocabulary, events: Iterable[str]) -> bool:
    """Return whether something comes into play by one of some events."""
    return any(event is not None and event.analysis.creates for event in map(vocabulary.event, events))


def _is_about_one(vocabulary: Vocabulary, event: EventSpec, condition: Json, leaving: set[str]) -> bool:
    """Return whether a condition wants what leaves to be one thing: the card itself, or what a name outside the event means."""
    field = _field_that_is_this(vocabulary, event, condition)
    if field is not None:
        return field in leaving
    if condition.get("type") != "Equals":
        return False
    sides = [_name(condition.get("value1")), _name(condition.get("value2"))]
    own = {f"{event.name}.{field}" for field in leaving}
    return not own.isdisjoint(sides) and any(
        side is not None and not side.startswith(f"{event.name}.") for side in sides
    )


def _names_itself(body: Any, card: Any) -> bool:
    """Return whether a body holds the id of its own card, or a card without one."""
    own = card.get("id") if isinstance(card, dict) else None
    return any(value == own or (isinstance(value, dict) and own is None) for value in values_in(body))


def _of_keywords(vocabulary: Vocabulary, card: Any) -> Iterator[str]:
    """Yield the events that the keywords of a card may emit."""
    kind = vocabulary.kind_of(card)
    for key in vocabulary.record(kind.record).fields if kind is not None else ():
        if not isinstance(key.shape, ListOf) or key.shape.item != Node("keyword"):
            continue
        for held in items_of(card.get(key.name)):
            spec = vocabulary.spec("keyword", held)
            yield from spec.analysis.emits if spec is not None else ()


def _numbers(key: Field, value: Any) -> Iterator[int]:
    """Yield the limits that a field gives: itself, or the members of a record such as `{perTurn: 1}`."""
    held = value.values() if isinstance(value, dict) else (value,) if key.analysis.limits_firings else ()
    yield from (number for number in held if is_whole(number))


def _conjuncts(conditions: Sequence[Any]) -> Iterator[Json]:
    """Yield the conditions that must all hold."""
    for condition in conditions:
        if not isinstance(condition, dict):
            continue
        inner = condition.get("conditions")
        if condition.get("type") == "And" and isinstance(inner, list):
            yield from _conjuncts(inner)
        else:
            yield condition


def _excludes_source(vocabulary: Vocabulary, event: EventSpec, condition: Json, body: Any) -> bool:
    """Return whether a condition wants the event's source to be another than the trigger's own card or player.

    That ends a round only where all that emits the event in the body has the card or its player as its source.
    """
    inner, source = condition.get("condition"), event.analysis.source_field
    if condition.get("type") != "Not" or not isinstance(inner, dict) or source is None:
        return False
    if any(
        event.name in spec.analysis.emits and spec.analysis.by_others
        for _, spec, _ in effects_done(vocabulary, body, certain=False)
    ):
        return False
    if _field_that_is_this(vocabulary, event, inner) == source:
        return True
    sides = [_name(inner.get("value1")), _name(inner.get("value2"))]
    return (
        inner.get("type") == "Equals"
        and f"{event.name}.{source}" in sides
        and any(side is not None and _means_this(vocabulary, side) for side in sides)
    )


def _means_this(vocabulary: Vocabulary, name: str) -> bool:
    """Return whether a name means the trigger's own card or its player: one of the surface, or what a timing gives."""
    head, _, tail = name.partition(".")
    return tail in ("UUID", "cardUUID", "playerUUID") and (head == "self" or vocabulary.timing(head) is not None)


def _field_that_is_this(vocabulary: Vocabulary, event: EventSpec, condition: Json) -> str | None:
    """Return the field of an event that a condition wants to be the card itself: the first of those it reads that the event has."""
    spec = vocabulary.spec("condition", condition)
    phrase = spec.wording.about_event(condition) if spec is not None else None
    if spec is None or phrase is None or not phrase.itself:
        return None
    fields = spec.analysis.asks[0].fields if spec.analysis.asks else phrase.fields
    return next((name for name in fields if name in event.fields), None)


def _name(value: Any) -> str | None:
    """Return the plain name that a reference says, whichever way it is written."""
    return value.strip("${}") if isinstance(value, str) and value[:1] in ("$", "{") else None


def _runs_out(vocabulary: Vocabulary, condition: Json, body: Any) -> bool:
    """Return whether a condition wants a variable to be above (or below) a number, and the body surely lowers (or raises) it."""
    kind, targets, right = condition.get("type"), condition.get("value1"), condition.get("value2")
    if kind in ("LessThan", "LessThanOrEqual"):
        targets, right, kind = right, targets, "GreaterThan"
    if kind not in ("GreaterThan", "GreaterThanOrEqual"):
        return False
    if is_whole(right) and isinstance(targets, dict):
        return _moves(vocabulary, targets, body, "-")
    return is_whole(targets) and isinstance(right, dict) and _moves(vocabulary, right, body, "+")


def _moves(vocabulary: Vocabulary, value: Json, body: Any, way: str) -> bool:
    """Return whether a body surely moves the variable that a value node reads, of the same thing, that way."""
    spec = vocabulary.spec("value", value)
    if spec is None:
        return False
    read = {
        str(value[key.name])
        for key in spec.fields
        if key.analysis.reads_variable and isinstance(value.get(key.name), str)
    }
    owners = {_name(value.get(key.name)) for key in spec.fields if isinstance(key.shape, Ref)}
    return any(
        sure
        and _way(effect, node, variable) == way
        and (
            not owners
            or {_name(node.get(key.name)) for key in effect.fields if isinstance(key.shape, Targets)} <= owners
        )
        for node, effect, sure in effects_done(vocabulary, body, certain=True)
        for variable in read
    )


def _way(spec: NodeSpec, node: Json, variable: str) -> str | None:
    """Return which way an effect moves a variable, where the document shows it; one that names any variable adds its amount."""
    names = (key.name for key in spec.fields if key.analysis.reads_variable)
    named = "amount" if any(node.get(name) == variable for name in names) else None
    way = spec.analysis.writes.get(variable, named)
    if way is None:
        return None
    if way in ("+", "-"):
        return way
    amount = node.get(way)
    if node.get("mode", "add") != "add" or not is_whole(amount) or amount == 0:
        return None
    return "-" if amount < 0 else "+"
