"""Words that a search finds: what is kept beside a card, and how a query is asked."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from cards.folding import fold, sounds_of
from cards.models.fields import LANGUAGES, SEARCH_LIMIT

PAIR = 2  # characters in the longest gram; longer words are checked against the text itself
CUT = "\ue000"  # ends the text of a card that says more than a search reads; a private character that no text has
_PHRASE = re.compile(r'"([^"]+)"')
_QUOTES = str.maketrans(dict.fromkeys("“”„‟＂", '"'))
WORDS_LIMIT = 8  # words of one query that count


def search_text(written_id: str, parts: Iterable[str]) -> str:
    """Return what a search reads of a card: its id and the given texts, folded, within the limit; CUT ends what goes beyond."""
    read = fold(" ".join(filter(None, (written_id, *parts))))
    return read if len(read) <= SEARCH_LIMIT else read[: SEARCH_LIMIT - 1] + CUT


def card_words(face: Mapping[str, Any], document: Any, texts: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Yield what a search reads of a card that parses: face, sounds of its names, texts of every language, then the JSON, each word once."""
    yield from face_words(face)
    names = [face["name"], *({"name": words.get("name")} for words in texts.values())]
    yield from dict.fromkeys(sound for name in names for each in name.values() if each for sound in sounds_of(each))
    yield from (text for words in texts.values() for text in words.values())
    yield from dict.fromkeys(json_words(document))


def face_words(face: Mapping[str, Any]) -> list[str]:
    """Return the words that a card's face shows, in every language."""
    words: list[str] = []
    for part in ("name", "text", "type_line"):
        shown = face.get(part)
        if isinstance(shown, Mapping):
            words += [text for text in shown.values() if isinstance(text, str)]
    words += [word for both in (*face["keywords"], *face.get("actions", ())) for word in both.values()]
    return words


def json_words(value: Any) -> Iterator[str]:
    """Yield the keys and the plain values of a document in their order, words as they are and the rest as in JSON."""
    if isinstance(value, Mapping):
        for key, member in value.items():
            yield key
            yield from json_words(member)
    elif isinstance(value, list):
        for member in value:
            yield from json_words(member)
    elif isinstance(value, bool) or value is None:
        yield {True: "true", False: "false", None: "null"}[value]
    else:
        yield str(value)


def matches(query: str, *, prefix: str = "") -> Q:
    """Return the condition that the text contains every word of the query, answered by the gram index.

    Words of one or two characters are grams themselves; of a longer word all pairs must be there, and then the
    word itself. Words are folded, as what a search reads; versions from before it was folded are found as they are spelled.
    Quotes around a word, as JSON has them, do not count; a phrase in quotes that is more than a folded word is found in
    its very spelling. prefix leads to the row that holds `grams`, `search` and `text` (`draft__`).
    """
    condition = Q()
    for word in fold_quotes(query).replace('"', " ").split()[:WORDS_LIMIT]:
        spellings = dict.fromkeys(filter(None, (fold(word), word.lower())))
        spelling_conditions = (_word_condition(spelling, prefix) for spelling in spellings)
        condition &= reduce(or_, spelling_conditions, Q())
    for phrase in _PHRASE.findall(fold_quotes(query))[:WORDS_LIMIT]:
        if phrase != fold(phrase) or " " in phrase.strip():
            condition &= _has_exactly(phrase, prefix)
    return condition


def fold_quotes(query: str) -> str:
    """Return a query in which typographic double quotes are those of the keyboard."""
    return query.translate(_QUOTES)


def _word_condition(word: str, prefix: str) -> Q:
    condition = Q(**{f"{prefix}grams__contains": _grams(word)})
    return condition & Q(**{f"{prefix}search__contains": word}) if len(word) > PAIR else condition


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
