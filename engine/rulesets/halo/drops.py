"""Loading units into hangars and dropping them from orbit, past the point defence of the ship opposite. Source: HA9, HA19."""

from __future__ import annotations

from engine.toolkit.rules import (
    Entities,
    EnvironmentId,
    Jump,
    Option,
    Signal,
    State,
    answer,
    flow,
    modified,
    put,
    set_var,
)
from engine.toolkit.steps import asks

from .deploying import enter
from .keywords_rules import interceptions
from .resources import can_pay, pay
from .table import (
    JAM,
    NUMBERS,
    PLACES,
    act,
    base_of,
    controller,
    emit_event,
    lane_of,
    opponent_of,
    places,
    renew,
    supply_of,
    turn,
    vessel,
)


def options(st: State, player: int) -> list[Option]:
    """Return the loads and drops that a player may make and pay now."""
    ships = _ships(st, player)
    out: list[Option] = []
    if not ships:
        return out
    if any(_has_berth(st, ship) for ship in ships):
        out += [("load", card) for card in st.zone(player, "hand") if _is_loadable(st, player, card)]
    if can_pay(st, player, st.program.config["dropCost"]):
        out += [("drop", unit) for ship in ships for unit in droppable(st, ship)]
    return out


def _ships(st: State, player: int) -> Entities:
    return tuple(ship for lane in NUMBERS if (ship := vessel(st, player, lane)))


def berths(st: State, unit: int) -> Entities:
    """Return the ships that take a unit."""
    return tuple(ship for ship in _ships(st, controller(st, unit)) if _has_berth(st, ship))


def landings(st: State, eid: int) -> tuple[str, ...]:
    """Return the places below a ship, or below the ship that carries a unit, where one more may land."""
    return places(st, controller(st, eid), (lane_of(st, eid),))


def _has_berth(st: State, ship: int) -> bool:
    return bool(len(st.zone(ship, "hangar")) < st.entities[ship].get("hangars", 0))


def _is_loadable(st: State, player: int, card: int) -> bool:
    return bool(st.entities[card]["kind"] == "UNIT" and can_pay(st, player, *load_cost(st, card)))


def load_cost(st: State, card: int) -> tuple[int, int]:
    """Return the supply and the battery that loading a unit costs: half its supply, rounded up, at least 1, and its battery."""
    ent, by = st.entities[card], st.program.config["loadDivisor"]
    return max(1, -(-supply_of(st, card) // by)), ent["battery"]


def droppable(st: State, ship: int) -> Entities:
    """Return the units of a hangar that may be dropped now: loaded on an earlier turn, with a drop and a place left."""
    if not st.zone(ship, "hangar"):
        return ()
    drops_used = _uses_this_turn(st, ship, "dropsUsed", "dropTurn")
    if modified(st, ship, "drops", 1) <= 0 or is_jammed(st, ship):
        return ()
    if drops_used >= st.entities[ship].get("hangars", 0) or not landings(st, ship):
        return ()
    return tuple(unit for unit in st.zone(ship, "hangar") if st.entities[unit].get("loaded", 0) < turn(st))


def is_jammed(st: State, ship: int) -> bool:
    """Return whether nothing may be dropped into the lane of a ship now."""
    return bool(st.entities[controller(st, ship)].get(f"{JAM}{lane_of(st, ship)}", 0) >= turn(st))


def load(st: State, card: int) -> Signal:
    """Load a unit of the hand: one action, one scope, before the op after this one."""
    return act(st, "halo/load", "unit", card, card=card)


def drop(st: State, unit: int) -> Signal:
    """Drop a loaded unit: one action, one scope, before the op after this one."""
    return act(st, "halo/drop", "unit", unit, card=unit)


def board(st: State, env_id: EnvironmentId) -> Jump:
    """Pay, and put the unit into the hangar."""
    names, (ship,) = st.environments[env_id].names, answer(st, env_id)
    unit, player = names["unit"], names["player"]
    pay(st, player, *load_cost(st, unit), card=unit)
    put(st, unit, ship, "hangar")
    set_var(st, unit, "loaded", turn(st))
    return emit_event(st, "ORBITAL_LOAD_QUEUED", ship, unit, lane_of(st, ship))


def come_down(st: State, env_id: EnvironmentId) -> Jump:
    """Pay, and bring the unit down, unless the ship opposite sends it back to the hand; what was paid is gone either way."""
    names, (place,) = st.environments[env_id].names, answer(st, env_id)
    unit, player, lane = names["unit"], names["player"], PLACES[place][0]
    ship, guard = base_of(st, unit), vessel(st, opponent_of(player), lane)
    pay(st, player, st.program.config["dropCost"], card=unit)
    _count(st, ship, "dropsUsed", "dropTurn")
    if guard and interceptions(st, guard):
        return intercept(st, guard, unit, player)
    emit_event(st, "ORBITAL_DROP_RESOLVED", ship, unit, lane)
    return enter(st, unit, place)


def intercept(st: State, guard: int, unit: int, player: int) -> Signal | None:
    """Send a falling unit back to the hand, as it is printed (HA9)."""
    _count(st, guard, "intercepts", "interceptTurn")
    put(st, unit, player, "hand")
    renew(st, unit)
    return emit_event(st, "POINT_DEFENSE_INTERCEPTED", guard, unit, lane_of(st, guard))


def _count(st: State, ship: int, name: str, stamp: str) -> None:
    """Count something that a ship does so often a turn."""
    used = _uses_this_turn(st, ship, name, stamp)
    set_var(st, ship, stamp, turn(st))
    set_var(st, ship, name, used + 1)


def _uses_this_turn(st: State, ship: int, name: str, stamp: str) -> int:
    ent = st.entities[ship]
    return int(ent.get(name, 0)) if ent.get(stamp, 0) == turn(st) else 0


BLOCKS = (
    flow("halo/load", asks("choose_ship", "target", "halo/load", berths, "unit"), board),
    flow("halo/drop", asks("choose_place", "place", "halo/drop", landings, "unit"), come_down),
)
