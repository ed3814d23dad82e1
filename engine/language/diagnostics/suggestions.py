"""The name that an author probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from engine.language.spec.shapes import LocalizedText

SUGGESTIONS: Final = 20
"""So many nearest names are looked for in one document; what has more problems of this sort is wrong in another way."""

MAX_COMPARED: Final = 200
"""So many words are compared letter by letter; of more than that, those alone that begin or end as the word does."""


class Suggestions:
    """Finds the nearest of many names, only so many times: comparing takes long where both words and names are many."""

    def __init__(self, names: Iterable[str]) -> None:
        self._given, self._left = names, SUGGESTIONS

    @cached_property
    def _names(self) -> list[str]:
        return sorted(self._given)

    def of(self, word: str) -> str | None:
        """Return the nearest name, or None when none is close or too many were asked for."""
        if self._left == 0:
            return None
        self._left -= 1
        return nearest(word, self._names)


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Return the closest of the words, or None when none is close.

    Close means the same but for capitals, or at most one slip in three letters; a tie goes to the word named first.
    """
    found: tuple[int, str] | None = None
    folded = word.casefold()[:80]
    limit = max(1, len(folded) // 3)
    for candidate, other in _candidates(folded, words, limit):
        if other == folded:
            return candidate
        if found and found[0] == 1:
            continue
        slips = distance(folded, other, limit)
        if slips <= limit and (found is None or slips < found[0]):
            found = (slips, candidate)
    return found[1] if found else None


def _candidates(folded: str, words: Iterable[str], limit: int) -> list[tuple[str, str]]:
    """Return the words that may be close, each with its letters to compare."""
    near = [(word, other) for word in words if abs(len(other := word.casefold()) - len(folded)) <= limit]
    if len(near) <= MAX_COMPARED:
        return near
    start, end = folded[:3], folded[-3:]
    same = [pair for pair in near if pair[1] == folded]
    alike = [pair for pair in near if pair[1].startswith(start) or pair[1].endswith(end)]
    closest = sorted(alike, key=lambda pair: not (pair[1].startswith(start) and pair[1].endswith(end)))
    return [*same, *closest[:MAX_COMPARED]]


def distance(a: str, b: str, most: int) -> int:
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
        if min(row) > most and min(before) > most:
            return most + 1
    return row[-1]


def hint(near: str | None) -> LocalizedText:
    """Return the question after a name that is unknown, nothing where no other is near."""
    return LocalizedText(f" (did you mean “{near}”?)", f"（是否想写“{near}”？）") if near else LocalizedText("", "")
