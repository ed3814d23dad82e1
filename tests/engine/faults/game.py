"""A game as faults are planted in it: its shipped cards, and the words, conditions and references that they have."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from engine.cardset import HashedCard, shipped
from engine.language.spec.shapes import EventName, TextLiteral, holds_conditions
from engine.language.spec.vocabulary import Vocabulary
from engine.ruleset import Ruleset
from engine.rulesets import find
from tests.engine.faults.places import Json, Place, name_of, places


@dataclass(frozen=True, eq=False)
class Game:
    """One game with its shipped cards."""

    ruleset: Ruleset

    @property
    def vocabulary(self) -> Vocabulary:
        return self.ruleset.vocabulary

    @property
    def hashed(self) -> tuple[HashedCard, ...]:
        """Return the shipped cards with their hashes."""
        return shipped(self.ruleset.folder)

    @cached_property
    def cards(self) -> dict[str, Json]:
        """Return the shipped cards by id."""
        return {document["id"]: document for document, _ in self.hashed}

    @cached_property
    def places(self) -> dict[str, tuple[Place, ...]]:
        """Return the places of each card."""
        return {card: tuple(places(self.vocabulary, document)) for card, document in self.cards.items()}

    @cached_property
    def conditions(self) -> dict[str, list[Any]]:
        """Return the conditions that triggers of shipped cards have, by the event of the trigger."""
        matches: dict[str, list[Any]] = {}
        for place in self._all():
            if place.family == "condition" and place.event and holds_conditions(place.key.shape) and self.opens(place):
                matches.setdefault(place.event, []).append(place.value)
        return matches

    @cached_property
    def tags(self) -> list[str]:
        """Return the tags that nodes of shipped cards ask for."""
        return sorted({place.value for place in self._all() if place.key.name == "tag" and place.is_in_effects})

    @cached_property
    def numbers(self) -> list[str]:
        """Return the variables that shipped cards have or use."""
        of_nodes = {place.value for place in self._all() if names_a_number(place)}
        return sorted(name for name in of_nodes if isinstance(name, str))

    def opens(self, place: Place) -> bool:
        """Return whether a place is a condition of a trigger itself, rather than of something inside it."""
        return any(isinstance(key.shape, EventName) for key in place.spec.fields)

    def name(self, family: str, value: Any) -> str | None:
        """Return the name of a node of a family."""
        return name_of(self.vocabulary, family, value)

    def _all(self) -> list[Place]:
        return [place for held in self.places.values() for place in held]


def names_a_number(place: Place) -> bool:
    """Return whether a place names a variable as a text."""
    reads = place.key.analysis.names_number or place.key.analysis.reads_variable
    return reads and isinstance(place.shape, TextLiteral)


@cache
def game(name: str) -> Game:
    """Return a game by name."""
    return Game(find(name))
