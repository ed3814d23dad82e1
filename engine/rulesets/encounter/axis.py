"""The event axis: a queue of events drawn by weight from a pool, whose head is triggered each round. Source: 001§10; EN11, EN17."""

from __future__ import annotations

from engine.toolkit.rules import (
    RULE_WROTE,
    EnvironmentId,
    Jump,
    Signal,
    State,
    call,
    chance,
    definition,
    dispose,
    emit,
    flow,
    make,
    new_environment,
    set_global,
    set_order,
    set_var,
)
from engine.toolkit.turns import in_scope

from .table import AXIS, PLAYER, POOL, TABLE, has_tag, on_axis


def append(st: State, name: str, player: int, source: int = 0) -> int:
    """Put an event at the tail of the axis."""
    eid = make(st, name, player, (TABLE, AXIS), is_second=True)
    set_var(st, eid, "from", source)
    return eid


def refill(st: State) -> None:
    """Append random events until the axis is as long as it may be; an event that weighs nothing is never drawn."""
    while len(st.zone(TABLE, AXIS)) < st.globals["axisLength"]:
        pool = st.zone(TABLE, POOL)
        total = sum(st.entities[eid]["weight"] for eid in pool)
        if not total:
            return
        remaining = chance(st, "axis", total)
        for eid in pool:
            remaining -= st.entities[eid]["weight"]
            if remaining < 0:
                held = st.entities[eid]
                append(st, held["def"], held["own"], held["from"])
                break


def roll(st: State) -> Signal | None:
    """Trigger the head of the axis before the op after this one."""
    head = next(on_axis(st), 0)
    return in_scope(st, st.entities[head]["own"], "encounter/event", head, event=head) if head else None


def trigger(st: State, env_id: EnvironmentId) -> Jump:
    """Do what the event says."""
    head = st.environments[env_id].names["event"]
    names = {"self.UUID": head, "self.playerUUID": st.entities[head]["own"]}
    return call(st, definition(st, head).facts["code"], names, st.entities[head]["own"], head)


def leave(st: State, env_id: EnvironmentId) -> Jump:
    """Raise EventTriggered, and take the event off the axis."""
    names = st.environments[env_id].names
    head = names["event"]
    signal = emit(st, "EventTriggered", (names["player"], head))
    if head in st.entities:
        dispose(st, head)
    return signal


def delay(st: State, place: int, by: int) -> None:
    """Move the event at a place back by a number of places, never out (EN11)."""
    events = list(on_axis(st))
    if 0 <= place < len(events):
        moved = events.pop(place)
        events.insert(min(place + max(by, 0), len(events)), moved)
        set_order(st, TABLE, AXIS, tuple(events))


def swap(st: State, first: int, second: int) -> None:
    """Swap the events at two places."""
    events = list(on_axis(st))
    if 0 <= first < len(events) and 0 <= second < len(events):
        events[first], events[second] = events[second], events[first]
        set_order(st, TABLE, AXIS, tuple(events))


def remove(st: State, tag: str, below: int) -> int:
    """Take the events with a tag out of the first places; later ones close up, and random ones refill the axis."""
    targets = [eid for place, eid in enumerate(on_axis(st)) if place < below and (not tag or has_tag(st, eid, tag))]
    for eid in targets:
        dispose(st, eid)
    if targets:
        refill(st)
    return len(targets)


def grow(st: State, amount: int) -> None:
    """Make the axis longer, or shorter from its tail, within its bounds (001§10.2, EN11)."""
    config = st.program.config
    length = min(max(st.globals["axisLength"] + amount, config["axisLeast"]), config["axisMost"])
    set_global(st, "axisLength", length)
    for eid in tuple(on_axis(st))[length:]:
        dispose(st, eid)
    refill(st)


def append_ready_keys(st: State, env_id: EnvironmentId) -> Signal | None:
    """A rule: key events whose condition holds enter at the tail, once each (EN17)."""
    return enter_keys(st) if st.program.config["keyAtCheckpoint"] else None


def enter_keys(st: State) -> Signal | None:
    """Append the key events whose condition holds."""
    waiting = st.globals["keys"]
    if not waiting:
        return None
    env = new_environment({"self.UUID": PLAYER, "self.playerUUID": PLAYER}, PLAYER, PLAYER)
    ready = [name for name in waiting if st.program.tests[st.program.cards[name].facts["enters"]](st, env)]
    if not ready:
        return None
    set_global(st, "keys", tuple(name for name in waiting if name not in ready))
    for name in ready:
        append(st, name, PLAYER)
    return RULE_WROTE


BLOCKS = (flow("encounter/event", trigger, leave),)
