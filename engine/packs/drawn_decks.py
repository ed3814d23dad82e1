"""Random legal decks: drawn by the rules for decks, the same ones for the same seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from engine.json_values import Json, JsonObject
from engine.kernel.chance import stream_key
from engine.packs.decks import CARDS, DeckCard, DeckRules, copies_allowed, deck_problems, list_of, part_of

TRIES = 200
"""Draws of one deck before it is given up: each leaves out the cards with which the one before broke a rule."""


def drawn_decks(
    rules: DeckRules, cards: Mapping[str, DeckCard], config: Json, count: int, seed: int, *, entry: str = "id"
) -> list[JsonObject]:
    """Return some random legal decks as documents, fewer where no more can be drawn."""
    return [deck for number in range(count) if (deck := _random_deck(rules, cards, config, (seed, number), entry))]


def _random_deck(
    rules: DeckRules, cards: Mapping[str, DeckCard], config: Json, key: tuple[int, int], entry: str
) -> JsonObject | None:
    left_out = set[str]()
    for attempt in range(TRIES):
        chance = stream_key(key[0], f"decks/{key[1]}/{attempt}")
        order = sorted(cards.keys() - left_out, key=partial(stream_key, chance))
        deck = _filled(rules, cards, order, entry) | {"deckId": f"drawn-{key[1] + 1}"}
        problems = [p for p in deck_problems(rules, deck, cards, config, entry=entry) if p.severity == "error"]
        if not problems:
            return deck
        wrong = {problem.card for problem in problems if problem.card}
        left_out = left_out | wrong if wrong else set()
    return None


def _filled(rules: DeckRules, cards: Mapping[str, DeckCard], order: Sequence[str], entry: str) -> JsonObject:
    """Return a deck of the first cards of an order, each as often as it may be, until every part and the whole are full."""
    lists: dict[str, list[JsonObject]] = {key: [] for key in rules.keys}
    room = {(part.key, part.name.en): part.high for part in rules.parts}
    total = rules.size if rules.size is not None else sum(part.low for part in rules.parts)
    fixed = sum(part.low for part in rules.parts if part.low == part.high)
    free = total - fixed
    for card in order:
        key = list_of(rules, cards[card]) if rules.parts else CARDS
        part = part_of(rules, cards[card], key)
        if rules.parts and part is None:
            continue
        is_fixed = part is not None and part.low == part.high
        most = min(copies_allowed(rules, cards[card]), room[part.key, part.name.en] if part is not None else total)
        number = most if is_fixed else min(most, free)
        if number <= 0:
            continue
        lists[key].append({entry: card, "count": number})
        if part is not None:
            room[part.key, part.name.en] -= number
        if not is_fixed:
            free -= number
    return dict(lists)


__all__ = ["drawn_decks"]
