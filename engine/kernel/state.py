"""The state of a match and the program that it runs: the two types name each other, since code takes states and a state holds its code.

A program never changes. It names code by id (`{definition}@{hash}#{pointer}`), so a state can be pickled, sent elsewhere and resumed on
the same content; a changed card has other ids and cannot be resumed by mistake.

A state is a value, shared between forks and copied on first write.

A fork copies the top-level tables and nothing below them. An entity, and whatever is in flight, is copied when it is first written
after a fork (`owned` and `fresh` hold what has been copied since), so an old state stays as it was. Zones are tuples, replaced, never edited.
`listeners`, `listener_index`, `rng`, `uses` change rarely: they are replaced whole, so a fork shares them.
Only `engine.kernel.state_writers` writes what belongs to the game; frames and what is in flight belong to the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Protocol, SupportsInt

from engine.errors import EngineBug, IllegalAction
from engine.kernel.chance import MASK, Stream
from engine.kernel.copying import EMPTY_SET, OWN_COPY, RESET, copier
from engine.kernel.decisions import Action, Decision, Result
from engine.kernel.definitions import BoundNames, Budgets, CardDef, Counter, EventRule, Lifespan, Tally, counters
from engine.kernel.ground import (
    NOWHERE,
    Cause,
    Entity,
    EnvironmentId,
    Frame,
    Listener,
    ListenerIndex,
    TriggerSite,
    Uses,
    ZoneKey,
)
from engine.kernel.in_flight import Environment, EventInFlight, Scope, copy_environment, copy_event, copy_scope
from engine.kernel.mutations import LogEntry
from engine.kernel.signals import Jump, Position, Signal

Step = Callable[["State", EnvironmentId], Jump]
"""A step of a native block."""
Op = Callable[["State", EnvironmentId], Jump | Position]
"""A step of any block; compiled code jumps to positions."""
Test = Callable[["State", Environment], bool]
Inline = Callable[["State", Environment, tuple[Any, ...], bool], tuple[Any, ...]]
"""The body of a `modify` listener: (state, environment, payload, commit) to the payload that goes on. It asks nothing, draws nothing
and creates nothing; it may write its own host's variables, and only when `commit` is true."""
Amount = Callable[["State", Environment], Any]
"""The value of a static modifier: an int, or (numerator, denominator) where it multiplies."""
Aim = Callable[["State", Listener, int], bool]
"""What must be true of an entity for a static modifier to apply, beside its condition: it sees the listener alone, so it costs less."""
Rule = Callable[["State", EnvironmentId], Signal | None]
"""A state-based rule: (state, environment) to None where there was nothing to do, `RULE_WROTE` where it wrote, or `FRAME_PUSHED`."""
PaymentHook = Callable[["State", int, str, int], None]
"""Called behind a use that was paid for: with the host, the variable, and how much was taken off it."""


@dataclass(frozen=True, slots=True)
class Block:
    """Straight code with jumps.

    Shapes: `nodes[i]` is the JSON Pointer of the node that op i was compiled from; `labels` name positions for jumps;
            `known` are the names of nodes that were asked for.
    """

    id: str
    ops: tuple[Op, ...]
    nodes: tuple[str, ...] = ()
    labels: Mapping[str, int] = field(default_factory=dict)
    node_names: dict[int, str] = field(default_factory=dict, compare=False, repr=False)

    def node(self, pc: int) -> str:
        """Return the full name of the node at a position; a log asks for few of them, and often."""
        name = self.node_names.get(pc)
        if name is None:
            name = f"{self.id.partition('#')[0]}#{self.nodes[pc]}" if pc < len(self.nodes) else self.id
            self.node_names[pc] = name
        return name


def flow(name: str, *steps: Step) -> Block:
    """Return a block of native steps; each step's function name is its label.

    A step returns None to go on, the name of another step to jump there, or a signal.
    """
    labels = {step.__name__: place for place, step in enumerate(steps)}
    if len(labels) != len(steps):
        raise EngineBug(f"two steps of {name} share a name")
    return Block(name, steps, (), labels)


