"""Emission and dispatch: an event passes check, modify, before, perform and after, its listeners in the ruleset's order.

The listeners of an event are captured when it is raised: those added meanwhile wait for the next one, those removed meanwhile
are skipped. An event that is deferred, or goes by the bus, is raised to its `after` listeners when its scope closes, and they are
those that are registered then. An emission without listeners costs one look-up and no frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.errors import EngineBug
from engine.kernel.definitions import EventRule
from engine.kernel.ground import NO_ENVIRONMENT, EnvironmentId, Listener
from engine.kernel.in_flight import (
    Environment,
    EventInFlight,
    LeavingListener,
    new_entry,
    new_environment,
    new_event,
    new_skill_info,
)
from engine.kernel.mutations import new_event_raised
from engine.kernel.scopes import ANSWER, BUS, RULES_BLOCK, SCOPE, SCOPE_BLOCK, USE, current, post, run_skill
from engine.kernel.signals import FRAME_PUSHED, RETRY, RETURN, Signal
from engine.kernel.state import Block, State
from engine.kernel.state_writers import count_use, over_budget, unlisten
from engine.kernel.tallies import count_event
from engine.kernel.uses import USE_BLOCK, conclude, is_active, is_due, is_limited, reserve, use, use_environment

DISPATCH = "kernel/dispatch"
STAGES = ("before", "perform", "after", "end")
AFTER = STAGES.index("after")
PERIOD_ENDS = "ends/"
"""Under this name and that of a period, what ends the triggers that last so long is registered; it is no event."""
Stages = dict[str, tuple[Any, ...]]
Payload = tuple[Any, ...]
Hears = Callable[[Listener], bool]


def emit(st: State, event: str, payload: Payload = ()) -> Signal | None:  # noqa: C901 - a branch costs less than a call here
    """Raise an event; its listeners run before the next op of the caller.

    Shapes: payload holds the values of the event's fields, in their order.
    """
    program, stages, frames = st.program, st.listener_index.get(event), st.frames
    if st.step_events > program.budgets.events:
        return FRAME_PUSHED  # the budget broke within this op, which may raise more before it ends
    height = len(frames)
    if stages is not None and ("check" in stages or "modify" in stages):
        values = resolve_modifiers(st, event, payload, commit=True)
        if values is None:
            return None
        payload, stages = values, st.listener_index.get(event)  # a modifier may have spent itself
    st.seq += 1
    st.step_events += 1
    if st.log is not None:
        st.log.append(new_event_raised(st.seq, event, payload))
    if st.raised is not None:
        st.raised.add(event)
    if event in program.counters:
        count_event(st, event, payload)
    if st.step_events > program.budgets.events:
        over_budget(st, "events")
        return FRAME_PUSHED
    rule, signal = program.events[event], None
    scope = frames[-1][3] if frames and rule.mode != "nested" else 0
    if stages is not None or (rule.perform and scope):
        signal = _raise(st, rule, payload, stages or {}, is_late=scope > 0)
    elif rule.perform:
        signal = _perform(st, rule.perform, event, payload, 0)
    elif scope:
        signal = _wait(st, rule, payload, scope)
    return FRAME_PUSHED if len(frames) > height else signal


def _wait(st: State, rule: EventRule, payload: Payload, scope: int) -> Signal | None:
    """Queue an event without listeners: one may be registered when the scope closes."""
    entry = new_entry("event", rule.name, payload, st.seq, () if rule.hears_after_leaving else None)
    return post(st, scope, entry, to_root=rule.mode == BUS)


def _raise(st: State, rule: EventRule, payload: Payload, stages: Stages, *, is_late: bool) -> Signal | None:
    """Set an event going: at once, or its reactions when the scope closes."""
    stages = _captured(st, rule, _ordered(st, stages))
    if is_late and not rule.perform and "before" not in stages:
        return _post(st, rule, payload, st.seq, stages)
    return push(st, DISPATCH, st.add_event(new_event(rule.name, payload, stages, st.seq, is_late)))


def _ordered(st: State, stages: Stages) -> Stages:
    """Return the listeners with the changing parts of the ruleset's order applied; those equal there keep their places."""
    program = st.program
    order = program.mechanics.order
    if not order.is_changing or program.config.get(order.settled_by[0]) == order.settled_by[1]:
        return stages
    if all(len(ids) < 2 for ids in stages.values()):
        return stages
    listeners, place = st.listeners, order.at_emission
    return {stage: tuple(sorted(ids, key=lambda lid: place(st, listeners[lid]))) for stage, ids in stages.items()}


