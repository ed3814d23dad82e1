"""What an ability's words mean where it runs: its bearer, who did the event, and to whom."""

from __future__ import annotations

from engine.kernel.state import Aim
from engine.toolkit.nodes import keys_by_event
from engine.toolkit.rules import Environment, Listener, State

from ..events import EVENTS
from ..table import host_of, is_beside, is_unit, place_of, region_at, region_of
from ..words import HAND_CARDS

Env = Environment


ACTORS = keys_by_event(EVENTS, "sourceUUID", "attackerUUID", "cardUUID", "unitUUID") | {"Deployed": "Deployed.unitUUID"}
RECEIVERS = keys_by_event(EVENTS, "defenderUUID", "unitUUID", "regionUUID")


def host(st: State, env: Env) -> int:
    """Return the unit, region or player that this belongs to, 0 for none."""
    if env.source not in st.entities and env.last_known is not None:
        return int(dict(env.last_known)["holder"])  # of an ability that left with its unit
    return host_of(st, env.source or 0)


def itself(st: State, env: Env) -> int:
    """Return what "this" means: the bearer, or the card itself that has none."""
    return host(st, env) or env.source or 0


def actor(env: Env) -> int:
    """Return the entity that caused the current event, 0 for none."""
    return int(env.names.get(ACTORS.get(env.event, "")) or 0)


def receiver(env: Env) -> int:
    """Return the entity that the current event affects, 0 for none."""
    return int(env.names.get(RECEIVERS.get(env.event, "")) or 0)


def giver(st: State, env: Env) -> int:
    """Return the card that granted this ability, else the one that deployed its unit; 0 for none."""
    granted = st.entities.get(env.source or 0, {}).get("giver", 0)
    return int(granted or st.entities.get(host(st, env), {}).get("card", 0))


def is_doer(st: State, env: Env, role: str) -> bool:
    """Return whether what did the event is what a word means; where a player alone did it, of whose side."""
    eid = actor(env)
    if eid:
        return eid == giver(st, env) if role == "giver" else is_one(st, env, eid, role)
    player = env.names.get(f"{env.event}.playerUUID") or 0
    if role == "ally":
        return bool(player == env.owner)
    return role == "enemy" and player not in (0, env.owner)


def is_receiver(st: State, env: Env, role: str) -> bool:
    """Return whether that to which the event is done is what a word means."""
    eid = receiver(env)
    return bool(eid) and is_one(st, env, eid, role)


def is_one(st: State, env: Env, eid: int, role: str) -> bool:
    """Return whether an entity is what a word means, seen from this one."""
    bearer = host(st, env)
    match role:
        case "host":
            return bool(eid) and eid == bearer
        case "adjacent":
            return is_beside(st, eid, bearer)
        case "here":
            number = region_at(st, bearer)
            return bool(number) and place_of(st, eid) >= 0 and region_at(st, eid) == number
    ent = st.entities.get(eid)
    if ent is None:
        return _was_one(env, eid, role) and not (role == "otherAlly" and eid == bearer)
    own = ent["own"]
    match role:
        case "ally":
            return bool(own == env.owner)
        case "otherAlly":
            return bool(own == env.owner) and eid != bearer
        case "enemy":
            return bool(own) and own != env.owner
        case "neutral":
            return not own
        case "hero":
            return bool(ent["kind"] == "hero")
    return role == "leader" and bool(ent.get("leader"))


def _was_one(env: Env, eid: int, role: str) -> bool:
    """Return what is known of a unit that has left: whose it was, as its event says."""
    own = env.names.get(f"{env.event}.playerUUID") if eid == receiver(env) else None
    match role:
        case "ally" | "otherAlly":
            return own == env.owner
        case "enemy":
            return own is not None and own not in (0, env.owner)
    return role == "neutral" and own == 0


def _of_holder(st: State, listener: Listener, eid: int) -> bool:
    ability = st.entities.get(listener.host)
    return ability is not None and bool(ability["holder"] == eid)


def _of_own(st: State, listener: Listener, eid: int) -> bool:
    return bool(st.entities[eid]["own"] == listener.owner)


def _of_others(st: State, listener: Listener, eid: int) -> bool:
    return bool(st.entities[eid]["own"] != listener.owner)


def _of_region(st: State, listener: Listener, eid: int) -> bool:
    ability = st.entities.get(listener.host)
    return ability is not None and region_of(st, eid) == region_of(st, host_of(st, listener.host))


AIMS: dict[str, Aim] = {
    "host": _of_holder,
    "allies": _of_own,
    "otherAllies": _of_own,
    "adjacentAllies": _of_own,
    "alliesHere": _of_region,
    "enemies": _of_others,
    "adjacentEnemies": _of_others,
    "enemiesHere": _of_region,
    "cards": _of_own,
    "enemyCards": _of_others,
}
"""What must be true of an entity before it is asked whether it `is_meant`: what can be seen of the ability alone."""


def is_meant(st: State, env: Env, eid: int, to: str) -> bool:
    """Return whether a static part applies to an entity."""
    match to:
        case "host":
            return eid == host(st, env)
        case "you":
            return eid == env.owner
        case "allies":
            return is_unit(st, eid) and is_one(st, env, eid, "ally")
        case "otherAllies":
            return is_unit(st, eid) and is_one(st, env, eid, "otherAlly")
        case "enemies":
            return is_unit(st, eid) and is_one(st, env, eid, "enemy")
        case "all":
            return is_unit(st, eid)
        case "cards" | "enemyCards":
            ent = st.entities.get(eid)
            return ent is not None and ent["kind"] in HAND_CARDS and (ent["own"] == env.owner) is (to == "cards")
    side = "ally" if "llies" in to else "enemy"
    place = "adjacent" if to.startswith("adjacent") else "here"
    return is_one(st, env, eid, side) and is_one(st, env, eid, place)
