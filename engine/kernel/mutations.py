"""The only writers of the game's state: a closed set of small changes, each logged and each invertible.

A record is `(op, target, key, old, new, cause)`; `cause` is `(event seq, node, source entity)`. `apply_mutation` plays a record on a state.
Source: 002 "mutations".
"""

from __future__ import annotations

from typing import Any

from engine.errors import EngineBug
from engine.kernel.chance import bounded, draw, stream_key
from engine.kernel.decisions import Result
from engine.kernel.state import Entity, Listener, State, ZoneKey

SET_VAR, CREATE, REMOVE, MOVE, ZONE_ORDER, GLOBAL = "set_var", "create", "remove", "move", "zone_order", "global"
LISTEN, UNLISTEN, STEP_RNG, RESULT, TRANSFORM = "listen", "unlisten", "step_rng", "result", "transform"
OPCODES = (SET_VAR, CREATE, REMOVE, MOVE, ZONE_ORDER, GLOBAL, LISTEN, UNLISTEN, STEP_RNG, RESULT, TRANSFORM)

SLOT_STEP = 0x2545F4914F6CDD1D
"""Spreads the slots of a zone over the keys of a stream; any odd 64-bit number does."""


def cause(st: State) -> tuple[int, str, int]:
    """Return why a change happens now: the newest event, the node that runs, the entity whose text it is."""
    if not st.frames:
        return (st.seq, "", 0)
    source = st.recs.get(st.frames[-1][2], {}).get("?source", 0)
    return (st.seq, running_node(st), source)


def running_node(st: State) -> str:
    """Return the name of the card's node that runs, or that set off the procedure that runs; of the procedure where no card did."""
    codes = st.program.codes
    block = codes[st.frames[-1][0]] if st.frames else None
    if block is not None and block.nodes:
        return block.node(st.pc)
    if st.at[0]:
        return codes[st.at[0]].node(st.at[1])
    return block.id if block is not None else ""


def writable(st: State, eid: int) -> Entity:
    """Return an entity's variables for writing, copied on the first write since the last fork."""
    if eid in st.owned:
        return st.ents[eid]
    copy = st.ents[eid] = st.ents[eid].copy()
    st.owned.add(eid)
    return copy


def set_var(st: State, eid: int, key: str, value: int | str) -> None:
    """Give a variable of an entity a value."""
    old = st.ents[eid].get(key)
    if old == value:
        return
    writable(st, eid)[key] = value
    if st.log is not None:
        st.log.append((SET_VAR, eid, key, old, value, cause(st)))


def change(st: State, eid: int, key: str, delta: int, low: int, high: int) -> int:
    """Add to a variable within its bounds and return what really changed (signed)."""
    old = st.ents[eid].get(key, 0)
    new = min(max(old + delta, low), high)
    set_var(st, eid, key, new)
    return new - old  # type: ignore[no-any-return]  # variables are ints


def create(st: State, definition: str, kind: str, owner: int, place: ZoneKey, variables: dict[str, int]) -> int:
    """Make an entity of a definition in a zone and return its id."""
    holder, zone = place
    eid = st.next_id
    st.next_id = eid + 1
    st.ents[eid] = {
        "id": eid,
        "def": definition,
        "kind": kind,
        "own": owner,
        "holder": holder,
        "zone": zone,
        **variables,
    }
    st.owned.add(eid)
    st.zones[holder, zone] = (*st.zones.get((holder, zone), ()), eid)
    if st.log is not None:
        st.log.append((CREATE, eid, definition, None, (kind, owner, holder, zone, tuple(variables.items())), cause(st)))
    return eid


def remove(st: State, eid: int) -> None:
    """Take an entity out of the match; its record goes with it."""
    old = st.ents[eid]
    key = old["holder"], old["zone"]
    place = st.zones[key].index(eid)
    st.zones[key] = tuple(i for i in st.zones[key] if i != eid)
    del st.ents[eid]
    st.owned.add(eid)
    if st.log is not None:
        st.log.append((REMOVE, eid, place, tuple(old.items()), None, cause(st)))


def move(st: State, eid: int, holder: int, zone: str, at: int | None = None) -> None:
    """Move an entity to a zone: to its end, or to the place given."""
    ent = writable(st, eid)
    zones = st.zones
    source = (ent["holder"], ent["zone"])
    here = zones[source]
    place = here.index(eid)
    zones[source] = here[:place] + here[place + 1 :]
    there = zones.get((holder, zone), ())
    zones[holder, zone] = (*there, eid) if at is None else (*there[:at], eid, *there[at:])
    ent["holder"], ent["zone"] = holder, zone
    if st.log is not None:
        st.log.append((MOVE, eid, "zone", (*source, place), (holder, zone, at), cause(st)))


def set_order(st: State, holder: int, zone: str, order: tuple[int, ...]) -> None:
    """Put the entities of a zone in another order."""
    old = st.zones.get((holder, zone), ())
    st.zones[holder, zone] = order
    if st.log is not None:
        st.log.append((ZONE_ORDER, holder, zone, old, order, cause(st)))


