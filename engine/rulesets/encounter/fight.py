"""Fights: requests by attack speed, sorted by priority, dealt one by one. Source: 001§6.3.7, §6.4; EN1 to EN3."""

from __future__ import annotations

from collections.abc import Sequence

from engine.toolkit.rules import Entities, EnvironmentId, Jump, Signal, State, change, flow, stat
from engine.toolkit.steps import emits, jumps
from engine.toolkit.turns import in_scope

from .table import (
    MAX_STAT,
    TABLE,
    attack_of,
    distance_between,
    grid,
    hurt,
    is_alive,
    opponent_of,
    range_of,
    speed_of,
    units,
)

Request = tuple[int, int]
"""A request's priority, and who deals it: 0 the attacker, 1 the defender."""
CONFUSION = 2
SECOND, THIRD = 2, 5
"""From these speeds on there is a second and a third request, later by just as much."""


def table_of_speed(speed: int) -> tuple[int, ...]:
    """Return the priorities of the requests of an attack speed (001§6.3.7)."""
    return tuple(speed - back for back in (0, SECOND, THIRD) if speed >= back or not back)


def priorities(st: State, eid: int) -> tuple[int, ...]:
    """Return the priorities of a unit's requests, best first: PriSPD and keywords are added after the table (EN1)."""
    more = stat(st, eid, "prispd") - (CONFUSION if st.entities[eid]["confused"] else 0)
    return tuple(one + more for one in table_of_speed(speed_of(st, eid)))


def requests(st: State, attacker: int, defender: int) -> tuple[Request, ...]:
    """Return the requests of a fight in the order in which they happen (001§6.4.1)."""
    config = st.program.config
    first = [(request + config["attackerBonus"], 0) for request in priorities(st, attacker)]
    second = [(request, 1) for request in priorities(st, defender)]
    if config["capsDefender"]:
        second = second[: len(first)]
    return tuple(sorted((*first, *second), key=lambda request: (-request[0], request[1])))


def can_attack(st: State, eid: int) -> bool:
    """Return whether a unit may attack at all."""
    ent = st.entities[eid]
    return bool(ent["at"]) and not ent["disarmed"] and not ent["dizzy"]


def foes_of(st: State, player: int) -> Entities:
    """Return the units that a player may attack: all that are not its own."""
    return units(st, opponent_of(player)) + units(st, TABLE)


def in_reach(st: State, eid: int) -> Entities:
    """Return the units that a unit may attack, within its range."""
    entities, reach = st.entities, range_of(st, eid)
    far = grid(st).far[entities[eid]["cell"]]
    return tuple(foe for foe in foes_of(st, entities[eid]["own"]) if far[entities[foe]["cell"]] <= reach)


def reaches_any(st: State, eid: int, cells: Sequence[int]) -> bool:
    """Return whether one of some cells is within the range of a unit."""
    ent = st.entities[eid]
    row = grid(st).far[ent["cell"]]
    nearest = min([row[cell] for cell in cells])
    return (nearest <= ent["rng"] or "stat/rng" in st.listener_index) and nearest <= range_of(st, eid)


def attack(st: State, attacker: int, defender: int) -> Signal:
    """Attack with a unit before the op after this one; it takes AT."""
    change(st, attacker, "at", -1, 0, MAX_STAT)
    return in_scope(
        st, st.entities[attacker]["own"], "encounter/attack", attacker, attacker=attacker, defender=defender
    )


def line_up(st: State, env_id: EnvironmentId) -> Jump:
    """Make the requests, as both are now."""
    names = st.writable_environment(env_id).names
    attacker, defender = names["attacker"], names["defender"]
    if not (is_alive(st, attacker) and is_alive(st, defender)):
        return "over"
    names["requests"] = requests(st, attacker, defender)
    return None


def exchange(st: State, env_id: EnvironmentId) -> Jump:
    """Resolve the next request, or the next two of both sides where they are equally fast."""
    names = st.writable_environment(env_id).names
    requests, attacker, defender = names["requests"], names["attacker"], names["defender"]
    if not requests or not (is_alive(st, attacker) and is_alive(st, defender)):
        return "over"
    is_simultaneous = (
        st.program.config["simultaneous"]
        and len(requests) > 1
        and requests[0][0] == requests[1][0]
        and requests[0][1] != requests[1][1]
    )
    names["requests"] = requests[1 + is_simultaneous :]
    dealers = tuple((attacker, defender)[one[1]] for one in requests[: 1 + is_simultaneous])
    return in_scope(
        st, names["player"], "encounter/exchange", attacker, dealers=dealers, attacker=attacker, defender=defender
    )


def strike(st: State, env_id: EnvironmentId) -> None:
    """Deal the damage of requests that happen at one time; who cannot reach drops its request (EN3)."""
    names = st.environments[env_id].names
    attacker, defender = names["attacker"], names["defender"]
    far, own = distance_between(st, attacker, defender), st.program.config["ownRange"]
    blows = [
        (dealer, defender if dealer == attacker else attacker, attack_of(st, dealer))
        for dealer in names["dealers"]
        if far <= range_of(st, dealer if own else attacker)
    ]
    for dealer, target, amount in blows:
        hurt(st, st.entities[dealer]["own"], dealer, target, amount)


BLOCKS = (
    flow(
        "encounter/attack",
        emits("emit_announcement", "AnnounceAttack", "player", "attacker", "defender"),
        line_up,
        exchange,
        jumps("next_exchange", "exchange"),
        emits("over", "Fought", "player", "attacker", "defender"),
    ),
    flow("encounter/exchange", strike),
)
