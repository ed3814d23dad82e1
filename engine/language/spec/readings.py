"""How a game writes what sentences say: the grammar of the palette is one for all games, the blocks are each game's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.language.spec.events import EventSpec
from engine.language.spec.search import NO_WORDS, SearchWords, search_words

OWNER = "%owner"
"""In a template: the player whose card it is."""
THIS_CARD = "%this"
"""In a template: the card itself, by the moment around it; the row `moment` says by which where there is none."""
SENTENCE_WORDS = Path(__file__).with_name("sentence_words.txt").read_text(encoding="utf-8").splitlines()
"""Words of sentences that games share, a sense on each line: its kind and value, English forms, then Chinese ones behind a bar."""
CONSTRUCTIONS = [
    line
    for line in Path(__file__).with_name("sentence_constructions.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
"""Other ways to say what the grammar reads: places of a sentence, and what replaces them.

Shapes: a place is a word or words joined by `|` (`_` is a space), `<kind>` or `<kind:value>`, `<number>`, `<signed>`, or `..` for a gap of
some words (`..3` at most three); `?` behind it may be left out, `!` before it bars it near there. `^` begins a part, `^^` the sentence,
`$` ends a part. `$2` of the result is what the second place took.
"""


@dataclass(frozen=True, slots=True)
class Reading:
    """What some words of the grammar are in this game.

    Shapes: in `blocks`, `"%name"` is what the sentence says under that name, `"%name?"` may be left out with its key, and
    `"%name=word"` is the word where nothing is said; a key `"%..."` puts in the keys of what is said.
    """

    part: str
    """What it is: an `effect`, an `event`, a `thing` (a target), a `scope` (the reach of a rule), a `fact`, a `measure`, a frame."""
    words: str
    """The atoms of the grammar that name it, all of which a sentence must say: `damage`, `enemy all`, `die to:ally`."""
    blocks: Any
    """The template."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """What else may be said of it, by atom, and the keys that say so; `%value` is a number or word."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """References of an event, the place of `more` in the template, the list that it goes into."""

    def to_json(self) -> Any:
        """Return what a schema holds of it."""
        return {
            "part": self.part,
            "is": self.words,
            "as": self.blocks,
            **({"with": self.more} if self.more else {}),
            **self.options,
        }


def reading(part: str, words: str, blocks: Any, more: Mapping[str, Any] | None = None, **options: Any) -> Reading:
    """Return a reading; `options` is what `Reading.options` holds."""
    return Reading(part, words, blocks, more or {}, options)


def references(events: Iterable[EventSpec], event: str, **ways: tuple[str, ...]) -> dict[str, str]:
    """Return how a sentence refers to what an event is of: for each name, by the first of its fields that the event has."""
    fields = next((spec.fields for spec in events if spec.name == event), {})
    named = {name: next((field for field in own if field in fields), "") for name, own in ways.items()}
    return {name: f"${event}.{field}" for name, field in named.items() if field}


@dataclass(frozen=True, slots=True)
class Nouns:
    """Words of a set that sentences may name, like the keywords of a game."""

    kind: str
    """What the grammar calls them: `tag`, `element`."""
    at: str = ""
    """Where the schema has them: the name of a definition, then keys; empty where `value` is given."""
    value: str = ""
    """The one that `words` name besides."""
    words: SearchWords = NO_WORDS

    def to_json(self) -> Any:
        """Return what a schema holds of them."""
        return {"kind": self.kind, "at": self.at, "value": self.value, "aliases": self.words.to_json()}


def nouns(kind: str, at: str) -> Nouns:
    """Return the words of a set of the schema."""
    return Nouns(kind, at)


def word(kind: str, value: str, en: str, zh: str) -> Nouns:
    """Return what a game calls something that the grammar has a kind for: a verb of its own, an event, a moment, a label."""
    return Nouns(kind, "", value, search_words(en, zh))


def noun(kind: str, value: str, en: str, zh: str) -> Nouns:
    """Return further ways to say one word of a set."""
    return Nouns(kind, "", value, search_words(en, zh))
