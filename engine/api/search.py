"""Search over documents of a game: its names and words, and the cards that a query finds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from engine.api.catalog import card_kind, face, rulesets, schema
from engine.json_values import JsonObject
from engine.ruleset import Ruleset
from engine.search.conditions import Vocabulary, condition_of, vocabulary
from engine.search.matching import SearchedCard, is_match
from engine.search.query import terms_of, words_of


def search_vocabulary(ruleset: str) -> Vocabulary:
    """Return the names and words that queries over a game may use. Errors: MissingGame."""
    info = next((each for each in rulesets() if each.name == ruleset), None)
    titles = zip(info.kinds, info.titles, strict=True) if info else ()
    return vocabulary(schema(ruleset), {kind: {"en": title.en, "zh": title.zh} for kind, title in titles})


def search_cards(
    ruleset: Ruleset, cards: Iterable[JsonObject], texts: Mapping[str, Mapping[str, Mapping[str, str]]], query: str
) -> Iterator[SearchedCard]:
    """Yield the cards that a query finds, in their order. Errors: BadTerm for a name or a value that the game does not have."""
    terms, words = terms_of(query)
    names, words_of_query = search_vocabulary(ruleset.name), words_of(words)
    conditions = [condition_of(names, term) for term in terms]
    for document in cards:
        own: Mapping[str, Any] = texts.get(str(document.get("id")), {})
        card = SearchedCard(document, own, card_kind(ruleset, document), partial(face, ruleset, document, own))
        if is_match(card, conditions, words_of_query):
            yield card
