"""What an unknown word probably means: names are compared by what they do before how they are spelled.

The editor ranks its palette and completion in the same way (`static/editor/src/model/ranking.ts`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.language.diagnostics.suggestions import nearest
from engine.language.spec import EventSpec, EventWord, NodeSpec, Option, TimingSpec

NamedSpec = NodeSpec | EventSpec | EventWord | TimingSpec | Option
"""What has a name and a meaning."""
Meanings = Mapping[str, tuple[str, ...]]
"""Names, each with the phrases that say what it means."""

STRONG: Final = 70
"""From this score on a word means a name."""
MIN_LENGTH: Final = 3
"""A word of fewer letters means nothing; one of Chinese characters may be shorter."""
MAX_READ: Final = 80
"""So many characters of a word are read."""

_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_BETWEEN = re.compile(r"[\W_]+")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_ENDING = re.compile(r"(?:ing|ed|es|s|n)$")
_DIE = re.compile(r"d(?:ie|ying)[sd]?$")


class Phrase(NamedTuple):
    """A phrase without case and punctuation, and its words."""

    whole: str
    words: tuple[str, ...]


def meanings(specs: Iterable[NamedSpec]) -> Meanings:
    """Return what the titles of things and the words by which they are found say about each."""
    return {
        spec.name: (*spec.title, *(spec.also if isinstance(spec, Option) else (*spec.search.en, *spec.search.zh)))
        for spec in specs
    }


def closest_name(word: str, specs: Meanings) -> str | None:
    """Return the name that a word means, else the one that is spelled nearly as it is, or None."""
    folded = word.casefold()
    same = next((name for name in specs if name.casefold() == folded), None)
    return same or _by_meaning(word, specs) or nearest(word, specs)


def _by_meaning(word: str, specs: Meanings) -> str | None:
    words = _bare(phrase(word[:MAX_READ]), specs)
    if len(words.whole) < MIN_LENGTH and not _HAN.search(words.whole):
        return None
    scores = (
        (max((alike(phrase(said), words) for said in said_of), default=0), name) for name, said_of in specs.items()
    )
    best, name = max(scores, key=lambda pair: pair[0], default=(0, ""))
    return name if best >= STRONG else None


def _bare(words: Phrase, specs: Meanings) -> Phrase:
    """Return a word without what most names begin with, which means nothing: `spell cast` for `onSpellCast` among `onPlayCard`."""
    first, *others = words.words or ("",)
    alike = sum(phrase(name).words[:1] == (first,) for name in specs)
    return Phrase(" ".join(others), tuple(others)) if others and 2 * alike > len(specs) else words


def by_use(word: str, names: Meanings) -> list[str]:
    """Return the names, those first that a word may mean, then those that share the most pairs of letters with it."""
    words = _bare(phrase(word[:MAX_READ]), names)
    pairs = _pairs("".join(words.words))

    def use(name: str) -> float:
        said = max((alike(phrase(each), words) for each in names[name]), default=0) if words.words else 0
        held = _pairs("".join(phrase(name).words))
        return said + 2 * len(pairs & held) / (len(pairs) + len(held) or 1)

    return sorted(names, key=use, reverse=True)


@lru_cache(maxsize=4096)
def phrase(text: str) -> Phrase:
    """Return the words of a phrase or of a name such as `drawCard` or `UNIT_DIED`."""
    words = tuple(word for word in _BETWEEN.split(_CAPITAL.sub(" ", text).casefold()) if word)
    return Phrase(" ".join(words), words)


def alike(second: Phrase, first: Phrase) -> int:
    """Return how well a phrase answers a word: 100 for the same, 0 for nothing."""
    if not second.words or not first.words:
        return 0
    if "".join(second.words) == "".join(first.words):
        return 100
    if second.whole.startswith(first.whole):
        return 90
    if all(any(other.startswith(word) for other in second.words) for word in first.words):
        return 80
    return _stems_alike(second.words, first.words)


def _stems_alike(second: Sequence[str], first: Sequence[str]) -> int:
    stems = {stem(word) for word in second}
    if not all(stem(word) in stems for word in first):
        return 0
    return STRONG + 5 * (stem(second[0]) == stem(first[0]))


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """Return what English forms of one word share: of `died` and `dies`, of `drawing` and `draw`."""
    if _HAN.search(word):
        return word
    if _DIE.match(word):
        return "die"
    short = _ENDING.sub("", word)
    bare = short if len(short) >= MIN_LENGTH else word
    bare = bare[:-1] if len(bare) > 1 and bare[-1] == bare[-2] else bare
    return bare.removesuffix("e")


@lru_cache(maxsize=4096)
def _pairs(word: str) -> frozenset[str]:
    return frozenset(word[at : at + 2] for at in range(len(word) - 1))
