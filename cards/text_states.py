"""The state of each text of a card: written, generated, missing or stale, and what a stale one was written against.

What a language says of a card is its name, its rules text and its notes. Name and rules text of the pack's source language
are in the card's document; its notes, and everything of the other languages, are in the draft's texts.

The *original* of a text is what its translation is written against: the text of the source language or, where no rules text
is written there, the one generated in that language from the effects.

| state | holds when |
|---|---|
| `written` | the text is there and its original has not moved on since |
| `stale` | the text is there, and its original is no longer the one that it was written against (its *base*) |
| `generated` | no rules text is written, neither here nor in the source language: players see the generated one |
| `missing` | nothing is written here while the source language has a written text; in the source language, a missing name or a text that only a translation has |

A card may have texts inside it that players read, as the names of its skills: the engine names them, `skills.attack.name`. In
the source language they are part of the document; a translation is beside it under that name, whatever the place of the item.

A text of which nothing is said (notes in no language, rules text of a card without effects) has no state. A base is kept
only while it differs from the original, so a text without one is `written`. Bases belong to each revision and version: what
is restored has the state that it had, and what arrives for the first time counts as written against the original beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from cards.gateway import wording
from cards.models.fields import LANGUAGES
from cards.shape import JsonObject
from cards.texts import LIMITS, Bases

FIELDS = tuple(LIMITS)
INNER = "inner"  # what the index calls all texts inside a card
GROUPS = (*FIELDS, INNER)
DESCRIPTION = "description"
DOCUMENT_TEXTS = ("name", DESCRIPTION)  # texts of the source language that are part of the document


class TextState(StrEnum):
    """What a text is, in the order in which a translator wants to see them."""

    STALE = "stale"
    MISSING = "missing"
    GENERATED = "generated"
    WRITTEN = "written"


Describe = Callable[[JsonObject, str], str]
ReadInner = Callable[[JsonObject], tuple[wording.InnerText, ...]]


@dataclass(frozen=True)
class CardTexts:
    """All texts of one state of a card.

    Shapes: document is the parsed text, or nothing while it does not parse; texts and bases map a language to its texts;
            describe writes the rules text of a document in a language; read_inner returns the texts inside a document.
    """

    source: str
    document: JsonObject | None
    texts: Mapping[str, Mapping[str, str]]
    bases: Mapping[str, Mapping[str, str]]
    describe: Describe
    read_inner: ReadInner
    _generated: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def targets(self) -> tuple[str, ...]:
        """Return the languages that are translated into."""
        return tuple(language for language in LANGUAGES if language != self.source)

    @cached_property
    def inner(self) -> Mapping[str, wording.InnerText]:
        """Return the texts inside the document by what they are called, in their order."""
        return {each.name: each for each in self.read_inner(self.document)} if self.document is not None else {}

    @property
    def names(self) -> tuple[str, ...]:
        """Return what the texts of the card are called."""
        return (*FIELDS, *self.inner)

    def is_documented(self, language: str, name: str) -> bool:
        """Return whether a text is part of the document."""
        return language == self.source and (name in DOCUMENT_TEXTS or name not in FIELDS)

    def limit(self, name: str) -> int:
        """Return how many characters a text may have."""
        return LIMITS.get(name) or self.inner[name].limit

    def text(self, language: str, name: str) -> str:
        """Return what is written, or an empty text."""
        if self.is_documented(language, name):
            value: Any = self.inner[name].text if name in self.inner else (self.document or {}).get(name)
        else:
            value = self.texts.get(language, {}).get(name)
        return value if isinstance(value, str) and value.strip() else ""

    def generated(self, language: str, name: str) -> str:
        """Return the text that the effects give, which only a rules text has."""
        if name != DESCRIPTION or self.document is None:
            return ""
        if language not in self._generated:
            self._generated[language] = self.describe(self.document, language)
        return self._generated[language]

    def original(self, name: str) -> str:
        """Return what a translation of this text is written against."""
        return self.text(self.source, name) or self.generated(self.source, name)

    def base(self, language: str, name: str) -> str:
        """Return what the text was written against: the original, unless that moved on."""
        return self.bases.get(language, {}).get(name) or self.original(name)

    def state(self, language: str, name: str) -> TextState | None:
        """Return the state of one text, or None where there is nothing to say."""
        if self.text(language, name):
            moved = language != self.source and name in self.bases.get(language, {})
            return TextState.STALE if moved else TextState.WRITTEN
        if self._is_missing(language, name):
            return TextState.MISSING
        return TextState.GENERATED if self.generated(language, name) else None

    def state_map(self) -> dict[tuple[str, str], TextState]:
        """Return (language, text) → state of every text that has one."""
        found = ((language, name, self.state(language, name)) for language in LANGUAGES for name in self.names)
        return {(language, name): state for language, name, state in found if state is not None}

    def states(self) -> list[str]:
        """Return every state as the index keeps it, `zh.description.stale`; those of texts inside the card are all `zh.inner.stale`."""
        return [index_key(language, group_of(name), state) for (language, name), state in self.state_map().items()]

    def bases_after(self, earlier: CardTexts) -> Bases:
        """Return what each translation is stale against, given the state of the card before this one.

        A translation that changed is written against the original of now. One that did not keeps its base, which is the
        original beside which it was last seen. While the document does not parse no original is known, so the bases are
        kept for the first save that parses.
        """
        bases: Bases = {}
        for language, name in self._translated():
            if self.text(language, name) != earlier.text(language, name):
                continue
            base = earlier.base(language, name)
            if base and (self.document is None or base != self.original(name)):
                bases.setdefault(language, {})[name] = base
        return bases

    def _translated(self) -> Iterator[tuple[str, str]]:
        return ((language, name) for language in self.targets for name in self.names if self.text(language, name))

    def _is_missing(self, language: str, name: str) -> bool:
        if language != self.source:
            return bool(self.text(self.source, name))
        if name == "name":
            return True
        return not self.generated(language, name) and any(self.text(other, name) for other in self.targets)


def group_of(name: str) -> str:
    """Return what the index and the filters call a text: texts inside cards have one name together."""
    return name if name in FIELDS else INNER


def index_key(language: str, name: str, state: str) -> str:
    """Return a state as the index of a draft keeps it."""
    return f"{language}.{name}.{state}"


def index_keys(language: str, names: tuple[str, ...], states: tuple[str, ...]) -> list[str]:
    """Return the keys of several states of several texts of one language."""
    return [index_key(language, name, state) for name in names for state in states]
