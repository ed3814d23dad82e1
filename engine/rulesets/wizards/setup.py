"""The deal: players, decks, piles and the first shop, and how the hidden cards are dealt again for a bot.

Source: rules: 10 starters a seat, gold 3, mana 0; a wheel of 12 cells; WZ13, WZ14.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from engine.kernel.chance import keys
from engine.kernel.definitions import CardDef
from engine.kernel.ground import EnvironmentId
from engine.kernel.state import State
from engine.kernel.state_writers import chance, create, set_global, set_order, set_zone, shuffle
from engine.ruleset.dealing import MAX_DRAWS, shuffle_top
from engine.rulesets.wizards.config import LEVELS
from engine.rulesets.wizards.moving import drop_triggers
from engine.rulesets.wizards.table import KEPT, TABLE, fill_shop, players

PILES = ("common", "legendary", *LEVELS)
SLOT_STRIDE = 1000


def copies(card: CardDef, seats: int) -> int:
    """Return the number of copies of a card in a match: `$N` is N per player (000 `count`)."""
    count = card.copies
    return int(count[1:]) * seats if isinstance(count, str) else count


def deal(
    cards: Mapping[str, CardDef], seats: int, config: Mapping[str, Any], decks: Sequence[Any] = ()
) -> dict[str, Any]:
    """Return the opening environment: each seat's starters and each pile, as card ids in order of id.

    Shapes: this game has no decks; `deck/<seat>` and the piles are tuples of card ids; their order is the order of slots.
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
    env.update({f"deck/{seat}": tuple(deck) for seat in range(seats)})
    return env


INITIAL_VALUES = dict.fromkeys(
    (
        "mana",
        "gold",
        "freezing",
        "pos",
        "steps",
        "token",
        "out",
        "plays",
        "kills",
        "moved",
        "spellDamage",
        "fought",
    ),
    0,
)
"""The variables of a player, all of them at nothing."""


def take_seats(st: State, seats: Sequence[Mapping[str, int]]) -> None:
    """Make a player for each seat with these variables, and neutral slots for the rest of the table."""
    for seat, start in enumerate(seats):
        create(st, "", "player", seat + 1, (TABLE, "seats"), {"seat": seat, **start})
    spare = range(st.program.config["slots"] - len(seats))
    neutral = [create(st, "", "neutral", 0, (TABLE, "seats"), {}) for _ in spare]
    set_global(st, "holders", (*players(st), *neutral))
    for name, value in (("round", 0), ("solo", 0), ("played", ()), ("shown", ()), ("extra", ()), ("fleeting", ())):
        set_global(st, name, value)
    kept = sorted({one for card in st.program.cards.values() for one in card.facts.get(KEPT, ())})
    if kept:
        set_global(st, KEPT, tuple(kept))


def setup_board(st: State, env_id: EnvironmentId) -> None:
    """Create players, neutral slots, decks and piles, shuffle, and draw the start player."""
    names, config = st.environments[env_id].names, st.program.config
    seats = config["seats"]
    gold = config["startGold"] + config["moreStartGold"][seats]
    take_seats(st, [{**INITIAL_VALUES, "gold": gold, "token": config["reversals"]}] * seats)
    set_global(st, "entered", 1)
    set_global(st, "phase", "setup")
    for seat in range(seats):
        _pile(st, names[f"deck/{seat}"], seat + 1, "deck", (seat + 1) * SLOT_STRIDE)
        shuffle(st, seat + 1, "deck", f"shuffle/{seat}")
    for place, name in enumerate(PILES):
        _pile(st, names[name], TABLE, name, (10 + place) * SLOT_STRIDE)
        shuffle(st, TABLE, name, f"shuffle/{name}")
    set_global(st, "first", chance(st, "first", seats))
    fill_shop(st)


def _pile(st: State, ids: tuple[str, ...], holder: int, zone: str, slot: int) -> None:
    cards = st.program.cards
    for place, card_id in enumerate(ids):
        card = cards[card_id]
        create(st, card_id, card.kind, holder, (holder, zone), {"slot": slot + place, **card.numbers})


HIDDEN_PILES = ("common", "legendary", *LEVELS)
SECRET = frozenset((*HIDDEN_PILES, "deck", "hand", "undercurrent"))
"""Zones that are hidden from some player."""


def hidden_zones(st: State, seat: int) -> frozenset[tuple[int, str]]:
    """Return the zones whose cards or order a seat does not know: all piles and decks, the others' hands and face-down cards."""
    return _hidden_of(len(players(st)), seat)


@cache
def _hidden_of(seats: int, seat: int) -> frozenset[tuple[int, str]]:
    zones = {(TABLE, name) for name in HIDDEN_PILES}
    for player in range(1, seats + 1):
        zones.add((player, "deck"))
        if player != seat + 1:
            zones.update(((player, "hand"), (player, "undercurrent")))
    return frozenset(zones)


def determinize(st: State, seat: int, salt: int) -> State:
    """Return a fork in which everything that the seat cannot know is dealt again, and chance differs.

    An opponent's hand and deck are mixed and dealt in the same sizes; piles and the own deck are shuffled.
    """
    new = st.fork_hypothetical(seat, salt)
    visible_cards = _visible_cards(st, seat)
    zones = [(seat + 1, "deck"), *((TABLE, name) for name in HIDDEN_PILES)]
    opponents = [player for player in players(new) if player != seat + 1]
    held_by_others = sum(len(new.zone(player, "hand")) for player in opponents)
    numbers = iter(keys(new.seed, "redeal", MAX_DRAWS * (len(zones) + len(opponents)) + held_by_others))
    for holder, name in zones:
        held = new.zone(holder, name)
        set_order(new, holder, name, _with_visible(held, visible_cards, shuffle_top(held, numbers)))
    for player in opponents:
        _mix(new, player, numbers, visible_cards)
    return new


def _visible_cards(st: State, seat: int) -> frozenset[int]:
    """Return the cards in hidden zones that were shown to a seat: they stay where they are."""
    return frozenset(eid for eid in st.globals["shown"] if st.entities[eid].get("known", 0) >> seat & 1)


def _with_visible(cards: tuple[int, ...], visible_cards: frozenset[int], order: Sequence[int]) -> tuple[int, ...]:
    """Return the given order, with seen cards kept in their places."""
    if visible_cards.isdisjoint(cards):
        return tuple(order)
    rest = iter([eid for eid in order if eid not in visible_cards])
    return tuple(eid if eid in visible_cards else next(rest) for eid in cards)


def _mix(st: State, player: int, numbers: Iterator[int], visible_cards: frozenset[int]) -> None:
    """Deal a player's hand again from hand and deck together, and forget what a face-down card waits for (WZ15)."""
    hand, deck = st.zone(player, "hand"), st.zone(player, "deck")
    both = (*hand, *deck)
    mixed = _with_visible(both, visible_cards, shuffle_top(both, numbers, len(hand) + MAX_DRAWS))
    set_zone(st, player, "hand", mixed[: len(hand)])
    set_zone(st, player, "deck", mixed[len(hand) :])
    for card in st.zone(player, "undercurrent"):
        drop_triggers(st, card)
