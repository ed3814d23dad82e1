"""The table: players, zones, and the small operations that all rules and cards share.

Ids count down (002): the players are -1 and -2. Zones of a player: pile, hands, dice (one entity that holds all dice), characters,
combatShields, combatStatuses, summons, supports, removed. What is attached to a character lies in that character's own zone `characters`,
in order of entry, so that all of it has one rank among the zones. Source: 002 PlayerState, "实体"; 004 zones.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.toolkit.rules import (
    CardDef,
    Entities,
    Signal,
    State,
    chance,
    change,
    definition,
    dispose,
    emit,
    make,
    move,
    set_var,
)

from .words import FROST_AND_LEAF

TABLE = 0
PLAYERS = (-1, -2)
CHARACTERS, SHIELDS, STATUSES, SUMMONS, SUPPORTS = (
    "characters",
    "combatShields",
    "combatStatuses",
    "summons",
    "supports",
)
ZONES = (CHARACTERS, SHIELDS, STATUSES, SUMMONS, SUPPORTS)
"""Zones whose entities answer events, in 004's order of priority."""
HANDS, PILE, DICE_ZONE, REMOVED = "hands", "pile", "dice", "removed"
HOME: Mapping[str, tuple[str, ...]] = {
    "character": (CHARACTERS,),
    "status": (CHARACTERS,),
    "equipment": (CHARACTERS,),
    "combatStatus": (SHIELDS, STATUSES),
    "summon": (SUMMONS,),
    "support": (SUPPORTS,),
    "eventCard": (),
}
"""Where the skills of each type of entity answer events."""
LAST_PLAYS = "lastPlays"
"""The fact of the table that holds, by player and type, which card was played last; there where a card of the match speaks of it."""
FIXED_DICE = "fixedDice"
"""The fact of the table that holds which dice of the next roll are fixed, each with its player; there once a card has fixed one."""
SPEND = "ON_SPEND"
MAX_STAT = 99
FLAGS = ("isPass", "playArcaneLegend", "isAfterChange", "isQuickChange", "changeNum", "isCharged", "legends", "rerolls")
"""What 004's GeniusPlayer keeps beside its zones."""


def seat_of(player: int) -> int:
    """Return the seat of a player."""
    return -1 - player


def player_at(seat: int) -> int:
    """Return the player of a seat."""
    return -1 - seat


def opponent_of(player: int) -> int:
    """Return the opponent."""
    return -3 - player


def active_player(st: State) -> int:
    """Return the player whose turn it is; 0 before the first round."""
    return int(st.globals["activePlayer"])


def active_of(st: State, player: int) -> int:
    """Return a player's active character, 0 before one is chosen."""
    return int(st.entities[player]["active"])


def dice_printed(st: State, eid: int) -> int:
    """Return how many dice a card costs as it is printed."""
    return sum(count for _, count in definition(st, eid).facts.get("cost", ()))


def has_tag(st: State, eid: int, tag: str) -> bool:
    """Return whether an entity has a printed tag."""
    name = st.entities[eid]["def"]
    return bool(name) and tag in st.program.cards[name].tags


def characters(st: State, player: int) -> Entities:
    """Return a player's characters in their order, defeated ones too."""
    return st.zones[player, CHARACTERS]


def living(st: State, player: int) -> Entities:
    """Return a player's characters that are not defeated, in their order."""
    entities = st.entities
    return tuple([eid for eid in st.zones[player, CHARACTERS] if entities[eid]["isAlive"]])


def from_active(st: State, player: int) -> Entities:
    """Return a player's living characters, the active one first, then cyclically."""
    held, active = characters(st, player), active_of(st, player)
    start = held.index(active) if active in held else 0
    return tuple(eid for eid in (*held[start:], *held[:start]) if st.entities[eid]["isAlive"])


def is_character(st: State, eid: int, alive: int = 1) -> bool:
    """Return whether an entity is a character that is not defeated, or with `alive` 0 one that is."""
    ent = st.entities.get(eid)
    return ent is not None and ent["kind"] == "character" and ent["isAlive"] == alive


def standing(st: State, eid: int) -> bool:
    """Return whether an entity is a character that has health left and is not defeated."""
    return is_character(st, eid) and st.entities[eid]["health"] > 0


def host_of(st: State, eid: int) -> int:
    """Return the character that an entity is or is attached to, 0 for none."""
    ent = st.entities.get(eid)
    if ent is None or ent["zone"] != CHARACTERS:
        return 0
    return eid if ent["kind"] == "character" else int(ent["holder"])


def on_board(st: State) -> list[int]:
    """Return every entity that lies in a zone that answers events, but for the characters themselves."""
    zones, eids = st.zones, list[int]()
    for player in PLAYERS:
        for character in zones[player, CHARACTERS]:
            eids += zones.get((character, CHARACTERS), ())
        for zone in ZONES[1:]:
            eids += zones.get((player, zone), ())
    return eids


def is_on_board(st: State, eid: int) -> bool:
    """Return whether an entity lies in a zone that answers events, and is no character."""
    return eid in on_board(st)


