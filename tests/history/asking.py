"""What an operation of the history is: the world that requests name, what they ask for, and what they must leave behind."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.history.model import Effect, Fact, Record


@dataclass(slots=True)
class World:
    """What requests may name; it grows with the answers. Shapes: card_text gives the text of a valid card with a name; art is some PNG."""

    pack: str
    side: str
    ruleset: str
    card_text: Callable[[str, str], str]
    deck_text: str
    arts: list[bytes]
    cards: list[str]
    released: list[str]
    trash: list[str]
    moved: str
    temps: dict[str, int]
    decks: list[int] = field(default_factory=list)
    scenarios: list[int] = field(default_factory=list)
    terms: list[int] = field(default_factory=list)
    hooks: list[int] = field(default_factory=list)
    programs: list[int] = field(default_factory=list)
    deliveries: list[tuple[int, int]] = field(default_factory=list)
    reviews: list[int] = field(default_factory=list)
    threads: list[tuple[int, int]] = field(default_factory=list)
    tokens: dict[str, list[str]] = field(default_factory=dict)
    previews: list[int] = field(default_factory=list)
    experiments: list[int] = field(default_factory=list)
    releases: list[str] = field(default_factory=list)
    versions: dict[str, int] = field(default_factory=dict)
    count: Any = field(default_factory=itertools.count)

    def mark(self) -> str:
        """Return a word that no other request has."""
        return f"mark-{next(self.count)}"


@dataclass(frozen=True, slots=True)
class Asked:
    """One request to send. Shapes: who is a kind of person; chain and read are the register of saves and the address of its state."""

    names: Mapping[str, Any]
    body: Any = None
    who: str = "designer"
    chain: tuple[Any, ...] | None = None
    read: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Operation:
    """One route and method. Shapes: weight says how often it is drawn; grow adds what an answer made to the world."""

    ask: Callable[[World, Random], Asked | None]
    effect: Callable[[Record], Effect]
    weight: int = 2
    grow: Callable[[World, Record], None] | None = None
    attempted: Callable[[Record], list[Fact]] | None = None
    kept_facts: Callable[[Record], list[Fact]] | None = None


def at(record: Record) -> tuple[str, str]:
    """Return pack and card of a request."""
    return record.names["pack"], record.names["card"]


def facts(*made: Fact, sole: bool = False) -> Effect:
    """Return an effect of facts alone."""
    return Effect(facts=made, sole=made if sole else ())


def gives(*registers: tuple[tuple[Any, ...], Any]) -> Effect:
    """Return an effect of registers alone."""
    return Effect(registers=registers)


def number_in(tag: str) -> int:
    """Return the number of the state that an ETag names: `"r5-9f2c41aa"`, `s3`."""
    return int(tag.removeprefix("W/").strip('"')[1:].partition("-")[0])


def saved(record: Record, key: tuple[Any, ...], *made: Fact) -> Effect:
    """Return the effect of a save, from the state that it named to the one that its answer names."""
    return Effect(facts=made, chain=(key, number_in(record.state), number_in(record.headers["ETag"])))
