"""The only writers of the game's state. Each change has a mutation, which is built while a log is wanted.

`engine.kernel.playback` applies mutations to a state and reverts them.
Source: 002 "mutations".
"""

from __future__ import annotations

from bisect import insort
from typing import Any

from engine.errors import ChanceRefusal, EngineBug
from engine.kernel.chance import bounded, draw, stream_key
from engine.kernel.decisions import Result
from engine.kernel.ground import Cause, Entity, Listener, ListenerIndex, Uses, ZoneKey, new_cause
from engine.kernel.mutations import (
    CountUse,
    RegisterListener,
    RemovedListener,
    RemoveEntity,
    RevealEntity,
    SetResult,
    SetTurn,
    TransformEntity,
    UnregisterListener,
    new_create_entity,
    new_move_entity,
    new_place,
    new_reorder_zone,
    new_set_global,
    new_set_variable,
    new_step_chance,
)
from engine.kernel.state import State

SLOT_STEP = 0x2545F4914F6CDD1D
"""Spreads the slots of a zone over the keys of a stream; any odd 64-bit number does."""
LIFE = "life"
"""The period of a limit that never begins again: used up, it ends the listener."""
CYCLE = "every"
"""Of a listener that answers every third time, say: a count that begins again, of which no use is spent."""
TRAIL = 8
"""Nodes that the result of a broken budget names."""


def cause(st: State) -> Cause:
    """Return why a change happens now: the event around it, the node that runs, the entity whose text it is.

    The changes of one op share their cause: it is found again only for another frame, op or site, or when the running code was given
    another event. This saves the search for half of all changes (49 % in wizards, 48 % in halo).
    """
    if not st.frames:
        return new_cause(st.seq, "", 0)
    frame = st.frames[st.depth]
    env = st.environments.get(frame[2])
    seq = env.event_seq if env is not None else 0
    last = st.last_cause
    if last is not None and last[0] is frame and last[1] == st.pc and last[2] is st.trigger_site and last[3] == seq:
        return last[4]
    source = env.source if env is not None else None
    found = new_cause(seq or event_around(st), running_node(st), st.trigger_site[3] if source is None else source)
    st.last_cause = (frame, st.pc, st.trigger_site, seq, found)
    return found


def event_around(st: State) -> int:
    """Return the number of the event whose listener or default action runs; 0 where none is around."""
    environments = st.environments
    running = st.frames if st.depth < 0 else st.frames[: st.depth + 1]
    for frame in reversed(running):
        env = environments.get(frame[2])
        if env is not None and env.event_seq:
            return env.event_seq
    return 0


def running_node(st: State) -> str:
    """Return the name of the card's node that runs, or that set off the procedure that runs; of the procedure where no card did."""
    codes = st.program.codes
    block = codes[st.frames[st.depth][0]] if st.frames else None
    if block is not None and block.nodes:
        return block.node(st.pc)
    if st.trigger_site[0]:
        return codes[st.trigger_site[0]].node(st.trigger_site[1])
    return block.id if block is not None else ""


def over_budget(st: State, reason: str, node: str = "") -> None:
    """End the match because a budget broke, naming the node that ran and those that it ran for."""
    codes = st.program.codes
    running = st.frames if st.depth < 0 else st.frames[: st.depth]
    trail = tuple(codes[code].node(max(pc - 1, 0)) for code, pc, _, _ in reversed(running[-TRAIL:]))
    node = node or running_node(st) or reason
    set_result(st, Result("draw", -1, "loop" if reason == "loop" else "budget", (), node, trail))


def writable(st: State, eid: int) -> Entity:
    """Return an entity's variables for writing, copied on the first write since the last fork."""
    if eid in st.owned:
        return st.entities[eid]
    copy = st.entities[eid] = st.entities[eid].copy()
    st.owned.add(eid)
    return copy


def set_var(st: State, eid: int, key: str, value: int | str) -> None:
    """Give a variable of an entity a value: a whole number; a determinized world renames zones by it too.

    Errors: EngineBug for another value, unless Python runs with -O.
    """
    ent = st.entities[eid]
    old = ent.get(key)
    if old == value and old.__class__ is value.__class__:
        return
    if __debug__ and value.__class__ is not int:
        _check_word(st, ent["def"], key, value)
    if eid not in st.owned:
        ent = writable(st, eid)
    ent[key] = value
    st.changes += 1
    if st.log is not None:
        st.log.append(new_set_variable(eid, key, old, value, cause(st)))


def _check_word(st: State, definition: str, key: str, value: object) -> None:
    """Raise for what is no whole number (002: variables are numbers), unless it is a word where the ruleset has words."""
    if value.__class__ is not str or (key != "zone" and key not in st.program.mechanics.words):
        raise EngineBug(f"{definition}: the variable {key} is no whole number but {value!r}")


