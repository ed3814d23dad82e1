"""The frame of a ruleset's examples: how its cards hold their effects."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from engine.cardset import shipped
from engine.json_values import JsonObject
from engine.language.reading.surface import desugar
from engine.language.spec import NodeSpec, RecordSpec, TimingSpec
from engine.ruleset import Ruleset

Content = Mapping[str, list[Any]]
"""The nodes that a card holds directly, by their family."""


T = TypeVar("T")


class NoExample(Exception):
    """A node needs what no moment, event or effect of its ruleset gives."""


class Example(NamedTuple):
    """An example: the part that is shown, and the whole card that was checked."""

    part: Any
    card: JsonObject


class Form(NamedTuple):
    """Under which names a ruleset's cards hold abilities and keywords, and abilities their parts; empty for what they have not."""

    abilities: str
    record: RecordSpec
    event: str
    conditions: str
    effects: str
    keywords: str


class Frame(ABC):
    """The card around the examples of one ruleset."""

    families: frozenset[str] = frozenset({"effect"})
    """The families whose nodes a card holds directly; all others are inside an effect."""

    form: Form | None = None
    """How cards hold abilities, where they have any."""

    timing: TimingSpec | None = None
    """The moment at which the examples are, where the ruleset has moments."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.vocabulary = ruleset.vocabulary

    @abstractmethod
    def cards(self, content: Content) -> Iterator[JsonObject]:
        """Yield the cards that can hold nodes, the plainest first."""

    @abstractmethod
    def part(self, spec: NodeSpec, content: Content) -> Any:
        """Return as much of a made card as its page shows of it."""

    def effects(self, card: JsonObject) -> Any:
        """Return what a made card does, in its present form."""
        return card

    @abstractmethod
    def card_id(self, kind: str) -> str:
        """Return an id for an example of a kind, as those of the shipped cards are."""

    def uses(self, spec: NodeSpec) -> Iterable[Example]:
        """Return the shipped uses of a node, the shortest first, where these are preferred to made examples."""
        return ()

    @cached_property
    def shipped(self) -> list[JsonObject]:
        """Return the shipped cards of the ruleset."""
        return [card for card, _ in shipped(self.ruleset.folder)]

    @cached_property
    def usage(self) -> Counter[str]:
        """Return how often the shipped cards use each type of node."""
        return Counter(name for card in self.shipped for name in types(desugar(self.vocabulary, card).document))

    def record(self, kind: str) -> RecordSpec:
        """Return the record of a kind of card."""
        return self.vocabulary.record(next(k.record for k in self.vocabulary.kinds if k.name == kind))


def types(value: Any) -> Iterator[str]:
    """Yield every word under `type` anywhere in a document."""
    if isinstance(value, dict):
        if isinstance(value.get("type"), str):
            yield value["type"]
        for child in value.values():
            yield from types(child)
    elif isinstance(value, list):
        for child in value:
            yield from types(child)


def first(items: Iterable[T]) -> T:
    """Return the first of several.

    Errors: NoExample when there is none.
    """
    for one in items:
        return one
    raise NoExample
