"""Words that a search finds: what is kept beside a card, and how a query is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q

from cards.models.fields import SEARCH_LIMIT

PAIR = 2  # characters in the longest gram; longer words are checked against the text itself
WORDS_LIMIT = 8  # words of one query that count


def search_text(written_id: str, parts: Iterable[str]) -> str:
    """Return what a search reads of a card: its id and the given texts, in lower case, within the limit."""
    return " ".join(filter(None, (written_id, *parts))).lower()[:SEARCH_LIMIT]


def face_words(face: Mapping[str, Any]) -> list[str]:
    """Return the words that a card's face shows, in every language."""
    words: list[str] = []
    for part in ("name", "text", "type_line"):
        shown = face.get(part)
        if isinstance(shown, Mapping):
            words += [text for text in shown.values() if isinstance(text, str)]
    words += [word for both in face["keywords"] for word in both.values()]
    return words


def matches(query: str, *, prefix: str = "") -> Q:
    """Return the condition that the text contains every word of the query, answered by the gram index.

    Words of one or two characters are grams themselves; of a longer word all pairs must be there, and then the
    word itself. prefix leads to the row that holds `grams` and `search` (`draft__`).
    """
    found = Q()
    for word in query.lower().split()[:WORDS_LIMIT]:
        found &= Q(**{f"{prefix}grams__contains": _grams(word)})
        if len(word) > PAIR:
            found &= Q(**{f"{prefix}search__contains": word})
    return found


def _grams(word: str) -> list[str]:
    if len(word) <= PAIR:
        return [word]
    return sorted({word[at : at + PAIR] for at in range(len(word) - 1)})
