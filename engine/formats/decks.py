"""Decks of a game and all problems of one: its shape by the schema and its cards by the rules that the game declares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.errors import EngineBug, Problem
from engine.formats import check, schema
from engine.formats.checking import placed
from engine.json_values import Json
from engine.packs.decks import DeckCard, DeckRules, deck_card, deck_problems
from engine.packs.reader import Document
from engine.ruleset import Decks, Ruleset


def decks_of(ruleset: Ruleset) -> Decks:
    """Return how a game is played with decks; EngineBug for a game without."""
    if ruleset.decks is None:
        raise EngineBug(f"{ruleset.name} is played without decks")
    return ruleset.decks


def deck_cards(rules: DeckRules, cards: Iterable[Json]) -> dict[str, DeckCard]:
    """Return what decks need to know of these canonical cards, by id."""
    return {card["id"]: deck_card(rules, card) for card in cards}


def deck_document_problems(
    ruleset: Ruleset, document: Document, cards: Mapping[str, DeckCard], config: Json | None = None
) -> list[Problem]:
    """Return every problem of a deck in the order of its text, all layers at once; `config` is the match's, else the default one.

    Errors: EngineBug for a game without decks.
    """
    decks = decks_of(ruleset)
    shape = check(document, schema(ruleset, "deck"))
    settings = ruleset.config if config is None else config
    found = deck_problems(decks.rules, document.value, cards, settings, entry=decks.entry)
    return sorted([*shape, *(placed(one, document) for one in found)], key=lambda one: (one.line, one.column))
