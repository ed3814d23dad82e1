"""A query as it is typed: terms `name operator value`, and words beside them. Source: docs/adr/0160."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.search.folding import fold

LENGTH: Final = 500
"""Characters of a query."""
MAX_TERMS: Final = 20
MAX_WORDS: Final = 8
"""Words and phrases of one query that count."""
OPERATORS: Final = "<>=!:：＝≤≥"
"""The signs without which a query has no term."""
_QUOTES: Final = str.maketrans(dict.fromkeys("“”„‟＂", '"'))
_TERM: Final = re.compile(r"""([^\s"<>=!:：＝≤≥]+)\s*(<=|>=|!=|[<>=:：＝≤≥])\s*("[^"]*"|[^\s"]+)|("[^"]*"|\S+)""")
_PLAIN: Final = {"：": ":", "＝": "=", "≤": "<=", "≥": ">="}
_PHRASE: Final = re.compile(r'"([^"]+)"')


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a query. Shapes: operator is one of `: = != < <= > >=`."""

    name: str
    operator: str
    value: str
    is_quoted: bool = False

    @property
    def words(self) -> str:
        """Return the value as a search for words takes it: in its quotes where they ask for this very spelling."""
        return f'"{self.value}"' if self.is_quoted and self.value != fold(self.value) else self.value


@dataclass(frozen=True, slots=True)
class Words:
    """What a search for words asks of a text: of each word one of its spellings in the folded text, each phrase in the text itself."""

    spellings: tuple[tuple[str, ...], ...]
    phrases: tuple[str, ...]


def terms_of(query: str) -> tuple[list[Term], str]:
    """Return the terms of a query, and the words beside them as a search takes them."""
    terms, words = list[Term](), list[str]()
    for match in _TERM.finditer(fold_quotes(query)):
        name, operator, value, word = match.groups()
        if name is None or len(terms) >= MAX_TERMS:
            words.append(word or match[0])
        else:
            terms.append(Term(name, _PLAIN.get(operator, operator), value.strip('"'), value.startswith('"')))
    return terms, " ".join(words)


def words_of(query: str) -> Words:
    """Return what a search for words asks: folded words, and phrases in quotes that are more than a folded word."""
    plain = fold_quotes(query)
    words = (
        dict.fromkeys(filter(None, (fold(word), word.lower()))) for word in _first(plain.replace('"', " ").split())
    )
    phrases = (phrase for phrase in _first(_PHRASE.findall(plain)) if phrase != fold(phrase) or " " in phrase.strip())
    return Words(tuple(map(tuple, words)), tuple(phrases))


def fold_quotes(query: str) -> str:
    """Return a query in which typographic double quotes are those of the keyboard."""
    return query.translate(_QUOTES)


def _first(words: Sequence[str]) -> Sequence[str]:
    return words[:MAX_WORDS]
