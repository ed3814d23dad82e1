"""Emission and dispatch: an event passes check, modify, before, perform and after, its listeners in order of registration.

The listeners of an event are captured when it is raised: those added meanwhile wait for the next one, those removed meanwhile
are skipped. An emission that nobody listens to costs one look-up and no frame.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.decisions import Result
from engine.kernel.mutations import running_node, set_result, unlisten
from engine.kernel.program import PUSHED, RETURN, STAY, Block
from engine.kernel.state import Listener, State

DISPATCH = "kernel/dispatch"
STAGES = ("before", "perform", "after", "end")


def emit(st: State, event: str, payload: tuple[Any, ...] = ()) -> int | None:
    """Raise an event; its listeners run before the op after this one.

    Shapes: payload holds the values of the event's fields, in their order.
    """
    program = st.program
    stages = st.idx.get(event)
    if stages is not None:
        if not permits(st, event, payload):
            return None
        payload = modified(st, event, payload, commit=True)
    st.seq += 1
    st.step_events += 1
    if st.log is not None:
        st.log.append(("event", st.seq, event, payload))
    if st.step_events > program.budgets.events:
        return over_budget(st, "events")
    perform = program.events[event].perform
    if stages is None:
        return _perform(st, perform, event, payload, 0) if perform else None
    flight = {
        "event": event,
        "payload": payload,
        "stages": stages,
        "stage": -1,
        "queue": (),
        "i": 0,
        "cancelled": 0,
        "seq": st.seq,
    }
    return push(st, DISPATCH, st.new_record(flight))


def permits(st: State, event: str, payload: tuple[Any, ...]) -> bool:
    """Say whether no `check` listener forbids the event: its condition is its veto. Nothing is written or drawn.

    The enumeration of legal actions may ask the same; an event that is forbidden does not happen when it is raised either.
    """
    for lid in st.idx.get(event, {}).get("check", ()):
        listener = st.lst[lid]
        env = environment(st, listener, event, payload, 0)
        if not listener.condition or st.program.tests[listener.condition](st, env):
            return False
    return True


def modified(st: State, event: str, payload: tuple[Any, ...], *, commit: bool) -> tuple[Any, ...]:
    """Return the payload as the `modify` listeners hand it on, one to the next, without a pause.

    Shapes: without `commit` it is a preview: no listener may write anything.
    """
    for lid in st.idx.get(event, {}).get("modify", ()):
        listener = st.lst.get(lid)
        if listener is None:
            continue
        env = environment(st, listener, event, payload, 0)
        if listener.condition and not st.program.tests[listener.condition](st, env):
            continue
        payload = st.program.inlines[listener.body](st, env, payload, commit)
        if listener.once and commit:
            unlisten(st, lid)
    return payload


def push(st: State, code: str, env: int) -> int:
    """Put a frame on the stack: its block runs before the op after this one."""
    st.frames.append((code, 0, env, 0))
    return PUSHED


def call(st: State, code: str, env: dict[str, Any]) -> int:
    """Run a block with an environment of its own before the op after this one."""
    st.frames.append((code, 0, st.new_record(env), 0))
    return PUSHED


def over_budget(st: State, reason: str, node: str = "") -> int:
    """End the match because a budget broke, naming the node that ran."""
    node = node or running_node(st)
    set_result(st, Result("draw", -1, "budget" if reason != "loop" else "loop", (), node or reason))
    return PUSHED


def environment(st: State, listener: Listener, event: str, payload: tuple[Any, ...], flight: int) -> dict[str, Any]:
    """Return what the names of a trigger mean when an event meets it: what it captured, hidden by the event's own fields."""
    env = dict(listener.captured)
    for place, key in st.program.payload_keys[listener.event, event]:
        env[key] = payload[place]
    env["?flight"], env["?owner"], env["?source"] = flight, listener.owner, listener.host
    return env


def dispatch(st: State, fid: int) -> int | None:
    """Run the next listener or stage of an event in flight."""
    while True:
        flight = st.recs[fid]
        queue, i = flight["queue"], flight["i"]
        if i < len(queue):
            st.record(fid)["i"] = i + 1
            if _fire(st, queue[i], flight, fid):
                is_last = i + 1 == len(queue) and STAGES[flight["stage"]] == "after"
                return PUSHED if is_last else STAY
            continue
        stage = flight["stage"] + 1
        name = STAGES[stage]
        if name == "end":
            return RETURN
        flight = st.record(fid)
        flight["stage"] = stage
        if name == "perform":
            perform = st.program.events[flight["event"]].perform
            if perform and not flight["cancelled"]:
                _perform(st, perform, flight["event"], flight["payload"], fid)
                return STAY
            continue
        flight["queue"] = flight["stages"].get(name, ())
        flight["i"] = 0


def _perform(st: State, code: str, event: str, payload: tuple[Any, ...], fid: int) -> int:
    env = dict(zip(st.program.events[event].keys, payload, strict=True))
    env["?flight"] = fid
    return call(st, code, env)


def _fire(st: State, lid: int, flight: dict[str, Any], fid: int) -> bool:
    """Start one listener's body if it still stands and its condition holds; say whether it did."""
    listener = st.lst.get(lid)
    if listener is None:
        return False
    if listener.removes:
        if _is_end_of(st, listener, flight):
            unlisten(st, listener.removes)
        return False
    env = environment(st, listener, flight["event"], flight["payload"], fid)
    if listener.condition and not st.program.tests[listener.condition](st, env):
        return False
    depth = sum(frame[0] == DISPATCH for frame in st.frames)
    if depth > st.program.budgets.depth:
        over_budget(st, "depth", listener.body)
        return True
    if listener.once:
        unlisten(st, lid)
    call(st, listener.body, env)
    return True


def _is_end_of(st: State, remover: Listener, flight: dict[str, Any]) -> bool:
    """The event ends the lifetime that a remover guards: its owner's turn, or anybody's round."""
    owner_field = remover.condition
    if not owner_field:
        return True
    fields = st.program.events[flight["event"]].fields
    return bool(flight["payload"][fields.index(owner_field)] == remover.owner)


def cancel(st: State, fid: int) -> None:
    """Cancel the event in flight: its default action does not run, later listeners see it as cancelled."""
    if fid not in st.recs:
        return
    flight = st.record(fid)
    rule = st.program.events[flight["event"]]
    if not rule.cancellable or flight["cancelled"]:
        return
    flight["cancelled"] = 1
    if "cancelled" in rule.fields:
        place = rule.fields.index("cancelled")
        flight["payload"] = (*flight["payload"][:place], True, *flight["payload"][place + 1 :])


DISPATCH_BLOCK = Block(DISPATCH, (dispatch,))
