"""What keywords mean where a rule asks: who may act, who may be aimed at, how strong a ship is. Source: SOURCE.md; HA3, HA9, HA13."""

from __future__ import annotations

from engine.toolkit.rules import Entities, Signal, State, definition, modified, set_var

from .damage_math import BALLISTIC, GENERAL, PLASMA, TRUE
from .statuses import DISABLED
from .table import (
    attack_of,
    emit_event,
    has_keyword,
    has_status,
    has_tag,
    is_in_play,
    lane_of,
    turn,
)

STRIKES = {"MAC": TRUE, "PLASMA_BEAM": PLASMA, "MIXED": GENERAL}
"""The damage of a strike by payload; a ship of POINT_DEFENSE strikes not (HA13)."""
ORDNANCE = "ORDNANCE"
"""What a card with this tag deals goes through cover; a ship's strike never does (HA5)."""


def damage_kind(st: State, eid: int) -> str:
    """Return the type of the damage that something deals when nothing names one."""
    if has_keyword(st, eid, PLASMA):
        return PLASMA
    return BALLISTIC if has_keyword(st, eid, BALLISTIC) else GENERAL


def is_ordnance(st: State, source: int) -> bool:
    """Return whether a card's damage ignores cover."""
    return bool(source) and has_tag(st, source, ORDNANCE) and "payload" not in definition(st, source).words


def is_alive(st: State, eid: int) -> bool:
    """Return whether a unit or vessel is in play and has health left; one without health does nothing until it leaves."""
    return is_in_play(st, eid) and st.entities[eid]["health"] > 0


def is_hidden(st: State, eid: int) -> bool:
    """Return whether something cannot be targeted: CAMO hides from everything with a single target until it attacks."""
    return bool(has_keyword(st, eid, "CAMO"))


def visible(st: State, eids: Entities) -> Entities:
    """Return those that an enemy may aim at."""
    return tuple(eid for eid in eids if not is_hidden(st, eid))


def break_camo(st: State, eid: int) -> Signal | None:
    """One that attacks is seen from now on."""
    if not is_hidden(st, eid):
        return None
    set_var(st, eid, "kw.CAMO", 0)
    return emit_event(st, "CAMO_BROKEN", source=eid, target=eid, lane=lane_of(st, eid))


def is_fresh(st: State, eid: int) -> bool:
    """Return whether something came into play this turn and must wait: DROP_POD does not wait (HA3)."""
    return _came_now(st, eid) and st.program.config["deploymentFatigue"] and not has_keyword(st, eid, "DROP_POD")


def _came_now(st: State, eid: int) -> bool:
    return bool(st.entities[eid].get("entered", 0) == turn(st))


def may_act(st: State, unit: int) -> bool:
    """Return whether a unit has its attack of the turn left, to use or to give up (HA3)."""
    if is_fresh(st, unit) or st.entities[unit].get("attacked", 0) == turn(st):
        return False
    return not has_status(st, unit, DISABLED)


def may_attack(st: State, unit: int) -> bool:
    """Return whether a unit may attack and has attack points."""
    return bool(attack_of(st, unit) > 0 and may_act(st, unit))


def may_strike(st: State, vessel: int) -> bool:
    """Return whether a vessel has its strike of the turn left and a payload (HA13)."""
    ent = st.entities[vessel]
    if definition(st, vessel).words.get("payload") not in STRIKES or ent.get("struck", 0) == turn(st):
        return False
    if modified(st, vessel, "strikes", 1) <= 0:
        return False
    if _came_now(st, vessel) and st.program.config["strikeFatigue"]:
        return False
    return not has_status(st, vessel, DISABLED)


def interceptions(st: State, vessel: int) -> int:
    """Return how many drops a vessel may still send back this turn: POINT_DEFENSE(X) (HA9)."""
    ent = st.entities[vessel]
    used = ent.get("intercepts", 0) if ent.get("interceptTurn", 0) == turn(st) else 0
    return max(has_keyword(st, vessel, "POINT_DEFENSE") - used, 0)


def battery(st: State, vessel: int) -> int:
    """Return the strength of a ship's strike: X of ORBITAL_BATTERY(X), else what every ship has (HA13)."""
    return has_keyword(st, vessel, "ORBITAL_BATTERY") or int(st.program.config["strikePoints"])
