"""A compiled match: code blocks, definitions and config, shared by all states of it and never changed.

A state names code by id (`{definition}@{hash}#{pointer}`), so it can be pickled, sent elsewhere and resumed on the same content;
a changed card has other ids and cannot be resumed by mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from engine.errors import EngineBug

if TYPE_CHECKING:
    from engine.kernel.in_flight import Environment
    from engine.kernel.state import Listener, State

Op = Callable[["State", int], int | str | None]
Test = Callable[["State", "Environment"], bool]
Inline = Callable[["State", "Environment", tuple[Any, ...], bool], tuple[Any, ...]]
"""The body of a `modify` listener: (state, environment, payload, commit) to the payload that goes on. It asks nothing, draws nothing
and creates nothing; it may write its own host's variables, and only when `commit` is true."""
Amount = Callable[["State", "Environment"], Any]
"""The value of a static modifier: an int, or (numerator, denominator) where it multiplies."""
Aim = Callable[["State", "Listener", int], bool]
"""What must be true of an entity for a static modifier to apply, beside its condition: it sees the listener alone, so it costs less."""
Rule = Callable[["State", int], int | None]
"""A state-based rule: (state, environment) to None where there was nothing to do, `ACTED` where it wrote, or PUSHED."""

PUSHED, WAIT, RETURN, STAY, ENOUGH = -1, -2, -3, -4, -5
"""What an op may answer beside None (go on), a position or a label: a frame was pushed; a question was put;
the block is done; this op runs again after the frames it pushed; a thought needs to go no further."""
ACTED = STAY


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
    known: dict[int, str] = field(default_factory=dict, compare=False, repr=False)

    def node(self, pc: int) -> str:
        """Return the full name of the node at a position; a log asks for few of them, and often."""
        name = self.known.get(pc)
        if name is None:
            name = f"{self.id.partition('#')[0]}#{self.nodes[pc]}" if pc < len(self.nodes) else self.id
            self.known[pc] = name
        return name


def flow(name: str, *steps: Op) -> Block:
    """Return a block of native steps; each step's function name is its label.

    A step returns None to go on, the name of another step to jump there, or one of the signals above.
    """
    labels = {step.__name__: place for place, step in enumerate(steps)}
    if len(labels) != len(steps):
        raise EngineBug(f"two steps of {name} share a name")
    return Block(name, steps, (), labels)


@dataclass(frozen=True, slots=True)
class EventRule:
    """An event as the machine knows it.

    Shapes: `fields` in payload order; `perform` is the block of its default action; `members` makes it a group of others;
            `stage` is that of its listeners; `mode` says when they react: at once (`nested`), when the enclosing atomic
            scope closes (`deferred`), or when the outermost does (`bus`); `hears_after_leaving` lets a listener answer whose host left
            because of this event; `keys` are the names under which an environment holds the payload.
    """

    name: str
    fields: tuple[str, ...]
    stage: str = "after"
    perform: str | None = None
    members: tuple[str, ...] = ()
    cancellable: bool = False
    mode: str = "nested"
    hears_after_leaving: bool = False
    keys: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "keys", tuple(f"{self.name}.{one}" for one in self.fields))


@dataclass(frozen=True, slots=True)
class Lifespan:
    """How long a listener lasts: the event that removes it, and the payload field that must be its owner's; `zones` as in `Listener`."""

    once: bool = False
    until: str | None = None
    owner_field: str = ""
    zones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ability:
    """What an entity listens to while it is in one of its zones; see `Listener` for the shapes.

    A static modifier is an ability whose event is `stat/NAME`, whose stage is the operation and whose body names a value.
    """

    id: str
    event: str
    stage: str
    body: str
    condition: str = ""
    priority: int = 0
    zones: tuple[str, ...] = ()
    limit: tuple[tuple[str, int], ...] = ()
    once: bool = False
    spends: tuple[tuple[str, int], ...] = ()
    counts_always: bool = False


