"""The word that an author probably meant."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Return the closest of the words, or None when none is close.

    Close means the same but for capitals, or at most one slip in three letters; a tie goes to the word named first.
    """
    found: tuple[int, str] | None = None
    folded = word.casefold()[:80]
    limit = max(1, len(folded) // 3)
    for candidate in words:
        other = candidate.casefold()
        if other == folded:
            return candidate
        if abs(len(other) - len(folded)) > limit or (found and found[0] == 1):
            continue
        slips = distance(folded, other)
        if slips <= limit and (found is None or slips < found[0]):
            found = (slips, candidate)
    return found[1] if found else None


def distance(a: str, b: str) -> int:
    """Return how many letters to change, add, leave out or swap with their neighbour turn one word into the other."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        earlier, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[-1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
    return row[-1]
