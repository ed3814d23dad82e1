"""What an answer would change, found by giving it in a world where all that its seat cannot know is drawn again.

Nothing is written to the match. What chance has a hand in is not foreseen, nor an answer that asks for a choice before it does anything,
nor what befalls a card that the seat does not see: in that world it is a guess.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.errors import ChanceRefusal
from engine.kernel.decisions import Decision, Option
from engine.kernel.machine import Step, apply
from engine.kernel.mutations import EventRaised, LogEntry
from engine.kernel.state import State
from engine.kernel.view import View
from engine.language.spec import LocalizedText
from engine.ruleset import BoardLayout, Ruleset

MAX_STEPS = 4
"""Questions after an answer that are answered by themselves: which dice pay, or what has one answer."""
MAX_OFFERED = 60
"""More options than these are not thought through: a page would wait for them."""


class Change(NamedTuple):
    """A drawn number of a card that an answer would change; what leaves the match has 0 left."""

    entity: int
    card: str
    name: str
    before: int
    after: int


THINGS = ("entity", "unit")
"""Kinds of fields of an event that name an entity on the table."""


class WorkingStep(NamedTuple):
    """One of the events in which a number is worked out, with those of its fields that are shown; the title may name others of its payload."""

    title: LocalizedText
    fields: tuple[tuple[str, Any], ...]
    event: str
    payload: Mapping[str, Any]


class Foreseen(NamedTuple):
    """The predicted changes of an answer."""

    changes: tuple[Change, ...]
    steps: tuple[WorkingStep, ...]


def option_foresight(ruleset: Ruleset, state: State, decision: Decision, option: Option) -> Foreseen | None:
    """Return what an option of a question would change; None where it asks for a choice first, and where chance decides."""
    look = ruleset.board.layout if ruleset.board is not None else BoardLayout()
    numbers = tuple(mark.name for mark in look.marks if mark.manner == "meter")
    if not numbers or len(decision.options) > MAX_OFFERED or (decision.min, decision.max) != (1, 1):
        return None
    world = ruleset.determinize(state, decision.seat, 0)
    world.log = []
    before = _read(world, numbers)
    try:
        step, log = _followed(world, decision, option, look)
    except ChanceRefusal:  # chance is written out, and not for this answer
        return None
    if step is None or step.state.rng != world.rng:
        return None
    after = _read(step.state, numbers)
    view = View(state, decision.seat, ruleset.hidden_zones, ruleset.determinize)
    changes = tuple(
        Change(eid, world.entities[eid]["def"], name, value, after.get((eid, name), 0))
        for (eid, name), value in before.items()
        if after.get((eid, name), 0) != value and view.entity(eid) is not None
    )
    return Foreseen(changes, _steps(ruleset, look, log, view)) if changes else None


def _followed(
    world: State, decision: Decision, option: Option, look: BoardLayout
) -> tuple[Step | None, list[LogEntry]]:
    """Return the step after an answer and what it asks of the pool, with its log; no step where a choice is asked for first."""
    step = apply(world, (option,), decision.seat)
    log = list(step.log)
    for _ in range(MAX_STEPS):
        asks = step.decision
        if asks is None or asks.seat != decision.seat or not asks.source:
            break
        pays = look.pool is not None and bool(look.pool.matching(str(asks.options[0])))
        if not pays and len(asks.options) > 1:
            return None, log
        step = apply(step.state, asks.options[:1], decision.seat)
        log += step.log
    return step, log


def _read(state: State, names: Sequence[str]) -> Mapping[tuple[int, str], int]:
    return {
        (eid, name): entity[name]
        for eid, entity in state.entities.items()
        for name in names
        if entity["def"] and name in entity
    }


def _steps(ruleset: Ruleset, look: BoardLayout, log: Sequence[LogEntry], view: View) -> tuple[WorkingStep, ...]:
    """Return the events of a log in which numbers are worked out, but those about what the viewer does not see."""
    fields = {event.name: event.fields for event in ruleset.vocabulary.events if event.name in look.steps}
    steps = []
    for entry in log:
        if isinstance(entry, EventRaised) and entry.event in fields:
            title, names = look.steps[entry.event]
            payload = dict(zip(fields[entry.event], entry.payload, strict=True))
            things = [payload[name] for name, kind in fields[entry.event].items() if kind in THINGS and payload[name]]
            if all(view.entity(eid) is not None for eid in things):
                steps.append(WorkingStep(title, tuple((name, payload[name]) for name in names), entry.event, payload))
    return tuple(steps)