@dataclass(frozen=True, slots=True)
class VarConfig:
    """How a variable of an entity begins, and what becomes of it when the same entity is created again where it is.

    Shapes: `recreate` is overwrite, takeMax, append or keep; `append` adds `step` up to `limit`.
    Source: 002 "varConfigs"; GE6.
    """

    initial: int
    recreate: str = "overwrite"
    step: int = 0
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class CardDef:
    """A card as the machine knows it: what it is, its numbers, and its code.

    Shapes: `timings` maps a moment to the blocks that run then, in document order; `words` holds its fixed properties;
            `numbers` are an entity's first variables, `variables` those that have a rule for making the entity again;
            `facts` are other data of the printed card that the rules read: costs, maps, lists. They never change.
    """

    id: str
    kind: str
    numbers: Mapping[str, int]
    words: Mapping[str, str]
    timings: Mapping[str, tuple[str, ...]]
    copies: str | int = 1
    tags: tuple[str, ...] = ()
    variables: Mapping[str, VarConfig] = field(default_factory=dict)
    abilities: tuple[Ability, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


Part = str | Callable[["State", "Listener"], int]


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


class BoundNames(NamedTuple):
    """Under which names an ability finds its host and the host's player, and a static modifier the entity that it is asked about."""

    host: str
    host_player: str
    target: str
    target_player: str


@dataclass(frozen=True, slots=True)
class Mechanics:
    """How a ruleset uses the kernel.

    Shapes: `rules` are its state-based rules: each looks at the state and answers whether it did something; they run to a fixed
            point wherever an atomic scope ends; `requests` maps a kind of request to the block that serves it; `scoped` runs each
            ability in an atomic scope of its own; `secret` are the zones that somebody may not look into, `own` those of them that
            their owner may look into; `periods` maps a
            limit's period to the global fact that tells one such period from the next; `id_step` counts ids up or down;
            `hosts` are the kinds of entity that are areas themselves (002's characters);
            `words` are the facts of an entity that are text; all else that it holds are variables, which are whole numbers;
            `names` are bound for abilities, nothing is where they are None.
    """

    order: Order = Order()
    rules: tuple[Rule, ...] = ()
    requests: Mapping[str, str] = field(default_factory=dict)
    scoped: bool = False
    secret: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    periods: Mapping[str, str] = field(default_factory=dict)
    id_step: int = 1
    hosts: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    names: BoundNames | None = None


@dataclass(frozen=True, slots=True)
class Budgets:
    """How much may happen, per resolution (from one decision to the next) and per match; a broken budget is a result.

    Units: `created` counts entities and listeners, `queued` what waits in one outbox, `modifiers` those that one number and the numbers
           read for it ask; `loop_check_after` ops and
           `turn_check_after` decisions of a turn pass before digests are compared.
    """

    ops: int = 20_000
    events: int = 2_000
    depth: int = 64
    match_ops: int = 1_000_000
    decisions: int = 10_000
    loop_check_after: int = 256
    created: int = 200
    queued: int = 100
    turn_check_after: int = 16
    modifiers: int = 1_000


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


@dataclass(frozen=True)
class Program:
    """All that a match needs beside its state.

    Shapes: `scripted` fixes chance: the n-th draw of a stream named there takes its n-th value, a shuffle a list of places;
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
    stream_keys: dict[tuple[int, str], int] = field(default_factory=dict)
    explicit: bool = False

    def with_unit(self, card: CardDef, unit: CompiledUnit) -> Program:
        """Return the program with a definition and all of its code; what had the same ids is replaced."""
        return self.with_units([(card, unit)])

    def with_units(self, compiled: Iterable[tuple[CardDef, CompiledUnit]]) -> Program:
        """Return the program with many definitions and all of their code, the later of equal ids."""
        cards, codes, tests = dict(self.cards), dict(self.codes), dict(self.tests)
        inlines, values, aims = dict(self.inlines), dict(self.values), dict(self.aims)
        for card, unit in compiled:
            cards[card.id] = card
            codes.update(unit.blocks)
            tests.update(unit.tests)
            inlines.update(unit.inlines)
            values.update(unit.values)
            aims.update(unit.aims)
        return replace(self, cards=cards, codes=codes, tests=tests, inlines=inlines, values=values, aims=aims)


def payload_index(events: Mapping[str, EventRule]) -> dict[tuple[str, str], tuple[tuple[int, str], ...]]:
    """Return, for (name listened to, event emitted), where in the payload each visible name is."""
    out: dict[tuple[str, str], tuple[tuple[int, str], ...]] = {}
    for spec in events.values():
        for member in spec.members or (spec.name,):
            places = events[member].fields
            out[spec.name, member] = tuple((places.index(name), f"{spec.name}.{name}") for name in spec.fields)
    return out
