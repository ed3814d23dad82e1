"""The state of a match: a value, shared between forks and copied on first write.

A fork copies the top-level tables and nothing below them. An entity, and whatever is in flight, is copied when it is first written
after a fork (`owned` and `fresh` hold what has been copied since), so an old state stays as it was. Zones are tuples, replaced, never edited.
`listeners`, `listener_index`, `rng`, `uses` change rarely: they are replaced whole, so a fork shares them.
Only `engine.kernel.state_writers` writes what belongs to the game; frames and what is in flight belong to the machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.errors import IllegalAction
from engine.kernel.chance import MASK, Stream
from engine.kernel.copying import COPIED, FORGOTTEN, RENEWED, copier
from engine.kernel.in_flight import Environment, EventInFlight, Scope, copy_environment, copy_event, copy_scope

if TYPE_CHECKING:
    from engine.kernel.decisions import Action, Decision, Result
    from engine.kernel.digest import LazyDigest
    from engine.kernel.mutations import Cause, LogEntry
    from engine.kernel.program import Program

Entity = dict[str, Any]
Frame = tuple[str, int, int, int]
TriggerSite = tuple[str, int, int, int]
"""Which card's node set off what runs: code, position, depth of its frame, and the entity whose text it is."""
ZoneKey = tuple[int, str]
ListenerIndex = dict[str, dict[str, tuple[int, ...]]]
"""The ids of listeners by event and stage, in the order in which they answer."""
Uses = tuple[tuple[int, int], ...]
"""How often a listener answered, for each of its limits: (stamp of the period, answers in it)."""
NOWHERE = ("", 0, 0, 0)
"""No card's node set off what runs."""
SALT_STEP = 0x5851F42D4C957F2D
"""Spreads salts over the seeds of hypothetical states; any odd 64-bit number does."""


class Listener(NamedTuple):
    """A registered trigger or static modifier.

    Shapes: `captured` are the names that the body sees, as sorted pairs; `removes` is the listener that this one takes away
            (a lifetime's remover, hidden from logs), `host` the entity that it belongs to; `zones` are those in which the host
            must lie, any when empty, and `rank` is the place of the host's zone in the ruleset's order;
            `limit` holds (period, most) pairs: in a period it answers so often; the period `life` ends it when it is used up;
            `spends` are variables of its host that each use lowers: (name, by how much); `counts_always` tells uses that count
            although nothing was done.
            A static modifier's event is `stat/NAME` and its stage the operation.
    """

    id: int
    event: str
    stage: str
    body: str
    condition: str
    owner: int
    host: int
    once: bool
    label: str
    captured: tuple[tuple[str, Any], ...]
    removes: int
    priority: int = 0
    rank: int = 0
    zones: tuple[str, ...] = ()
    limit: tuple[tuple[str, int], ...] = ()
    spends: tuple[tuple[str, int], ...] = ()
    counts_always: bool = False


