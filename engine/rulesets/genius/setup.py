"""Setting a match up, and what a seat may know of it. Source: 002 GameState, PlayerState; 004 zones; GE1, GE8."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.kernel.chance import keys
from engine.kernel.definitions import CardDef
from engine.kernel.entities import register_abilities
from engine.kernel.ground import EnvironmentId
from engine.kernel.state import State
from engine.kernel.state_writers import chance, create, move, set_global, set_order, set_var, set_zone, shuffle
from engine.packs.decks import copies
from engine.ruleset.dealing import MAX_DRAWS, shuffle_top
from engine.rulesets.genius.table import (
    CHARACTERS,
    DICE_ZONE,
    FLAGS,
    HANDS,
    PILE,
    PLAYERS,
    REMOVED,
    TABLE,
    ZONES,
    has_tag,
    opponent_of,
    player_at,
    seat_of,
)
from engine.rulesets.genius.words import ACTION_CARDS, DICE

Json = dict[str, Any]
SECRET = frozenset((PILE, HANDS, DICE_ZONE))
"""Zones that are hidden from some player."""
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


def deal(
    cards: Mapping[str, CardDef], seats: int, config: Mapping[str, Any], decks: Sequence[Mapping[str, Any]] = ()
) -> Json:
    """Return the opening: each seat's characters and pile as card ids, in the order of its deck's document.

    A seat whose deck names a card that is not among the cards gets a plain deck of those that are.
    """
    env: Json = {}
    for seat in range(seats):
        own = (copies(decks[seat], key="characters"), copies(decks[seat])) if seat < len(decks) else ((), ())
        is_whole = bool(own[0]) and all(card in cards for part in own for card in part)
        env[f"characters/{seat}"], env[f"pile/{seat}"] = own if is_whole else plain_deck(cards)
    return env


def plain_deck(cards: Mapping[str, CardDef]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return a deck out of all cards that a deck may hold, in turn."""
    people = [card.id for _, card in sorted(cards.items()) if card.kind == "character"]
    able = [card.id for _, card in sorted(cards.items()) if card.kind in ACTION_CARDS]
    pile = tuple(able[place % len(able)] for place in range(CARDS_IN_DECK)) if able else ()
    return tuple(people[:CHARACTERS_IN_DECK]), pile


def take_seats(st: State, seats: Sequence[Mapping[str, int]]) -> None:
    """Make a player for each seat with these variables, and the facts of the table at their beginning."""
    for seat, start in enumerate(seats):
        create(st, "", "player", player_at(seat), (TABLE, "seats"), {"seat": seat, **INITIAL, **start})
    for player in PLAYERS:
        for zone in (*ZONES, HANDS, PILE, REMOVED):
            st.zones.setdefault((player, zone), ())
        create(st, "", "dice", player, (player, DICE_ZONE), dict.fromkeys(DICE, 0))
    for name, value in FACTS.items():
        set_global(st, name, value)


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
    take_seats(st, ({}, {}))
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
    for name in ("firstPlayer", "activePlayer", "nextFirst"):
        set_global(st, name, first)


def _first_hand(st: State, player: int, config: Mapping[str, Any]) -> None:
    """Give the first hand: every arcane legend of the deck, the rest from the top (GE8)."""
    pile = st.zone(player, PILE)
    legends = [card for card in pile if has_tag(st, card, "legend")] if config["legendInHand"] else []
    rest = [card for card in pile if card not in legends]
    for card in [*legends, *rest][: config["startHand"]]:
        move(st, card, player, HANDS)


def hidden_zones(st: State, seat: int) -> frozenset[tuple[int, str]]:
    """Return the zones that a seat may not look into: both piles, the other's hand and dice."""
    return _HIDDEN_ZONES[seat]


_HIDDEN_ZONES = tuple(
    frozenset(
        {(-1, PILE), (-2, PILE), (opponent_of(player_at(seat)), HANDS), (opponent_of(player_at(seat)), DICE_ZONE)}
    )
    for seat in (0, 1)
)


def determinize(st: State, seat: int, salt: int) -> State:
    """Return a fork in which all that a seat cannot know is drawn again: both piles, the other's hand and dice."""
    new = st.fork_hypothetical(seat, salt)
    me, foe = player_at(seat), opponent_of(player_at(seat))
    mine, hand, theirs = new.zone(me, PILE), new.zone(foe, HANDS), new.zone(foe, PILE)
    numbers = iter(keys(new.seed, "redeal", 2 * MAX_DRAWS + len(hand) + new.entities[foe]["diceNum"]))
    set_order(new, me, PILE, tuple(shuffle_top(mine, numbers)))
    mixed = tuple(shuffle_top((*hand, *theirs), numbers, len(hand) + MAX_DRAWS))
    set_zone(new, foe, HANDS, mixed[: len(hand)])
    set_zone(new, foe, PILE, mixed[len(hand) :])
    _other_dice(new, foe, numbers)
    return new


def _other_dice(st: State, player: int, numbers: Iterator[int]) -> None:
    """Give a player other dice, as many as there are."""
    counts = [0] * len(DICE)
    for _ in range(st.entities[player]["diceNum"]):
        counts[next(numbers) % len(DICE)] += 1
    held = st.zones[player, DICE_ZONE][0]
    for name, count in zip(DICE, counts, strict=True):
        set_var(st, held, name, count)
