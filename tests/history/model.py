"""What a history says must be there, and what the rows hold: facts that only grow, registers that change, chains of saves, roles, events."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Fact = tuple[Any, ...]
Key = tuple[Any, ...]
SUCCESS = range(200, 300)
STALE = 412
ANY_ROLE = 0


@dataclass(frozen=True, slots=True)
class Record:
    """One request and its answer.

    Shapes: op is `route METHOD`; request names request and body, so that a repetition has the same; answer is the JSON of the body; status
            is nothing where no answer came, and the request may have been done or not. Units: began and ended in seconds of one clock.
    """

    op: str
    who: str
    path: str
    names: Mapping[str, Any]
    body: Any
    request: str
    key: str
    state: str
    began: float
    ended: float
    status: int | None
    answer: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_done(self) -> bool:
        """Return whether it was acknowledged."""
        return self.status in SUCCESS

    @property
    def is_replay(self) -> bool:
        """Return whether the answer is that of an earlier request."""
        return self.headers.get("Idempotent-Replayed") == "true"

    @property
    def request_id(self) -> str:
        """Return the id that the portal gave the request."""
        return str(self.headers.get("X-Request-ID", ""))


@dataclass(frozen=True, slots=True)
class Effect:
    """What an acknowledged request must leave behind.

    Shapes: facts stay permanently; registers map a key to the value that it was given; chain is the register of saves, the number of the state that was
            changed, and the number of the new one; sole are facts that no two requests may both have made.
    """

    facts: tuple[Fact, ...] = ()
    registers: tuple[tuple[Key, Any], ...] = ()
    chain: tuple[Key, int, int] | None = None
    sole: tuple[Fact, ...] = ()


@dataclass(slots=True)
class State:
    """What the rows hold.

    Shapes: chains maps a register of saves to number → whether it is a save (a text that was set aside is none); events counts audit events by the id of
            their request; made are facts that only a request makes; wrong are faults that need no history.
    """

    facts: set[Fact] = field(default_factory=set)
    registers: dict[Key, Any] = field(default_factory=dict)
    chains: dict[Key, dict[int, bool]] = field(default_factory=dict)
    events: Counter[str] = field(default_factory=Counter)
    made: set[Fact] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Model:
    """The effects of one kind of request.

    Shapes: effect gives it for an acknowledged record, least is the rank that a caller needs, events how many audit events it writes at
            least; attempted gives the facts that a request without an answer, or one that lost, may have made; kept_facts those that one which
            lost must have left.
    """

    effect: Any
    least: int
    events: int
    attempted: Any = None
    kept_facts: Any = None


def anomalies(history: Iterable[Record], state: State, models: Mapping[str, Model], begins: State) -> Iterator[str]:
    """Yield what the history does not explain."""
    records = sorted(history, key=lambda each: each.began)
    done = _acknowledged_once(records)
    effects = [(each, models[each.op].effect(each)) for each in done]
    yield from state.wrong
    yield from _missing(effects, state)
    for record in records:
        if record.status == STALE and (facts_of := models[record.op].kept_facts) is not None:
            yield from (f"not kept: {fact} of {_named(record)}" for fact in facts_of(record) if fact not in state.facts)
    yield from _unexplained(records, effects, models, state, begins)
    yield from _registers(records, effects, models, state)
    yield from _chains(records, effects, state)
    yield from _repeated(records)
    yield from _events(records, models, state, begins)
    yield from _roles(records, effects, models, begins)


def _acknowledged_once(records: list[Record]) -> list[Record]:
    """Return what was acknowledged, once each: of a request whose first answer was lost the answer to its repetition."""
    final_records = [record for record in records if record.is_done and not record.is_replay]
    rows = {(record.who, record.key, record.request) for record in final_records}
    for record in records:
        if record.is_done and record.is_replay and (named := (record.who, record.key, record.request)) not in rows:
            rows.add(named)
            final_records.append(record)
    return final_records


def _named(record: Record) -> str:
    return f"{record.op} {record.path[-60:]} by {record.who} at {record.began:.3f}"


def _missing(effects: list[tuple[Record, Effect]], state: State) -> Iterator[str]:
    """Yield what was acknowledged and is not there, and what two requests were told to have made."""
    first: dict[Fact, Record] = {}
    for record, effect in effects:
        for fact in effect.facts:
            if fact not in state.facts:
                yield f"lost: {fact} of {_named(record)}"
        for fact in effect.sole:
            if fact in first:
                yield f"made twice: {fact} by {_named(first[fact])} and {_named(record)}"
            first.setdefault(fact, record)


def _unexplained(
    records: list[Record],
    effects: list[tuple[Record, Effect]],
    models: Mapping[str, Model],
    state: State,
    begins: State,
) -> Iterator[str]:
    """Yield what is there and no one made."""
    ids = set(begins.made)
    for _, effect in effects:
        ids.update(effect.facts)
    for record in records:
        attempted = models[record.op].attempted
        if attempted is not None and (record.status is None or record.status == STALE):
            ids.update(attempted(record))
    for fact in sorted(state.made - ids, key=repr):
        yield f"nobody made: {fact}"


def _registers(
    records: list[Record], effects: list[tuple[Record, Effect]], models: Mapping[str, Model], state: State
) -> Iterator[str]:
    """Yield registers whose value no last write explains: one that no other acknowledged write followed wholly."""
    writes: dict[Key, list[tuple[float, float, Any]]] = defaultdict(list)
    doubtful: set[Key] = set()
    for record, effect in effects:
        for key, value in effect.registers:
            writes[key].append((record.began, record.ended, value))
    for record in records:
        if record.status is None:
            doubtful.update(_touched(record, models))
    for key, all_writes in writes.items():
        last = max(began for began, _, _ in all_writes)
        possible = [value for _, ended, value in all_writes if ended >= last]
        if key not in doubtful and state.registers.get(key) not in possible:
            yield f"{key} is {state.registers.get(key)!r}, and was last said to be {possible!r}"


def _touched(record: Record, models: Mapping[str, Model]) -> list[Key]:
    """Return the registers that a request without an answer may have written; what it would have made has none before."""
    try:
        return [key for key, _ in models[record.op].effect(record).registers]
    except (KeyError, TypeError):
        return []


def _chains(records: list[Record], effects: list[tuple[Record, Effect]], state: State) -> Iterator[str]:
    """Yield saves that skipped a state which they did not know, and refusals of saves that no one was before."""
    for record, effect in effects:
        if effect.chain is None:
            continue
        key, before, after = effect.chain
        saves = [number for number, is_save in state.chains.get(key, {}).items() if is_save]
        if between := [number for number in saves if before < number < after]:
            yield f"{key}: {_named(record)} wrote {after} over {between}, and knew {before}"
        if after < before:
            yield f"{key}: {_named(record)} wrote {after} over {before}"
    took = {
        (effect.chain[0], effect.chain[2]): record
        for record, effect in effects
        if effect.chain and effect.chain[1] != effect.chain[2]
    }
    for record in records:
        if record.status != STALE or not record.state or (key := record.names.get("chain")) is None:
            continue
        known_number = int(record.state.removeprefix("r").removeprefix("s").partition("-")[0])
        numbers = {number for number, is_save in state.chains.get(key, {}).items() if is_save}
        later = [number for number in numbers | {number for row, number in took if row == key} if number > known_number]
        in_time = [no for no in later if (key, no) not in took or took[key, no].began <= record.ended]
        if not in_time:
            yield f"{key}: {_named(record)} was refused as stale, and nobody had saved after {known_number}"


def _repeated(records: list[Record]) -> Iterator[str]:
    """Yield answers that belong to another request, and requests with one key that were done twice."""
    first: dict[tuple[str, str, str], Record] = {}
    for record in sorted(
        (answer for answer in records if answer.key and answer.is_done), key=lambda answer: answer.is_replay
    ):
        names = (record.who, record.key, record.request)
        if not record.is_replay and names in first:
            yield f"done twice: {_named(record)} with the key {record.key}"
        if record.is_replay and names not in first:
            others = [answer for answer in records if answer.key == record.key and answer.status is None]
            if not any(answer.request == record.request for answer in others):
                yield f"answered by another request: {_named(record)} with the key {record.key}"
        elif record.is_replay and _lasting(record.answer) != _lasting(first[names].answer):
            yield f"answered otherwise than before: {_named(record)} with the key {record.key}"
        first.setdefault(names, record)


def _lasting(answer: Any) -> Any:
    """Return an answer without the secrets that only the first one has."""
    if not isinstance(answer, dict):
        return answer
    return {key: value for key, value in answer.items() if key not in {"secret", "url"}}


def _events(records: list[Record], models: Mapping[str, Model], state: State, begins: State) -> Iterator[str]:
    """Yield requests without their audit event, and events of requests that were refused or repeated."""
    ids: set[str] = set()
    for record in records:
        if not record.request_id:
            continue
        ids.add(record.request_id)
        count = state.events[record.request_id]
        if record.is_done and not record.is_replay and count < models[record.op].events:
            yield f"no event of {_named(record)}"
        if count and (record.is_replay or (record.status is not None and not record.is_done)):
            yield f"an event of {_named(record)}, which was answered {record.status}"
    if all(each.status is not None for each in records):
        for request_id in state.events.keys() - ids - begins.events.keys():
            yield f"an event of nobody's request: {request_id}"


def _roles(
    records: list[Record], effects: list[tuple[Record, Effect]], models: Mapping[str, Model], begins: State
) -> Iterator[str]:
    """Yield what was done by a person whose role had been taken away before the request began."""
    changes: dict[Key, list[tuple[float, float, int]]] = defaultdict(list)
    for key, rank in begins.registers.items():
        if key[0] == "role":
            changes[key].append((float("-inf"), float("-inf"), rank or 0))
    for record, effect in effects:
        for key, rank in effect.registers:
            if key[0] == "role":
                changes[key].append((record.began, record.ended, rank or 0))
    doubtful = {each.names["who"] for each in records if each.status is None and "who" in each.names}
    for record, _ in effects:
        value = changes.get(("role", record.who, record.names.get("pack")))
        if not value or record.who in doubtful or models[record.op].least == ANY_ROLE:
            continue
        last = max(began for began, ended, _ in value if ended < record.began)
        possible = [rank for began, ended, rank in value if began <= record.ended and ended >= last]
        if max(possible) < models[record.op].least:
            yield f"without the role: {_named(record)} with rank {max(possible)} of {models[record.op].least}"
