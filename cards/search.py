"""Words that a search finds: what is kept beside a card, and how a query is asked."""

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.fields.array import ArrayContains  # type: ignore[attr-defined]  # the stubs leave it out
from django.db.models import F, Q, TextField

from cards.gateway.searching import fold, words_of
from cards.models.card import Grams
from cards.models.fields import LANGUAGES, SEARCH_LIMIT

VERSIONS = "version__"
PAIR = 2  # characters in the longest gram; longer words are checked against the text itself
CUT = "\ue000"  # ends the text of a card that says more than a search reads; a private character that no text has

END = "\n"  # before and after each name of a card
MAX_NAMES_LENGTH = 2_000


def names_text(document: Any, texts: Mapping[str, Mapping[str, str]]) -> str:
    """Return the names of a card in every language, folded, each between two END; empty for longer ones than searches keep."""
    parts = [document, *texts.values()]
    names = [part["name"] for part in parts if isinstance(part, Mapping) and isinstance(part.get("name"), str)]
    folded = END + "".join(f"{name}{END}" for name in dict.fromkeys(map(_on_one_line, names)) if name)
    return folded if len(folded) <= MAX_NAMES_LENGTH else ""


def has_name(name: str, *, exactly: bool, prefix: str = "") -> Q:
    """Return the condition that a name is, or has in it, what was typed, answered by the index of names.

    prefix leads to the row that holds `names`; rows without are not among the answers.
    """
    word = f"{END}{_on_one_line(name)}{END}" if exactly else _on_one_line(name)
    if not word:
        return ~Q(**{f"{prefix}names__in": ("", END)})
    grams = Grams(F(f"{prefix}names"), output_field=ArrayField(TextField()))
    return Q(ArrayContains(grams, _grams(word))) & Q(**{f"{prefix}names__contains": word})


def _on_one_line(name: str) -> str:
    return fold(name).replace(END, " ")


def search_text(written_id: str, parts: Iterable[str]) -> str:
    """Return what a search reads of a card: its id and the given texts, folded, within the limit; CUT ends what goes beyond."""
    read = fold(" ".join(filter(None, (written_id, *parts))))
    return read if len(read) <= SEARCH_LIMIT else read[: SEARCH_LIMIT - 1] + CUT


def matches(query: str, *, prefix: str = "") -> Q:
    """Return the condition that the text contains every word of the query, answered by the gram index.

    Words of one or two characters are grams themselves; of a longer word all pairs must be there, and then the
    word itself. Words are folded, as what a search reads of drafts; versions from before it was folded are found as they are spelled.
    Quotes around a word, as JSON has them, do not count; a phrase in quotes that is more than a folded word is found in
    its very spelling. prefix leads to the row that holds `grams`, `search` and `text` (`draft__`).
    """
    condition = Q()
    words = words_of(query)
    for spellings in words.spellings:
        if prefix != VERSIONS:
            spellings = spellings[:1]  # an alternative would keep the index from being used
        condition &= reduce(or_, (_word_condition(spelling, prefix) for spelling in spellings), Q())
    for phrase in words.phrases:
        condition &= _has_exactly(phrase, prefix)
    return condition


def _word_condition(word: str, prefix: str) -> Q:
    """Return the condition of a word; where no index is used, its text is compared before its grams, which lie outside the row."""
    condition = Q(**{f"{prefix}grams__contains": _grams(word)})
    return Q(**{f"{prefix}search__contains": word}) & condition if len(word) > PAIR else condition


def _has_exactly(phrase: str, prefix: str) -> Q:
    """Return the condition that a card says a phrase in this very spelling: in its text, or in a text of another language."""
    condition = Q(**{f"{prefix}text__contains": phrase})
    for language in LANGUAGES:
        for part in ("name", "description"):
            condition |= Q(**{f"{prefix}texts__{language}__{part}__contains": phrase})
    return condition


def goes_beyond(*, prefix: str = "") -> Q:
    """Return the condition that the text says more than a search reads, so that only the row itself can be asked."""
    return Q(**{f"{prefix}grams__contains": [CUT]})


def _grams(word: str) -> list[str]:
    if len(word) <= PAIR:
        return [word]
    return sorted({word[at : at + PAIR] for at in range(len(word) - 1)})