def change(st: State, eid: int, key: str, delta: int, low: int, high: int) -> int:
    """Add to a variable within its bounds and return what really changed (signed)."""
    old = st.entities[eid].get(key, 0)
    new = min(max(old + delta, low), high)
    set_var(st, eid, key, new)
    return new - old  # type: ignore[no-any-return]  # variables are ints


def take_id(st: State) -> int:
    """Return a fresh id for an entity or a listener; too many in one resolution break a budget."""
    eid = st.next_id
    st.next_id = eid + st.program.mechanics.id_step
    if abs(eid - st.step_id) >= st.program.budgets.created and st.decisions:
        over_budget(st, "created")
    return eid


def create(st: State, definition: str, kind: str, owner: int, place: ZoneKey, variables: dict[str, int]) -> int:
    """Make an entity of a definition in a zone and return its id.

    Errors: EngineBug for a variable that is no whole number, unless Python runs with -O.
    """
    holder, zone = place
    if __debug__:
        for key, value in variables.items():
            if value.__class__ is not int:
                _check_word(st, definition, key, value)
    eid = take_id(st)
    st.entities[eid] = {
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
    st.changes += 1
    if st.log is not None:
        st.log.append(
            new_create_entity(eid, definition, kind, owner, holder, zone, tuple(variables.items()), cause(st))
        )
    return eid


def remove(st: State, eid: int) -> None:
    """Take an entity out of the match, with all its variables."""
    old = st.entities[eid]
    key = old["holder"], old["zone"]
    here = st.zones[key]
    place = here.index(eid)
    st.zones[key] = here[:place] + here[place + 1 :]
    del st.entities[eid]
    st.owned.add(eid)
    st.changes += 1
    if st.log is not None:
        st.log.append(RemoveEntity(eid, place, tuple(old.items()), cause(st)))


def move(st: State, eid: int, holder: int, zone: str, position: int | None = None) -> None:
    """Move an entity to a zone: to its end, or to the place given."""
    ent = st.entities[eid] if eid in st.owned else writable(st, eid)
    zones, target = st.zones, (holder, zone)
    source = (ent["holder"], ent["zone"])
    if source != target and source[1] in st.program.mechanics.secret:
        st.information_revealed = True
    here = zones[source]
    place = here.index(eid)
    zones[source] = here[:place] + here[place + 1 :] if place else here[1:]
    there = zones.get(target, ())
    zones[target] = (*there, eid) if position is None else (*there[:position], eid, *there[position:])
    ent["holder"], ent["zone"] = holder, zone
    st.changes += 1
    if st.log is not None:
        st.log.append(new_move_entity(eid, new_place(*source, place), new_place(holder, zone, position), cause(st)))


def move_all(st: State, source: ZoneKey, holder: int, zone: str) -> None:
    """Move all that lies in a zone to the end of another zone, one after the other."""
    ids = st.zones.get(source, ())
    if st.log is not None or source == (holder, zone):
        for eid in ids:
            move(st, eid, holder, zone)
        return
    if not ids:
        return
    if source[1] in st.program.mechanics.secret:
        st.information_revealed = True
    owned, entities = st.owned, st.entities
    for eid in ids:
        ent = entities[eid] if eid in owned else writable(st, eid)
        ent["holder"], ent["zone"] = holder, zone
    st.zones[source] = ()
    st.zones[holder, zone] = st.zones.get((holder, zone), ()) + ids
    st.changes += 1


def set_order(st: State, holder: int, zone: str, order: tuple[int, ...]) -> None:
    """Put the entities of a zone in another order."""
    old = st.zones.get((holder, zone), ())
    st.zones[holder, zone] = order
    st.changes += 1
    if st.log is not None:
        st.log.append(new_reorder_zone(holder, zone, old, order, cause(st)))


def set_zone(st: State, holder: int, zone: str, order: tuple[int, ...]) -> None:
    """Make entities of a holder what a zone holds, in this order: a hand or a pile that is dealt again in thought."""
    set_order(st, holder, zone, order)
    for eid in order:
        set_var(st, eid, "zone", zone)


def set_global(st: State, key: str, value: Any) -> None:
    """Give a fact of the whole match (phase, round, whose turn) a value: an int, a word or a tuple of these."""
    old = st.globals.get(key)
    if old == value:
        return
    st.globals[key] = value
    st.changes += 1
    if st.log is not None:
        st.log.append(new_set_global(key, old, value, cause(st)))


def begin_turn(st: State) -> None:
    """Begin a turn: earlier answers no longer count as repeated."""
    st.turn_decisions, st.recent_actions = 0, ()


def set_turn(st: State, number: int) -> None:
    """Number the round or turn that begins."""
    old = st.turn
    st.turn = number
    st.changes += 1
    begin_turn(st)
    if st.log is not None:
        st.log.append(SetTurn(old, number, cause(st)))


def listen(st: State, listener: Listener, members: tuple[str, ...]) -> None:
    """Register a listener under each event it answers, where the ruleset's order puts it; of equals it is the last."""
    st.listeners = {**st.listeners, listener.id: listener}
    listener_index = dict(st.listener_index)
    order = st.program.mechanics.order
    for event in members:
        stages = dict(listener_index.get(event, {}))
        ids = stages.get(listener.stage, ())
        stages[listener.stage] = _placed(st, ids, listener.id) if order.fixed and ids else (*ids, listener.id)
        listener_index[event] = stages
    st.listener_index = listener_index
    st.changes += 1
    if st.log is not None:
        st.log.append(RegisterListener(listener, members, cause(st)))


def _placed(st: State, ids: tuple[int, ...], lid: int) -> tuple[int, ...]:
    listeners, place = st.listeners, st.program.mechanics.order.at_registration
    order = list(ids)
    insort(order, lid, key=lambda one: place(listeners[one]))
    return tuple(order)


def unlisten(st: State, lid: int) -> None:
    """Take a listener away, and with it the remover that its lifetime made."""
    removed_ids = {lid, *(other.id for other in st.listeners.values() if other.removes == lid)}
    logged = st.listeners.values() if st.log is not None else ()
    old = tuple(_removed(st, listener) for listener in logged if listener.id in removed_ids)
    listener_index = dict(st.listener_index)
    for one in removed_ids & st.listeners.keys():
        _unindex(st, listener_index, st.listeners[one])
    st.listeners = {key: listener for key, listener in st.listeners.items() if key not in removed_ids}
    st.listener_index = listener_index
    st.changes += 1
    if st.uses.keys() & removed_ids:
        st.uses = {key: used for key, used in st.uses.items() if key not in removed_ids}
    if st.log is not None:
        st.log.append(UnregisterListener(lid, old, cause(st)))


def _unindex(st: State, index: ListenerIndex, listener: Listener) -> None:
    """Take a listener out of the events that it answers; all others are left alone."""
    lid, stage = listener.id, listener.stage
    for event in events_heard(st, listener.event):
        stages = index.get(event, {})
        ids = tuple(one for one in stages.get(stage, ()) if one != lid)
        left = {**stages, stage: ids} if ids else {name: held for name, held in stages.items() if name != stage}
        if left:
            index[event] = left
        else:
            index.pop(event, None)


def events_heard(st: State, event: str) -> tuple[str, ...]:
    """Return the events that a listener on an event answers: itself, or the members of a group."""
    rule = st.program.events.get(event)
    return (rule.members if rule is not None else ()) or (event,)


def _removed(st: State, listener: Listener) -> RemovedListener:
    """Return what it takes to register a listener again."""
    lid, stage = listener.id, listener.stage
    places = tuple(
        (event, held[stage].index(lid)) for event, held in st.listener_index.items() if lid in held.get(stage, ())
    )
    return RemovedListener(listener, places, st.uses.get(lid))


def has_use_left(st: State, listener: Listener) -> bool:
    """Return whether a listener may answer once more in each of its periods, beside the uses that are reserved for what it does now."""
    reserved_uses = sum(lid == listener.id for lid, _ in st.reserved) if st.reserved else 0
    if reserved_uses and (listener.once or not _can_spend(st, listener, reserved_uses)):
        return False
    uses = st.uses.get(listener.id)
    if uses is None:
        return all(reserved_uses < most for period, most in listener.limit if period != CYCLE)
    for (period, most), (stamp, n) in zip(listener.limit, uses, strict=True):
        if period != CYCLE and reserved_uses + (n if stamp == stamp_of(st, period) else 0) >= most:
            return False
    return True


def _can_spend(st: State, listener: Listener, reserved_uses: int) -> bool:
    """Return whether the host of a listener has more of what a use spends than the reserved uses will take."""
    host = st.entities.get(listener.host)
    return host is None or all(host.get(name, 0) > amount * reserved_uses for name, amount in listener.spends)


def count_use(st: State, lid: int) -> bool:
    """Note that a listener answered; say whether its life is used up."""
    limit = st.listeners[lid].limit
    old = st.uses.get(lid) or ((0, 0),) * len(limit)
    stamps = [(stamp_of(st, period), period != CYCLE) for period, _ in limit]
    new = tuple((now, (n if stamp == now else 0) + one) for (now, one), (stamp, n) in zip(stamps, old, strict=True))
    set_uses(st, lid, new)
    return any(period == LIFE and n >= most for (period, most), (_, n) in zip(limit, new, strict=True))


def set_uses(st: State, lid: int, new: Uses) -> None:
    """Note how often a listener has answered in each of its periods."""
    old = st.uses.get(lid)
    st.uses = {**st.uses, lid: new}
    st.changes += 1
    if st.log is not None:
        st.log.append(CountUse(lid, old, new, cause(st)))


def stamp_of(st: State, period: str) -> int:
    """Return which period of its kind it is now; what never begins again has one."""
    facts = st.program.mechanics.periods.get(period, ())
    if facts.__class__ is str:
        return int(st.globals.get(facts, 0))
    return sum(int(st.globals.get(fact, 0)) << 8 * place for place, fact in enumerate(facts))


def reveal(st: State, eid: int, seats: int) -> None:
    """Reveal an entity to seats wherever it is, 0 to hide it again.

    Shapes: `seats` is a mask, bit n for seat n.
    """
    old = st.entities[eid].get("known", 0)
    if old == seats:
        return
    if seats:
        writable(st, eid)["known"] = seats
    else:
        del writable(st, eid)["known"]
    st.changes += 1
    st.information_revealed = st.information_revealed or bool(seats & ~old)
    if st.log is not None:
        st.log.append(RevealEntity(eid, old, seats, cause(st)))


def chance(st: State, stream: str, limit: int) -> int:
    """Draw the next value of a stream, 0 ≤ value < bound.

    Errors: ChanceRefusal `chance-ended`, `chance-range` where the match's chance is scripted.
    """
    n = _step(st, stream)
    if stream in st.program.scripted:
        value = _scripted(st, stream, n)
        if not isinstance(value, int) or not 0 <= value < limit:
            raise ChanceRefusal("chance-range", stream, value, limit)
        return value
    value = st.program.foretold[stream].get(n, limit) if stream in st.program.foretold else limit
    return value if value < limit else bounded(draw(_key(st, stream), n), limit)


def chances(st: State, stream: str, limit: int, count: int) -> list[int]:
    """Draw the next values of a stream, as `chance` does one by one."""
    if st.log is not None or stream in st.program.scripted or stream in st.program.foretold or not count:
        return [chance(st, stream, limit) for _ in range(count)]
    key, n = _key(st, stream), st.rng.get(stream, 0)
    st.rng = {**st.rng, stream: n + count}
    st.changes += 1
    st.information_revealed = True
    return [bounded(draw(key, n + one), limit) for one in range(1, count + 1)]


def shuffle(st: State, holder: int, zone: str, stream: str) -> None:
    """Shuffle a zone by the slot keys of its cards: order = sort by a key drawn for each card's own slot.

    A card's key depends on its slot and on how often the stream was drawn, not on its neighbours, so matches that differ
    in one card keep the order of all the others.

    Errors: ChanceRefusal `chance-ended`, `chance-order` where the match's chance is scripted.
    """
    n = _step(st, stream)
    ids = st.zone(holder, zone)
    if stream in st.program.scripted:
        places = _scripted(st, stream, n)
        if isinstance(places, int) or sorted(places) != list(range(len(ids))):
            raise ChanceRefusal("chance-order", stream, places, len(ids))
        set_order(st, holder, zone, tuple(ids[place] for place in places))
        return
    base = _key(st, stream)
    entities = st.entities
    keys = {eid: draw(base + int(entities[eid].get("slot") or eid) * SLOT_STEP, n) for eid in ids}
    set_order(st, holder, zone, tuple(sorted(ids, key=keys.__getitem__)))


def _step(st: State, stream: str) -> int:
    n = st.rng.get(stream, 0) + 1
    st.rng = {**st.rng, stream: n}
    st.information_revealed = True
    st.changes += 1
    if st.log is not None:
        st.log.append(new_step_chance(stream, n - 1, n, cause(st)))
    return n


def _scripted(st: State, stream: str, n: int) -> Any:
    values = st.program.scripted[stream]
    if n > len(values):
        raise ChanceRefusal("chance-ended", stream)
    return values[n - 1]


def set_result(st: State, result: Result) -> None:
    """End the match."""
    if st.result is None:
        st.result = result
        st.changes += 1
        if st.log is not None:
            st.log.append(SetResult(result, cause(st)))


def transform(st: State, eid: int, definition: str) -> None:
    """Make an entity one of another definition; id, place and variables stay."""
    old = st.entities[eid]["def"]
    writable(st, eid)["def"] = definition
    st.changes += 1
    if st.log is not None:
        st.log.append(TransformEntity(eid, old, definition, cause(st)))


def count_change(st: State) -> None:
    """Count something that was done although no entity shows it: a use is spent for it."""
    st.changes += 1


def _key(st: State, stream: str) -> int:
    keys = st.program.stream_keys
    key = keys.get((st.seed, stream))
    if key is None:
        if len(keys) > 4096:
            keys.clear()
        key = keys[st.seed, stream] = stream_key(st.seed, stream)
    return key
