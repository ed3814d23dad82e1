"""What a skill's words mean where it runs: its own entity, the character it is attached to, who did the event and to whom."""

from __future__ import annotations

from engine.toolkit.nodes import keys_by_event
from engine.toolkit.rules import Environment, State

from ..events import EVENTS
from ..table import active_of, host_of

Env = Environment


ACTORS = keys_by_event(EVENTS, "damageFrom", "UUID", "fromUUID", "entityUUID")
RECEIVERS = keys_by_event(EVENTS, "damageTo", "toUUID", "UUID", "entityUUID")
PLAYERS_OF = keys_by_event(EVENTS, "playerUUID")
SORTS = {f"{spec.name}.{name}": kind for spec in EVENTS for name, kind in spec.fields.items()}
"""What sort of thing a field of an event names, by its key: known of one that has left, too."""


def host(st: State, env: Env) -> int:
    """Return the character that this entity is or is attached to, 0 for none."""
    return host_of(st, env.source or 0)


def itself(st: State, env: Env) -> int:
    """Return what "this" means: the character that bears it, or the card itself that has none."""
    return host(st, env) or env.source or 0


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
