"""The words by which an author looks for something: what it means, not how it is written."""

from __future__ import annotations

import re
from typing import NamedTuple

_BETWEEN = re.compile(r"[,，、;；]")


class SearchWords(NamedTuple):
    """Words and phrases of each language, the likeliest first."""

    en: tuple[str, ...] = ()
    zh: tuple[str, ...] = ()

    def to_json(self) -> dict[str, list[str]]:
        """Return what a schema holds at `x-ui.aliases`."""
        return {"en": list(self.en), "zh": list(self.zh)}


NO_WORDS = SearchWords()
"""What is found by its title alone."""


def search_words(en: str, zh: str) -> SearchWords:
    """Return the words of two lists: commas between the English ones, `、` between the Chinese ones."""
    return SearchWords(_listed(en), _listed(zh))


def _listed(words: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, _BETWEEN.split(words))))