Part = str | Callable[["State", Listener], int]


@dataclass(frozen=True)
class Order:
    """In which order the listeners of one stage answer, as data of a ruleset; registration decides what is left.

    Shapes: `keys` are compared one after the other, smaller first. A word is a part that never changes and is compared when a
            listener is registered: `priority`, `-priority`, `zone` (the place of its host's zone among `zones`); a function
            is compared when an event is raised, since who is active may have changed. What ends a lifetime is always last.
            With the setting `settled_by` (name, value) no function tells two listeners apart, so nothing is compared then.
    """

    keys: tuple[Part, ...] = ()
    zones: tuple[str, ...] = ()
    settled_by: tuple[str, Any] = ("", True)
    fixed: tuple[str, ...] = field(init=False)
    is_changing: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "fixed", tuple(key for key in self.keys if isinstance(key, str)))
        object.__setattr__(self, "is_changing", len(self.fixed) < len(self.keys))

    def at_registration(self, listener: Listener) -> tuple[int, ...]:
        """Return what a listener is placed by when it is registered."""
        return (bool(listener.removes), *(_fixed(listener, name) for name in self.fixed), abs(listener.id))

    def at_emission(self, st: State, listener: Listener) -> tuple[int, ...]:
        """Return what a listener is placed by when an event is raised; those equal here keep their places."""
        parts = (_fixed(listener, key) if isinstance(key, str) else key(st, listener) for key in self.keys)
        return (bool(listener.removes), *parts)


def _fixed(listener: Listener, name: str) -> int:
    match name:
        case "priority":
            return listener.priority
        case "-priority":
            return -listener.priority
        case "zone":
            return listener.rank
    raise EngineBug(f"listeners are not ordered by {name!r}")


@dataclass(frozen=True, slots=True)
class Mechanics:
    """How a ruleset uses the kernel.

    Shapes: `rules` are its state-based rules: each looks at the state and answers whether it did something; they run to a fixed
            point wherever an atomic scope ends; `requests` maps a kind of request to the block that serves it; `scoped` runs each
            ability in an atomic scope of its own; `secret` are the zones that some seat may not look into, `own` those of them that
            their owner may look into; `periods` maps a
            limit's period to the global fact that tells one such period from the next, or to several, the fastest first; `id_step` counts ids up or down;
            `hosts` are the kinds of entity that are areas themselves (002's characters);
            `words` are the facts of an entity that are text; all else that it holds are variables, which are whole numbers;
            `names` are bound for abilities, nothing is where they are None; `on_payment` is called behind a use that its host pays for.
    """

    order: Order = Order()
    rules: tuple[Rule, ...] = ()
    requests: Mapping[str, str] = field(default_factory=dict)
    scoped: bool = False
    secret: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    periods: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    id_step: int = 1
    hosts: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    names: BoundNames | None = None
    on_payment: PaymentHook | None = None


class CompiledUnit(Protocol):
    """All code that one definition was compiled into, each kind by id."""

    @property
    def blocks(self) -> Mapping[str, Block]:
        """What is run op by op."""

    @property
    def tests(self) -> Mapping[str, Test]:
        """Conditions."""

    @property
    def inlines(self) -> Mapping[str, Inline]:
        """Bodies of `modify` listeners."""

    @property
    def values(self) -> Mapping[str, Amount]:
        """Values of static modifiers."""

    @property
    def aims(self) -> Mapping[str, Aim]:
        """What is asked before a condition of a static modifier, by the condition's id."""

    @property
    def cards(self) -> Mapping[str, CardDef]:
        """The definitions inside it, whose code is part of it."""

    @property
    def tallies(self) -> AbstractSet[Tally]:
        """What it counts."""


