"""Deaths as rules of state: what has run out of points leaves as soon as whatever happened is done."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.ground import ZoneKey
from engine.toolkit.rules import State


def without_points(st: State, places: Iterable[ZoneKey], variable: str = "health") -> list[int]:
    """Return the entities in these zones of which a variable is 0 or less, in the order of the zones and of what lies in them.

    A rule of state (`Mechanics.rules`) asks this, does what a death is in its game, and answers `RULE_WROTE` if anything died.
    """
    entities, zones, dying = st.entities, st.zones, list[int]()
    for place in places:
        for eid in zones.get(place, ()):
            if entities[eid][variable] <= 0:
                dying.append(eid)
    return dying
