"""What the effects do that 003 does not list: one function for each, called like those of `effect_handlers`. Source: SOURCE.md, extensions."""

from __future__ import annotations

from typing import Any

from engine.kernel.entities import put
from engine.kernel.events import cancel
from engine.kernel.in_flight import Environment
from engine.kernel.records import EnvironmentId
from engine.kernel.signals import Signal
from engine.kernel.state import State
from engine.kernel.state_writers import chance, change, move, set_global, set_var, shuffle
from engine.language.compiling.compile import bind
from engine.rulesets.halo.deploying import enter, make, origin
from engine.rulesets.halo.nodes.ability_context import Row, lane, this, units
from engine.rulesets.halo.nodes.numbers import MEMORY, in_seat
from engine.rulesets.halo.pools import gain
from engine.rulesets.halo.table import (
    MAX_STAT,
    PLACES,
    PLAYERS,
    ROWS,
    active,
    controller,
    definition,
    free_row,
    ground,
    happen,
    lane_of,
    leave,
    renew,
    row_of,
    set_until,
    turn,
)

Things = tuple[Any, ...]
Payload = tuple[Any, ...]
HELD = ("hand", "deck", "discard")
"""Where a card lies that is not in play."""
DEPLOYED_FROM = (*HELD, "exile")


# --------------------------------------------------------------------------------------------------- in an event


