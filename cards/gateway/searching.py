"""The language of searches, as the engine reads it: terms, conditions, folded texts and the words of a card."""

from functools import lru_cache

from engine import api
from engine.api import (
    COMPARISONS,
    EQUALITY,
    LENGTH,
    MAX_WORDS,
    OPERATORS,
    WORDS,
    BadTerm,
    Condition,
    Term,
    Vocabulary,
    Words,
    card_words,
    condition_of,
    face_words,
    field_of,
    fold,
    fold_quotes,
    is_named,
    json_words,
    key_of,
    operators_of,
    refusal,
    sounds_of,
    spelled,
    spellings_of,
    terms_of,
    words_of,
)


def vocabulary(ruleset: str) -> Vocabulary:
    """Return the names and words that queries over a game may use."""
    return _vocabulary(ruleset, api.source_hash(ruleset))


@lru_cache(maxsize=16)
def _vocabulary(ruleset: str, mark: str) -> Vocabulary:
    return api.search_vocabulary(ruleset)


__all__ = [
    "COMPARISONS",
    "EQUALITY",
    "LENGTH",
    "MAX_WORDS",
    "OPERATORS",
    "WORDS",
    "BadTerm",
    "Condition",
    "Term",
    "Vocabulary",
    "Words",
    "card_words",
    "condition_of",
    "face_words",
    "field_of",
    "fold",
    "fold_quotes",
    "is_named",
    "json_words",
    "key_of",
    "operators_of",
    "refusal",
    "sounds_of",
    "spelled",
    "spellings_of",
    "terms_of",
    "vocabulary",
    "words_of",
]