def set_global(st: State, key: str, value: Any) -> None:
    """Give a fact of the whole match (phase, round, whose turn) a value: an int, a word or a tuple of these."""
    old = st.glob.get(key)
    if old == value:
        return
    st.glob[key] = value
    if st.log is not None:
        st.log.append((GLOBAL, 0, key, old, value, cause(st)))


def listen(st: State, listener: Listener, members: tuple[str, ...]) -> None:
    """Register a listener under each event it answers; it stands behind those registered before it."""
    st.lst = {**st.lst, listener.id: listener}
    idx = dict(st.idx)
    for event in members:
        stages = dict(idx.get(event, {}))
        stages[listener.stage] = (*stages.get(listener.stage, ()), listener.id)
        idx[event] = stages
    st.idx = idx
    if st.log is not None:
        st.log.append((LISTEN, listener.id, listener.event, None, (listener, members), cause(st)))


def unlisten(st: State, lid: int) -> None:
    """Take a listener away, and with it the remover that its lifetime made."""
    gone = {lid, *(other.id for other in st.lst.values() if other.removes == lid)}
    old = tuple(listener for listener in st.lst.values() if listener.id in gone)
    st.lst = {key: listener for key, listener in st.lst.items() if key not in gone}
    idx: dict[str, dict[str, tuple[int, ...]]] = {}
    for event, stages in st.idx.items():
        kept = {stage: tuple(i for i in ids if i not in gone) for stage, ids in stages.items()}
        kept = {stage: ids for stage, ids in kept.items() if ids}
        if kept:
            idx[event] = kept
    st.idx = idx
    if st.log is not None:
        st.log.append((UNLISTEN, lid, "", old, None, cause(st)))


def chance(st: State, stream: str, bound: int) -> int:
    """Draw the next value of a stream, 0 ≤ value < bound."""
    n = st.rng.get(stream, 0) + 1
    st.rng = {**st.rng, stream: n}
    if st.log is not None:
        st.log.append((STEP_RNG, 0, stream, n - 1, n, cause(st)))
    return bounded(draw(_key(st, stream), n), bound)


def shuffle(st: State, holder: int, zone: str, stream: str) -> None:
    """Shuffle a zone by the slot keys of its cards: order = sort by a key drawn for each card's own slot.

    A card's key depends on its slot and on how often the stream was drawn, not on its neighbours, so matches that differ
    in one card keep the order of all the others.
    """
    n = st.rng.get(stream, 0) + 1
    st.rng = {**st.rng, stream: n}
    if st.log is not None:
        st.log.append((STEP_RNG, 0, stream, n - 1, n, cause(st)))
    base = _key(st, stream)
    ents = st.ents
    order = sorted(st.zone(holder, zone), key=lambda eid: draw(base + int(ents[eid].get("slot") or eid) * SLOT_STEP, n))
    set_order(st, holder, zone, tuple(order))


def set_result(st: State, result: Result) -> None:
    """End the match."""
    if st.result is None:
        st.result = result
        if st.log is not None:
            st.log.append((RESULT, 0, "result", None, result, cause(st)))


def transform(st: State, eid: int, definition: str) -> None:
    """Make an entity one of another definition; id, place and variables stay."""
    old = st.ents[eid]["def"]
    writable(st, eid)["def"] = definition
    if st.log is not None:
        st.log.append((TRANSFORM, eid, "def", old, definition, cause(st)))


def _key(st: State, stream: str) -> int:
    keys = st.program.stream_keys
    found = keys.get((st.seed, stream))
    if found is None:
        if len(keys) > 4096:
            keys.clear()
        found = keys[st.seed, stream] = stream_key(st.seed, stream)
    return found


def apply_mutation(st: State, mutation: tuple[Any, ...]) -> State:  # noqa: C901, PLR0912 - one arm an opcode
    """Return the state with one logged mutation played on it; the state given stays as it was.

    Errors: EngineBug for an unknown opcode or entity.
    Source: 002 "applyMutation".
    """
    op, target, key, _, new, _ = mutation
    after = st.fork()
    after.log = None
    if op in (SET_VAR, MOVE, REMOVE, TRANSFORM) and target not in after.ents:
        raise EngineBug(f"{op}: there is no entity {target}")
    match op:
        case "set_var":
            set_var(after, target, key, new)
        case "create":
            kind, owner, holder, zone, variables = new
            after.next_id = target
            create(after, key, kind, owner, (holder, zone), dict(variables))
        case "remove":
            remove(after, target)
        case "move":
            move(after, target, new[0], new[1], new[2])
        case "zone_order":
            set_order(after, target, key, new)
        case "global":
            set_global(after, key, new)
        case "listen":
            listen(after, new[0], new[1])
        case "unlisten":
            unlisten(after, target)
        case "step_rng":
            after.rng = {**after.rng, key: new}
        case "result":
            set_result(after, new)
        case "transform":
            transform(after, target, new)
        case _:
            raise EngineBug(f"unknown mutation {op}")
    after.log = st.log
    return after
