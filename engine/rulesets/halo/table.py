"""The table: seats, zones, and the small operations that all rules and cards share.

Zones of a player: deck, hand, discard, standby, field, and for each lane `alpha.front`, `alpha.back`, `alpha.orbit` (then bravo, charlie).
Zones of a unit: armory; of a vessel: hangar. Zones of the table (holder 0): seats, playing (the card being played), gone (tokens that
leave the match when the action is over). Players are entities with ids 1 and 2. Lanes are 1 to 3; a place on the ground is named by
its zone, so questions about places offer words such as `alpha.front`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.toolkit.costs import own_cost
from engine.toolkit.rules import (
    Entities,
    Signal,
    State,
    become,
    change,
    definition,
    emit,
    modified,
    move,
    new_environment,
    new_skill_info,
    put,
    run_skill,
    set_global,
    set_var,
    stat,
)

TABLE = 0
SHARED = ("sourcePlayerId", "targetPlayerId", "sourceEntityId", "targetEntityId", "lane")
"""What every event begins with."""
PLAYERS = (1, 2)
LANES = ("alpha", "bravo", "charlie")
NUMBERS = (1, 2, 3)
FRONT, BACK, ORBIT = "front", "back", "orbit"
ROWS = (FRONT, BACK)
HOST_ZONES = ("armory", "hangar")
"""Zones of units and vessels."""
PLACES = {f"{lane}.{row}": (number, row) for number, lane in enumerate(LANES, 1) for row in (*ROWS, ORBIT)}
"""Every zone of the battlefield with its lane and row."""
GROUND_ZONES = tuple(zone for zone, (_, row) in PLACES.items() if row != ORBIT)
SKY = tuple(zone for zone, (_, row) in PLACES.items() if row == ORBIT)
ROUND_THE_LANE = tuple(tuple(zone for zone, (lane, _) in PLACES.items() if lane == number) for number in (0, *NUMBERS))
"""The zones of each lane, by its number: front, back, orbit."""
KEYS = tuple(tuple((player, zone) for zone in PLACES) for player in (0, *PLAYERS))
"""The zones of each player on the battlefield, by the player's id: front, back and orbit of each lane."""
LANE_KEYS = tuple(
    tuple(tuple((player, zone) for zone in zones) for zones in ROUND_THE_LANE) for player in (0, *PLAYERS)
)
"""The same for one lane, by player and lane."""
SLOTS = {FRONT: "frontSlots", BACK: "backSlots", ORBIT: "orbitSlots"}
ROW_PLACE = {FRONT: 0, BACK: 1, ORBIT: 2}
MAX_STAT = 999
MEMORY, MAX_REMEMBERED = "note.", 9999
"""What the variables of remembered numbers begin with, and how far these go above and below 0."""
ABILITIES_LOST = "silenced"
"""The variable of a unit or vessel that has lost its abilities until it is deployed again."""
CONTROL = "control."
"""What the timed change of a unit that was taken over for some turns begins with; the player to whom it goes back follows."""
JAM = "jam."
"""What the variables of a player begin with that hold, for a lane, the last turn in which nothing is dropped into it."""


def players(st: State) -> tuple[int, ...]:
    """Return the players' ids, by side."""
    return PLAYERS


def opponent_of(player: int) -> int:
    """Return the opponent."""
    return 3 - player


def active(st: State) -> int:
    """Return the active player."""
    return int(st.globals["active"])


def turn(st: State) -> int:
    """Return the number of the turn, counted over both players."""
    return int(st.globals["globalTurn"])


def zone_name(lane: int, row: str) -> str:
    """Return the name of the zone of a row in a lane."""
    return f"{LANES[lane - 1]}.{row}"


def base_of(st: State, eid: int) -> int:
    """Return the unit that carries an attached or loaded card, or the entity itself."""
    ent = st.entities.get(eid)
    return int(ent["holder"]) if ent is not None and ent["zone"] in HOST_ZONES else eid


