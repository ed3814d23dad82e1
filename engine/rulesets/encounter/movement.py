"""Moves: which cells a unit reaches and by which way, and what the ground does to it. Source: 001§3, §3.1.1; EN4, EN6, EN15."""

from __future__ import annotations

from collections.abc import Mapping

from engine.toolkit.rules import EnvironmentId, Jump, Signal, State, change, emit, flow, set_var
from engine.toolkit.turns import in_scope

from .grid import Way, ways
from .table import (
    MAX_STAT,
    give_status,
    grid,
    hurt,
    is_alive,
    movement_of,
    occupants_by_cell,
)
from .words import BURNING, STICKY, WALL


def has_way(st: State, eid: int, occupants: Mapping[int, int]) -> bool:
    """Return whether a unit may move to any cell at all; `occupants` says which unit is on which cell."""
    terrain, is_open = st.globals["terrain"], False
    for near in grid(st).near[st.entities[eid]["cell"]]:
        if terrain[near] != WALL:
            if near not in occupants:
                return movement_of(st, eid) > 0
            is_open = True
    return is_open and st.program.config["passAllies"] and bool(reachable(st, eid))


def reachable(st: State, eid: int) -> Mapping[int, Way]:
    """Return the cells that a unit may move to, each with the way there."""
    steps = movement_of(st, eid)
    if not steps:
        return {}
    occupants, ent, config = occupants_by_cell(st), st.entities[eid], st.program.config
    entities, player, obstacles = st.entities, ent["own"], frozenset(occupants)
    if config["passAllies"]:
        obstacles = frozenset([cell for cell, one in occupants.items() if entities[one]["own"] != player])
    trip = 0 if ent["stumble"] else config["stumble"]
    board, terrain, shortest = grid(st), st.globals["terrain"], config["shortestPath"]
    return ways(board, terrain, ent["cell"], steps, obstacles, frozenset(occupants), shortest=shortest, trip=trip)


def walk(st: State, eid: int, cell: int) -> Signal:
    """Move a unit to a cell before the op after this one; it takes MT."""
    way = reachable(st, eid).get(cell)
    path = way[2] if way is not None else ()  # a world that a bot imagines may have lost what let it go so far
    change(st, eid, "mt", -1, 0, MAX_STAT)
    return in_scope(st, st.entities[eid]["own"], "encounter/walk", eid, unit=eid, path=path, steps=0)


def step(st: State, env_id: EnvironmentId) -> Jump:
    """Enter the next cells, until one hurts the unit or the way is done."""
    names = st.writable_environment(env_id).names
    unit, path = names["unit"], names["path"]
    for cell in path:
        if not is_alive(st, unit):
            break
        set_var(st, unit, "cell", cell)
        names["steps"] += 1
        apply_terrain(st, unit, cell)
    return None


def arrive(st: State, env_id: EnvironmentId) -> Jump:
    """Raise Moved."""
    names = st.environments[env_id].names
    return emit(st, "Moved", (names["player"], names["unit"], names["steps"])) if is_alive(st, names["unit"]) else None


def apply_terrain(st: State, unit: int, cell: int) -> None:
    """Do what the ground of a cell does to a unit that enters it (001§3.1.1)."""
    kind = st.globals["terrain"][cell]
    if kind == STICKY:
        give_status(st, unit, "stumble", 1)
    elif kind == BURNING:
        hurt(st, st.entities[unit]["own"], 0, unit, st.program.config["burn"])


BLOCKS = (flow("encounter/walk", step, arrive),)
