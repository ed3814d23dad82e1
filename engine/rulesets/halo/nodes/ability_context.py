"""What an ability's words mean where it answers: this card, its player, the event's source and target, and the lane.

"This card" of an armory card is its bearer (HA17). The source is the event's; on an event without one it is this card (HA16).
Own and enemy are seen from the player of this card.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.toolkit.nodes import Entities
from engine.toolkit.rules import Environment, State

from ..table import PLACES, has_keyword, in_play, is_player, last_lane, opponent_of

Env = Environment
Things = tuple[Any, ...]
"""What a target finds: players, units, cards, rows."""
STATIC_TARGET, STATIC_PLAYER = ".targetEntityId", ".targetPlayerId"
"""Under these names a modifier finds what its number is asked of: there is no event, so the ops on targets read them."""


class Row(NamedTuple):
    """A row of one side of a lane: a place for tokens, and as a target the units in it."""

    player: int
    lane: int
    row: str


def event_field(env: Env, field: str) -> Any:
    """Return a field of the event that is answered; None if the event lacks it or it is empty."""
    return env.names.get(f"{env.event}.{field}") or None


def this(st: State, env: Env) -> int:
    """Return the acting entity of this card: for an armory card its bearer, even one that has just died with it."""
    host = env.source or 0
    found = dict(env.last_known) if env.last_known is not None else st.entities.get(host, {})
    return int(found["holder"]) if found.get("zone") == "armory" else host


def owner(st: State, env: Env) -> int:
    """Return the player of this card."""
    return env.owner


def enemy(st: State, env: Env) -> int:
    """Return that player's opponent."""
    return opponent_of(owner(st, env))


def source(st: State, env: Env) -> int:
    """Return the unit or vessel that the event comes from, this card where it comes from none; an armory card acts as its bearer."""
    source_id = event_field(env, "sourceEntityId")
    if source_id is None:
        return this(st, env)
    held = st.entities.get(int(source_id), {})
    return int(held["holder"] if held.get("zone") == "armory" else source_id)


def source_player(st: State, env: Env) -> int:
    """Return the player of the event's source; this card's where the event has none."""
    found = event_field(env, "sourcePlayerId")
    return int(found) if found is not None else owner(st, env)


def target(st: State, env: Env) -> int:
    """Return the event's target, 0 for none; a base is given as its player."""
    return int(event_field(env, "targetEntityId") or 0)


def lane(st: State, env: Env) -> int:
    """Return the source's lane: that of the event, else that of its source, else this card's; 0 for none."""
    if not env.event and (asked := env.names.get(STATIC_TARGET)):
        return last_lane(st, asked)
    return int(event_field(env, "lane") or 0) or last_lane(st, source(st, env)) or last_lane(st, this(st, env))


def units(st: State, targets: Things) -> Entities:
    """Return the units and vessels among targets; a row means those in it. Each once, without those that left play."""
    unit_ids: dict[int, None] = {}
    for one in targets:
        for eid in units_in_row(st, one) if isinstance(one, Row) else (one,):
            if eid in st.entities and st.entities[eid]["zone"] in PLACES:
                unit_ids[eid] = None
    return tuple(unit_ids)


def entities_of(st: State, targets: Things) -> Entities:
    """Return the things among targets; a row means the units in it."""
    return tuple(eid for one in targets for eid in (units_in_row(st, one) if isinstance(one, Row) else (one,)))


def players_among(st: State, targets: Things) -> Entities:
    """Return the players among targets, which mean their bases."""
    return tuple(one for one in targets if not isinstance(one, Row) and is_player(st, one))


def units_in_row(st: State, row: Row) -> Entities:
    """Return the units in a row."""
    return tuple(eid for eid in in_play(st, row.player) if PLACES[st.entities[eid]["zone"]] == (row.lane, row.row))


def open_to_view(st: State, eid: int) -> bool:
    """Return whether a unit or vessel can be a single target; one in camo cannot, for its enemies."""
    return not has_keyword(st, eid, "CAMO")
