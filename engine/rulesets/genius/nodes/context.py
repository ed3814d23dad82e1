"""What a skill's words mean where it runs: its own entity, the character it is attached to, who did the event and to whom."""

from __future__ import annotations

from typing import Any

from engine.kernel.in_flight import Environment
from engine.kernel.state import State
from engine.rulesets.genius.events import EVENTS
from engine.rulesets.genius.table import active_of, host_of

Env = Environment


def _keys(*fields: str) -> dict[str, str]:
    """Return for each event the name of the first of these fields that it has."""
    found = {spec.name: next((one for one in fields if one in spec.fields), "") for spec in EVENTS}
    return {event: f"{event}.{field}" for event, field in found.items()}


ACTORS = _keys("damageFrom", "UUID", "fromUUID")
RECEIVERS = _keys("damageTo", "toUUID", "UUID")
PLAYERS_OF = _keys("playerUUID")
SORTS = {f"{spec.name}.{name}": kind for spec in EVENTS for name, kind in spec.fields.items()}
"""What sort of thing a field of an event names, by its key: known of one that has left, too."""


def field(env: Env, *names: str) -> Any:
    """Return the first of these fields that the event which is answered has; None where it has none."""
    for name in names:
        found = env.names.get(f"{env.event}.{name}")
        if found is not None:
            return found
    return None


def host(st: State, env: Env) -> int:
    """Return the character that this entity is or is attached to, 0 for none."""
    return host_of(st, env.source or 0)


def stands_for(st: State, env: Env, eid: int, player: int, role: str, sort: str) -> bool:
    """Return whether an entity of a player is the one that a word means, seen from this entity; `sort` is that of one that has left."""
    match role:
        case "mine":
            return player == env.owner
        case "opponents":
            return player != env.owner
        case "host":
            return bool(eid) and eid == host(st, env)
        case "self":
            return eid == env.source
        case "myActive":
            return player == env.owner and eid == active_of(st, player)
        case "opponentActive":
            return player != env.owner and bool(eid) and eid == active_of(st, player)
        case "myStandby":
            return player == env.owner and _kind(st, eid) == "character" and eid != active_of(st, player)
    kind = _kind(st, eid) if eid in st.entities else sort
    return player == env.owner and kind == role.removeprefix("my").lower()


def _kind(st: State, eid: int) -> str:
    return str(st.entities.get(eid, {}).get("kind", ""))
