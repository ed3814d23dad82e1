"""Whether a translation keeps to the terms of a glossary: a warning, never a refusal.

English words are found in any case, alone and in the plural; Chinese words wherever they occur. A term that is written in the
source asks for its own word, or one that is as good, in the translation. A word to avoid is found in either, unless it is
part of the right word.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

PLURALS = ("es", "s", "")
"""What may follow an English word that is the same word still."""


class TermWords(Protocol):
    """A term as it is stored."""

    en: str
    zh: str
    also_en: list[str]
    also_zh: list[str]
    avoid_en: list[str]
    avoid_zh: list[str]


@dataclass(frozen=True, slots=True)
class Finding:
    """One place where a text does not keep to a term.

    Shapes: `avoided_word` is the word to avoid that is written, empty where the term's word is missing; `right_word` is in the
            language of the text, `term` the same in the other language.
    """

    language: str
    avoided_word: str
    right_word: str
    term: str


@dataclass(frozen=True)
class _Word:
    text: str
    language: str

    @cached_property
    def low(self) -> str:
        return self.text.lower()

    def is_in(self, text: str) -> bool:
        """Return whether the word occurs in a text that is in lower case."""
        return next(self._places(text), None) is not None

    def without(self, text: str) -> str:
        """Return the text with the word blanked out."""
        pieces, start = [], 0
        for begin, end in self._places(text):
            pieces += [text[start:begin], "\0"]
            start = end
        return "".join((*pieces, text[start:]))

    def _places(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where the word begins and ends in a text in lower case; an English one stands alone, and may be in the plural."""
        position = text.find(self.low)
        while position >= 0:
            end = position + len(self.low)
            if self.language == "en":
                ends = (end + len(ending) for ending in PLURALS if text.startswith(ending, end))
                end = next((each for each in ends if not _is_letter(text[each : each + 1])), 0)
            if end and not (self.language == "en" and position and _is_letter(text[position - 1])):
                yield position, end
                position = text.find(self.low, end)
            else:
                position = text.find(self.low, position + 1)


def _is_letter(letter: str) -> bool:
    """Return whether a character goes on with an English word or number."""
    return letter.isascii() and letter.isalnum()


class Glossary:
    """The terms of a pack, ready to be looked for."""

    def __init__(self, terms: Iterable[TermWords]) -> None:
        self._terms = [_Term(term) for term in terms]

    def findings(self, language: str, text: str, *, source: str, source_language: str) -> list[Finding]:
        """Return where a text does not keep to the terms, given what it translates (itself, in the source language)."""
        if not text:
            return []
        low, original = text.lower(), source.lower()
        is_translation = language != source_language
        return [
            finding
            for term in self._terms
            for finding in term.findings(language, low, original if is_translation else "", source_language)
        ]


class _Term:
    def __init__(self, term: TermWords) -> None:
        self.right = {"en": _words([term.en, *term.also_en], "en"), "zh": _words([term.zh, *term.also_zh], "zh")}
        self.avoid = {"en": _words(term.avoid_en, "en"), "zh": _words(term.avoid_zh, "zh")}

    def findings(self, language: str, text: str, original: str, source_language: str) -> Iterator[Finding]:
        """Yield what is avoided and written, and else whether the term is missing; both texts are in lower case."""
        term, translation = self.right[language][0].text, self.right["en" if language == "zh" else "zh"][0].text
        matches = [word for word in self.avoid[language] if word.is_in(self._rest(language, text, word.low))]
        matches = [
            word
            for word in matches
            if not any(word.low in translation.low for translation in matches if translation != word)
        ]
        for word in matches:
            yield Finding(language, word.text, term, translation)
        if matches or not original or any(word.is_in(text) for word in self.right[language]):
            return
        if any(word.is_in(original) for word in self.right[source_language]):
            yield Finding(language, "", term, translation)

    def _rest(self, language: str, text: str, phrase: str) -> str:
        """Return the text without the right words that contain the one to avoid."""
        for word in self.right[language]:
            text = word.without(text) if phrase in word.low else text
        return text


def _words(words: Sequence[str], language: str) -> list[_Word]:
    return [_Word(word, language) for word in words if word]
