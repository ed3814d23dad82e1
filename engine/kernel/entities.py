"""Entities with rules of their own: look-up by id, areas inside entities, abilities that come and go with their host, entities created again.

An entity may hold zones, so a character is an area and its equipment lies in it in order of entry.
Source: 002 "实体", "实体定义"; GE6.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.errors import EngineBug, IllegalAction
from engine.kernel.definitions import Ability, CardDef, VarConfig
from engine.kernel.ground import Entity, Listener, ZoneKey
from engine.kernel.state import State
from engine.kernel.state_writers import (
    create,
    events_heard,
    listen,
    move,
    remove,
    set_var,
    take_id,
    transform,
    unlisten,
)

STAT = "stat/"


class Area(NamedTuple):
    """Where an entity lies.

    Shapes: `player` is the player entity in whose zones it is, or 0 on the table; `zone` the zone that it is in; `host` the entity
            in whose area that is, 0 when it is none's. An entity that is an area itself (`Mechanics.hosts`) lies in its own.
    Source: 002 "EntityArea".
    """

    player: int
    zone: str
    host: int


def entity(st: State, eid: int) -> Entity:
    """Return an entity as it is now.

    Errors: IllegalAction `no-entity`.
    """
    ent = st.entities.get(eid)
    if ent is None:
        raise IllegalAction("no-entity", f"there is no entity {eid}")
    return ent


def definition(st: State, eid: int) -> CardDef:
    """Return the printed card of an entity."""
    return st.program.cards[st.entities[eid]["def"]]


def area(st: State, eid: int) -> Area:
    """Return the area of an entity (002 getEntityArea).

    Errors: IllegalAction `no-entity`.
    """
    ent = entity(st, eid)
    hosts, host, outer = st.program.mechanics.hosts, 0, eid
    while outer in st.entities:
        if not host and st.entities[outer]["kind"] in hosts:
            host = outer
        player, outer = outer, st.entities[outer]["holder"]
    return Area(player if player != eid else 0, ent["zone"], host)


def attached(st: State, host: int) -> Iterator[int]:
    """Yield the entities that lie in an entity's own zones, each zone in order of entry."""
    for (holder, _), ids in sorted(st.zones.items()):
        if holder == host:
            yield from ids


def make(
    st: State,
    definition: str,
    owner: int,
    place: ZoneKey,
    overrides: Mapping[str, int] | None = None,
    *,
    is_second: bool = False,
) -> int:
    """Make an entity of a definition; one of the same definition in the same area is created again instead and keeps id and place.

    Shapes: with `is_second` it is a second one, where the ruleset allows that; an override of a variable that the definition does not
            have changes nothing (a set of cards that has one is refused).
    """
    card = st.program.cards[definition]
    configs = {name: _overridden(config, name, overrides) for name, config in card.variables.items()}
    for eid in () if is_second else st.zone(*place):
        if st.entities[eid]["def"] == definition:
            _create_again(st, eid, configs)
            return eid
    variables = {**card.numbers, **{name: config.initial for name, config in configs.items()}}
    eid = create(st, definition, card.kind, owner, place, variables)
    register_abilities(st, eid)
    return eid


def become(st: State, eid: int, definition: str) -> None:
    """Make an entity one of another definition: id, place and variables stay, abilities are those of the new one."""
    unregister_abilities(st, eid, "")
    transform(st, eid, definition)
    register_abilities(st, eid)


def put(st: State, eid: int, holder: int, zone: str) -> None:
    """Move an entity; abilities that work only where it was are unregistered, those that work where it arrives are registered."""
    source = st.entities[eid]["zone"]
    move(st, eid, holder, zone)
    if source != zone:
        unregister_abilities(st, eid, zone)
        register_abilities(st, eid, source)


def dispose(st: State, eid: int) -> None:
    """Take an entity out of the match, with what is in it and with its listeners."""
    for inner in tuple(attached(st, eid)):
        dispose(st, inner)
    unregister_abilities(st, eid, "")
    remove(st, eid)


def recreated(config: VarConfig, old: int) -> int:
    """Return a variable's value after its entity was made again: 002 "recreateBehavior"."""
    match config.recreate:
        case "overwrite":
            return config.initial
        case "takeMax":
            return max(config.initial, old)
        case "append":
            limit = config.limit
            return old + config.step if limit is None else old if old > limit else min(old + config.step, limit)
        case "keep":
            return old
    raise EngineBug(f"unknown recreate behaviour {config.recreate}")


def _overridden(config: VarConfig, name: str, overrides: Mapping[str, int] | None) -> VarConfig:
    """Return a variable's rule with another beginning: it replaces what is written and what is added (GE6)."""
    if not overrides or name not in overrides:
        return config
    return VarConfig(overrides[name], config.recreate, overrides[name], config.limit)


def _create_again(st: State, eid: int, configs: Mapping[str, VarConfig]) -> None:
    for name, config in configs.items():
        set_var(st, eid, name, recreated(config, st.entities[eid].get(name, 0)))


def register_abilities(st: State, eid: int, source: str = "") -> None:
    """Register what an entity listens to where it is now, and did not listen to before."""
    ent = st.entities[eid]
    zone = ent["zone"]
    order = st.program.mechanics.order.zones
    rank = order.index(zone) if zone in order else len(order)
    names = st.program.mechanics.names
    bindings = () if names is None else ((names.host, eid), (names.host_player, ent["own"]))
    for ability in st.program.cards[ent["def"]].abilities:
        if ability.zones and zone in ability.zones and source not in ability.zones:
            listener = _listener(take_id(st), ability, eid, ent["own"], rank)
            listen(st, listener._replace(captured=bindings), events_heard(st, ability.event))


def unregister_abilities(st: State, eid: int, zone: str) -> None:
    """Take away what an entity listened to and does not listen to where it goes."""
    for listener in tuple(st.listeners.values()):
        if listener.host == eid and listener.zones and zone not in listener.zones:
            unlisten(st, listener.id)


def _listener(lid: int, ability: Ability, host: int, owner: int, rank: int) -> Listener:
    return Listener(
        lid,
        ability.event,
        ability.stage,
        ability.body,
        ability.condition,
        owner,
        host,
        ability.once,
        ability.id,
        (),
        0,
        ability.priority,
        rank,
        ability.zones,
        ability.limit,
        ability.spends,
        ability.counts_always,
    )