@dataclass(slots=True, eq=False, repr=False)
class State:
    """Everything about a match at one moment.

    Shapes: `hashes` and `texts` are what `kernel.digest` remembers, for all forks of a match; `digest_now` is the digest of a state at its
            question, once `kernel.machine` has asked for it: a fork does not have it;
            a state `is_thought` that a bot reached in thought: it may wait at a main question that was not put, see `machine.ask_main`;
            `changes` counts what was written, drawn or shown; `rules_asked_at` is its value when the state-based rules last found nothing
            to do; `reserved` are the uses of the triggers that run, the innermost last: (listener, `events.activity` when it began);
            `pending` are the questions that wait for an answer; `answered` those of the same moment whose answers are not shown yet;
            `raised` takes the names of events for who wants to know no more, at less cost than a log;
            `last_cause` is what `state_writers.cause` found last: frame, op, site, number of the event, cause.
    """

    program: Program
    seed: int
    entities: dict[int, Entity] = field(default_factory=dict, metadata=COPIED)
    owned: set[int] = field(default_factory=set, metadata=RENEWED)
    hashes: dict[int | ZoneKey, tuple[Any, int]] = field(default_factory=dict)
    texts: dict[str | tuple[str, ...], tuple[Any, Any]] = field(default_factory=dict)
    digest_now: LazyDigest | None = field(default=None, metadata=FORGOTTEN)
    zones: dict[ZoneKey, tuple[int, ...]] = field(default_factory=dict, metadata=COPIED)
    globals: dict[str, Any] = field(default_factory=dict, metadata=COPIED)
    listeners: dict[int, Listener] = field(default_factory=dict)
    listener_index: ListenerIndex = field(default_factory=dict)
    rng: dict[str, int] = field(default_factory=dict)
    uses: dict[int, Uses] = field(default_factory=dict)
    frames: list[Frame] = field(default_factory=list, metadata=COPIED)
    environments: dict[int, Environment] = field(default_factory=dict, metadata=COPIED)
    events_in_flight: dict[int, EventInFlight] = field(default_factory=dict, metadata=COPIED)
    scopes: dict[int, Scope] = field(default_factory=dict, metadata=COPIED)
    fresh: set[int] = field(default_factory=set, metadata=RENEWED)
    pending: tuple[Decision, ...] = ()
    answered: tuple[Decision, ...] = ()
    result: Result | None = None
    next_id: int = 0
    next_in_flight: int = 1
    seq: int = 0
    step_ops: int = 0
    step_events: int = 0
    step_id: int = 0
    match_ops: int = 0
    decisions: int = 0
    turn: int = 0
    turn_decisions: int = 0
    recent_actions: tuple[tuple[LazyDigest, Action], ...] = ()
    information_revealed: bool = False
    is_thought: bool = False
    changes: int = 0
    rules_asked_at: int = -1
    reserved: tuple[tuple[int, int], ...] = ()
    seen_digests: tuple[int, ...] = ()
    pc: int = 0
    trigger_site: TriggerSite = NOWHERE
    depth: int = -1
    nesting: int = 0
    modified_by: int = 0
    log: list[LogEntry] | None = None
    last_cause: tuple[Frame, int, TriggerSite, int, Cause] | None = None
    coverage: dict[tuple[str, str], int] | None = None
    raised: set[str] | None = None

    @classmethod
    def new(cls, program: Program, seed: int) -> State:
        """Return an empty state of a match."""
        first = program.mechanics.id_step
        return cls(program, seed, next_id=first, step_id=first)

    def fork(self) -> State:
        """Return a state equal to this one; neither sees the other's later writes."""
        return _copy_state(self)

    def fork_hypothetical(self, seat: int, salt: int) -> State:
        """Return a fork for a seat to think in: chance goes another way for each salt, and nothing is logged or counted.

        What other seats have answered while somebody is still asked is drawn again from their options.
        """
        st = self.fork()
        st.log = st.coverage = None
        st.seed = self.seed ^ (SALT_STEP * (salt + 1) & MASK)
        if st.answered:
            st._redraw_answers(seat)
        return st

    def _redraw_answers(self, seat: int) -> None:
        """Replace the answers that a seat does not know, and forget that they were noted to find repeated actions."""
        drawn = Stream(self.seed, "unrevealed")
        for asked in self.answered:
            if asked.seat != seat:
                count = asked.min + drawn.below(asked.max - asked.min + 1)
                places = drawn.pick(count, asked.options)
                self.writable_environment(asked.environment).answer = tuple(asked.options[place] for place in places)
        self.recent_actions = self.recent_actions[: max(0, len(self.recent_actions) - len(self.answered))]

    def freeze(self) -> State:
        """Make every entity read-only, so that a write past the mutations raises (debug builds and tests)."""
        self.entities = {eid: MappingProxyType(e) for eid, e in self.entities.items()}  # type: ignore[misc]  # a proxy reads like the dict
        self.owned = set()
        return self

    def writable_environment(self, number: int) -> Environment:
        """Return an environment for writing, copied on the first write since the last fork."""
        if number in self.fresh:
            return self.environments[number]
        held = self.environments[number] = copy_environment(self.environments[number])
        self.fresh.add(number)
        return held

    def writable_event(self, number: int) -> EventInFlight:
        """Return an event in flight for writing, copied on the first write since the last fork."""
        if number in self.fresh:
            return self.events_in_flight[number]
        held = self.events_in_flight[number] = copy_event(self.events_in_flight[number])
        self.fresh.add(number)
        return held

    def writable_scope(self, number: int) -> Scope:
        """Return a scope for writing, copied on the first write since the last fork."""
        if number in self.fresh:
            return self.scopes[number]
        held = self.scopes[number] = copy_scope(self.scopes[number])
        self.fresh.add(number)
        return held

    def add_environment(self, environment: Environment) -> int:
        """Store an environment and return its id: one series for all that is in flight, so a frame needs no more than a number.

        The three `add_*` are written out: each emission calls one, and a shared function would cost 1 % of a match.
        """
        number = self.next_in_flight
        self.next_in_flight = number + 1
        self.fresh.add(number)
        self.environments[number] = environment
        return number

    def add_event(self, event: EventInFlight) -> int:
        """Store an event in flight and return its id."""
        number = self.next_in_flight
        self.next_in_flight = number + 1
        self.fresh.add(number)
        self.events_in_flight[number] = event
        return number

    def add_scope(self, scope: Scope) -> int:
        """Store a scope and return its id."""
        number = self.next_in_flight
        self.next_in_flight = number + 1
        self.fresh.add(number)
        self.scopes[number] = scope
        return number

    def zone(self, holder: int, name: str) -> tuple[int, ...]:
        """Return the entities that lie in a zone, in order of entry."""
        return self.zones.get((holder, name), ())

    def __getstate__(self) -> dict[str, Any]:
        out = {name: getattr(self, name) for name in self.__slots__ if name != "program"}
        out["entities"] = {eid: dict(e) for eid, e in self.entities.items()}
        out["content"] = self.program.content_hash
        out["hashes"], out["texts"], out["owned"], out["coverage"], out["last_cause"] = {}, {}, set(), None, None
        return out

    def __setstate__(self, held: dict[str, Any]) -> None:
        self.program = held.pop("content")
        for name, value in held.items():
            setattr(self, name, value)

    def resume(self, program: Program) -> State:
        """Give a thawed state its code back; it goes on where it stood.

        Errors: IllegalAction `other-content` when the program was compiled from other cards.
        """
        held: object = self.program  # a thawed state holds the content hash here
        if held != program.content_hash:
            raise IllegalAction("other-content", "the state was made with other cards")
        self.program = program
        return self


_copy_state = copier(State)
