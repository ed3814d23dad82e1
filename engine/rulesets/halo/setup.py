"""The deal: two bases, two shuffled decks, first hands, and how the hidden cards are dealt again for a bot. Source: HA1, HA11; 003§7."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.chance import keys
from engine.kernel.definitions import CardDef
from engine.kernel.ground import EnvironmentId
from engine.kernel.state import State
from engine.kernel.state_writers import chance, create, move, set_global, set_order, set_zone, shuffle
from engine.ruleset.dealing import MAX_DRAWS, shuffle_top
from engine.rulesets.halo.pools import create_pools
from engine.rulesets.halo.table import PLAYERS, TABLE, other
from engine.rulesets.halo.words import NOT_IN_DECKS

Json = dict[str, Any]
SLOT_STRIDE = 1000
DECK_SIZE = 40
COPIES, LEGENDARY_COPIES = 3, 1
SECRET = frozenset(("deck", "hand"))
"""Zones that are hidden from some player."""


def deal(
    cards: Mapping[str, CardDef], seats: int, config: Mapping[str, Any], decks: Sequence[Mapping[str, Any]] = ()
) -> Json:
    """Return the opening environment: each seat's deck as card ids in the order of its document, which is that of slots.

    A seat whose deck names a card that is not among the cards gets a plain deck of those that are.
    """
    env: Json = {}
    for seat in range(seats):
        listed = listing(decks[seat]) if seat < len(decks) else ()
        is_whole = bool(listed) and all(card in cards for card in listed)
        env[f"deck/{seat}"] = listed if is_whole else plain_deck(cards)
    return env


def listing(deck: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the cards of a deck document one by one (003§7.2)."""
    return tuple(entry["id"] for entry in deck["cards"] for _ in range(entry["count"]))


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


INITIAL_VALUES = dict.fromkeys(("base", "supply", "supplyCap", "battery", "charged", "streak", "kills"), 0)
"""The variables of a player, all of them at nothing."""


def take_seats(st: State, seats: Sequence[Mapping[str, int]]) -> None:
    """Make a player for each seat with these variables, and the facts of the table at their beginning."""
    for seat, start in enumerate(seats):
        create(st, "", "player", seat + 1, (TABLE, "seats"), {"seat": seat, **start})
    facts = {
        "globalTurn": 0,
        "round": 0,
        "active": 0,
        "phase": "SETUP",
        "timed": (),
        "summons": (),
        "returns": (),
        "play": (),
        "first": 1,
    }
    for name, value in {**facts, "control": (0, 0, 0)}.items():
        set_global(st, name, value)


def setup_board(st: State, env_id: EnvironmentId) -> None:
    """Make players and decks, shuffle, draw first hands, and draw lots for the first turn."""
    names, config = st.environments[env_id].names, st.program.config
    take_seats(st, [{**INITIAL_VALUES, "base": config["base"], "supplyCap": config["supplyStart"]}] * 2)
    for player in PLAYERS:
        seat, cards = player - 1, st.program.cards
        for place, card_id in enumerate(names[f"deck/{seat}"]):
            slot = {"slot": player * SLOT_STRIDE + place}
            create(st, card_id, cards[card_id].kind, player, (player, "deck"), {**slot, **cards[card_id].numbers})
        shuffle(st, player, "deck", f"shuffle/{seat}")
        for card in st.zone(player, "deck")[: config["startHand"]]:
            move(st, card, player, "hand")
    create_pools(st)
    set_global(st, "first", 1 + chance(st, "first", 2))
    set_global(st, "active", st.globals["first"])
    second = other(st.globals["first"])
    for card in st.zone(second, "deck")[: config["secondExtra"]]:
        move(st, card, second, "hand")


def hidden_zones(st: State, seat: int) -> frozenset[tuple[int, str]]:
    """Return the zones whose cards or order a side does not know: both decks and the other's hand."""
    return SECRET_ZONES[seat]


SECRET_ZONES = tuple(frozenset({(1, "deck"), (2, "deck"), (other(seat + 1), "hand")}) for seat in (0, 1))


def determinize(st: State, seat: int, salt: int) -> State:
    """Return a fork in which everything that the side cannot know is dealt again, and chance differs.

    The opponent's hand and deck are mixed and dealt in the same sizes; the own deck is shuffled. Revealed cards keep their places.
    """
    new = st.fork_hypothetical(seat, salt)
    me, enemy = seat + 1, 2 - seat
    hand = new.zone(enemy, "hand")
    numbers = iter(keys(new.seed, "redeal", 2 * MAX_DRAWS + len(hand)))
    entities, seen = new.entities, 1 << seat
    mine = tuple([eid for eid in new.zone(me, "deck") if not entities[eid].get("known", 0) & seen])
    theirs = tuple([eid for eid in hand + new.zone(enemy, "deck") if not entities[eid].get("known", 0) & seen])
    _deal_anew(new, me, ("deck",), mine, shuffle_top(mine, numbers))
    _deal_anew(new, enemy, ("hand", "deck"), theirs, shuffle_top(theirs, numbers, len(hand) + MAX_DRAWS))
    return new


def _deal_anew(st: State, player: int, zones: tuple[str, ...], cards: Sequence[int], others: Sequence[int]) -> None:
    """Put other cards in the places of some."""
    dealt, put = dict(zip(cards, others, strict=True)), set_zone if len(zones) > 1 else set_order
    for zone in zones:
        put(st, player, zone, tuple(dealt.get(eid, eid) for eid in st.zone(player, zone)))
