"""Seats: the entities of the players, which are the first of a match, and how a match between them ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.kernel.decisions import Result
from engine.kernel.state_writers import create, set_global, set_result
from engine.toolkit.rules import State

TABLE: Final = 0
"""The holder of the zones that belong to no player."""
DRAW: Final = -1
"""The seat of the winner where there is none."""
REPORTS: Final = "reports"
"""The fact of the match that gathers what its result reports; there is none where nothing has been reported."""
MAX_REPORTED: Final = 1_000_000


def take_seats(st: State, seats: Sequence[Mapping[str, int]], zones: Sequence[str] = ()) -> None:
    """Make a player for each seat, with these variables and with empty zones.

    Shapes: the players are the first entities of a match, so the one of seat 0 has the id 1 (-1 where ids count down), and so on; each
            has the variable `seat`.
    """
    for seat, start in enumerate(seats):
        create(st, "", "player", st.next_id, (TABLE, "seats"), {"seat": seat, **start})
    for player in players(st):
        for zone in zones:
            st.zones.setdefault((player, zone), ())


def set_globals(st: State, facts: Mapping[str, Any]) -> None:
    """Give several facts of the whole match (phase, round, whose turn) a value."""
    for name, value in facts.items():
        set_global(st, name, value)


def players(st: State) -> range:
    """Return the players' ids, by seat."""
    step = st.program.mechanics.id_step
    return range(step, step * (st.program.config["seats"] + 1), step)


def finish(st: State, winner: int, reason: str) -> None:
    """End the match: the seat of the winner is first and all others second; with `DRAW` all are first. The result has the reports."""
    ranks = tuple([1 if winner in (DRAW, seat) else 2 for seat in range(st.program.config["seats"])])
    outcome = "draw" if winner == DRAW else "win"
    set_result(st, Result(outcome, winner, reason, ranks, reports=st.globals.get(REPORTS, ())))


def report(st: State, seat: int, sort: str, name: str, number: int) -> None:
    """Add to a number that the result of the match will report to its caller for a seat: a resource that was gained, a plot event."""
    rows = {row[:3]: row[3] for row in st.globals.get(REPORTS, ())}
    rows[seat, sort, name] = min(rows.get((seat, sort, name), 0) + number, MAX_REPORTED)
    set_global(st, REPORTS, tuple((*key, total) for key, total in sorted(rows.items())))


def eliminate(st: State, losers: Sequence[int], reason: str) -> None:
    """End a match of two where a seat has lost; where both have lost at once, it is a draw."""
    if losers:
        finish(st, DRAW if len(losers) > 1 else 1 - losers[0], reason)
