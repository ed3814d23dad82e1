"""Mutation records, played forward and back: what a log says is enough to go from one state to the next and to return.

Source: 002 "applyMutation".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.errors import EngineBug
from engine.kernel import state_writers as m
from engine.kernel.state import State

LogEntry = tuple[Any, ...]
Player = Callable[[State, Any, Any, Any, Any], None]
NEEDS_ENTITY = (m.SET_VAR, m.MOVE, m.REMOVE, m.TRANSFORM, m.REVEAL)


def apply_mutation(st: State, mutation: LogEntry) -> State:
    """Return the state with one logged mutation played on it; the state given stays as it was.

    Errors: EngineBug for an unknown opcode or entity.
    """
    op, target, key, old, new, _ = mutation
    if op in NEEDS_ENTITY and target not in st.entities:
        raise EngineBug(f"{op}: there is no entity {target}")
    return _played(st, FORWARD, op, (target, key, old, new))


def revert_mutation(st: State, mutation: LogEntry) -> State:
    """Return the state as it was before its newest mutation; the state given stays as it was.

    Errors: EngineBug for an unknown opcode, and for an entity that is not there.
    """
    op, target, key, old, new, _ = mutation
    if op in (*NEEDS_ENTITY, m.CREATE) and (target in st.entities) == (op == m.REMOVE):
        raise EngineBug(f"{op} cannot be taken back: entity {target}")
    return _played(st, BACK, op, (target, key, old, new))


def _played(st: State, players: dict[str, Player], op: str, said: tuple[Any, Any, Any, Any]) -> State:
    play = players.get(op)
    if play is None:
        raise EngineBug(f"unknown mutation {op}")
    after = st.fork()
    after.log = None
    play(after, *said)
    after.log = st.log
    return after


def _set_var(st: State, eid: int, key: str, old: Any, new: Any) -> None:
    if new is None:
        m.writable(st, eid).pop(key, None)
    else:
        m.set_var(st, eid, key, new)


def _create(st: State, eid: int, definition: str, old: Any, new: Any) -> None:
    kind, owner, holder, zone, variables = new
    st.step_id = st.next_id = eid  # a log may be longer than a resolution: what it made counts against no budget
    m.create(st, definition, kind, owner, (holder, zone), dict(variables))


def _uncreate(st: State, eid: int, key: str, old: Any, new: Any) -> None:
    m.remove(st, eid)
    st.next_id = eid


def _restore(st: State, eid: int, place: int, old: Any, new: Any) -> None:
    ent = st.entities[eid] = dict(old)
    st.owned.add(eid)
    here = ent["holder"], ent["zone"]
    held = st.zones.get(here, ())
    st.zones[here] = (*held[:place], eid, *held[place:])


def _move_back(st: State, eid: int, key: str, old: Any, new: Any) -> None:
    m.move(st, eid, *old)


def _global(st: State, _: int, key: str, old: Any, new: Any) -> None:
    if new is None:
        st.globals.pop(key, None)
    else:
        m.set_global(st, key, new)


def _listen(st: State, lid: int, key: str, old: Any, new: Any) -> None:
    step = st.program.mechanics.id_step
    if (lid - st.next_id) * step >= 0:
        st.next_id = lid + step
    m.listen(st, *new)


def _hear_again(st: State, lid: int, key: str, old: Any, new: Any) -> None:
    listener_index = {event: dict(stages) for event, stages in st.listener_index.items()}
    for (
        listener,
        places,
        _,
    ) in old:  # what ends a lifetime stands behind it everywhere, so places come in ascending order
        for event, place in places:
            stages = listener_index.setdefault(event, {})
            held = stages.get(listener.stage, ())
            stages[listener.stage] = (*held[:place], listener.id, *held[place:])
    st.listener_index = listener_index
    listeners = {**st.listeners, **{listener.id: listener for listener, _, _ in old}}
    st.listeners = dict(sorted(listeners.items(), key=lambda one: abs(one[0])))
    st.uses = {**st.uses, **{listener.id: used for listener, _, used in old if used}}


def _unlisten(st: State, lid: int, key: str, old: Any, new: Any) -> None:
    m.unlisten(st, lid)


def _unheard(st: State, lid: int, key: str, old: Any, new: Any) -> None:
    m.unlisten(st, lid)
    st.next_id = lid


def _uses(st: State, lid: int, key: str, old: Any, new: Any) -> None:
    st.uses = {**{one: used for one, used in st.uses.items() if one != lid}, **({lid: new} if new else {})}


def _rng(st: State, _: int, stream: str, old: int, new: int) -> None:
    st.rng = {**{one: n for one, n in st.rng.items() if one != stream}, **({stream: new} if new else {})}


def _result(st: State, _: int, key: str, old: Any, new: Any) -> None:
    st.result = new


def _swapped(play: Player) -> Player:
    return lambda st, target, key, old, new: play(st, target, key, new, old)


def _said_by(write: Callable[[State, Any, Any], None]) -> Player:
    return lambda st, target, key, old, new: write(st, target, new)


def _order(st: State, holder: int, zone: str, old: Any, new: Any) -> None:
    m.set_order(st, holder, zone, new)


def _turn(st: State, _: int, key: str, old: int, new: int) -> None:
    m.set_turn(st, new)


_BOTH: dict[str, Player] = {
    m.SET_VAR: _set_var,
    m.ZONE_ORDER: _order,
    m.GLOBAL: _global,
    m.TURN: _turn,
    m.COUNT: _uses,
    m.REVEAL: _said_by(m.reveal),
    m.STEP_RNG: _rng,
    m.RESULT: _result,
    m.TRANSFORM: _said_by(m.transform),
}
"""Changes from one value to another: to take one back is to make it the other way round."""

FORWARD: dict[str, Player] = {
    **_BOTH,
    m.CREATE: _create,
    m.REMOVE: lambda st, eid, place, old, new: m.remove(st, eid),
    m.MOVE: lambda st, eid, key, old, new: m.move(st, eid, *new),
    m.LISTEN: _listen,
    m.UNLISTEN: _unlisten,
}
BACK: dict[str, Player] = {
    **{op: _swapped(play) for op, play in _BOTH.items()},
    m.CREATE: _uncreate,
    m.REMOVE: _restore,
    m.MOVE: _move_back,
    m.LISTEN: _unheard,
    m.UNLISTEN: _hear_again,
}
