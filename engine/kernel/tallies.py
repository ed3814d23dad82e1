"""Counts of what has happened: of an event within a period, for a player or for a thing, kept only where a card of the match reads it.

A count is a variable of the player, card or unit that it is of, beside the number of the period in which it was last raised; in
another period it reads as 0. So it is written, undone, digested and hidden like any other variable.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.definitions import BEFORE, Tally
from engine.kernel.state import State
from engine.kernel.state_writers import set_var, stamp_of


def count_event(st: State, event: str, payload: tuple[Any, ...]) -> None:
    """Raise what cards of the match count of an event by one, as it is raised."""
    for place, tally, sort_place in st.program.counters.get(event, ()):
        if sort_place >= 0 and payload[sort_place] != tally.sort[1]:
            continue
        holder = payload[place]
        thing = st.entities.get(holder)
        if thing is not None and tally.of_owner:
            holder = thing["own"]
            thing = st.entities.get(holder)
        if thing is not None:
            _raise(st, holder, tally)


def count_before(st: State, event: str, payload: tuple[Any, ...]) -> None:
    """Count an event that a ruleset raises only behind what it is about: so a card that is played counts itself."""
    count_event(st, f"{BEFORE}{event}", payload)


def _raise(st: State, holder: int, tally: Tally) -> None:
    number = _times(st, st.entities[holder], tally) + 1
    set_var(st, holder, tally.key, number)
    if stamp := stamp_of(st, tally.period):
        set_var(st, holder, tally.stamp_key, stamp)


def _times(st: State, holder: Mapping[str, Any], tally: Tally) -> int:
    if holder.get(tally.stamp_key, 0) != stamp_of(st, tally.period):
        return 0
    return int(holder.get(tally.key, 0))


def times(st: State, holder: int, tally: Tally) -> int:
    """Return how often it has happened in the period that runs, for one player or thing; 0 for what is gone."""
    return _times(st, st.entities.get(holder, {}), tally)


def times_for_others(st: State, holder: int, tally: Tally) -> int:
    """Return how often it has happened in the period that runs, for all but one; for all where the one is 0."""
    return sum(
        _times(st, entity, tally) for eid, entity in st.entities.items() if eid != holder and tally.key in entity
    )