def _captured(st: State, rule: EventRule, stages: Stages) -> Stages:
    """Return the listeners by id; where they may answer after their host has left, those with a use left, and the host as it is now."""
    if not rule.hears_after_leaving:
        return stages
    return {
        stage: tuple(_leaving(st, listener) for lid in ids if is_active(st, listener := st.listeners[lid]))
        for stage, ids in stages.items()
    }


def _leaving(st: State, listener: Listener) -> LeavingListener:
    host = st.entities.get(listener.host)
    return LeavingListener(listener, None if host is None else tuple(host.items()))


def _post(st: State, rule: EventRule, payload: Payload, seq: int, stages: Stages) -> Signal | None:
    """Queue an event's reactions in the outbox of its scope, or of the outermost one."""
    kept = stages.get("after", ()) if rule.hears_after_leaving else None
    return post(st, current(st), new_entry("event", rule.name, payload, seq, kept), to_root=rule.mode == BUS)


def answer_event(st: State, env_id: EnvironmentId) -> Signal:
    """Raise an event that waited in an outbox to its `after` listeners."""
    entry = st.environments[env_id].entry
    if entry is None:
        raise EngineBug("no entry of an outbox is served here")
    stages: Stages = (
        {"after": entry.leaving} if entry.leaving is not None else _ordered(st, st.listener_index.get(entry.name, {}))
    )
    if stages.get("after"):
        flight = new_event(entry.name, entry.payload, stages, entry.seq, stage=AFTER - 1)
        push(st, DISPATCH, st.add_event(flight))
    return FRAME_PUSHED


def resolve_modifiers(
    st: State, event: str, payload: Payload, *, commit: bool, hears: Hears | None = None
) -> Payload | None:
    """Return the payload of an event as its `check` and `modify` listeners leave it, None where one of them forbids the event.

    Both stages run in one piece: nothing in them can ask. Without `commit` it is a prediction, which leaves the digest as it was.
    Listeners for which `hears` answers False are not asked.
    """
    stages = st.listener_index.get(event)
    if stages is None:
        return payload
    if "check" in stages and not permits(st, event, payload, hears, commit=commit):
        return None
    return _modified(st, event, payload, commit=commit, hears=hears) if "modify" in stages else payload


def permits(st: State, event: str, payload: Payload, hears: Hears | None = None, *, commit: bool = False) -> bool:
    """Return whether no `check` listener forbids the event: a listener's condition is its veto.

    What is forbidden is not offered either, so rules ask this for each action before they put a question. Without `commit` nothing
    is written; with it the event was about to happen, and a listener that answers once has answered.
    """
    for lid in st.listener_index.get(event, {}).get("check", ()):
        listener = st.listeners[lid]
        if not is_active(st, listener) or (hears is not None and not hears(listener)):
            continue
        env = environment(st, listener, event, payload, 0)
        if (not listener.condition or st.program.tests[listener.condition](st, env)) and (
            not listener.limit or is_due(st, listener, commit=commit)
        ):
            if commit and is_limited(listener):
                use(st, listener)
            return False
    return True


