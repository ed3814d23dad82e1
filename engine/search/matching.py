"""Whether a card fulfils the conditions of a query: over documents, as the portal's database answers it over rows."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from engine.json_values import Json
from engine.language.reading.strings import strings_in
from engine.packs.layout import pretty
from engine.search.conditions import Condition, spellings_of
from engine.search.fields import value_at
from engine.search.folding import fold
from engine.search.query import Words, words_of
from engine.search.words import card_words

Texts = Mapping[str, Mapping[str, str]]
_COMPARES: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class SearchedCard:
    """One card, with what searches read of it computed when the first condition asks for it."""

    def __init__(self, document: Json, texts: Texts, kind: str, face: Callable[[], Mapping[str, Any]]) -> None:
        self.document, self.texts, self.kind, self._face = document, texts, kind, face

    @property
    def id(self) -> str:
        """Return the card's id."""
        return str(self.document.get("id", ""))

    @cached_property
    def words(self) -> str:
        """Return the folded words of the card."""
        return fold(" ".join([self.id, *card_words(self._face(), self.document, self.texts)]))

    @cached_property
    def spelling(self) -> str:
        """Return the card's JSON and texts in their very spelling."""
        return "\n".join([pretty(self.document), *(text for words in self.texts.values() for text in words.values())])

    @cached_property
    def strings(self) -> frozenset[str]:
        """Return every text in the document."""
        return frozenset(strings_in(self.document))

    @property
    def name(self) -> dict[str, str]:
        """Return the name on the card's face, in both languages."""
        name = self._face()["name"]
        return {language: name.get(language) or name.get("en") or self.id for language in ("en", "zh")}

    @property
    def names(self) -> Iterator[str]:
        """Yield the names of the card in every language."""
        yield from (str(each.get("name") or "") for each in (self.document, *self.texts.values()))


def is_match(card: SearchedCard, conditions: Sequence[Condition], words: Words) -> bool:
    """Return whether a card fulfils every condition and has every word."""
    return all(_is_met(card, condition) for condition in conditions) and has_words(card, words)


def has_words(card: SearchedCard, words: Words) -> bool:
    """Return whether a card has each word in one of its spellings, and each phrase as it is written."""
    are_there = all(any(spelling in card.words for spelling in spellings) for spellings in words.spellings)
    return are_there and all(phrase in card.spelling for phrase in words.phrases)


def is_named(names: Iterable[str], condition: Condition) -> bool:
    """Return whether one of some names is what a condition with `:` or `=` asks for, as a search compares names."""
    target = fold(condition.pattern)
    if condition.operator == "=":
        return any(fold(name) == target for name in names)
    return any(target in fold(name) for name in names)


def _is_met(card: SearchedCard, condition: Condition) -> bool:
    return _TESTS[condition.subject](card, condition) != (condition.operator == "!=")


def _is_field(card: SearchedCard, condition: Condition) -> bool:
    """Return whether a field is what a condition asks for, `!=` aside."""
    if condition.field is None:
        return False
    value, target = value_at(card.document, condition.field.pointer)[1], condition.value
    if condition.field.kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool) and _compares(value, condition)
    if condition.field.kind == "list":
        spellings = (condition.pattern,) if condition.field.options else spellings_of(condition.pattern)
        return isinstance(value, list) and any(spelling in value for spelling in spellings)
    if condition.field.kind == "boolean" or condition.field.options or not isinstance(value, str):
        return bool(value == target)
    is_exact = condition.operator == "="
    return value == target if is_exact else condition.pattern.upper() in value.upper()


def _compares(value: int, condition: Condition) -> bool:
    target = int(condition.value)
    compares = _COMPARES.get(condition.operator)
    return value == target if compares is None else compares(value, target)


def _is_id(card: SearchedCard, condition: Condition) -> bool:
    target, own = condition.pattern.upper(), card.id.upper()
    return own == target if condition.operator == "=" else target in own


def _has_node(value: Any, word: str) -> bool:
    """Return whether a document has a node of a type anywhere."""
    parts = [value]
    while parts:
        part = parts.pop()
        if isinstance(part, Mapping):
            if part.get("type") == word:
                return True
            parts += part.values()
        elif isinstance(part, list):
            parts += part
    return False


def _length(card: SearchedCard) -> int:
    text = card.document.get("description")
    return len(text) if isinstance(text, str) else 0


_TESTS: Final[Mapping[str, Callable[[SearchedCard, Condition], bool]]] = {
    "kind": lambda card, condition: card.kind == condition.value,
    "contains": lambda card, condition: _has_node(card.document, condition.pattern),
    "keyword": lambda card, condition: condition.value in card.strings,
    "length": lambda card, condition: _compares(_length(card), condition),
    "text": lambda card, condition: has_words(card, words_of(condition.pattern)),
    "name": lambda card, condition: is_named(card.names, condition),
    "id": _is_id,
    "field": _is_field,
}
