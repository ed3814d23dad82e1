"""Definitions that a match is compiled from: events, lifespans, abilities, cards and budgets. They know no state and never change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class EventRule:
    """An event as the machine knows it.

    Shapes: `fields` in payload order; `perform` is the block of its default action; `members` makes it a group of others;
            `stage` is that of its listeners; `mode` says when they react: at once (`nested`), when the enclosing atomic
            scope closes (`deferred`), or when the outermost does (`bus`); `hears_after_leaving` lets a listener answer whose host left
            because of this event; one that is `counted_before` is raised behind what it is about, and the ruleset counts it before;
            `keys` are the names under which an environment holds the payload.
    """

    name: str
    fields: tuple[str, ...]
    stage: str = "after"
    perform: str | None = None
    members: tuple[str, ...] = ()
    cancellable: bool = False
    mode: str = "nested"
    hears_after_leaving: bool = False
    counted_before: bool = False
    keys: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "keys", tuple(f"{self.name}.{one}" for one in self.fields))


class Tally(NamedTuple):
    """What a card counts: an event within a period (turn, round, or the match), for the player or thing in a field of it.

    Shapes: with `of_owner` it counts for the player of the thing; `sort` is a field of the event and the word that must be in it,
            empty where all of them count.
    """

    event: str
    field: str
    of_owner: bool
    period: str
    sort: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The variable that holds the count."""
        suffix = f"/{'='.join(self.sort)}" if self.sort else ""
        return f"times {self.event}.{self.field}{'/own' if self.of_owner else ''}/{self.period}{suffix}"

    @property
    def stamp_key(self) -> str:
        """The variable that holds the period in which it was last raised."""
        return f"{self.key}@"


BEFORE = "before "
"""Precedes an event that the ruleset counts before it is raised."""


class Counter(NamedTuple):
    """A tally as `emit` raises it: the place of its field in the payload of one event, and that of what it counts alone, -1 for all."""

    place: int
    tally: Tally
    sort_place: int = -1


def counters(events: Mapping[str, EventRule], tallies: Iterable[Tally]) -> dict[str, tuple[Counter, ...]]:
    """Return what is counted, by the event that is emitted; a group is counted by each of its members."""
    by_event: dict[str, tuple[Counter, ...]] = {}
    for tally in sorted(set(tallies)):
        for member in events[tally.event].members or (tally.event,):
            names = events[member].fields
            counter = Counter(names.index(tally.field), tally, names.index(tally.sort[0]) if tally.sort else -1)
            moment = f"{BEFORE}{member}" if events[member].counted_before else member
            by_event[moment] = (*by_event.get(moment, ()), counter)
    return by_event


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
    """The initial value of a variable, and its value when the same entity is created again in place.

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


class BoundNames(NamedTuple):
    """Under which names an ability finds its host and the host's player, and a static modifier the entity that it is asked about."""

    host: str
    host_player: str
    target: str
    target_player: str


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


def payload_index(events: Mapping[str, EventRule]) -> dict[tuple[str, str], tuple[tuple[int, str], ...]]:
    """Return, for (name listened to, event emitted), where in the payload each visible name is."""
    out: dict[tuple[str, str], tuple[tuple[int, str], ...]] = {}
    for spec in events.values():
        for member in spec.members or (spec.name,):
            places = events[member].fields
            out[spec.name, member] = tuple((places.index(name), f"{spec.name}.{name}") for name in spec.fields)
    return out
