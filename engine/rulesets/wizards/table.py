"""The table: who sits where, what lies where, and the small moves that every phase shares.

Zones of a player: deck, hand, discard, play, wand, slot. Zones of the table (holder 0): common, commonDiscard, legendary, shop, III … XII,
explored, gone, offer, playing. Players and neutral slots are entities; a player's id is its side plus one.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.events import call
from engine.kernel.mutations import move, set_global, set_var, shuffle
from engine.kernel.program import CardDef
from engine.kernel.state import State
from engine.rulesets.wizards.config import CELLS

TABLE = 0


def players(st: State) -> range:
    """Return the players' ids, by side."""
    return range(1, st.program.config["seats"] + 1)


def in_order(st: State) -> list[int]:
    """Return the players from the start player on (WZ13)."""
    seats, first = st.program.config["seats"], st.glob["first"]
    return [(first + i) % seats + 1 for i in range(seats)]


def side(player: int) -> int:
    """Return the side of a player."""
    return player - 1


def definition(st: State, card: int) -> CardDef:
    """Return the printed card of an entity."""
    return st.program.cards[st.ents[card]["def"]]


def monsters(st: State) -> tuple[int, ...]:
    """Return the monsters that lie in slots, by holder."""
    return tuple(eid for holder in st.glob["holders"] for eid in st.zone(holder, "slot"))


def rank(st: State, player: int) -> int:
    """Return a player's dense rank by position, best 1 (WZ6)."""
    ents = st.ents
    mine = ents[player]["pos"]
    return 1 + len({ents[other]["pos"] for other in players(st) if ents[other]["pos"] > mine})


def loop_of(st: State, player: int) -> int:
    """Return the loop of the wheel that a player's marker is in, from 1."""
    return int(st.ents[player]["pos"]) // CELLS + 1


def set_phase(st: State, phase: str) -> None:
    """Name the phase that begins."""
    set_global(st, "phase", phase)


def run_timing(st: State, card: int, timing: str, player: int) -> int | None:
    """Run what a card does at one of its own moments."""
    blocks = definition(st, card).timings.get(timing)
    if not blocks:
        return None
    signal = None
    for block in reversed(blocks):
        signal = call(st, block, {f"{timing}.playerUUID": player, "?owner": player, "?source": card})
    return signal


def draw_cards(st: State, player: int, count: int) -> tuple[int, ...]:
    """Move up to so many cards from deck to hand; outside battle the discard pile is shuffled in when more are due (WZ1)."""
    drawn: list[int] = []
    for _ in range(count):
        deck = st.zone(player, "deck")
        if not deck and st.glob["phase"] != "battling":
            shuffle_back(st, player)
            deck = st.zone(player, "deck")
        if not deck:
            break
        move(st, deck[0], player, "hand")
        drawn.append(deck[0])
    return tuple(drawn)


def shuffle_back(st: State, player: int) -> None:
    """Put a player's discard pile into the deck and shuffle it."""
    for card in st.zone(player, "discard"):
        move(st, card, player, "deck")
    shuffle_deck(st, player)


def shuffle_deck(st: State, player: int) -> None:
    """Shuffle a player's deck."""
    shuffle(st, player, "deck", f"shuffle/{side(player)}")


def gain(st: State, player: int, card: int) -> int | None:
    """Give a card to a player: a wand is equipped, anything else goes to the discard pile."""
    set_var(st, card, "own", player)
    if definition(st, card).words.get("cardType") != "wand":
        move(st, card, player, "discard")
        return None
    old = st.zone(player, "wand")
    for wand in old:
        give_back(st, wand)
    move(st, card, player, "wand")
    signal = run_timing(st, card, "onEquip", player)
    for wand in old:
        signal = run_timing(st, wand, "onUnequip", player) or signal
    return signal


def give_back(st: State, card: int) -> None:
    """Return a card that leaves its owner: starters leave the game, the others go to their piles (WZ8)."""
    rarity = definition(st, card).words.get("rarity")
    where = {"com": "commonDiscard", "leg": "legendary"}.get(rarity or "", "gone")
    set_var(st, card, "own", 0)
    move(st, card, TABLE, where)
    if where == "legendary":
        shuffle(st, TABLE, "legendary", "shuffle/legendary")


def take_common(st: State) -> int | None:
    """Return the top card of the common pile, the common discard shuffled into it when it is empty."""
    if not st.zone(TABLE, "common"):
        for card in st.zone(TABLE, "commonDiscard"):
            move(st, card, TABLE, "common")
        shuffle(st, TABLE, "common", "shuffle/common")
    pile = st.zone(TABLE, "common")
    return pile[0] if pile else None


def fill_shop(st: State) -> None:
    """Slide the shop down and put new commons in at its end."""
    while len(st.zone(TABLE, "shop")) < st.program.config["shopSize"]:
        card = take_common(st)
        if card is None:
            return
        move(st, card, TABLE, "shop")


def offer(st: State, pile: str, count: int) -> tuple[int, ...]:
    """Lay out the top cards of a treasure pile to pick from."""
    for _ in range(count):
        top = take_common(st) if pile == "common" else next(iter(st.zone(TABLE, "legendary")), None)
        if top is None:
            break
        move(st, top, TABLE, "offer")
    return st.zone(TABLE, "offer")


def withdraw_offer(st: State, pile: str) -> None:
    """Put what was not picked away: commons to their discard, legendaries back and shuffled."""
    for card in st.zone(TABLE, "offer"):
        move(st, card, TABLE, "commonDiscard" if pile == "common" else "legendary")
    if pile == "legendary":
        shuffle(st, TABLE, "legendary", "shuffle/legendary")


def distinct(st: State, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return one card of each definition and cost, the first of its kind: answers that differ in nothing are one answer."""
    seen: dict[tuple[Any, ...], int] = {}
    for card in cards:
        ent = st.ents[card]
        seen.setdefault((ent["def"], ent.get("manaCost"), ent["zone"]), card)
    return tuple(seen.values())
