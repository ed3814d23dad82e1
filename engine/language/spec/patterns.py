"""Blocks under the words of the trade for them, of which a palette offers the rest filled in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.language.spec.search import SearchWords, search_words

OWNER = "%owner"
"""In a pattern: the player whose card it is."""
LABEL = "%label"
"""In a pattern: an id that the card does not use yet, and the way to refer to it."""
EVENT = "%event"
"""In a pattern: the event or moment around it."""
SAME = "%same "
"""In a pattern, before the name of a key beside: its value is meant here too."""
GIVES = "%gives"
"""A key of a block without its discriminator: the type of what its reference means."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """What the words mean in this game: some keys of one or more blocks. A key that is absent, or null in a list, is left to the phrase."""

    of: str
    """The record or family of which the first block is one, or `$` and the type of a place that takes a reference."""
    words: SearchWords
    """The words of both languages; without any it is offered everywhere, for a little less."""
    blocks: tuple[Any, ...]
    """The blocks, one after the other. One without its discriminator may be any block that has its keys."""

    def to_json(self) -> Any:
        """Return what a schema holds of it."""
        return {"of": self.of, "aliases": self.words.to_json(), "blocks": list(self.blocks)}


def pattern(of: str, en: str, zh: str, *blocks: Any) -> Pattern:
    """Return a pattern; commas between the English ways to say it, `、` between the Chinese ones."""
    return Pattern(of, search_words(en, zh), blocks)


def waiting(patterns: tuple[Pattern, ...], record: str, wrap: Callable[[Any], Any]) -> tuple[Pattern, ...]:
    """Return the same triggers as effects that set them up; `wrap` makes the effect of a trigger."""
    named = [own for own in patterns if own.of == record and any(own.words)]
    return tuple(Pattern("effect", own.words, tuple(wrap(block) for block in own.blocks)) for own in named)
