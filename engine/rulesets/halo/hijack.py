"""Hijacking: a HIJACK unit gives up its attack to seize an enemy vehicle of its lane. Source: SOURCE.md."""

from __future__ import annotations

from engine.toolkit.rules import Entities, EnvironmentId, Jump, Option, Signal, State, answer, flow, set_var
from engine.toolkit.steps import asks

from .keywords_rules import may_act, visible
from .resources import can_pay, pay
from .table import (
    ROWS,
    act,
    controller,
    emit_event,
    ground_units,
    is_vehicle,
    lane_of,
    opponent_of,
    room,
    row_of,
    take_over,
    turn,
    units,
    zone_name,
)


def options(st: State, player: int) -> list[Option]:
    """Return the hijacks that a player may make and pay now."""
    if not can_pay(st, player, st.program.config["hijackCost"]):
        return []
    able = [unit for unit in units(st, player) if st.entities[unit].get("kw.HIJACK", 0)]
    return [("hijack", unit) for unit in able if may_act(st, unit) and targets(st, unit)]


def targets(st: State, unit: int) -> Entities:
    """Return the enemy vehicles that a unit may seize: in its lane, in whichever row, where its own side has room."""
    player, lane = controller(st, unit), lane_of(st, unit)
    if not any(room(st, player, lane, row) for row in ROWS):
        return ()
    return visible(st, tuple(eid for eid in ground_units(st, opponent_of(player), lane) if is_vehicle(st, eid)))


def hijack(st: State, unit: int) -> Signal:
    """Run a hijack as one action in a scope of its own, before the next op."""
    return act(st, "halo/hijack", "unit", unit)


def seize(st: State, env_id: EnvironmentId) -> Jump:
    """Pay, and take the vehicle over into the same row, or the opponent_of; neither it nor the hijacker attacks this turn."""
    names, (vehicle,) = st.environments[env_id].names, answer(st, env_id)
    unit, player, lane = names["unit"], names["player"], lane_of(st, names["unit"])
    pay(st, player, st.program.config["hijackCost"], card=unit)
    first = row_of(st, vehicle)
    row = first if room(st, player, lane, first) else next(row for row in ROWS if room(st, player, lane, row))
    take_over(st, vehicle, player, zone_name(lane, row))
    for one in (unit, vehicle):
        set_var(st, one, "attacked", turn(st))
    emit_event(st, "UNIT_REPOSITIONED", unit, vehicle, lane)
    return emit_event(st, "HIJACK_EXECUTED", unit, vehicle, lane)


BLOCKS = (flow("halo/hijack", asks("choose_vehicle", "target", "halo/hijack", targets, "unit"), seize),)
