"""Faults by kind and seed: the same kind and seed plant the same fault as long as the cards are the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine.language.analysis.structure import iter_structure
from engine.rulesets import names
from tests.engine.faults.game import Game, game
from tests.engine.faults.kinds import Kind
from tests.engine.faults.places import Json

SEEDS = range(1, 16)
"""Of each kind, the faults that the campaign plants. Chosen before any result was seen; a second, unseen set is 101 to 115."""
UNSEEN = range(101, 116)
VARIANTS = 200
"""Changes of one place among which one is drawn."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault planted in a shipped card.

    Shapes: place is the pointer of the place that was changed, in the original.
    """

    kind: str
    seed: int
    game: str
    card: str
    place: str
    document: Json


def fault(kind: Kind, seed: int) -> Fault:
    """Return the fault of a kind and a seed; seeds go round the games that have a place for it.

    Errors: LookupError where no shipped card has one.
    """
    draw = Random(f"{kind.name}/{seed}")
    held = names()
    for place in range(len(held)):
        name = held[(seed + place) % len(held)]
        found = next(_planted(game(name), kind, seed, draw), None)
        if found is not None:
            return found
    raise LookupError(kind.name)


def _planted(game: Game, kind: Kind, seed: int, draw: Random) -> Iterator[Fault]:
    """Yield faults of a kind in the cards of a game, in an order that is drawn: first the card, then the place, then the change."""
    cards = list(game.cards.values())
    draw.shuffle(cards)
    for card in cards:
        spots = list(game.places[card["id"]])
        draw.shuffle(spots)
        for spot in spots:
            made = [one for one, _ in zip(kind.plant(game, card, spot), range(VARIANTS), strict=False)]
            draw.shuffle(made)
            for document in made:
                if document != card and next(iter_structure(game.vocabulary, document), None) is None:
                    yield Fault(kind.name, seed, game.ruleset.name, card["id"], spot.pointer, document)
