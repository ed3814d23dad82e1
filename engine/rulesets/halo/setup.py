"""The deal: two bases, two shuffled decks, first hands, and how the hidden cards are dealt again for a bot. Source: HA1, HA11; 003§7."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.toolkit.dealing import draw_cards, fill_zone
from engine.toolkit.decks import deck_dealer
from engine.toolkit.rules import CardDef, EnvironmentId, State, chance, set_global, shuffle
from engine.toolkit.seats import set_globals, take_seats
from engine.toolkit.zones import Visibility

from .pools import create_pools
from .table import PLAYERS, opponent_of
from .words import NOT_IN_DECKS

SLOT_STRIDE = 1000
DECK_SIZE = 40
COPIES, LEGENDARY_COPIES = 3, 1
VISIBILITY = Visibility()


def plain_deck(cards: Mapping[str, CardDef]) -> tuple[str, ...]:
    """Return a deck of a full size out of all cards that a deck may hold, in turn and as often as they may be in it, then more often."""
    able = [card for _, card in sorted(cards.items()) if card.kind not in NOT_IN_DECKS]
    deck: list[str] = []
    for copies in range(DECK_SIZE if able else 0):
        if len(deck) >= DECK_SIZE:
            break
        deck += [card.id for card in able if copies < _limit(card) or copies >= COPIES]
    return tuple(deck[:DECK_SIZE])


def _limit(card: CardDef) -> int:
    return LEGENDARY_COPIES if card.words.get("rarity") == "LEGENDARY" else COPIES


deal = deck_dealer(lambda cards: {"deck": plain_deck(cards)})
INITIAL_VALUES = dict.fromkeys(("base", "supply", "supplyCap", "battery", "charged", "streak", "kills"), 0)
"""The variables of a player, all of them at nothing."""


FACTS = {
    "globalTurn": 0,
    "round": 0,
    "active": 0,
    "phase": "SETUP",
    "timed": (),
    "summons": (),
    "returns": (),
    "play": (),
    "first": 1,
    "control": (0, 0, 0),
}
"""The facts of the table at their beginning."""


def make_players(st: State, seats: Sequence[Mapping[str, int]]) -> None:
    """Make a player for each seat with these variables, and the facts of the table at their beginning."""
    take_seats(st, seats)
    set_globals(st, FACTS)


def setup_board(st: State, env_id: EnvironmentId) -> None:
    """Make players and decks, shuffle, draw first hands, and draw lots for the first turn."""
    names, config = st.environments[env_id].names, st.program.config
    make_players(st, [{**INITIAL_VALUES, "base": config["base"], "supplyCap": config["supplyStart"]}] * 2)
    for player in PLAYERS:
        seat = player - 1
        fill_zone(st, player, "deck", names[f"deck/{seat}"], player * SLOT_STRIDE)
        shuffle(st, player, "deck", f"shuffle/{seat}")
        draw_cards(st, player, config["startHand"])
    create_pools(st)
    set_global(st, "first", 1 + chance(st, "first", 2))
    set_global(st, "active", st.globals["first"])
    draw_cards(st, opponent_of(st.globals["first"]), config["secondExtra"])
