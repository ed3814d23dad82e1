"""What one seat may know of a state: lazily redacted, and the only thing that a bot is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, assert_never

from engine.kernel.decisions import Decision, entity_of
from engine.kernel.ground import ZoneKey
from engine.kernel.mutations import (
    CountUse,
    CreateEntity,
    EventRaised,
    LogEntry,
    MoveEntity,
    RegisterListener,
    RemoveEntity,
    ReorderZone,
    RevealEntity,
    SetGlobal,
    SetResult,
    SetTurn,
    SetVariable,
    StepChance,
    TransformEntity,
    UnregisterListener,
)
from engine.kernel.state import State

HiddenZones = Callable[[State, int], frozenset[tuple[int, str]]]
Determinize = Callable[[State, int, int], State]


class View:
    """A state through the eyes of a seat.

    Reading is lazy: an entity or zone is redacted when it is looked at. `determinize` gives a full state to think with,
    in which all that the seat cannot know is drawn again.
    """

    __slots__ = ("_closed", "_determinize", "_hide", "_state", "seat")

    def __init__(self, state: State, seat: int, hidden: HiddenZones, determinize: Determinize) -> None:
        self._state, self.seat = state, seat
        self._hide, self._determinize = hidden, determinize
        self._closed: frozenset[ZoneKey] | None = None

    @property
    def _hidden_zones(self) -> frozenset[ZoneKey]:
        """The zones that the seat may not look into, found when they are first asked for: many a bot never looks."""
        if self._closed is None:
            self._closed = self._hide(self._state, self.seat)
        return self._closed

    def zone(self, holder: int, name: str) -> tuple[int, ...]:
        """Return the cards of a zone that the seat may see: of a hidden one those that were shown to it, see `count`."""
        ids = self._state.zone(holder, name)
        if (holder, name) not in self._hidden_zones:
            return ids
        return tuple(eid for eid in ids if self._sees(self._state.entities[eid]))

    def count(self, holder: int, name: str) -> int:
        """Return the number of cards in a zone, which is public."""
        return len(self._state.zone(holder, name))

    def entity(self, eid: int) -> dict[str, Any] | None:
        """Return an entity's variables, or None where the seat may not see it; what is offered to it is shown to it."""
        ent = self._state.entities.get(eid)
        if ent is None or not (self._sees(ent) or self._is_offered(eid)):
            return None
        return dict(ent)

    def _is_offered(self, eid: int) -> bool:
        asked = self.decision
        return asked is not None and any(entity_of(asked.kind, option) == eid for option in asked.options)

    def _sees(self, ent: dict[str, Any]) -> bool:
        return (ent["holder"], ent["zone"]) not in self._hidden_zones or bool(ent.get("known", 0) >> self.seat & 1)

    @property
    def decision(self) -> Decision | None:
        """The question that this seat is asked."""
        return next((asked for asked in self._state.pending if asked.seat == self.seat), None)

    def log(self, entries: Sequence[LogEntry]) -> tuple[LogEntry, ...]:
        """Return a step's log as the seat may know it: a hidden card that moves is 0, what else happens to it is left out.

        Shapes: entries are those of the step that led to this view's state.
        """
        place = {eid: (ent["holder"], ent["zone"]) for eid, ent in self._state.entities.items()}
        hosts = {lid: listener.host for lid, listener in self._state.listeners.items()}
        redacted = [self._redacted(entry, place, hosts) for entry in reversed(entries)]
        return tuple(entry for entry in reversed(redacted) if entry is not None)

    def _redacted(self, entry: LogEntry, place: dict[int, ZoneKey], hosts: dict[int, int]) -> LogEntry | None:
        """Return one entry as the seat may know it; `place` is where everything was after it, and is taken back by it."""
        match entry:
            case StepChance():
                return None
            case ReorderZone(holder, zone):
                return entry._replace(old=(), new=()) if (holder, zone) in self._hidden_zones else entry
            case RegisterListener(listener):
                return self._of_listener(entry, listener.id, place, hosts)
            case UnregisterListener(lid, removed):
                hosts.update({gone.listener.id: gone.listener.host for gone in removed})
                return self._of_listener(entry, lid, place, hosts)
            case CountUse(lid):
                return self._of_listener(entry, lid, place, hosts)
            case MoveEntity(eid, old):
                is_open = self._is_open(place, eid)
                place[eid] = old.holder, old.zone
                return entry if is_open or self._is_open(place, eid) else entry._replace(entity=0)
            case RemoveEntity(eid, _, contents):
                held = dict(contents)
                place[eid] = held["holder"], held["zone"]
                return entry if self._is_open(place, eid) else None
            case SetVariable(eid) | CreateEntity(eid) | RevealEntity(eid) | TransformEntity(eid):
                return entry if self._is_open(place, eid) else None
            case SetGlobal() | SetTurn() | SetResult() | EventRaised():
                return entry
        assert_never(entry)

    def _of_listener(
        self, entry: LogEntry, lid: int, place: dict[int, ZoneKey], hosts: dict[int, int]
    ) -> LogEntry | None:
        """Return what happens to a listener, unless its host is hidden: its name would reveal which card that is."""
        return entry if self._is_open(place, hosts.get(lid, 0)) else None

    def _is_open(self, place: dict[int, ZoneKey], eid: int) -> bool:
        ent = self._state.entities.get(eid, {})
        return bool(ent.get("known", 0) >> self.seat & 1) or place.get(eid, (0, "")) not in self._hidden_zones

    def fact(self, key: str) -> Any:
        """Return a fact of the whole match: round, phase, start player."""
        return self._state.globals.get(key)

    @property
    def turn(self) -> tuple[int, str]:
        """The round and phase, for what a bot keeps within one turn."""
        return self._state.turn, str(self._state.globals.get("phase", ""))

    def determinize(self, salt: int) -> State:
        """Return a state equal in all that the seat knows, the rest drawn again; chance goes another way too."""
        return self._determinize(self._state, self.seat, salt)

    def knowledge(self) -> tuple[Any, ...]:
        """Return everything the seat may know, as one value for comparison."""
        st = self._state
        zones = tuple(
            (key, tuple(tuple(sorted(st.entities[i].items())) if self._sees(st.entities[i]) else () for i in ids))
            for key, ids in sorted(st.zones.items())
            if ids
        )
        return (
            zones,
            tuple(sorted(st.globals.items())),
            tuple(asked for asked in st.pending if asked.seat == self.seat),
        )
