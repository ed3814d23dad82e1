"""Deals: cards made in a zone, drawn from a deck, and dealt again for a bot's search.

In a bot's deal only the top of a pile is random, since a search draws no further.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from engine.kernel.chance import keys
from engine.kernel.state_writers import create, move, set_order, set_zone
from engine.toolkit.rules import State

MAX_DRAWS: Final = 12
"""Cards of a pile that a deal draws at random: more than a search takes from it."""
FIRST_NUMBERS: Final = 42
"""One block of the hash function that makes the numbers of a deal."""


def fill_zone(st: State, holder: int, zone: str, cards: Iterable[str], slot: int) -> None:
    """Make cards at the end of a zone, each with its printed numbers and a slot, by which shuffles order it.

    Units: `slot` is that of the first; the slots of all cards of a match that are shuffled differ.
    """
    for place, name in enumerate(cards, slot):
        card = st.program.cards[name]
        create(st, name, card.kind, holder, (holder, zone), {"slot": place, **card.numbers})


def draw_cards(st: State, player: int, count: int, deck: str = "deck", hand: str = "hand") -> tuple[int, ...]:
    """Move the topmost cards of a deck to the hand and return them: fewer where there are no more."""
    cards = st.zone(player, deck)[: max(count, 0)]
    for card in cards:
        move(st, card, player, hand)
    return cards


def shuffle_top(cards: tuple[int, ...], numbers: Iterator[int], count: int = MAX_DRAWS) -> list[int]:
    """Return cards in an order that reveals nothing of theirs: `count` drawn at random on top, the rest by id.

    Units: `numbers` are 32-bit values of `engine.kernel.chance.keys`, one for each card drawn.
    """
    order = list(_by_id(cards))
    total = len(order)
    for place in range(min(count, total - 1)):
        other = place + next(numbers) % (total - place)
        order[place], order[other] = order[other], order[place]
    return order


@lru_cache(maxsize=1_024)
def _by_id(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return cards by id, cached: most piles of hundreds of cards are the same for many searches."""
    return tuple(sorted(cards))


def deal_numbers(st: State, first: int = FIRST_NUMBERS) -> Iterator[int]:
    """Return the random numbers of a bot's deal, without end; `first` of them are made at once, and it costs less to need no more."""
    return chain(keys(st.seed, "redeal", first), _further_numbers(st.seed, first))


def _further_numbers(seed: int, start: int) -> Iterator[int]:
    while True:
        yield from keys(seed, "redeal", 2 * start)[start:]
        start *= 2


def shuffle_hidden(st: State, seat: int, player: int, zones: Sequence[str], numbers: Iterator[int]) -> None:
    """Deal the cards of a player's zones again among these zones, each as large as before; what a seat was shown keeps its place."""
    entities, last = st.entities, st.zone(player, zones[-1])
    cards = last
    for zone in reversed(zones[:-1]):
        cards = st.zone(player, zone) + cards
    count = len(cards) - len(last) + MAX_DRAWS
    for eid in cards:
        if "known" in entities[eid]:
            mask = 1 << seat
            hidden_cards = tuple([eid for eid in cards if not entities[eid].get("known", 0) & mask])
            swaps = dict(zip(hidden_cards, shuffle_top(hidden_cards, numbers, count), strict=True))
            order = [swaps.get(eid, eid) for eid in cards]
            break
    else:
        order = shuffle_top(cards, numbers, count)
    if len(zones) == 1:
        set_order(st, player, zones[0], tuple(order))
        return
    start = 0
    for zone in zones:
        end = start + len(st.zone(player, zone))
        set_zone(st, player, zone, tuple(order[start:end]))
        start = end
