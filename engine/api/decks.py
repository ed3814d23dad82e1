"""Decks on their way in: a text, what its cards must be, and its problems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.api.catalog import RulesetOrName, schema
from engine.errors import Problem
from engine.formats import check
from engine.formats.decks import deck_cards, deck_document_problems, decks_of
from engine.json_values import Json
from engine.packs.decks import DeckCard, DeckRules
from engine.packs.reader import Document
from engine.rulesets import find


@dataclass(frozen=True, slots=True)
class SampleDeck:
    """One shipped deck: the name of its file without the ending, and its JSON text."""

    name: str
    text: str


def deck_rules(ruleset: RulesetOrName) -> DeckRules | None:
    """Return what the decks of a game must keep to, None for a game without decks."""
    decks = find(ruleset).decks
    return decks.rules if decks is not None else None


def deck_entry(ruleset: RulesetOrName) -> str:
    """Return the key under which an entry of a deck names its card.

    Errors: EngineBug for a game without decks.
    """
    return decks_of(find(ruleset)).entry


def deck_facts(ruleset: RulesetOrName, cards: Iterable[Json]) -> dict[str, DeckCard]:
    """Return what decks need to know of these canonical cards, by id.

    Errors: EngineBug for a game without decks.
    """
    return deck_cards(decks_of(find(ruleset)).rules, cards)


def deck_shape_problems(ruleset: RulesetOrName, document: Document) -> tuple[Problem, ...]:
    """Return the problems of the shape of a deck's document, whatever its cards."""
    return tuple(check(document, schema(ruleset, "deck")))


def deck_problems(
    ruleset: RulesetOrName, document: Document, cards: Mapping[str, DeckCard], config: Json | None = None
) -> tuple[Problem, ...]:
    """Return every problem of a deck in the order of its text; `config` is the match's, else the default one.

    Errors: EngineBug for a game without decks.
    """
    return tuple(deck_document_problems(find(ruleset), document, cards, config))


def sample_decks(ruleset: RulesetOrName) -> tuple[SampleDeck, ...]:
    """Return the decks that a game ships, by the names of their files."""
    rules = find(ruleset)
    return _shipped(rules.folder) if rules.decks is not None else ()


@cache
def _shipped(folder: Path) -> tuple[SampleDeck, ...]:
    files = sorted((folder / "decks").glob("*.json"))
    return tuple(SampleDeck(file.stem, file.read_text(encoding="utf-8")) for file in files)
