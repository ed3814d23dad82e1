"""Cycles of triggers across several cards: what a validator warns of where nothing ends them, and a simulator may try out.

For each trigger a shortest cycle is found, by way of events; there are at most as many cycles as triggers, however large the set.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.language.analysis.trigger_graph import Trigger, cyclic, unending


@dataclass(frozen=True, slots=True)
class Step:
    """One trigger of a cycle, and the event that it answers there."""

    number: int
    card: str
    path: str
    event: str
    limits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TriggerCycle:
    """Triggers of several cards that set each other off in a cycle, and what ends it: nothing, if limits are empty."""

    steps: tuple[Step, ...]

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of the cards that take part, each once."""
        return tuple(dict.fromkeys(step.card for step in self.steps))

    @property
    def limits(self) -> tuple[str, ...]:
        """What ends the cycle."""
        return tuple(dict.fromkeys(limit for step in self.steps for limit in step.limits))


def find_trigger_cycles(
    triggers: Sequence[Trigger], *, endless: bool = False, excluded_ids: frozenset[int] = frozenset()
) -> Iterator[TriggerCycle]:
    """Yield, for each trigger that is a step of a cycle across several cards, a shortest such cycle, each once.

    Shapes: endless leaves out what any limiter but `source` ends: a source that must be another is no end between two cards;
            without are places of triggers that are left out, those whose own card closes a cycle already.
    """
    listeners = [trigger.listener for trigger in triggers]
    places = [place for place in range(len(listeners)) if place not in excluded_ids]
    if endless:
        on_round = set(unending(listeners, frozenset({"limit", "variable", "ends"}))[0])
        places = [place for place in places if place in on_round]
    search = _Search(triggers, places)
    visited_sets: set[frozenset[int]] = set()
    for place in places:
        cycle = search.cycle_through(place)
        if cycle is not None and frozenset(cycle) not in visited_sets:
            visited_sets.add(frozenset(cycle))
            yield TriggerCycle(tuple(search.step(cycle, index) for index in range(len(cycle))))


class _Search:
    """Shortest rounds, by way of at most two triggers (of two cards) for each pair of events."""

    def __init__(self, triggers: Sequence[Trigger], places: Sequence[int]) -> None:
        self.triggers = triggers
        self.via: dict[str, dict[str, list[int]]] = {}
        for place in places:
            held = self.triggers[place].listener
            for heard in held.hears:
                for raised in held.raises:
                    self._note(self.via.setdefault(heard, {}).setdefault(raised, []), place)
        self.on = cyclic(self.via)
        self.paths: dict[tuple[str, str], list[str] | None] = {}

    def _note(self, kept: list[int], place: int) -> None:
        if not kept or (len(kept) == 1 and self.triggers[kept[0]].number != self.triggers[place].number):
            kept.append(place)

    def cycle_through(self, place: int) -> list[int] | None:
        """Return the places of a shortest round over several cards that begins with a trigger."""
        edges = self.triggers[place].listener
        best: list[int] | None = None
        for heard in edges.hears:
            for event in edges.raises:
                if self.on.get(heard, -1) != self.on.get(event, -2):
                    continue
                found = self._closed(place, event, heard)
                if found is not None and (best is None or len(found) < len(best)):
                    best = found
        return best

    def _closed(self, place: int, raised: str, heard: str) -> list[int] | None:
        """Return the cycle that leads from what a trigger emits back to what it hears, by others where there are others."""
        path = self._path(raised, heard)
        if path is None:
            return None
        own = self.triggers[place].number
        steps = [place]
        for one, other in pairwise(path):
            kept = self.via[one][other]
            steps.append(next((step for step in kept if self.triggers[step].number != own), kept[0]))
        several = len({self.triggers[step].number for step in steps}) > 1
        return steps if several and len(set(steps)) == len(steps) else None

    def _path(self, start: str, end: str) -> list[str] | None:
        """Return the shortest way of at least one step between two events of a component."""
        if (start, end) not in self.paths:
            self.paths[start, end] = self._shortest(start, end)
        return self.paths[start, end]

    def _shortest(self, start: str, end: str) -> list[str] | None:
        came: dict[str, str] = {}
        level = [start]
        while level:
            after: list[str] = []
            for event in level:
                for successor in self.via.get(event, ()):
                    if self.on.get(successor) == self.on.get(start) and successor not in came:
                        came[successor] = event
                        after.append(successor)
                    if successor == end:
                        return self._path_back(came, start, end)
            level = after
        return None

    def _path_back(self, came: Mapping[str, str], start: str, end: str) -> list[str]:
        way = [end]
        while True:
            way.append(came[way[-1]])
            if way[-1] == start:
                return way[::-1]

    def step(self, edge: Sequence[int], index: int) -> Step:
        """Return the report of one trigger of a cycle: the event that the one before it emits."""
        trigger = self.triggers[edge[index]]
        before = self.triggers[edge[index - 1]].listener
        event = next((heard for heard in trigger.listener.hears if heard in before.raises), trigger.listener.hears[0])
        return Step(trigger.number, trigger.card, trigger.listener.path, event, trigger.listener.limits)
