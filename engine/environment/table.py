"""What a seat sees of a match, as whole numbers in arrays of a fixed shape: nothing in it names a game.

A table has a line for each entity that the seat sees, and one for each pile of cards that it does not see. Words (zones, kinds, verbs of answers)
are numbered by their CRC-32, which stays the same in every match and game; cards by their place in the set of the match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from engine.kernel.decisions import Decision, Option, entity_of
from engine.kernel.state import State
from engine.kernel.view import View
from engine.replay import Match

Numbers = NDArray[np.int32]

OPTIONS, ROWS = 128, 256
"""Options of a question and lines of a table that an observation has room for."""

MAX_INT = 2**31 - 1
COLUMNS = ("count", "owner", "zone", "kind", "card")
"""The first columns of a table; the variables of the game follow, by name. Units: `owner` is 1 for the seat, -1 for another, 0 for none."""

OPTION_COLUMNS = ("verb", "row", "number", "chosen")
"""The columns of the options. Units: `row` counts the lines of the table from 1, 0 for none."""

QUESTION = ("kind", "min", "max", "chosen", "options")
"""What an observation says of the question; all 0 where the seat is question nothing."""

_NO_VARIABLES = frozenset(("id", "def", "kind", "own", "holder", "zone"))


def word_number(word: str) -> int:
    """Return the number of a word, 0 for an empty one."""
    return crc32(word.encode()) & MAX_INT if word else 0


class Table:
    """Turns views of one match setup into arrays; which columns there are is known from its cards and its opening."""

    def __init__(self, match: Match, opening: State) -> None:
        cards = match.program.cards
        self._places = {name: place for place, name in enumerate(sorted(cards), 1)}
        names = {name for card in cards.values() for name in card.variables}
        names |= {name for entity in opening.entities.values() for name in entity}
        self.variables = tuple(sorted(names - _NO_VARIABLES))
        self.columns = (*COLUMNS, *self.variables)

    def rows(self, view: View, state: State) -> tuple[Numbers, Mapping[int, int]]:
        """Return the lines of a table, those of unseen cards last, and the line of each entity that is seen, counted from 1."""
        out = np.zeros((ROWS, len(self.columns)), dtype=np.int32)
        lines: dict[int, int] = {}
        piles: Counter[tuple[int, str]] = Counter()
        for eid, entity in state.entities.items():
            visible = view.entity(eid)
            if visible is None:
                piles[entity["holder"], entity["zone"]] += 1
            elif len(lines) < ROWS:
                out[len(lines)] = self._line(visible, view.seat)
                lines[eid] = len(lines) + 1
        for line, ((holder, zone), count) in enumerate(sorted(piles.items()), len(lines)):
            if line < ROWS:
                out[line, :3] = count, _owner(holder, view.seat), word_number(zone)
        return out, lines

    def _line(self, entity: Mapping[str, object], seat: int) -> list[int]:
        values = (entity.get(name, 0) for name in self.variables)
        return [
            1,
            _owner(int(str(entity["own"])), seat),
            word_number(str(entity["zone"])),
            word_number(str(entity["kind"])),
            self._places.get(str(entity["def"]), 0),
            *(max(-MAX_INT, min(MAX_INT, value)) if isinstance(value, int) else 0 for value in values),
        ]


def _owner(player: int, seat: int) -> int:
    """Return whose something is. Games number their players from 1, or below zero from -1 down."""
    return 0 if not player else 1 if abs(player) - 1 == seat else -1


def option_rows(decision: Decision, lines: Mapping[int, int], picks: Sequence[int]) -> Numbers:
    """Return a line for each option of a question that there is room for; `picks` are places of those that are chosen."""
    out = np.zeros((OPTIONS, len(OPTION_COLUMNS)), dtype=np.int32)
    for place, option in enumerate(decision.options[:OPTIONS]):
        entity = entity_of(decision.kind, option)
        verb, number = _parts(option)
        out[place] = word_number(verb), lines.get(entity or 0, 0), 0 if entity else number, place in picks
    return out


def _parts(option: Option) -> tuple[str, int]:
    """Return the word and the number of an option."""
    if isinstance(option, str):
        return option, 0
    if isinstance(option, int):
        return "", option
    return option[0], option[1]


def question_row(decision: Decision, picks: int) -> Numbers:
    """Return what is question."""
    kind, options = word_number(decision.kind), len(decision.options)
    return np.array((kind, decision.min, decision.max, picks, options), dtype=np.int32)


__all__ = [
    "COLUMNS",
    "MAX_INT",
    "OPTIONS",
    "OPTION_COLUMNS",
    "QUESTION",
    "ROWS",
    "Table",
    "option_rows",
    "question_row",
    "word_number",
]