@dataclass(frozen=True)
class Program:
    """All that a match needs beside its state.

    Shapes: `scripted` fixes chance: the n-th draw of a stream named there takes its n-th value, a shuffle a list of places; `foretold` fixes
            single draws, by stream and number, for the match alone: a thought does not know them, and one that is too high is none;
            `tallies` are what cards count, by card, and `counters` the same by event;
            `explicit` puts main questions even where only one answer exists, so that a scenario stops after each action.
    """

    ruleset: str
    content_hash: str
    codes: Mapping[str, Block]
    tests: Mapping[str, Test]
    events: Mapping[str, EventRule]
    lifetimes: Mapping[str, Lifespan]
    cards: Mapping[str, CardDef]
    config: Mapping[str, Any]
    budgets: Budgets
    payload_keys: Mapping[tuple[str, str], tuple[tuple[int, str], ...]]
    inlines: Mapping[str, Inline] = field(default_factory=dict)
    values: Mapping[str, Amount] = field(default_factory=dict)
    aims: Mapping[str, Aim] = field(default_factory=dict)
    mechanics: Mechanics = Mechanics()
    scripted: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    foretold: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    stream_keys: dict[tuple[int, str], int] = field(default_factory=dict)
    explicit: bool = False
    tallies: Mapping[str, AbstractSet[Tally]] = field(default_factory=dict)
    counters: Mapping[str, tuple[Counter, ...]] = field(default_factory=dict)

    def with_unit(self, card: CardDef, unit: CompiledUnit) -> Program:
        """Return the program with a definition and all of its code; what had the same ids is replaced."""
        return self.with_units([(card, unit)])

    def with_units(self, units: Iterable[tuple[CardDef, CompiledUnit]]) -> Program:
        """Return the program with many definitions and all of their code, the later of equal ids."""
        cards, codes, tests = dict(self.cards), dict(self.codes), dict(self.tests)
        inlines, values, aims = dict(self.inlines), dict(self.values), dict(self.aims)
        tallies = dict(self.tallies)
        for card, unit in units:
            cards |= {card.id: card, **unit.cards}
            codes.update(unit.blocks)
            tests.update(unit.tests)
            inlines.update(unit.inlines)
            values.update(unit.values)
            aims.update(unit.aims)
            tallies.pop(card.id, None)
            if unit.tallies:
                tallies[card.id] = unit.tallies
        by_event = counters(self.events, (tally for card in tallies.values() for tally in card))
        return replace(
            self,
            cards=cards,
            codes=codes,
            tests=tests,
            inlines=inlines,
            values=values,
            aims=aims,
            tallies=tallies,
            counters=by_event,
        )


SALT_STEP = 0x5851F42D4C957F2D
"""Spreads salts over the seeds of hypothetical states; any odd 64-bit number does."""


