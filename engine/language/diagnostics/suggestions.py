"""The name that an author probably meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Final

from engine.language.spec import LocalizedText

SUGGESTIONS: Final = 20
"""So many nearest names are looked for in one document; what has more problems of this sort is wrong in another way."""

MAX_COMPARED: Final = 200
"""So many words are compared letter by letter; of more than that, those that share most of the word's rarest parts."""

PART: Final = 3
"""Letters of a part of a word by which an index finds it."""


class NameIndex:
    """Many names, indexed once by their parts, so that the nearest of them to a word is found without a look at each."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self._folded = [name.casefold() for name in self.names]
        self._same: dict[str, int] = {}
        self._parts: dict[str, list[int]] = {}
        for number, folded in enumerate(self._folded):
            self._same.setdefault(folded, number)
            for part in _parts(folded) if len(self.names) > MAX_COMPARED else ():
                self._parts.setdefault(part, []).append(number)

    def nearest(self, word: str) -> str | None:
        """Return the closest of the names, or None when none is close.

        Close means the same but for capitals, or at most one slip in three letters, none in one letter; a tie goes to the name that comes first.
        """
        key = word.casefold()[:80]
        if (same := self._same.get(key)) is not None:
            return self.names[same]
        limit = max(len(key) // 3, int(len(key) > 1))
        candidates: tuple[int, str] | None = None
        for number in self._candidates(key, limit):
            if candidates and candidates[0] == 1:
                break
            slips = distance(key, self._folded[number], limit)
            if slips <= limit and (candidates is None or slips < candidates[0]):
                candidates = (slips, self.names[number])
        return candidates[1] if candidates else None

    def _candidates(self, key: str, limit: int) -> list[int]:
        """Return the numbers of the names that may be close, in their order: up to a limit, those with most parts in common."""
        if len(self.names) <= MAX_COMPARED:
            return [number for number in range(len(self.names)) if self._is_alike(number, key, limit)]
        overlaps: Counter[int] = Counter()
        looked_at = 0
        for part in sorted(_parts(key), key=lambda each: len(self._parts.get(each, ()))):
            indices = self._parts.get(part, ())
            if overlaps and looked_at + len(indices) > LOOKED_AT:
                break
            looked_at += len(indices)
            overlaps.update(number for number in indices if self._is_alike(number, key, limit))
        best = sorted(overlaps, key=lambda number: (-overlaps[number], number))[:MAX_COMPARED]
        return sorted(best)

    def _is_alike(self, number: int, folded: str, limit: int) -> bool:
        return abs(len(self._folded[number]) - len(folded)) <= limit


LOOKED_AT: Final = 20_000
"""So many entries of an index are looked at for one word, the rarest parts first."""


def _parts(folded: str) -> set[str]:
    """Return the parts of a word, its beginning and its end marked as such."""
    marked = f"^{folded}$"
    return {marked[place : place + PART] for place in range(max(1, len(marked) - PART + 1))}


@lru_cache(maxsize=8)
def name_index(names: frozenset[str]) -> NameIndex:
    """Return the index of a set of names, in their order: made once for all that look for a name in it."""
    return NameIndex(sorted(names))


class Suggestions:
    """Finds the nearest of many names, up to a number of times: comparing takes long where both words and names are many."""

    def __init__(self, names: Iterable[str]) -> None:
        self._given, self._left = names, SUGGESTIONS

    @cached_property
    def _index(self) -> NameIndex:
        return name_index(self._given if isinstance(self._given, frozenset) else frozenset(self._given))

    def of(self, word: str) -> str | None:
        """Return the nearest name, or None when none is close or too many were asked for."""
        if self._left == 0:
            return None
        self._left -= 1
        return self._index.nearest(word)


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Return the closest of some words, or None when none is close; as `NameIndex.nearest`, for one question."""
    return NameIndex(words).nearest(word)


def distance(a: str, b: str, limit: int) -> int:
    """Return how many letters to change, add, leave out or swap with their neighbour turn one word into the other.

    More than `most` are not counted to their end; the answer is then any larger number.
    """
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        earlier, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[-1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > limit and min(before) > limit:
            return limit + 1
    return row[-1]


def hint(near: str | None) -> LocalizedText:
    """Return the suggestion after an unknown name; empty where no other name is near."""
    return LocalizedText(f" (did you mean “{near}”?)", f"（是否想写“{near}”？）") if near else LocalizedText("", "")
