"""The orbital layer: strikes from ships, units loaded and dropped, point defence, and the crash of a flagship.

Source: HA8, HA9, HA13, HA18, HA19; 003§6.2 (the chaff of the Savannah).
"""

from __future__ import annotations

from engine.toolkit.rules import (
    RETURN,
    Entities,
    EnvironmentId,
    Jump,
    Option,
    Signal,
    State,
    answer,
    call,
    chance,
    definition,
    event_for_change,
    flow,
    set_var,
)
from engine.toolkit.steps import asks

from . import damage
from .damage import deal
from .damage_math import TRUE
from .keywords_rules import STRIKES, battery, is_alive, may_strike, visible
from .table import (
    NUMBERS,
    PLAYERS,
    act,
    controller,
    emit_event,
    ground_units,
    has_keyword,
    is_player,
    lane_of,
    opponent_of,
    turn,
    vessel,
)

STRIKE_EVENT = "ORBITAL_STRIKE_DECLARED"


def strikes(st: State, player: int) -> list[Option]:
    """Return the strikes that a player's ships may make now."""
    ships = (ship for lane in NUMBERS if (ship := vessel(st, player, lane)))
    return [("strike", ship) for ship in ships if may_strike(st, ship) and targets(st, ship)]


def targets(st: State, ship: int) -> Entities:
    """Return what a ship may strike: enemy units of its lane, the ship opposite, and, if no unit is there, the base.

    Shapes: the base is given as its player.
    """
    lane, enemy, config = lane_of(st, ship), opponent_of(controller(st, ship)), st.program.config
    held = ground_units(st, enemy, lane)
    opposite = vessel(st, enemy, lane) if config["strikeVessels"] else 0
    return visible(st, held + ((opposite,) if opposite else ())) + (() if held else (enemy,))


def strike(st: State, ship: int) -> Signal:
    """Run an orbital strike as one action in a scope of its own, before the next op."""
    return act(st, "halo/strike", "ship", ship)


def declare(st: State, env_id: EnvironmentId) -> Jump:
    """Spend the strike, paint the target where the ship has TARGET_LINK, and announce it."""
    ship, (target,) = st.environments[env_id].names["ship"], answer(st, env_id)
    lane, amount = lane_of(st, ship), battery(st, ship)
    kind = STRIKES[definition(st, ship).words["payload"]]
    set_var(st, ship, "struck", turn(st))
    if has_keyword(st, ship, "TARGET_LINK"):
        more, of = st.program.config["paintedFactor"]
        amount = amount * more // of
        emit_event(st, "TARGET_PAINTED", ship, target, lane)
    return emit_event(st, STRIKE_EVENT, ship, target, lane, amount=amount, damageType=kind, missPct=0)


def raise_miss(st: State, flight: int, points: int) -> None:
    """Raise the chance that the strike in flight misses; what it comes to is capped when it is rolled (HA8)."""
    strike_event = st.events_in_flight.get(flight)
    if strike_event is None or strike_event.event != STRIKE_EVENT:
        return
    place = st.program.events[STRIKE_EVENT].fields.index("missPct")
    payload = strike_event.payload
    event_for_change(st, flight).payload = (*payload[:place], payload[place] + points, *payload[place + 1 :])


def roll(st: State, env_id: EnvironmentId) -> Jump:
    """Roll once for a miss; a strike has no effect if its ship or target died from a reaction."""
    names = st.writable_environment(env_id).names
    ship, target = names[f"{STRIKE_EVENT}.sourceEntityId"], names[f"{STRIKE_EVENT}.targetEntityId"]
    target = target or names[f"{STRIKE_EVENT}.targetPlayerId"]
    if not is_alive(st, ship) or not (is_player(st, target) or is_alive(st, target)):
        return RETURN
    miss = min(names[f"{STRIKE_EVENT}.missPct"], st.program.config["missCap"])
    damage = {name: names[f"{STRIKE_EVENT}.{name}"] for name in ("amount", "damageType")}
    if miss > 0 and chance(st, f"fx/{_origin(st, ship)}/strike", 100) < miss:
        emit_event(st, "ORBITAL_STRIKE_MISSED", ship, target, lane_of(st, ship), **damage, missPct=miss)
        return RETURN
    names["ship"], names["target"] = ship, target
    return emit_event(st, "ORBITAL_STRIKE", ship, target, lane_of(st, ship), **damage, missPct=miss)


def _origin(st: State, eid: int) -> int:
    """Return what names a card's chance: its slot in the deck, so that opponent_of cards' luck stays the same when one is replaced."""
    return int(st.entities[eid].get("slot") or eid)


def bombard(st: State, env_id: EnvironmentId) -> Signal:
    """The strike hits; no ship's strike is ordnance, so cover counts."""
    names = st.environments[env_id].names
    amount, kind = (names[f"{STRIKE_EVENT}.{name}"] for name in ("amount", "damageType"))
    return damage.bombard(st, names["ship"], names["target"], amount, kind)


def crash(st: State, ship: int, lane: int) -> Signal:
    """Crash a destroyed flagship onto its lane, on units of both sides, before the next op (HA18)."""
    cap, by = st.entities[ship]["healthCap"], st.program.config["crashDivisor"]
    return call(st, "halo/crash", {"ship": ship, "lane": lane, "amount": -(-cap // by)}, source=ship)


def come_down(st: State, env_id: EnvironmentId) -> Signal:
    """Hurt every unit below."""
    names = st.environments[env_id].names
    below = tuple(unit for player in PLAYERS for unit in ground_units(st, player, names["lane"]))
    return deal(st, names["ship"], below, names["amount"], TRUE)


def lie(st: State, env_id: EnvironmentId) -> Jump:
    """Emit that the wreck has crashed."""
    names = st.environments[env_id].names
    return emit_event(st, "CAPITAL_SHIP_CRASH_RESOLVED", names["ship"], 0, names["lane"], amount=names["amount"])


BLOCKS = (
    flow("halo/strike", asks("choose_target", "target", "halo/strike", targets, "ship"), declare),
    flow("halo/bombard", roll, bombard),
    flow("halo/crash", come_down, lie),
)
