"""The deal: players, decks, piles and the first shop, and how a hidden rest is dealt anew for a bot.

Source: rules: 10 starters a seat, gold 3, mana 0; a wheel of 12 cells; WZ13, WZ14.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.kernel.chance import keys
from engine.kernel.mutations import chance, create, set_global, set_order, set_var, shuffle
from engine.kernel.program import CardDef
from engine.kernel.state import State
from engine.rulesets.wizards.config import LEVELS
from engine.rulesets.wizards.table import TABLE, fill_shop, players

PILES = ("common", "legendary", *LEVELS)
SLOT_STRIDE = 1000


def copies(card: CardDef, seats: int) -> int:
    """Return how many copies of a card a match of so many seats has: `$N` is N per player (000 `count`)."""
    count = card.copies
    return int(count[1:]) * seats if isinstance(count, str) else count


def deal(cards: Mapping[str, CardDef], seats: int, config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the opening environment: each seat's starters and each pile, as card ids in order of id.

    Shapes: `deck/<side>` and the piles are tuples of card ids; their order is the order of slots.
    """
    piles: dict[str, list[str]] = {name: [] for name in PILES}
    deck: list[str] = []
    for card in sorted(cards.values(), key=lambda c: c.id):
        if card.kind == "exploration":
            piles[card.words["level"]] += [card.id] * copies(card, seats)
        elif card.words["rarity"] == "ori":
            deck += [card.id] * copies(card, 1)
        else:
            piles["common" if card.words["rarity"] == "com" else "legendary"] += [card.id] * copies(card, seats)
    env: dict[str, Any] = {name: tuple(ids) for name, ids in piles.items()}
    env.update({f"deck/{side}": tuple(deck) for side in range(seats)})
    return env


FRESH = dict.fromkeys(("mana", "gold", "freezing", "pos", "steps", "token", "out", "plays", "kills", "moved"), 0)
"""The variables of a player, all of them at nothing."""


def take_seats(st: State, seats: Sequence[Mapping[str, int]]) -> None:
    """Make a player for each seat with these variables, and neutral slots for the rest of the table."""
    for side, start in enumerate(seats):
        create(st, "", "player", side + 1, (TABLE, "seats"), {"side": side, **start})
    spare = range(st.program.config["slots"] - len(seats))
    neutral = [create(st, "", "neutral", 0, (TABLE, "seats"), {}) for _ in spare]
    set_global(st, "holders", (*players(st), *neutral))


def lay_out(st: State, env: int) -> None:
    """Make players, neutral slots, decks and piles, shuffle, and draw who starts."""
    rec, config = st.recs[env], st.program.config
    seats = config["seats"]
    take_seats(st, [{**FRESH, "gold": config["startGold"], "token": 1}] * seats)
    for name in ("round", "entered"):
        set_global(st, name, 0 if name == "round" else 1)
    set_global(st, "phase", "setup")
    for side in range(seats):
        _pile(st, rec[f"deck/{side}"], side + 1, "deck", (side + 1) * SLOT_STRIDE)
        shuffle(st, side + 1, "deck", f"shuffle/{side}")
    for place, name in enumerate(PILES):
        _pile(st, rec[name], TABLE, name, (10 + place) * SLOT_STRIDE)
        shuffle(st, TABLE, name, f"shuffle/{name}")
    set_global(st, "first", chance(st, "first", seats))
    fill_shop(st)


def _pile(st: State, ids: tuple[str, ...], holder: int, zone: str, slot: int) -> None:
    cards = st.program.cards
    for place, card_id in enumerate(ids):
        card = cards[card_id]
        create(st, card_id, card.kind, holder, (holder, zone), {"slot": slot + place, **card.numbers})


HIDDEN_PILES = ("common", "legendary", *LEVELS)
SECRET = frozenset((*HIDDEN_PILES, "deck", "hand"))
"""Zones that somebody may not look into."""


def hidden(st: State, side: int) -> frozenset[tuple[int, str]]:
    """Return the zones whose cards or order a side does not know: all piles and decks, and the others' hands."""
    zones = {(TABLE, name) for name in HIDDEN_PILES}
    for player in players(st):
        zones.add((player, "deck"))
        if player != side + 1:
            zones.add((player, "hand"))
    return frozenset(zones)


def redeal(st: State, side: int, salt: int) -> State:
    """Return a fork in which all that the side cannot know is dealt anew, and chance goes another way.

    An opponent's hand and deck are mixed and dealt in the same sizes; piles and the own deck are shuffled.
    """
    new = st.fork()
    new.log = new.cover = None
    new.seed = st.seed ^ (0x5851F42D4C957F2D * (salt + 1) & 0xFFFFFFFFFFFFFFFF)
    zones = [(side + 1, "deck"), *((TABLE, name) for name in HIDDEN_PILES)]
    others = [player for player in players(new) if player != side + 1]
    cards = [eid for holder, name in zones for eid in new.zone(holder, name)]
    cards += [eid for player in others for name in ("hand", "deck") for eid in new.zone(player, name)]
    rank = dict(zip(cards, keys(new.seed, "redeal", len(cards)), strict=True)).__getitem__
    for holder, name in zones:
        set_order(new, holder, name, tuple(sorted(new.zone(holder, name), key=rank)))
    for player in others:
        _mix(new, player, rank)
    return new


def _mix(st: State, player: int, rank: Callable[[int], int]) -> None:
    """Deal a player's hand anew out of hand and deck together."""
    hand, deck = st.zone(player, "hand"), st.zone(player, "deck")
    mixed = sorted((*hand, *deck), key=rank)
    held, left = tuple(mixed[: len(hand)]), tuple(mixed[len(hand) :])
    set_order(st, player, "hand", held)
    set_order(st, player, "deck", left)
    for cards, zone in ((held, "hand"), (left, "deck")):
        for card in cards:
            set_var(st, card, "zone", zone)