def lane_of(st: State, eid: int) -> int:
    """Return the lane of an entity, 0 for none."""
    ent = st.entities.get(eid)
    if ent is None:
        return 0
    zone = ent["zone"]
    if zone in HOST_ZONES:
        zone = st.entities[ent["holder"]]["zone"]
    return PLACES[zone][0] if zone in PLACES else 0


def last_lane(st: State, eid: int) -> int:
    """Return the lane of an entity, or its last lane if it left the battlefield in this action."""
    return lane_of(st, eid) or int(st.entities.get(eid, {}).get("fell", 0))


def row_of(st: State, eid: int) -> str:
    """Return the row of an entity, which may be the orbit; empty for none."""
    ent = st.entities.get(base_of(st, eid))
    return PLACES.get(ent["zone"], (0, ""))[1] if ent is not None else ""


def controller(st: State, eid: int) -> int:
    """Return the player who controls something now, 0 for none; a player controls themselves."""
    ent = st.entities.get(eid)
    if ent is None:
        return 0
    return eid if ent["kind"] == "player" else int(ent["own"])


def is_player(st: State, eid: int) -> bool:
    """Return whether an entity is a player."""
    return eid in PLAYERS


def is_in_play(st: State, eid: int) -> bool:
    """Return whether an entity is a unit on the ground or a vessel in orbit."""
    ent = st.entities.get(eid)
    return ent is not None and ent["zone"] in PLACES


def is_ground(st: State, eid: int) -> bool:
    """Return whether an entity is a unit on the ground."""
    ent = st.entities.get(eid)
    return ent is not None and ent["zone"] in GROUND_ZONES


def is_vessel(st: State, eid: int) -> bool:
    """Return whether an entity is a vessel in orbit."""
    ent = st.entities.get(eid)
    return ent is not None and ent["zone"] in SKY


def in_play(st: State, player: int = 0) -> Entities:
    """Return the units on the ground and the vessels of a player, of both with none named, lane by lane."""
    zones = st.zones
    out: Entities = ()
    for one in (player,) if player else PLAYERS:
        for key in KEYS[one]:
            if key in zones:
                out += zones[key]
    return out


def ground_units(st: State, player: int, lane: int) -> Entities:
    """Return a player's units in a lane, the front row first."""
    zones, (first, second, _) = st.zones, LANE_KEYS[player][lane]
    return zones.get(first, ()) + zones.get(second, ())


def units(st: State, player: int) -> Entities:
    """Return a player's units in all lanes."""
    zones = st.zones
    out: Entities = ()
    for lane in LANE_KEYS[player][1:]:
        out += zones.get(lane[0], ()) + zones.get(lane[1], ())
    return out


def front(st: State, player: int, lane: int) -> Entities:
    """Return a player's units in the front row of a lane."""
    return st.zones.get(LANE_KEYS[player][lane][0], ())


def vessel(st: State, player: int, lane: int) -> int:
    """Return a player's vessel over a lane, 0 for none; of several the one that came first."""
    held = st.zones.get(LANE_KEYS[player][lane][2])
    return held[0] if held else 0


def has_keyword(st: State, eid: int, name: str) -> int:
    """Return the number of a keyword that something has, 1 for one without number, 0 for one that it has not."""
    ent = st.entities.get(eid)
    return int(ent.get(f"kw.{name}", 0)) if ent is not None else 0


def attack_of(st: State, eid: int) -> int:
    """Return the attack of a unit as modifiers leave it, never below 0."""
    return max(stat(st, eid, "attack"), 0)


def supply_of(st: State, eid: int) -> int:
    """Return what a card costs in supply now, never below 0; the printed cost is that of its definition."""
    return max(modified(st, eid, "supply", own_cost(st, eid, st.entities[eid]["supply"])), 0)


def has_tag(st: State, eid: int, tag: str) -> bool:
    """Return whether a card has a printed tag."""
    ent = st.entities.get(eid)
    return ent is not None and bool(ent["def"]) and tag in st.program.cards[ent["def"]].tags