def _modified(st: State, event: str, payload: Payload, *, commit: bool, hears: Hears | None) -> Payload:
    """Return the payload as the `modify` listeners hand it on, one to the next.

    A modifier may raise events of its own, and those may be modified in turn, as deep as the budget allows.
    """
    if st.nesting >= st.program.budgets.depth:
        if commit:
            over_budget(st, "depth")
        return payload
    st.nesting += 1
    for lid in _ordered(st, st.listener_index.get(event, {})).get("modify", ()):
        listener = st.listeners.get(lid)
        if listener is None or not is_active(st, listener) or (hears is not None and not hears(listener)):
            continue
        env = environment(st, listener, event, payload, 0)
        if listener.condition and not st.program.tests[listener.condition](st, env):
            continue
        if listener.limit and not is_due(st, listener, commit=commit):
            continue
        run = st.program.inlines[listener.body]
        if not is_limited(listener):
            payload = run(st, env, payload, commit)
            continue
        reserve(st, listener)
        changed = run(st, env, payload, commit)
        conclude(st, listener.id, is_changed=changed != payload, commit=commit)
        payload = changed
    st.nesting -= 1
    return payload


def push(st: State, code: str, number: int) -> Signal:
    """Put a frame on the stack: its block runs before the op after this one."""
    frames = st.frames
    frames.append((code, 0, number, frames[-1][3] if frames else 0))
    return FRAME_PUSHED


def call(st: State, code: str, names: dict[str, Any], owner: int = 0, source: int | None = None) -> Signal:
    """Run a block with an environment of its own before the op after this one."""
    frames = st.frames
    frames.append((code, 0, st.add_environment(new_environment(names, owner, source)), frames[-1][3] if frames else 0))
    return FRAME_PUSHED


def environment(st: State, listener: Listener, event: str, payload: Payload, flight: int) -> Environment:
    """Return what the names of a trigger mean when an event meets it: what it captured, hidden by the event's own fields."""
    names = dict(listener.captured)
    for place, key in st.program.payload_keys[listener.event, event]:
        names[key] = payload[place]
    return new_environment(names, listener.owner, listener.host, event, flight)


def dispatch(st: State, fid: int) -> Signal | None:
    """Run the next listener or stage of an event in flight."""
    while True:
        flight = st.events_in_flight[fid]
        queue, position = flight.queue, flight.position
        if position < len(queue):
            st.writable_event(fid).position = position + 1
            if _fire(st, queue[position], flight, fid):
                is_last = position + 1 == len(queue) and flight.stage == AFTER
                return FRAME_PUSHED if is_last else RETRY
            continue
        stage = flight.stage + 1
        name = STAGES[stage]
        if name == "end":
            return RETURN
        rule = st.program.events[flight.event]
        if name == "after" and flight.late:
            _post(st, rule, flight.payload, flight.seq, flight.stages)
            return RETURN
        flight = st.writable_event(fid)
        flight.stage = stage
        if name == "perform":
            if rule.perform and not flight.cancelled:
                _perform(st, rule.perform, flight.event, flight.payload, fid)
                return RETRY
            continue
        flight.queue = flight.stages.get(name, ())
        flight.position = 0


def _perform(st: State, code: str, event: str, payload: Payload, fid: int) -> Signal:
    names = dict(zip(st.program.events[event].keys, payload, strict=True))
    seq = st.events_in_flight[fid].seq if fid else st.seq
    return push(st, code, st.add_environment(new_environment(names, flight=fid, event_seq=seq)))


def _depth(st: State) -> int:
    """Return how many emissions are nested now: those in dispatch, and those whose last listener has something left to do."""
    environments = st.environments
    flights = {
        frame[2] if frame[0] == DISPATCH else environments[frame[2]].flight for frame in st.frames if frame[0] != SCOPE
    }
    return len(flights - {0})


