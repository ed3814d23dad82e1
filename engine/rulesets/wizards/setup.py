"""The deal: players, decks, piles and the first shop, and how the hidden cards are dealt again for a bot.

Source: rules: 10 starters a seat, gold 3, mana 0; a wheel of 12 cells; WZ13, WZ14.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.kernel.state_writers import set_zone
from engine.toolkit.dealing import MAX_DRAWS, deal_numbers, fill_zone, shuffle_top
from engine.toolkit.rules import CardDef, Entities, EnvironmentId, State, chance, create, set_global, set_order, shuffle
from engine.toolkit.seats import set_globals, take_seats
from engine.toolkit.zones import Visibility

from .config import LEVELS
from .moving import drop_triggers
from .table import KEPT, TABLE, fill_shop, players

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


FACTS = {"round": 0, "solo": 0, "played": (), "shown": (), "extra": (), "fleeting": ()}


def make_players(st: State, seats: Sequence[Mapping[str, int]]) -> None:
    """Make a player for each seat with these variables, and neutral slots for the rest of the table."""
    take_seats(st, seats)
    spare = range(st.program.config["slots"] - len(seats))
    neutral = [create(st, "", "neutral", 0, (TABLE, "seats"), {}) for _ in spare]
    set_globals(st, {"holders": (*players(st), *neutral), **FACTS})
    kept = sorted({one for card in st.program.cards.values() for one in card.facts.get(KEPT, ())})
    if kept:
        set_global(st, KEPT, tuple(kept))


def setup_board(st: State, env_id: EnvironmentId) -> None:
    """Create players, neutral slots, decks and piles, shuffle, and draw the start player."""
    names, config = st.environments[env_id].names, st.program.config
    seats = config["seats"]
    gold = config["startGold"] + config["moreStartGold"][seats]
    make_players(st, [{**INITIAL_VALUES, "gold": gold, "token": config["reversals"]}] * seats)
    set_globals(st, {"entered": 1, "phase": "setup"})
    for seat in range(seats):
        fill_zone(st, seat + 1, "deck", names[f"deck/{seat}"], (seat + 1) * SLOT_STRIDE)
        shuffle(st, seat + 1, "deck", f"shuffle/{seat}")
    for place, name in enumerate(PILES):
        fill_zone(st, TABLE, name, names[name], (10 + place) * SLOT_STRIDE)
        shuffle(st, TABLE, name, f"shuffle/{name}")
    set_global(st, "first", chance(st, "first", seats))
    fill_shop(st)


VISIBILITY = Visibility(piles=PILES, private=("undercurrent",))


def determinize(st: State, seat: int, salt: int) -> State:
    """Return a fork in which everything that the seat cannot know is dealt again, and chance differs.

    An opponent's hand and deck are mixed and dealt in the same sizes; piles and the own deck are shuffled.
    """
    new = st.fork_hypothetical(seat, salt)
    visible_cards, numbers = (
        _visible_cards(st, seat),
        deal_numbers(new, MAX_DRAWS * (len(PILES) + 2 * len(players(st)))),
    )
    for holder, name in ((seat + 1, "deck"), *((TABLE, pile) for pile in PILES)):
        cards = new.zone(holder, name)
        set_order(new, holder, name, _with_visible(cards, visible_cards, shuffle_top(cards, numbers)))
    for player in players(new):
        if player != seat + 1:
            _mix(new, player, numbers, visible_cards)
    return new


def _visible_cards(st: State, seat: int) -> frozenset[int]:
    """Return the cards in hidden zones that were shown to a seat: they stay where they are."""
    return frozenset(eid for eid in st.globals["shown"] if st.entities[eid].get("known", 0) >> seat & 1)


def _with_visible(cards: Entities, visible_cards: frozenset[int], order: Sequence[int]) -> Entities:
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
