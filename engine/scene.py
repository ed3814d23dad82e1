"""A state as a table that can be drawn: numbers and zones of the match and of each seat, cards by what they are and what they have now.

Everything is read from what a ruleset declares as its board, so a new one has its scene by that alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.kernel.state import State
from engine.kernel.view import View
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Board, Ruleset, Variable, ZoneSpec

Json = dict[str, Any]

TABLE = -1
"""The seat of what belongs to the table."""


def scene(ruleset: Ruleset, state: State, seats: int, viewer: int | None = None) -> Json:
    """Return a state as a table, through the eyes of a seat, or with everything open.

    Shapes: `{table: {numbers, zones}, seats: [{seat, numbers, zones}]}`; a number is `{name, title, value}`, marks of the rules' own left out; a zone is
            `{name, title, count, most, cell, cards}`, where the cards that the viewer may not see are counted and not listed; a card is
            `{id, card, numbers}`, with the numbers that are not 0. A ruleset without a board has an empty table.
    """
    board = ruleset.board
    if board is None:
        return {"table": {"numbers": [], "zones": []}, "seats": []}
    view = None if viewer is None else View(state, viewer, ruleset.hidden, ruleset.determinize)
    drawn = _Drawn(board, state, view)
    facts = board.facts(state)
    return {
        "table": {"numbers": _numbers(board.table, facts), "zones": drawn.zones(TABLE)},
        "seats": [drawn.seat(seat) for seat in range(seats)],
    }


class _Drawn:
    """Draws one state for one viewer."""

    def __init__(self, board: Board, state: State, view: View | None) -> None:
        self._board, self._state, self._view = board, state, view

    def seat(self, seat: int) -> Json:
        """Return the numbers and zones of a seat."""
        player = self._state.entities[self._board.player(self._state, seat)]
        return {"seat": seat, "numbers": _numbers(self._board.seat, player), "zones": self.zones(seat)}

    def zones(self, seat: int) -> list[Json]:
        """Return the zones of a seat or of the table, the empty ones too: where nothing is, something may come."""
        return [self._zone(spec, seat) for spec in self._board.zones if spec.shared == (seat == TABLE)]

    def _zone(self, spec: ZoneSpec, seat: int) -> Json:
        there = self._board.lying(self._state, seat, spec.name)
        cards = [self._card(eid) for eid in there if self._sees(eid)]
        where = {"count": len(there), "most": spec.most, "cell": list(spec.cell) if spec.cell else None}
        return {"name": spec.name, "title": _json(spec.title), **where, "cards": cards}

    def _sees(self, eid: int) -> bool:
        return self._view is None or self._view.entity(eid) is not None

    def _card(self, eid: int) -> Json:
        held = self._state.entities[eid]
        shown = [one for one in self._board.card if held.get(one.name)]
        return {"id": eid, "card": held["def"], "numbers": _numbers(shown, held)}


def _numbers(variables: Iterable[Variable], held: Mapping[str, Any]) -> list[Json]:
    return [
        {"name": one.name, "title": _json(one.title), "value": held[one.name]}
        for one in variables
        if one.shown and one.given and isinstance(held.get(one.name), int)
    ]


def _json(text: LocalizedText) -> dict[str, str]:
    return {"en": text.en, "zh": text.zh}
