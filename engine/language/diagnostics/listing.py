"""Bound the listed problems of each file and of a pack; a last one gives the number of those left out (W-MORE)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Final, TypeVar

from engine.errors import Problem, Problems, Severity

Row = TypeVar("Row")
FILE_LISTED: Final = 100
PACK_LISTED: Final = 500
"""So many errors, and so many warnings, are listed of one file and of a whole pack; after so many errors its rest is not checked."""

MAX_PROBLEMS: Final = 1000
"""So many problems of one part of a document are looked for."""


class Listing:
    """Gathers problems in the order in which they are found and keeps those that are listed; the others are counted."""

    def __init__(self) -> None:
        self.errors = 0
        self.is_cut_short = False
        self._kept: list[Problem] = []
        self._room: dict[Severity, int] = {"error": PACK_LISTED, "warning": PACK_LISTED}
        self._listed: dict[tuple[str, Severity], int] = {}
        self._left: dict[str, int] = {}
        self._uncounted: set[str] = set()
        self._left_of_pack = 0
        self._first_left = ""

    @property
    def is_full(self) -> bool:
        """Return whether the errors are enough to stop checking."""
        return self.errors >= PACK_LISTED

    def add(self, problems: Iterable[Problem]) -> None:
        """Take in more problems."""
        for problem in problems:
            self._add(problem)

    def _add(self, problem: Problem) -> None:
        severity, key = problem.severity, (problem.file, problem.severity)
        self.errors += severity == "error"
        count = self._listed.get(key, 0)
        if problem.code == MORE:
            self._leave(problem.file, int(problem.found))
            self._uncounted |= {problem.file} if problem.wanted else set()
        elif self._room[severity] == 0:
            self._left_of_pack += 1
            self._first_left = self._first_left or problem.file
        elif count == FILE_LISTED:
            self._leave(problem.file, 1)
        else:
            self._listed[key] = count + 1
            self._room[severity] -= 1
            self._kept.append(problem)

    def _leave(self, file: str, count: int) -> None:
        self._left[file] = self._left.get(file, 0) + count

    def listed(self) -> tuple[Problem, ...]:
        """Return the problems that are listed, behind the last one of each file how many of it are left out."""
        last = {problem.file: place for place, problem in enumerate(self._kept)}
        out: list[Problem] = []
        for place, problem in enumerate(self._kept):
            out.append(problem)
            if place == last[problem.file]:
                out += self._left_of(problem.file)
        out += [note for file in self._left if file not in last for note in self._left_of(file)]
        if self._left_of_pack:
            out.append(_note(IN_PACK, self._first_left, self._left_of_pack))
        if self.is_cut_short:
            out.append(_note(NOT_CHECKED, self._first_left or out[-1].file, 0))
        return tuple(out)

    def _left_of(self, file: str) -> list[Problem]:
        sentence = AT_LEAST if file in self._uncounted else IN_FILE
        return [_note(sentence, file, self._left[file])] if file in self._left else []


MORE: Final = "W-MORE"
IN_FILE: Final = ("And {0:,} more problems in this file.", "此文件另有 {0:,} 个问题。")
AT_LEAST: Final = ("And at least {0:,} more problems in this file.", "此文件至少另有 {0:,} 个问题。")
IN_PACK: Final = ("And {0:,} more problems in this pack.", "此卡包另有 {0:,} 个问题。")
NOT_CHECKED: Final = (
    "After {1:,} errors the rest of this pack is not checked.",
    "错误达到 {1:,} 个后，此卡包的其余内容不再检查。",
)


def _note(sentence: tuple[str, str], file: str, count: int) -> Problem:
    english, chinese = (text.format(count, PACK_LISTED) for text in sentence)
    open_ended = "more" if sentence is AT_LEAST else None
    return Problem(MORE, {"en": english, "zh": chinese}, severity="warning", file=file, found=count, wanted=open_ended)


def more_problem(file: str, count: int) -> Problem:
    """Return the problem that says how many problems of a file are left out."""
    return _note(IN_FILE, file, count)


def left_out(problems: Iterable[Problem]) -> int:
    """Return how many problems are left out of a list, as far as they were counted."""
    return sum(int(problem.found) for problem in problems if problem.code == MORE)


def problems_of(rows: Iterable[Row], make: Callable[[Row], Problem], file: str) -> Problems:
    """Yield a problem for each of the first rows, and how many rows more there are; no problem is made that is not listed."""
    left = iter(rows)
    yield from map(make, islice(left, FILE_LISTED))
    if count := sum(1 for _ in left):
        yield more_problem(file, count)


def listed(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems of one file, or of a pack, that are listed, and how many more there are."""
    listing = Listing()
    listing.add(problems)
    return listing.listed()


def first(problems: Iterable[Problem], file: str = "card.json") -> list[Problem]:
    """Return the first problems of one part of a document, and whether there are more; no more of them are made."""
    held = list(islice(problems, MAX_PROBLEMS + 1))
    return held if len(held) <= MAX_PROBLEMS else [*held[:-1], _note(AT_LEAST, file, 1)]
