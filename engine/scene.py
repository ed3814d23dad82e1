"""A state as a table that can be drawn: numbers and zones of the match and of each seat, cards by what they are and what they have now.

Everything is read from what a ruleset declares as its board, so a new one has its scene by that alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.kernel.state import State
from engine.kernel.view import View
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Badge, Board, BoardLayout, Mark, Pool, Ruleset, Terrain, Track, Variable, ZoneSpec

Json = dict[str, Any]

TABLE = -1
"""The seat of what belongs to the table."""


def scene(ruleset: Ruleset, state: State, seats: int, viewer: int | None = None) -> Json:
    """Return a state as a table, through the eyes of a seat, or with everything open.

    Shapes: `{table: {numbers, zones}, seats: [{seat, numbers, zones, pool}], grid, track, phase, phases}`; phases are those of a round, each with
            whether it is now; a number is `{name, title, value, flag}`, marks of the rules'
            own left out; a zone is `{name, title, count, most, cell, wide, settable, held, cards}`, `held` where its owner alone looks into it, where the cards that the viewer may not see are
            counted and not listed, and which is left out where its cards are drawn on others; a card is
            `{id, card, numbers, marks, attached, leads, fallen, cell}`, with the numbers that are not 0, the drawn ones as `marks`
            (`{name, title, manner, value, most, signs}`) and what lies on it; a pool is `{title, count, held}`, `held` none where it is
            hidden; the grid is that of `grid_of`, none in a game without. A ruleset without a board has an empty table.
    """
    board = ruleset.board
    if board is None:
        return {
            "table": {"numbers": [], "zones": []},
            "seats": [],
            "grid": None,
            "track": None,
            "phase": None,
            "phases": [],
        }
    view = None if viewer is None else View(state, viewer, ruleset.hidden_zones, ruleset.determinize)
    drawing = _StateDrawing(ruleset, board, state, view)
    facts = board.facts(state)
    return {
        "table": {"numbers": _numbers(_loud(board.layout, board.table), facts), "zones": drawing.zones(TABLE)},
        "seats": [drawing.seat(seat) for seat in range(seats)],
        "grid": grid_of(board.layout.terrain, state, seats) if board.layout.terrain is not None else None,
        "phase": _phase(board, facts.get("phase")),
        "phases": [{"title": _phase(board, name), "now": name == facts.get("phase")} for name in board.layout.phases],
        "track": track_of(board.layout.track, state, seats) if board.layout.track is not None else None,
    }


def track_of(track: Track, state: State, seats: int) -> Json:
    """Return a round of cells with the markers of all seats.

    Shapes: `{title, lap, cells, seats}`; a cell is `{name, title}`, a seat `{seat, cell, lap}` with cells from 0 and laps from 1.
    """
    places = [track.place(state, seat) for seat in range(seats)]
    return {
        "title": _json(track.title),
        "lap": _json(track.lap),
        "cells": [{"name": one.name, "title": _json(one.title)} for one in track.cells(state)],
        "seats": [{"seat": seat, "cell": cell, "lap": lap} for seat, (cell, lap) in enumerate(places)],
    }


def grid_of(ground: Terrain, state: State, seats: int) -> Json:
    """Return the grid of a state.

    Shapes: `{columns, rows, terrains, regions, cells}`; a terrain is `{name, title}`, a region `{title, seat}` with seat -1 where no player
            holds it; a cell in reading order is `{name, terrain, region}`, `region` -1 for none.
    """
    columns, rows = ground.size(state)
    terrain, regions = ground.terrain(state), ground.regions(state)
    of = {cell: place for place, (_, _, cells) in enumerate(regions) for cell in cells}
    return {
        "columns": columns,
        "rows": rows,
        "terrains": [{"name": one.name, "title": _json(one.title)} for one in ground.terrains],
        "regions": [{"title": _json(title), "seat": seat} for title, seat, _ in regions],
        "cells": [
            {"name": ground.word(columns, cell), "terrain": terrain[cell], "region": of.get(cell, -1)}
            for cell in range(columns * rows)
        ],
    }


class _StateDrawing:
    """Draws one state for one viewer."""

    def __init__(self, ruleset: Ruleset, board: Board, state: State, view: View | None) -> None:
        self._ruleset, self._board, self._state, self._view = ruleset, board, state, view
        self._look = board.layout
        self._marks = {mark.name: mark for mark in board.layout.marks}
        self._bounds = {mark.maximum for mark in board.layout.marks}
        self._leading: frozenset[int] = frozenset()

    def seat(self, seat: int) -> Json:
        """Return the numbers and zones of a seat."""
        player = self._state.entities[self._board.player(self._state, seat)]
        self._leading = frozenset((self._look.leader(self._state, seat),)) - {0}
        pool = self._pool(self._look.pool, seat) if self._look.pool is not None else None
        return {
            "seat": seat,
            "numbers": _numbers(_loud(self._look, self._board.seat), player),
            "zones": self.zones(seat),
            "pool": pool,
        }

    def zones(self, seat: int) -> list[Json]:
        """Return the zones of a seat or of the table, the empty ones too: where nothing is, something may come."""
        pool = self._look.pool.zone if self._look.pool is not None else ""
        separate = {pool, *self._look.attachment_zones}
        return [
            self._zone(spec, seat)
            for spec in self._board.zones
            if spec.shared == (seat == TABLE) and spec.name not in separate
        ]

    def _pool(self, pool: Pool, seat: int) -> Json:
        there = self._board.zone_contents(self._state, seat, pool.zone)
        amounts = pool.contents(self._state, seat)
        is_seen = all(self._sees(eid) for eid in there)
        return {
            "title": _json(pool.title),
            "count": len(amounts),
            "held": [self._sign(pool.badges[place], place) for place in amounts] if is_seen else None,
        }

    def _zone(self, spec: ZoneSpec, seat: int) -> Json:
        ids = self._board.zone_contents(self._state, seat, spec.name)
        cards = [self._card(eid) for eid in ids if self._sees(eid)]
        where = {
            "count": len(ids),
            "most": spec.capacity,
            "cell": list(spec.cell) if spec.cell else None,
            "wide": spec.wide,
            "settable": spec.settable,
            "held": spec.name in self._ruleset.mechanics.own,
            "on_grid": self._look.terrain is not None and spec.name in self._look.terrain.zones,
        }
        return {"name": spec.name, "title": _json(spec.title), **where, "cards": cards}

    def _sees(self, eid: int) -> bool:
        return self._view is None or self._view.entity(eid) is not None

    def _card(self, eid: int) -> Json:
        entity = self._state.entities[eid]
        numbers = [
            variable
            for variable in self._board.card
            if entity.get(variable.name) and variable.name not in {*self._marks, *self._bounds, *self._look.quiet}
        ]
        marks = [
            self._mark(self._marks[variable.name], variable, entity)
            for variable in self._board.card
            if self._is_marked(variable, entity)
        ]
        return {
            "id": eid,
            "card": entity["def"],
            "numbers": _numbers(numbers, entity),
            "marks": marks,
            "attached": [
                self._card(variable) for variable in self._look.attachments(self._state, eid) if self._sees(variable)
            ],
            "leads": eid in self._leading,
            "fallen": self._look.is_defeated(self._state, eid),
            **self._on_grid(eid),
        }

    def _is_marked(self, variable: Variable, entity: Mapping[str, Any]) -> bool:
        """Return whether a number is drawn: a number out of another, what a card costs, and what is read on the grid, also at 0."""
        mark = self._marks.get(variable.name)
        return (
            mark is not None
            and variable.name in entity
            and (bool(mark.maximum or entity[variable.name]) or mark.manner in ("cost", "corner"))
        )

    def _mark(self, mark: Mark, variable: Variable, entity: Mapping[str, Any]) -> Json:
        value = entity[variable.name]
        return {
            "name": variable.name,
            "title": _json(mark.title or variable.title),
            "manner": mark.manner,
            "value": value,
            "most": entity.get(mark.maximum, 0),
            "signs": [self._sign(sign) for sign in mark.badges(value)],
        }

    def _sign(self, sign: Badge, place: int = -1) -> Json:
        token = self._ruleset.token
        return {"title": _json(sign.title), "icon": token(sign.icon), "tone": token(sign.tone), "place": place}

    def _on_grid(self, eid: int) -> Json:
        """Return where a card stands, can move and can strike, by the words of cells; None for one that stands nowhere."""
        terrain, state = self._look.terrain, self._state
        cell = -1 if terrain is None else terrain.cell(state, eid)
        if terrain is None or cell < 0:
            return {"cell": None}
        columns = terrain.size(state)[0]
        ways = {
            terrain.word(columns, goal): [terrain.word(columns, step) for step in way]
            for goal, way in terrain.ways(state, eid).items()
        }
        reach = [terrain.word(columns, step) for step in terrain.reach(state, eid)]
        return {"cell": terrain.word(columns, cell), "ways": ways, "reach": reach}


def _loud(look: BoardLayout, variables: Iterable[Variable]) -> list[Variable]:
    return [one for one in variables if one.name not in look.quiet]


def _numbers(variables: Iterable[Variable], entity: Mapping[str, Any]) -> list[Json]:
    return [
        {"name": one.name, "title": _json(one.title), "value": entity[one.name], "flag": one.high == 1}
        for one in variables
        if one.in_story and one.settable and isinstance(entity.get(one.name), int)
    ]


def _phase(board: Board, name: Any) -> Json | None:
    """Return what the phase of a match is called, none in a game without; a title says behind a comma what a scenario adds."""
    title = next((one.title for one in board.phases if one.name == name), None)
    return None if title is None else {"en": title.en.partition(",")[0], "zh": title.zh.partition("（")[0]}


def _json(text: LocalizedText) -> dict[str, str]:
    return {"en": text.en, "zh": text.zh}
