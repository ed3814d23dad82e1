"""Two texts side by side, line by line, with a bound on the work."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any

from cards.values import frozen_dataclass

LINE_LIMIT = 4_000
"""Lines of either text that are shown."""
PAIR_LIMIT = 100_000
"""Pairs of equal lines, one of each text, that are weighed; beyond, the texts are shown without marks."""


@frozen_dataclass
class Row:
    """A line of either text, or of one alone."""

    kind: str
    left_no: int | None
    left: str
    right_no: int | None
    right: str


@frozen_dataclass
class Comparison:
    """Two texts side by side.

    Shapes: is_marked says whether the rows mark what changed; is_cut, whether lines beyond LINE_LIMIT are left out.
    """

    rows: list[Row]
    is_same: bool
    is_marked: bool
    is_cut: bool

    @property
    def changed(self) -> int:
        """Return how many rows differ."""
        return sum(row.kind != "equal" for row in self.rows)


def compared(old: str, right: str) -> Comparison:
    """Return two texts line by line; with marks where finding them is cheap enough for a page."""
    before, after = old.split("\n", LINE_LIMIT), right.split("\n", LINE_LIMIT)
    is_cut = max(len(before), len(after)) > LINE_LIMIT
    before, after = before[:LINE_LIMIT], after[:LINE_LIMIT]
    common = common_lines(before, after)
    if common is None:
        return Comparison(list(_abreast(before, after)), old == right, is_marked=False, is_cut=is_cut)
    return Comparison(list(_mark_rows(before, after, common)), old == right, is_marked=True, is_cut=is_cut)


def common_lines(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]] | None:
    """Return a longest run of pairs of equal lines that rises in both texts; None when there are too many to weigh.

    Equal lines at both ends are taken as they are, so that a small change to a long text always has its marks.

    Source: J. W. Hunt and T. G. Szymanski, A fast algorithm for computing longest common subsequences, CACM 20 (1977).
    """
    head = _equal_lines(zip(before, after, strict=False))
    most = min(len(before), len(after)) - head
    tail = min(most, _equal_lines(zip(reversed(before), reversed(after), strict=False)))
    places = defaultdict(list)
    for index in range(len(after) - tail - 1, head - 1, -1):
        places[after[index]].append(index)
    middle = range(head, len(before) - tail)
    if sum(len(places.get(before[index], ())) for index in middle) > PAIR_LIMIT:
        return None
    pairs = ((index, place) for index in middle for place in places.get(before[index], ()))
    ends = [(len(before) - back, len(after) - back) for back in range(tail, 0, -1)]
    return [(index, index) for index in range(head)] + _longest_rise(pairs) + ends


def _equal_lines(pairs: Iterable[tuple[str, str]]) -> int:
    """Return how many pairs are equal before the first that is not."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _longest_rise(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return a longest run of pairs that rise on both sides; they come by rising left and falling right."""
    ends: list[int] = []  # the lowest right side on which a run of each length ends
    runs: list[Any] = []  # the last pair of such a run, and what came before it
    for old_line, right in pairs:
        length = bisect_left(ends, right)
        run = (old_line, right, runs[length - 1] if length else None)
        ends[length : length + 1] = [right]
        runs[length : length + 1] = [run]
    pairs_of_runs: list[tuple[int, int]] = []
    last = runs[-1] if runs else None
    while last is not None:
        old_line, right, last = last
        pairs_of_runs.append((old_line, right))
    return pairs_of_runs[::-1]


def _mark_rows(before: Sequence[str], after: Sequence[str], common: Iterable[tuple[int, int]]) -> Iterator[Row]:
    """Yield the common lines and what lies between them; lines that changed in the same place share a row."""
    old = new = 0
    for old_index, right in (*common, (len(before), len(after))):
        while old < old_index or new < right:
            kind = "change" if old < old_index and new < right else "delete" if old < old_index else "insert"
            yield Row(kind, *_line(before, old, old_index), *_line(after, new, right))
            old, new = min(old + 1, old_index), min(new + 1, right)
        if old_index < len(before):
            yield Row("equal", old_index + 1, before[old_index], right + 1, after[right])
        old, new = old_index + 1, right + 1


def _abreast(before: Sequence[str], after: Sequence[str]) -> Iterator[Row]:
    """Yield both texts beside each other, line by line, without a mark."""
    for at in range(max(len(before), len(after))):
        yield Row("plain", *_line(before, at, len(before)), *_line(after, at, len(after)))


def _line(lines: Sequence[str], at: int, end: int) -> tuple[int | None, str]:
    """Return a line with its number; None at the end."""
    return (at + 1, lines[at]) if at < end else (None, "")