def _fire(st: State, heard: int | LeavingListener, flight: EventInFlight, fid: int) -> bool:
    """Start one listener's body if it is still registered and its condition holds; return whether it did."""
    is_captured = heard.__class__ is not int
    listener = _of_captured(st, heard) if is_captured else st.listeners.get(heard)  # type: ignore[arg-type]  # the class was looked at
    if listener is None:
        return False
    is_gone = is_captured and listener.id not in st.listeners
    if listener.removes:
        _end_life(st, listener, flight)
        return False
    if not is_gone and (listener.zones or listener.limit or st.reserved) and not is_active(st, listener):
        return False
    env = environment(st, listener, flight.event, flight.payload, fid)
    if is_captured:
        env.last_known = heard.host  # type: ignore[union-attr]  # the class was looked at
    if listener.condition and not st.program.tests[listener.condition](st, env):
        return False
    if listener.limit and not is_due(st, listener, commit=True):
        return False
    most = st.program.budgets.depth
    if len(st.frames) > most and _depth(st) > most:
        over_budget(st, "depth", listener.body)
        return True
    env.event_seq = flight.seq
    _run_body(st, listener, env, is_used=not is_gone and is_limited(listener))
    return True


def _run_body(st: State, listener: Listener, env: Environment, *, is_used: bool) -> None:
    """Run a listener's body before the op after this one; a use is reserved for it, and concluded when it is done."""
    use_env = NO_ENVIRONMENT
    if is_used:
        reserve(st, listener)
        use_env = st.add_environment(use_environment(listener, env))
    if st.program.mechanics.scoped:
        run_skill(st, new_skill_info(listener.host, 0, listener.body), listener.body, env, use_env)
        return
    if use_env:
        push(st, USE, use_env)
    push(st, listener.body, st.add_environment(env))


def _of_captured(st: State, heard: LeavingListener) -> Listener | None:
    """Return a listener that was captured with its host; None where an effect ended it."""
    listener = heard.listener
    return listener if listener.id in st.listeners or _has_left(st, listener) else None


def _has_left(st: State, listener: Listener) -> bool:
    """A listener is gone because its host is where it does not work, or is out of the match; not because an effect ended it."""
    host = st.entities.get(listener.host)
    return bool(listener.zones) and (host is None or host["zone"] not in listener.zones)


def _end_life(st: State, remover: Listener, flight: EventInFlight) -> None:
    """Take away the trigger that a remover guards when the event ends its life: its owner's turn, or any round."""
    if remover.condition:
        fields = st.program.events[flight.event].fields
        if flight.payload[fields.index(remover.condition)] != remover.owner:
            return
    if not remover.limit or count_use(st, remover.id):
        unlisten(st, remover.removes)


def end_period(st: State, period: str) -> None:
    """Take away the triggers that last until the end of a period; the rules of a game close it when all that it raised is answered."""
    for lid in st.listener_index.get(f"{PERIOD_ENDS}{period}", {}).get("after", ()):
        unlisten(st, st.listeners[lid].removes)


def event_for_change(st: State, fid: int) -> EventInFlight:
    """Return an event in flight for an effect to change: that is something done, for which a use is spent."""
    st.changes += 1
    return st.writable_event(fid)


def cancel(st: State, fid: int) -> None:
    """Cancel the event in flight: its default action does not run, later listeners see it as cancelled."""
    if fid not in st.events_in_flight:
        return
    flight = st.events_in_flight[fid]
    rule = st.program.events[flight.event]
    if not rule.cancellable or flight.cancelled:
        return
    flight = event_for_change(st, fid)
    flight.cancelled = True
    if "cancelled" in rule.fields:
        place = rule.fields.index("cancelled")
        flight.payload = (*flight.payload[:place], True, *flight.payload[place + 1 :])


DISPATCH_BLOCK = Block(DISPATCH, (dispatch,))
BLOCKS = (DISPATCH_BLOCK, Block(ANSWER, (answer_event,)), SCOPE_BLOCK, RULES_BLOCK, USE_BLOCK)
"""The kernel's own code; `Ruleset.program` adds it to every match."""