def is_vehicle(st: State, eid: int) -> bool:
    """Return whether an entity is a vehicle, by tag or keyword."""
    return bool(has_keyword(st, eid, "VEHICLE")) or has_tag(st, eid, "VEHICLE")


def has_status(st: State, eid: int, name: str) -> bool:
    """Return whether an entity has a status now."""
    ent = st.entities.get(eid)
    return ent is not None and int(ent.get(f"st.{name}", 0)) >= st.globals["globalTurn"]


def act(st: State, code: str, name: str, eid: int, *, card: int = 0) -> Signal:
    """Run a block as an action of an entity's controller, in a scope of its own, before the next op.

    Shapes: the block finds what acts under the name given, and its `player`; `card` is the card that is used, 0 for none.
    """
    player = controller(st, eid)
    env = new_environment({name: eid, "player": player}, player, eid)
    return run_skill(st, new_skill_info(eid, card, code), code, env)


def emit_event(st: State, event: str, source: int = 0, target: int = 0, lane: int = 0, **own: Any) -> Signal | None:
    """Emit an event of halo: players follow from the entities, and the lane from their places unless it is given.

    Shapes: a player as source or target fills only the player field; no one and nothing are null.
    """
    entities = st.entities
    by, actor = (
        (source, None)
        if source in PLAYERS
        else (entities[source]["own"] if source in entities else None, source or None)
    )
    to, actors = (
        (target, None)
        if target in PLAYERS
        else (entities[target]["own"] if target in entities else None, target or None)
    )
    if not lane:
        lane = (lane_of(st, source) if actor else 0) or (lane_of(st, target) if actors else 0)
    fields = st.program.events[event].fields
    if len(fields) == len(SHARED):
        return emit(st, event, (by, to, actor, actors, lane))
    return emit(st, event, (by, to, actor, actors, lane, *[own[name] for name in fields[len(SHARED) :]]))


def room(st: State, player: int, lane: int, row: str) -> bool:
    """Return whether a row, or the orbit of a lane, has room for one more."""
    held = st.zones.get((player, ROUND_THE_LANE[lane][ROW_PLACE[row]]), ())
    return len(held) < int(st.program.config[SLOTS[row]])


def free_row(st: State, player: int, where: int, row: str) -> str:
    """Return the zone of a row of a lane with room, else of the other row; empty where there is none."""
    rows = (row, *(one for one in ROWS if one != row))
    return next((zone_name(where, one) for one in rows if where and room(st, player, where, one)), "")


def places(st: State, player: int, lanes: Iterable[int] = NUMBERS) -> tuple[str, ...]:
    """Return the places on the ground of these lanes that take one more, as the options of a question."""
    zones, config, out = st.zones, st.program.config, []
    most = config["frontSlots"], config["backSlots"]
    for lane in lanes:
        for key, slots in zip(LANE_KEYS[player][lane], most, strict=False):
            if len(zones.get(key, ())) < slots:
                out.append(key[1])
    return tuple(out)


def leave(st: State, eid: int) -> None:
    """Remove an entity from the battlefield with everything attached or loaded: to its owner's discard pile, or, for a token, out of the match."""
    ent = st.entities[eid]
    for zone in HOST_ZONES:
        for card in st.zone(eid, zone):
            leave(st, card)
    if lane := lane_of(st, eid):
        set_var(st, eid, "fell", lane)
        if ent.get("fellBack", 0) != (is_back := int(row_of(st, eid) == BACK)):
            set_var(st, eid, "fellBack", is_back)
    forget_changes(st, eid)
    owner: int = ent["printedOwner"] if "printedOwner" in ent else ent["own"]
    if definition(st, eid).kind == "TOKEN":
        put(st, eid, TABLE, "gone")
    else:
        put(st, eid, owner, "discard")
        set_var(st, eid, "own", owner)


