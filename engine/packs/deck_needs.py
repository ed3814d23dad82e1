"""What single cards ask of the deck that holds them: a number of cards of a sort, such as two characters of an element."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.json_values import Json
from engine.language.reading.source_map import value_at
from engine.language.spec import LocalizedText

Where = Mapping[str, str]
"""The cards that are meant: each JSON Pointer into a card with the word that is there."""
Traits = frozenset[tuple[str, str]]
"""Words of a card, each with the name of its trait."""


class Demand(NamedTuple):
    """What a card asks of its deck: at least this number of cards with these traits."""

    number: int
    traits: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DeckNeed:
    """How the cards of a game ask something of their deck.

    Shapes: `name` is what is counted, in the plural; `key` is the field of a card with what it asks for, `count` the field in there with
            the number; `where` says which cards are counted; `traits` are the other fields in there, each with the pointer of that word in
            a card that is counted.
    """

    name: LocalizedText
    key: str
    count: str
    where: Where
    traits: Where


def is_meant(where: Where, card: Json) -> bool:
    """Return whether a card is among those that are meant."""
    return all(value_at(card, pointer) == word for pointer, word in where.items())


def demand_of(need: DeckNeed | None, card: Json) -> Demand | None:
    """Return what a card asks of its deck, None where it asks for no more than any other."""
    demand = card.get(need.key) if need is not None else None
    if need is None or not isinstance(demand, dict) or type(demand.get(need.count)) is not int:
        return None
    traits = tuple((name, demand[name]) for name in need.traits if isinstance(demand.get(name), str))
    return Demand(demand[need.count], traits)


def traits_of(need: DeckNeed | None, card: Json) -> Traits | None:
    """Return the traits by which a card meets the demands of others, None where it is not counted."""
    if need is None or not is_meant(need.where, card):
        return None
    words = ((name, value_at(card, pointer)) for name, pointer in need.traits.items())
    return frozenset((name, word) for name, word in words if isinstance(word, str))
