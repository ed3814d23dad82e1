"""A 64-bit digest of a state, equal for equal states on every machine, Python and run.

Entities, zones and listeners are hashed one by one and remembered by identity: what was not written since costs a look-up.
Counters that only grow (ids, event numbers, draws) are left out where a loop is looked for.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from engine.kernel.state import State
from engine.kernel.state_writers import stamp_of


def _hash(value: Any) -> int:
    return int.from_bytes(blake2b(repr(value).encode(), digest_size=8).digest(), "big")


def digest(st: State, *, frames: bool = True) -> int:
    """Return the digest of everything that decides how the match goes on.

    Shapes: `frames` adds what is being resolved; without it two states between actions are compared.
    """
    hashes, owned, total = st.hashes, st.owned, 0
    for eid, ent in st.entities.items():
        held = hashes.get(eid)
        if held is not None and held[0] is ent and eid not in owned:
            total ^= held[1]
            continue
        value = _hash(sorted(ent.items()))
        hashes[eid] = (ent, value)
        total ^= value
    st.owned = set()
    for key, ids in st.zones.items():
        if ids:
            seen = hashes.get(key)
            if seen is None or seen[0] is not ids:
                seen = hashes[key] = (ids, _hash((key, ids)))
            total ^= seen[1]
    total ^= _hash(sorted(st.globals.items()))
    total ^= _listeners(st)
    if spent := _spent(st):
        total ^= _hash(spent)
    if frames:
        total ^= _hash([(frame[0], frame[1], _record(st, frame[2])) for frame in st.frames])
        total ^= _hash([(asked.seat, asked.kind, asked.prompt, asked.source) for asked in st.pending])
    return total


GROWING = frozenset(("?flight", "?seq", "seq", "parent"))


def _spent(st: State) -> list[tuple[int, tuple[int, ...]]]:
    """Return how often each listener answered in the periods that run now: what lies in earlier ones counts no more."""
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
        held = hashes.get(lid)
        if held is None or held[0] is not listener:
            held = hashes[lid] = (
                listener,
                _hash((listener.event, listener.body, listener.owner, listener.captured)),
            )
        total += held[1]
    return total & 0xFFFFFFFFFFFFFFFF


def _record(st: State, rid: int) -> list[tuple[str, str]]:
    """Return a record's content for comparison; numbers that only grow are left out."""
    content = st.records.get(rid, {})
    return sorted((key, _said(st, key, value)) for key, value in content.items() if key not in GROWING)


def _said(st: State, key: str, value: Any) -> str:
    match key:
        case "outbox":
            return repr([entry[:3] for entry in value])
        case "entry":
            return repr(value[:3])
        case "start":
            return repr(_record(st, value))
        case "?asked":
            return repr([_record(st, rid) for rid in value])
    return repr(value)
