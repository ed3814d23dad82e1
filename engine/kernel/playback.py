"""Mutations applied and reverted: a log is enough to go from one state to the next and to return.

Source: 002 "applyMutation".
"""

from __future__ import annotations

from typing import assert_never

from engine.errors import EngineBug
from engine.kernel import state_writers as write
from engine.kernel.decisions import Result
from engine.kernel.ground import Uses
from engine.kernel.mutations import (
    CountUse,
    CreateEntity,
    MoveEntity,
    Mutation,
    RegisterListener,
    RemovedListener,
    RemoveEntity,
    ReorderZone,
    RevealEntity,
    Scalar,
    SetGlobal,
    SetResult,
    SetTurn,
    SetVariable,
    StepChance,
    TransformEntity,
    UnregisterListener,
    as_row,
)
from engine.kernel.state import State

OF_ENTITIES = (SetVariable, MoveEntity, RemoveEntity, TransformEntity, RevealEntity)
"""The mutations that change an entity which is in the match already."""


def apply_mutation(state: State, mutation: Mutation) -> State:
    """Return the state with one logged mutation applied; the state given stays as it was.

    Errors: EngineBug for an unknown entity.
    """
    if isinstance(mutation, OF_ENTITIES) and mutation.entity not in state.entities:
        raise EngineBug(f"{as_row(mutation).op}: there is no entity {mutation.entity}")
    after = state.fork()
    after.log = None
    _apply(after, mutation)
    after.log = state.log
    return after


def revert_mutation(state: State, mutation: Mutation) -> State:
    """Return the state as it was before its newest mutation; the state given stays as it was.

    Errors: EngineBug for an entity that is not there, or is there although it was removed.
    """
    if isinstance(mutation, (*OF_ENTITIES, CreateEntity)):
        is_there = mutation.entity in state.entities
        if is_there == isinstance(mutation, RemoveEntity):
            raise EngineBug(f"{as_row(mutation).op} cannot be reverted: entity {mutation.entity}")
    before = state.fork()
    before.log = None
    _revert(before, mutation)
    before.log = state.log
    return before


def _apply(st: State, mutation: Mutation) -> None:  # noqa: C901, PLR0912 - one line for each mutation
    match mutation:
        case SetVariable(entity, name, _, value):
            _set_variable(st, entity, name, value)
        case CreateEntity():
            _create(st, mutation)
        case RemoveEntity(entity):
            write.remove(st, entity)
        case MoveEntity(entity, _, place):
            write.move(st, entity, *place)
        case ReorderZone(holder, zone, _, order):
            write.set_order(st, holder, zone, order)
        case SetGlobal(name, _, value):
            _set_global(st, name, value)
        case SetTurn(_, number):
            write.set_turn(st, number)
        case RegisterListener():
            _register(st, mutation)
        case UnregisterListener(listener):
            write.unlisten(st, listener)
        case CountUse(listener, _, uses):
            _set_uses(st, listener, uses)
        case RevealEntity(entity, _, seats):
            write.reveal(st, entity, seats)
        case StepChance(stream, _, draws):
            _set_draws(st, stream, draws)
        case SetResult(result):
            _set_result(st, result)
        case TransformEntity(entity, _, definition):
            write.transform(st, entity, definition)
        case _:
            assert_never(mutation)


def _revert(st: State, mutation: Mutation) -> None:  # noqa: C901, PLR0912 - one line for each mutation
    match mutation:
        case SetVariable(entity, name, value):
            _set_variable(st, entity, name, value)
        case CreateEntity(entity):
            _uncreate(st, entity)
        case RemoveEntity():
            _restore(st, mutation)
        case MoveEntity(entity, place):
            write.move(st, entity, *place)
        case ReorderZone(holder, zone, order):
            write.set_order(st, holder, zone, order)
        case SetGlobal(name, value):
            _set_global(st, name, value)
        case SetTurn(number):
            write.set_turn(st, number)
        case RegisterListener(listener):
            _unregister(st, listener.id)
        case UnregisterListener(_, removed):
            _register_again(st, removed)
        case CountUse(lid, uses):
            _set_uses(st, lid, uses)
        case RevealEntity(entity, seats):
            write.reveal(st, entity, seats)
        case StepChance(stream, draws):
            _set_draws(st, stream, draws)
        case SetResult():
            _set_result(st, None)
        case TransformEntity(entity, definition):
            write.transform(st, entity, definition)
        case _:
            assert_never(mutation)


def _set_variable(st: State, eid: int, name: str, value: Scalar | None) -> None:
    if value is None:
        write.writable(st, eid).pop(name, None)
    else:
        write.set_var(st, eid, name, value)


def _create(st: State, made: CreateEntity) -> None:
    st.step_id = st.next_id = made.entity  # a log may be longer than a resolution: its entities count against no budget
    write.create(st, made.definition, made.kind, made.owner, (made.holder, made.zone), dict(made.variables))


def _uncreate(st: State, eid: int) -> None:
    write.remove(st, eid)
    st.next_id = eid


def _restore(st: State, mutation: RemoveEntity) -> None:
    ent = st.entities[mutation.entity] = dict(mutation.contents)
    st.owned.add(mutation.entity)
    zone = ent["holder"], ent["zone"]
    held = st.zones.get(zone, ())
    st.zones[zone] = (*held[: mutation.position], mutation.entity, *held[mutation.position :])


def _set_global(st: State, name: str, value: object) -> None:
    if value is None:
        st.globals.pop(name, None)
    else:
        write.set_global(st, name, value)


def _register(st: State, mutation: RegisterListener) -> None:
    lid, step = mutation.listener.id, st.program.mechanics.id_step
    if (lid - st.next_id) * step >= 0:
        st.next_id = lid + step
    write.listen(st, mutation.listener, mutation.events)


def _unregister(st: State, lid: int) -> None:
    write.unlisten(st, lid)
    st.next_id = lid


def _register_again(st: State, removals: tuple[RemovedListener, ...]) -> None:
    index = {event: dict(stages) for event, stages in st.listener_index.items()}
    for listener, places, _ in removals:  # a remover comes after what it removes, so positions ascend
        for event, place in places:
            stages = index.setdefault(event, {})
            held = stages.get(listener.stage, ())
            stages[listener.stage] = (*held[:place], listener.id, *held[place:])
    st.listener_index = index
    listeners = {**st.listeners, **{listener.id: listener for listener, _, _ in removals}}
    st.listeners = dict(sorted(listeners.items(), key=lambda one: abs(one[0])))
    st.uses = {**st.uses, **{listener.id: uses for listener, _, uses in removals if uses}}


def _set_uses(st: State, lid: int, uses: Uses | None) -> None:
    st.uses = {**{one: used for one, used in st.uses.items() if one != lid}, **({lid: uses} if uses else {})}


def _set_draws(st: State, stream: str, draws: int) -> None:
    st.rng = {**{one: n for one, n in st.rng.items() if one != stream}, **({stream: draws} if draws else {})}


def _set_result(st: State, result: Result | None) -> None:
    st.result = result
