"""Setting a match up, and what a seat may know of it. Source: 002 GameState, PlayerState; 004 zones; GE1, GE8."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.ruleset import Json
from engine.toolkit.decks import deck_dealer
from engine.toolkit.rules import (
    CardDef,
    EnvironmentId,
    State,
    chance,
    create,
    move,
    register_abilities,
    set_var,
    shuffle,
)
from engine.toolkit.seats import set_globals, take_seats
from engine.toolkit.zones import Visibility

from .table import (
    CHARACTERS,
    DICE_ZONE,
    FLAGS,
    HANDS,
    LAST_PLAYS,
    PILE,
    PLAYERS,
    REMOVED,
    ZONES,
    has_tag,
    player_at,
    seat_of,
)
from .words import ACTION_CARDS, DICE

CHARACTERS_IN_DECK, CARDS_IN_DECK = 3, 30
INITIAL = {"active": 0, "diceNum": 0, **dict.fromkeys(FLAGS, 0)}
SLOT_STRIDE = 1000
FACTS: Json = {
    "phase": "SET_CARD",
    "specialPhase": "",
    "round": 0,
    "firstPlayer": 0,
    "activePlayer": 0,
    "nextFirst": 0,
    "damageList": (),
    "isChangedPlayer": 0,
}


def plain_deck(cards: Mapping[str, CardDef]) -> Mapping[str, tuple[str, ...]]:
    """Return a deck out of all cards that a deck may hold, in turn."""
    people = [card.id for _, card in sorted(cards.items()) if card.kind == "character"]
    able = [card.id for _, card in sorted(cards.items()) if card.kind in ACTION_CARDS]
    pile = tuple(able[place % len(able)] for place in range(CARDS_IN_DECK)) if able else ()
    return {"characters": tuple(people[:CHARACTERS_IN_DECK]), "pile": pile}


deal = deck_dealer(plain_deck, characters="characters", pile="cards")


def make_players(st: State, seats: Sequence[Mapping[str, int]]) -> None:
    """Make a player for each seat with these variables, and the facts of the table at their beginning."""
    take_seats(st, [{**INITIAL, **start} for start in seats], (*ZONES, HANDS, PILE, REMOVED))
    for player in PLAYERS:
        create(st, "", "dice", player, (player, DICE_ZONE), dict.fromkeys(DICE, 0))
    remembers = any(card.facts.get("remembers") for card in st.program.cards.values())
    set_globals(st, {**FACTS, LAST_PLAYS: ()} if remembers else FACTS)


def bring(st: State, player: int, zone: str, name: str, slot: int) -> int:
    """Make a card of a deck in a zone; a character answers events at once."""
    card = st.program.cards[name]
    numbers = {"slot": player * -SLOT_STRIDE + slot, **card.numbers}
    eid = create(st, name, card.kind, player, (player, zone), numbers)
    if zone == CHARACTERS:
        for variable, rule in card.variables.items():
            set_var(st, eid, variable, rule.initial)
        register_abilities(st, eid)
    return eid


def setup_board(st: State, env_id: EnvironmentId) -> None:
    """Make players, characters and piles, shuffle, draw lots for the first player, and give first hands."""
    names, config = st.environments[env_id].names, st.program.config
    make_players(st, ({}, {}))
    for player in PLAYERS:
        seat = seat_of(player)
        for slot, name in enumerate(names[f"characters/{seat}"]):
            eid = bring(st, player, CHARACTERS, name, slot)
            set_var(st, eid, "index", slot)
        for slot, name in enumerate(names[f"pile/{seat}"]):
            bring(st, player, PILE, name, len(names[f"characters/{seat}"]) + slot)
        shuffle(st, player, PILE, f"shuffle/{seat}")
        _first_hand(st, player, config)
    first = player_at(chance(st, "first", 2)) if config["firstPlayer"] == "random" else PLAYERS[0]
    set_globals(st, dict.fromkeys(("firstPlayer", "activePlayer", "nextFirst"), first))


def _first_hand(st: State, player: int, config: Mapping[str, Any]) -> None:
    """Give the first hand: every arcane legend of the deck, the rest from the top (GE8)."""
    pile = st.zone(player, PILE)
    legends = [card for card in pile if has_tag(st, card, "legend")] if config["legendInHand"] else []
    rest = [card for card in pile if card not in legends]
    for card in [*legends, *rest][: config["startHand"]]:
        move(st, card, player, HANDS)


def _other_dice(st: State, player: int, numbers: Iterator[int]) -> None:
    """Give a player other dice, as many as there are."""
    counts = [0] * len(DICE)
    for _ in range(st.entities[player]["diceNum"]):
        counts[next(numbers) % len(DICE)] += 1
    held = st.zones[player, DICE_ZONE][0]
    for name, count in zip(DICE, counts, strict=True):
        set_var(st, held, name, count)


VISIBILITY = Visibility(decks=(PILE,), hands=(HANDS,), private=(DICE_ZONE,), imagine=_other_dice)