@dataclass(slots=True, eq=False, repr=False)
class State:
    """Everything about a match at one moment.

    Shapes: `hashes` and `texts` are what `kernel.digest` remembers, for all forks of a match; `digest_now` is the digest of a state at its
            question, once `kernel.machine` has asked for it: a fork does not have it;
            a state `in_search` that a bot reached in a search: it may wait at a main question that was not put, see `machine.ask_main`;
            `changes` counts what was written, drawn or shown; `rules_asked_at` is its value when the state-based rules last found nothing
            to do; `reserved` are the uses of the triggers that run, the innermost last: (listener, `events.activity` when it began);
            `pending` are the questions that wait for an answer; `answered` those of the same moment whose answers are not shown yet;
            `raised` takes the names of events for who wants to know no more, at less cost than a log;
            `last_cause` is what `state_writers.cause` found last: frame, op, site, number of the event, cause.
    """

    program: Program
    seed: int
    entities: dict[int, Entity] = field(default_factory=dict, metadata=OWN_COPY)
    owned: set[int] = field(default_factory=set, metadata=EMPTY_SET)
    hashes: dict[int | ZoneKey, tuple[Any, int]] = field(default_factory=dict)
    texts: dict[str | tuple[str, ...], tuple[Any, Any]] = field(default_factory=dict)
    digest_now: SupportsInt | None = field(default=None, metadata=RESET)
    zones: dict[ZoneKey, tuple[int, ...]] = field(default_factory=dict, metadata=OWN_COPY)
    globals: dict[str, Any] = field(default_factory=dict, metadata=OWN_COPY)
    listeners: dict[int, Listener] = field(default_factory=dict)
    listener_index: ListenerIndex = field(default_factory=dict)
    rng: dict[str, int] = field(default_factory=dict)
    uses: dict[int, Uses] = field(default_factory=dict)
    frames: list[Frame] = field(default_factory=list, metadata=OWN_COPY)
    environments: dict[int, Environment] = field(default_factory=dict, metadata=OWN_COPY)
    events_in_flight: dict[int, EventInFlight] = field(default_factory=dict, metadata=OWN_COPY)
    scopes: dict[int, Scope] = field(default_factory=dict, metadata=OWN_COPY)
    written_ids: set[int] = field(default_factory=set, metadata=EMPTY_SET)
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
    recent_actions: tuple[tuple[SupportsInt, Action], ...] = ()
    information_revealed: bool = False
    in_search: bool = False
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

        What other seats have answered while a question is open is drawn again from their options.
        """
        st = self.fork()
        st.log = st.coverage = None
        if st.program.foretold:
            st.program = replace(st.program, foretold={})
        st.seed = self.seed ^ (SALT_STEP * (salt + 1) & MASK)
        if st.answered:
            st._redraw_answers(seat)
        return st

    def _redraw_answers(self, seat: int) -> None:
        """Replace the answers that a seat does not know, and forget that they were noted to find repeated actions."""
        stream = Stream(self.seed, "unrevealed")
        for decision in self.answered:
            if decision.seat != seat:
                count = decision.min + stream.below(decision.max - decision.min + 1)
                places = stream.pick(count, decision.options)
                self.writable_environment(decision.environment).answer = tuple(
                    decision.options[place] for place in places
                )
        self.recent_actions = self.recent_actions[: max(0, len(self.recent_actions) - len(self.answered))]

    def freeze(self) -> State:
        """Make every entity read-only, so that a write past the mutations raises (debug builds and tests)."""
        self.entities = {eid: MappingProxyType(e) for eid, e in self.entities.items()}  # type: ignore[misc]  # a proxy reads like the dict
        self.owned = set()
        return self

    def writable_environment(self, number: int) -> Environment:
        """Return an environment for writing, copied on the first write since the last fork."""
        if number in self.written_ids:
            return self.environments[number]
        held = self.environments[number] = copy_environment(self.environments[number])
        self.written_ids.add(number)
        return held

    def writable_event(self, number: int) -> EventInFlight:
        """Return an event in flight for writing, copied on the first write since the last fork."""
        if number in self.written_ids:
            return self.events_in_flight[number]
        held = self.events_in_flight[number] = copy_event(self.events_in_flight[number])
        self.written_ids.add(number)
        return held

    def writable_scope(self, number: int) -> Scope:
        """Return a scope for writing, copied on the first write since the last fork."""
        if number in self.written_ids:
            return self.scopes[number]
        held = self.scopes[number] = copy_scope(self.scopes[number])
        self.written_ids.add(number)
        return held

    def add_environment(self, environment: Environment) -> EnvironmentId:
        """Store an environment and return its id: one series for all that is in flight, so a frame needs no more than a number.

        The three `add_*` are written out: each emission calls one, and a shared function would cost 1 % of a match.
        """
        number = self.next_in_flight
        self.next_in_flight = number + 1
        self.written_ids.add(number)
        self.environments[number] = environment
        return EnvironmentId(number)

    def add_event(self, event: EventInFlight) -> int:
        """Store an event in flight and return its id."""
        number = self.next_in_flight
        self.next_in_flight = number + 1
        self.written_ids.add(number)
        self.events_in_flight[number] = event
        return number

    def add_scope(self, scope: Scope) -> int:
        """Store a scope and return its id."""
        number = self.next_in_flight
        self.next_in_flight = number + 1
        self.written_ids.add(number)
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
