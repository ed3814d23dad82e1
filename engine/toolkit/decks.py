"""Decks: what the seats bring, and what they play with where they bring none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.packs.decks import CARDS, copies
from engine.toolkit.rules import CardDef

PlainDeck = Callable[[Mapping[str, CardDef]], Mapping[str, tuple[str, ...]]]
Deal = Callable[[Mapping[str, CardDef], int, Mapping[str, Any], Sequence[Mapping[str, Any]]], dict[str, Any]]


def deck_dealer(plain: PlainDeck, **lists: str) -> Deal:
    """Return the `deal` of a game whose seats bring decks: the cards of each zone of each seat, in the order of its deck's document.

    Shapes: `lists` names, by zone, the list of a deck's document that fills it, and is `deck="cards"` where none is named; the
            environment has `deck/0` for the zone deck of seat 0; `plain(cards)` is the deck, by zone, of a seat without one, or with one
            that names a card which is not among the cards.
    """
    keys = lists or {"deck": CARDS}

    def deal(
        cards: Mapping[str, CardDef], seats: int, config: Mapping[str, Any], decks: Sequence[Mapping[str, Any]] = ()
    ) -> dict[str, Any]:
        env: dict[str, Any] = {}
        for seat in range(seats):
            own = {zone: copies(decks[seat], key=key) for zone, key in keys.items()} if seat < len(decks) else {}
            is_whole = any(own.values()) and all(card in cards for listed in own.values() for card in listed)
            env |= {f"{zone}/{seat}": listed for zone, listed in (own if is_whole else plain(cards)).items()}
        return env

    return deal