def renew(st: State, eid: int, keeps: tuple[str, ...] = ()) -> None:
    """Make a card as it is printed again, but for variables that it keeps: one that goes back to a hand, or has become another card."""
    forget_changes(st, eid)
    numbers = definition(st, eid).numbers
    kept_names = {"id", "def", "kind", "own", "holder", "zone", "slot", "known", "printedOwner", *keeps}
    for name in (*st.entities[eid], *numbers):
        value = numbers.get(name, 0)
        if name not in kept_names and name[:5] != MEMORY and st.entities[eid].get(name, 0) != value:
            set_var(st, eid, name, value)


def take_over(st: State, eid: int, player: int, zone: str) -> None:
    """Give something on the battlefield to another player; what it listens to, it listens to for them."""
    if "printedOwner" not in st.entities[eid]:
        set_var(st, eid, "printedOwner", st.entities[eid]["own"])
    for card in (eid, *st.zone(eid, "armory")):
        set_var(st, card, "own", player)
    move(st, eid, player, zone)
    for card in (eid, *st.zone(eid, "armory")):
        if not st.entities[card].get(ABILITIES_LOST, 0):
            become(st, card, st.entities[card]["def"])


def hand_over(st: State, eid: int, player: int, by: int = 0) -> Signal | None:
    """Give a unit of the ground to a player, in its row or the other row of its lane, or discard it where neither has room."""
    lane = lane_of(st, eid)
    zone = free_row(st, player, lane, row_of(st, eid))
    if not zone:
        leave(st, eid)
        return None
    take_over(st, eid, player, zone)
    return emit_event(st, "UNIT_REPOSITIONED", by or eid, eid, lane)


def restore_health(st: State, eid: int, amount: int) -> None:
    """Restore health of a unit up to its maximum; a vessel's hull does not recover."""
    if not is_vessel(st, eid):
        ent = st.entities[eid]
        change(st, eid, "health", max(amount, 0), 0, max(ent["healthCap"], ent["health"]))


def draw(st: State, player: int, count: int) -> Signal | None:
    """Move cards from deck to hand; each that is not there costs base points (HA1). The drawn card stays nameless in the event."""
    signal = None
    for _ in range(count):
        deck = st.zone(player, "deck")
        if deck:
            move(st, deck[0], player, "hand")
            signal = emit_event(st, "CARD_DRAWN", player, deck[0], cardId="") or signal
        else:
            signal = hurt_base(st, player, st.program.config["fatigue"]) or signal
    return signal


def discard(st: State, cards: Iterable[int]) -> Signal | None:
    """Discard cards of hands: each is as printed in its owner's discard pile, and named in the event."""
    signal = None
    for card in cards:
        player = st.entities[card]["own"]
        renew(st, card)
        move(st, card, player, "discard")
        signal = emit_event(st, "CARD_DISCARDED", player, card, cardId=st.entities[card]["def"]) or signal
    return signal


def hurt_base(st: State, player: int, amount: int, source: int = 0) -> Signal | None:
    """Take points off a player's base."""
    if amount <= 0:
        return None
    lost = -change(st, player, "base", -amount, 0, MAX_STAT)
    change(st, player, "baseLost", lost, 0, MAX_STAT)
    return emit_event(st, "BASE_DAMAGED", source, player, lane_of(st, source), amount=amount)


def set_until(st: State, eid: int, variable: str, delta: int, turns: int) -> None:
    """Change a variable for some turns, including this one, and revert it after the last; 0 turns are permanent.

    Shapes: with a delta of 0 nothing changes now, and the variable is set to 0 then.
    """
    if delta:
        change(st, eid, variable, delta, -MAX_STAT, MAX_STAT)
    if turns > 0:
        set_global(st, "timed", (*st.globals["timed"], (turn(st) + turns - 1, eid, variable, delta)))


def forget_changes(st: State, eid: int) -> None:
    """Drop the timed changes of an entity that leaves the battlefield."""
    held = st.globals["timed"]
    if any(entry[1] == eid for entry in held):
        set_global(st, "timed", tuple(entry for entry in held if entry[1] != eid))
