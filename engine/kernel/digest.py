"""A 64-bit digest of a state, equal for equal states on every machine, Python and run.

Entities, zones and listeners are hashed one by one and remembered by identity: what was not written since costs a look-up.
Counters that only grow (ids, event numbers, draws) are left out where a loop is looked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from operator import itemgetter
from typing import Any

from engine.kernel.ground import Entity
from engine.kernel.in_flight import Entry, Environment
from engine.kernel.state import State
from engine.kernel.state_writers import stamp_of

LONG = 8
"""From so many elements on the text of a tuple is remembered: a deck or a map is the same at each digest."""


class _Text(str):
    """The text of a value, which stands for the value where a larger one is written out."""

    __slots__ = ()
    __repr__ = str.__str__


def _hash(value: Any) -> int:
    return _hash_text(repr(value))


def _hash_text(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def entity_text(st: State, ent: Entity) -> str:
    """Return what `repr(sorted(ent.items()))` is: entities with the same variables share their order and the text around the values."""
    names = tuple(ent)
    form = st.texts.get(names)
    if form is None:
        order = sorted(names)
        parts = ", ".join("({}, %r)".format(repr(name).replace("%", "%%")) for name in order)
        form = st.texts[names] = (f"[{parts}]", itemgetter(*order))
    text, values = form
    return text % values(ent)  # type: ignore[no-any-return]  # a text and its getter, stored above


def _sorted_items(st: State, items: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return names and values by name, a long tuple as its remembered text: what a match was dealt is written out once."""
    texts, out = st.texts, []
    for name in sorted(items):
        value = items[name]
        if value.__class__ is tuple and len(value) >= LONG:
            cached = texts.get(name)
            if cached is None or cached[0] is not value:
                cached = texts[name] = (value, _Text(repr(value)))
            value = cached[1]
        out.append((name, value))
    return out


def digest(st: State, *, frames: bool = True) -> int:
    """Return the digest of everything that decides how the match goes on.

    Shapes: `frames` adds what is being resolved; without it two states between actions are compared.
    """
    hashes, own_keys, total = st.hashes, st.owned, 0
    for eid, ent in st.entities.items():
        held = hashes.get(eid)
        if held is not None and held[0] is ent and eid not in own_keys:
            total ^= held[1]
            continue
        value = _hash_text(entity_text(st, ent))
        hashes[eid] = (ent, value)
        total ^= value
    st.owned = set()
    for key, ids in st.zones.items():
        if ids:
            cached_zone = hashes.get(key)
            if cached_zone is None or cached_zone[0] is not ids:
                cached_zone = hashes[key] = (ids, _hash((key, ids)))
            total ^= cached_zone[1]
    total ^= _hash(_sorted_items(st, st.globals))
    total ^= _listeners(st)
    if spent := _spent_uses(st):
        total ^= _hash(spent)
    if frames:
        total ^= _hash([(frame[0], frame[1], _in_flight(st, frame[2])) for frame in st.frames])
        total ^= _hash([(asked.seat, asked.kind, asked.prompt, asked.source) for asked in st.pending])
    return total


class LazyDigest:
    """The digest of a state at its question, taken when it is first compared with another; until then the state is held.

    Most states are never compared. The state must not be written any more.
    """

    __slots__ = ("_state", "_value")

    def __init__(self, state: State | None, value: int = 0) -> None:
        self._state, self._value = state, value

    def __int__(self) -> int:
        if self._state is not None:
            self._value, self._state = digest(self._state), None
        return self._value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LazyDigest) and int(self) == int(other)

    def __hash__(self) -> int:
        return int(self)

    def __reduce__(self) -> tuple[type[LazyDigest], tuple[None, int]]:
        return LazyDigest, (None, int(self))


def _spent_uses(st: State) -> list[tuple[int, tuple[int, ...]]]:
    """Return how often each listener answered in the periods that run now: earlier ones no longer count."""
    out = []
    for lid, used in st.uses.items():
        limit = st.listeners[lid].limit
        pairs = zip(limit, used, strict=True)
        counts = tuple(n if stamp == stamp_of(st, period) else 0 for (period, _), (stamp, n) in pairs)
        if any(counts):
            out.append((lid, counts))
    return sorted(out)


def _listeners(st: State) -> int:
    """Return the digest of all listeners, whatever their ids: a sum, since two may be alike. Each is hashed once."""
    hashes, total = st.hashes, 0
    for lid, listener in st.listeners.items():
        cached = hashes.get(lid)
        if cached is None or cached[0] is not listener:
            cached = hashes[lid] = (
                listener,
                _hash((listener.event, listener.body, listener.owner, listener.captured)),
            )
        total += cached[1]
    return total & 0xFFFFFFFFFFFFFFFF


def _in_flight(st: State, number: int) -> tuple[Any, ...]:
    """Return for comparison what a frame works on; numbers that only grow are left out."""
    env = st.environments.get(number)
    if env is not None:
        return _environment(st, env)
    flight = st.events_in_flight.get(number)
    if flight is not None:
        notes = sorted(flight.notes.items(), key=_name)
        where = flight.stage, flight.queue, flight.position, flight.cancelled, flight.late
        return flight.event, flight.payload, flight.stages, where, notes
    scope = st.scopes.get(number)
    if scope is not None:
        start = st.environments.get(scope.start)
        body = _environment(st, start) if start is not None else ()
        return scope.info, scope.body, body, [_waiting(entry) for entry in scope.outbox]
    return ()


def _environment(st: State, env: Environment) -> tuple[Any, ...]:
    asked = [_in_flight(st, one) for one in env.asked]
    names, entry = _sorted_items(st, env.names), env.entry and _waiting(env.entry)
    return names, env.owner, env.source, env.event, env.answer, asked, env.resolution, env.last_known, entry


def _name(pair: tuple[str, Any]) -> str:
    return pair[0]


def _waiting(entry: Entry) -> tuple[Any, ...]:
    return entry[:3]