def find(st: State, place: tuple[int, str], name: str) -> int:
    """Return the entity of a definition in a zone, 0 for none."""
    return next((eid for eid in st.zone(*place) if st.entities[eid]["def"] == name), 0)


def enter(st: State, name: str, player: int, host: int = 0, overrides: Mapping[str, int] | None = None) -> int:
    """Make an entity where its type belongs, and return it: on a character, or on a player's side; 0 where there is no room.

    One of the same definition there is created again instead (GE6); a support is always another one (GE7).
    """
    card = st.program.cards[name]
    place = _place(card, player, host)
    recreates = bool(st.program.config["recreates"]) and card.kind != "support"
    before = find(st, place, name) if recreates else 0
    if not before and not _has_room(st, card.kind, player):
        return 0
    if card.kind == "status" and "control" in card.tags and is_immune(st, host):
        return 0
    eid = make(st, name, player, place, overrides, is_second=not recreates)
    if not before:
        emit(st, "ON_ENTER", (player, eid))
    return eid


def is_immune(st: State, character: int) -> bool:
    """Return whether nothing freezes a character, and no effect or reaction makes it leave."""
    return any(has_tag(st, eid, "immuneControl") for eid in st.zone(character, CHARACTERS))


def _place(card: CardDef, player: int, host: int) -> tuple[int, str]:
    if card.kind in ("status", "equipment"):
        return host, CHARACTERS
    if card.kind == "combatStatus":
        return player, SHIELDS if "shield" in card.tags else STATUSES
    return player, HOME[card.kind][0]


def _has_room(st: State, kind: str, player: int) -> bool:
    config = st.program.config
    if kind == "summon":
        return bool(len(st.zone(player, SUMMONS)) < config["summonsMost"])
    return kind != "support" or bool(len(st.zone(player, SUPPORTS)) < config["supportsMost"])


def leave(st: State, eid: int) -> Signal | None:
    """Take an entity out of the match; for a summon ON_SUMMON_REMOVE is raised."""
    ent = st.entities[eid]
    kind, player = ent["kind"], ent["own"]
    dispose(st, eid)
    return emit(st, "ON_SUMMON_REMOVE", (player, eid)) if kind == "summon" else None


def auras(number: int) -> tuple[int, ...]:
    """Return the elements of an aura, the one that reacts first in front (004 element_application)."""
    if not number:
        return ()
    return (1, 7) if number == FROST_AND_LEAF else (number,)


def draw(st: State, player: int, count: int) -> Entities:
    """Move the topmost cards of the pile to the hand and return them; an empty pile gives none."""
    cards = st.zone(player, PILE)[: max(count, 0)]
    for card in cards:
        move(st, card, player, HANDS)
    return burn(st, player, cards)


def burn(st: State, player: int, gained: Entities) -> Entities:
    """Burn random cards of those just gained until the hand is within its bounds, and return those that are left (GE7)."""
    remaining = list(gained)
    while remaining and len(st.zone(player, HANDS)) > st.program.config["handMost"]:
        move(st, remaining.pop(chance(st, f"burn/{seat_of(player)}", len(remaining))), player, REMOVED)
    return tuple(remaining)


def discard(st: State, player: int, card: int) -> Signal | None:
    """Put a card of a hand away; ON_DISCARD is raised."""
    move(st, card, player, REMOVED)
    return emit(st, "ON_DISCARD", (player, card))


def put_back(st: State, card: int) -> None:
    """Return a card to its player's pile, at a random place (004 return_card)."""
    player = int(st.entities[card]["own"])
    move(st, card, player, PILE, chance(st, f"return/{seat_of(player)}", len(st.zone(player, PILE)) + 1))


def give(st: State, player: int, name: str) -> int:
    """Make a card in a player's hand; 0 where it burns."""
    card = st.program.cards[name]
    eid = make(st, name, player, (player, HANDS), is_second=True)
    assert card.kind != "character"  # noqa: S101  for the type checker
    return eid if burn(st, player, (eid,)) else 0


def charge(st: State, eid: int, amount: int) -> int:
    """Change a character's energy within its bounds, and return by how much."""
    return change(st, eid, "power", amount, 0, st.entities[eid]["maxPower"])


def spend(st: State, eid: int, name: str, amount: int) -> Signal | None:
    """Raise ON_SPEND where a card of the match speaks of it: an amount of a variable of an entity was spent."""
    if not amount or (SPEND not in st.listener_index and SPEND not in st.program.counters):
        return None
    return emit(st, SPEND, (st.entities[eid]["own"], eid, name, amount))


def raise_spent(st: State, eid: int, name: str, amount: int) -> None:
    """Raise ON_SPEND for what a use of a skill has taken off its entity."""
    spend(st, eid, name, amount)


def reset_flags(st: State, player: int) -> None:
    """Begin a round: no player has ended it or switched."""
    for flag in ("isPass", "changeNum", "isQuickChange"):
        set_var(st, player, flag, 0)
