"""The skirmish: a unit attacks a unit or the base in its lane, and the two hit each opponent_of at once. Source: HA3, HA4, HA6."""

from __future__ import annotations

from collections.abc import Iterator

from engine.toolkit.rules import (
    RETURN,
    Entities,
    EnvironmentId,
    Jump,
    Option,
    Signal,
    State,
    answer,
    flow,
    set_var,
)
from engine.toolkit.steps import asks

from .damage import damage_kind, deal
from .keywords_rules import break_camo, is_alive, may_attack, visible
from .table import (
    BACK,
    act,
    attack_of,
    controller,
    emit_event,
    front,
    ground_units,
    has_keyword,
    is_player,
    lane_of,
    opponent_of,
    row_of,
    turn,
    units,
)


def options(st: State, player: int) -> Iterator[Option]:
    """Yield the attacks that a player may make now."""
    reach: dict[tuple[str, bool], bool] = {}
    entities, now = st.entities, turn(st)
    for unit in units(st, player):
        if attack_of(st, unit) > 0 and entities[unit].get("attacked", 0) != now and may_attack(st, unit):
            sort = entities[unit]["zone"], has_keyword(st, unit, "RANGED") > 0
            if sort not in reach:
                reach[sort] = bool(targets(st, unit))
            if reach[sort]:
                yield "attack", unit


def targets(st: State, unit: int) -> Entities:
    """Return what a unit may attack: enemies of its lane, the front row first unless it is RANGED, and the base, given as its player.

    A hidden unit is no target and covers no unit behind it, unless a setting allows it; it does guard the base (HA4). Where one of them has
    TAUNT, only those with it are left.
    """
    lane, enemy, config = lane_of(st, unit), opponent_of(controller(st, unit)), st.program.config
    defenders, first = ground_units(st, enemy, lane), front(st, enemy, lane)
    guards = first if config["camoGuards"] else visible(st, first)
    near = first if guards and config["frontFirst"] and not has_keyword(st, unit, "RANGED") else defenders
    is_open = not defenders or not config["baseGuarded"]
    reach = visible(st, near)
    taunting = tuple(eid for eid in reach if has_keyword(st, eid, "TAUNT"))
    return taunting or reach + ((enemy,) if is_open else ())


def attack(st: State, unit: int) -> Signal:
    """Run an attack as one action in a scope of its own, before the next op."""
    return act(st, "halo/attack", "unit", unit)


def declare(st: State, env_id: EnvironmentId) -> Jump:
    """Spend the attack and announce it; what cancels it does not give it back."""
    unit, (target,) = st.environments[env_id].names["unit"], answer(st, env_id)
    set_var(st, unit, "attacked", turn(st))
    return emit_event(st, "ATTACK_DECLARED", unit, target, lane_of(st, unit))


def lock(st: State, env_id: EnvironmentId) -> Jump:
    """Show the attacker and hold the target; if either fell to what answered, there is no attack."""
    names = st.writable_environment(env_id).names
    unit, target = names["ATTACK_DECLARED.sourceEntityId"], names["ATTACK_DECLARED.targetEntityId"]
    names["unit"], names["target"] = unit, target or names["ATTACK_DECLARED.targetPlayerId"]
    if not is_alive(st, unit) or not (is_player(st, names["target"]) or is_alive(st, names["target"])):
        return RETURN
    names["lane"] = lane_of(st, unit)
    names["blow"] = attack_of(st, unit)
    names["return"] = attack_of(st, target) if target and hits_back(st, unit, target) else 0
    break_camo(st, unit)
    emit_event(st, "TARGET_LOCKED", unit, names["target"], names["lane"])
    return None


def hits_back(st: State, unit: int, target: int) -> bool:
    """Return whether the target hits back: not at a RANGED attacker in the back row, unless it is RANGED too (HA6)."""
    config = st.program.config
    is_out_of_reach = (
        has_keyword(st, unit, "RANGED") and row_of(st, unit) == BACK and not has_keyword(st, target, "RANGED")
    )
    return bool(config["mutualCombat"] and not (config["rangedUnanswered"] and is_out_of_reach))


def strike(st: State, env_id: EnvironmentId) -> Signal:
    """The attacker's hit."""
    names = st.environments[env_id].names
    return deal(st, names["unit"], (names["target"],), names["blow"], damage_kind(st, names["unit"]))


def strike_back(st: State, env_id: EnvironmentId) -> Jump:
    """The hit of the target, as strong as before it was hit."""
    names = st.environments[env_id].names
    if not names["return"]:
        return None
    return deal(st, names["target"], (names["unit"],), names["return"], damage_kind(st, names["target"]))


def part(st: State, env_id: EnvironmentId) -> Jump:
    """Emit that the hits have been exchanged."""
    names = st.environments[env_id].names
    return emit_event(st, "COMBAT_EXCHANGED", names["unit"], names["target"], names["lane"])


BLOCKS = (
    flow("halo/attack", asks("choose_target", "target", "halo/attack", targets, "unit"), declare),
    flow("halo/exchange", lock, strike, strike_back, part),
)