def scale_damage(
    st: State, env: Environment, payload: Payload, commit: bool, target: Things, factor: int, *given: Any
) -> Payload:
    """Multiply the damage on its way and divide it, rounded down or, if asked, up."""
    divisor, rounding = given[0] or 1, given[1]
    place = st.program.events[env.event].fields.index("amount")
    product = max(payload[place], 0) * factor
    found = -(-product // divisor) if rounding == "UP" else product // divisor
    return (*payload[:place], found, *payload[place + 1 :])


def redirect_damage(
    st: State, env: Environment, payload: Payload, commit: bool, target: Things, to: Things
) -> Payload:  # fmt: skip
    """Give the damage on its way another target; one that is gone, or none, changes nothing."""
    found = units(st, to)
    if not found:
        return payload
    fields, values = st.program.events[env.event].fields, list(payload)
    values[fields.index("targetEntityId")] = found[0]
    values[fields.index("targetPlayerId")] = controller(st, found[0])
    return tuple(values)


def survive(st: State, env: Environment, payload: Payload, commit: bool, target: Things, instead: str) -> Payload:
    """Let something that would die be exiled instead."""
    place = st.program.events[env.event].fields.index("fate")
    return (*payload[:place], instead, *payload[place + 1 :])


def cancel_event(st: State, env_id: EnvironmentId, name: str, target: Things) -> None:
    """Cancel the event around."""
    cancel(st, st.environments[env_id].flight)


# -------------------------------------------------------------------------------------------------------- numbers


def remember(st: State, env_id: EnvironmentId, name: str, target: Things, *held: Any) -> None:
    """Add to a named number of each target, or set it; what lasts for a turn is taken back when it ends."""
    key, mode, amount, lasts = held
    variable, value = f"{MEMORY}{key}", 0
    for one in target:
        if isinstance(one, Row) or one not in st.entities:
            continue
        before = st.entities[one].get(variable, 0) if mode == "SET" else 0
        done = change(st, one, variable, (amount or 0) - before, 0, 9999)
        value = st.entities[one][variable]
        if lasts == "TURN" and done:
            set_global(
                st, "timed", (*st.globals["timed"], (turn(st), one, variable, -value if mode == "SET" else -done))
            )
    bind(st, env_id, name, value=value)


def gain_resource(
    st: State, env_id: EnvironmentId, name: str, target: Things, resource: str, amount: int | None
) -> Signal | None:
    """Raise what players have of a resource of the pack, up to its limit."""
    return _resource(st, env_id, target, resource, max(amount or 0, 0))


def lose_resource(
    st: State, env_id: EnvironmentId, name: str, target: Things, resource: str, amount: int | None
) -> Signal | None:
    """Lower what players have of a resource of the pack, not below 0."""
    return _resource(st, env_id, target, resource, -max(amount or 0, 0))


def _resource(st: State, env_id: EnvironmentId, target: Things, resource: str, delta: int) -> Signal | None:
    signal = None
    for player in in_seat(st, target):
        signal = gain(st, player, resource, delta, this(st, st.environments[env_id])) or signal
    return signal


def restore_shield(st: State, env_id: EnvironmentId, name: str, target: Things, amount: int | None) -> None:
    """Give lost shield points back, up to the maximum; all of them where no number is given."""
    for eid in units(st, target):
        ent = st.entities[eid]
        lost = max(ent["shieldCap"] - ent["shield"], 0)
        change(st, eid, "shield", lost if amount is None else min(amount, lost), 0, MAX_STAT)


def ready(st: State, env_id: EnvironmentId, name: str, target: Things) -> None:
    """Give units their attack of the turn back, and vessels their strike."""
    for eid in units(st, target):
        for mark in ("attacked", "struck"):
            if st.entities[eid].get(mark, 0):
                set_var(st, eid, mark, 0)


def modify_cost(
    st: State, env_id: EnvironmentId, name: str, target: Things, delta: int | None, turns: int | None
) -> None:
    """Change the supply cost of cards in a hand, never below 0."""
    for eid in target:
        if eid in st.entities and st.entities[eid]["zone"] == "hand":
            done = max(delta or 0, -max(st.entities[eid]["supply"], 0))
            if done:
                set_until(st, eid, "supply", done, turns or 0)


# ----------------------------------------------------------------------------------------------- cards and places


def to_hand(st: State, env_id: EnvironmentId, name: str, target: Things) -> None:
    """Put cards from a deck, a discard pile or the battlefield into their owners' hands, as printed."""
    searched: dict[int, None] = {}
    for eid in target:
        ent = st.entities.get(eid) if not isinstance(eid, Row) else None
        if ent is None or ent["kind"] == "player" or ent["zone"] in ("hand", "gone"):
            continue
        if ent["zone"] in PLACES:
            leave(st, eid)
        player = st.entities[eid]["own"]
        if st.entities[eid]["zone"] == "gone":
            continue
        if st.entities[eid]["zone"] == "deck":
            searched[player] = None
        renew(st, eid)
        move(st, eid, player, "hand")
    _shuffle(st, searched)


def _shuffle(st: State, players: dict[int, None]) -> None:
    """Shuffle the decks that were searched."""
    for player in players:
        shuffle(st, player, "deck", f"search/{player - 1}")


def deploy(
    st: State, env_id: EnvironmentId, name: str, target: Things, row: str | None, exhausted: str | None
) -> Signal | None:
    """Put units from a deck, a discard pile, a hand or exile into this card's lane, in a row with room, else the other."""
    where, signal, searched = lane(st, st.environments[env_id]), None, dict[int, None]()
    for eid in target:
        ent = st.entities.get(eid) if not isinstance(eid, Row) else None
        if ent is None or ent["zone"] not in DEPLOYED_FROM or ent["kind"] not in ("UNIT", "TOKEN"):
            continue
        spot = free_row(st, ent["own"], where, (row or "FRONT").lower())
        if not spot:
            continue
        if ent["zone"] == "deck":
            searched[ent["own"]] = None
        if ent["zone"] != "hand":
            renew(st, eid)
        signal = enter(st, eid, spot) or signal
        if exhausted == "YES":
            set_var(st, eid, "attacked", turn(st))
    _shuffle(st, searched)
    return signal


def move_unit(st: State, env_id: EnvironmentId, name: str, target: Things, to: Things) -> Signal | None:
    """Move units of the ground into a row of a lane, where it has room; how many others were in that lane is `id.others`."""
    signal, moved, others = None, 0, 0
    row = next((one for one in to if isinstance(one, Row)), None)
    for eid in units(st, target):
        if row is None or st.entities[eid]["zone"] not in PLACES or row_of(st, eid) not in ROWS:
            continue
        player = controller(st, eid)
        spot = free_row(st, player, row.lane, row.row)
        if not spot or spot == st.entities[eid]["zone"]:
            continue
        was = lane_of(st, eid)
        others = sum(len(ground(st, who, row.lane)) for who in PLAYERS) if row.lane != was else 1
        put(st, eid, player, spot)
        moved += 1
        signal = happen(st, "UNIT_MOVED", eid, eid, row.lane) or signal
    bind(st, env_id, name, moved=moved, others=others)
    return signal


def create_card(st: State, env_id: EnvironmentId, name: str, target: Things, kind: str, faction: str | None) -> None:
    """Put a new card into players' hands: one of a kind, and of a faction, at random of those that the match has."""
    me = this(st, st.environments[env_id])
    mine = definition(st, me).words["faction"] if me in st.entities and st.entities[me]["def"] else ""
    wanted = mine if faction == "OWN" else faction
    able = [
        card
        for _, card in sorted(st.program.cards.items())
        if card.kind == kind and wanted in (None, card.words.get("faction"))
    ]
    for player in in_seat(st, target):
        if able:
            card = able[chance(st, f"create/{kind}", len(able))]
            make(st, card.id, "hand", origin(st, player, me))


def return_later(st: State, env_id: EnvironmentId, name: str, target: Things, when: str, health: int | None) -> None:
    """Note that something that left comes back: at the end of this turn, or at the start of its player's next one."""
    for eid in target:
        ent = st.entities.get(eid) if not isinstance(eid, Row) else None
        if ent is None or ent["kind"] == "player":
            continue
        owner: int = ent["printedOwner"] if "printedOwner" in ent else ent["own"]
        due = turn(st) if when == "END_OF_TURN" else turn(st) + (2 if active(st) == owner else 1)
        entry = (
            due,
            when,
            eid,
            lane_of(st, eid) or int(ent.get("fell", 0)),
            row_of(st, eid) or ROWS[ent.get("fellBack", 0)],
            health or 0,
        )
        set_global(st, "returns", (*st.globals["returns"], entry))
