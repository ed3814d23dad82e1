"""A compiled match: code blocks, definitions and config, shared by all states of it and never changed.

A state names code by id (`{definition}@{hash}#{pointer}`), so it can be pickled, sent elsewhere and resumed on the same content;
a changed card has other ids and cannot be resumed by mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.errors import EngineBug

if TYPE_CHECKING:
    from engine.kernel.state import State

Op = Callable[["State", int], int | str | None]
Test = Callable[["State", dict[str, Any]], bool]
Inline = Callable[["State", dict[str, Any], tuple[Any, ...], bool], tuple[Any, ...]]
"""The body of a `modify` listener: (state, environment, payload, commit) to the payload that goes on. It asks nothing, draws nothing
and creates nothing; it may write its own host's variables, and only when `commit` is true."""

PUSHED, WAIT, RETURN, STAY = -1, -2, -3, -4
"""What an op may answer beside None (go on), a position or a label: a frame was pushed; a question was put;
the block is done; a frame was pushed and this op runs again after it."""


@dataclass(frozen=True, slots=True)
class Block:
    """Straight code with jumps.

    Shapes: `nodes[i]` is the JSON Pointer of the node that op i stands for; `labels` name positions for jumps.
    """

    id: str
    ops: tuple[Op, ...]
    nodes: tuple[str, ...] = ()
    labels: Mapping[str, int] = field(default_factory=dict)

    def node(self, pc: int) -> str:
        """Return the full name of the node at a position."""
        if pc < len(self.nodes):
            return f"{self.id.partition('#')[0]}#{self.nodes[pc]}"
        return self.id


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
            `stage` is where its listeners stand.
    """

    name: str
    fields: tuple[str, ...]
    stage: str = "after"
    perform: str | None = None
    members: tuple[str, ...] = ()
    cancellable: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """The names under which an environment holds the payload."""
        return tuple(f"{self.name}.{field}" for field in self.fields)


@dataclass(frozen=True, slots=True)
class Lifespan:
    """How long a listener lasts: the event that removes it, and the payload field that must be its owner's."""

    once: bool = False
    until: str | None = None
    owner_field: str = ""


@dataclass(frozen=True, slots=True)
class CardDef:
    """A card as the machine knows it: what it is, its numbers, and its code.

    Shapes: `timings` maps a moment to the blocks that run then, in document order; `words` holds its fixed properties.
    """

    id: str
    kind: str
    numbers: Mapping[str, int]
    words: Mapping[str, str]
    timings: Mapping[str, tuple[str, ...]]
    copies: str | int = 1


@dataclass(frozen=True, slots=True)
class Budgets:
    """How much may happen, per resolution (from one decision to the next) and per match; a broken budget is a result."""

    ops: int = 20_000
    events: int = 2_000
    depth: int = 64
    match_ops: int = 1_000_000
    decisions: int = 10_000
    loop_check_after: int = 256


@dataclass(frozen=True)
class Program:
    """All that a match needs beside its state."""

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
    stream_keys: dict[tuple[int, str], int] = field(default_factory=dict)


def payload_index(events: Mapping[str, EventRule]) -> dict[tuple[str, str], tuple[tuple[int, str], ...]]:
    """Return, for (name listened to, event emitted), where in the payload each visible name stands."""
    out: dict[tuple[str, str], tuple[tuple[int, str], ...]] = {}
    for spec in events.values():
        for member in spec.members or (spec.name,):
            places = events[member].fields
            out[spec.name, member] = tuple((places.index(name), f"{spec.name}.{name}") for name in spec.fields)
    return out
