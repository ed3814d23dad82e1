"""How a card that nobody wrote gets into a match of each game, so that it is used soon.

A ruleset of which nothing is said here lays its own experiment out: the card in two slots of one seat's deck, or in its pile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.cardset import Hashed
from engine.kernel.program import CardDef
from engine.ruleset import Ruleset

Json = dict[str, Any]


class Table(NamedTuple):
    """How one game takes a card in.

    Shapes: `fit(document, number)` changes what would keep the card from being used at all, such as a price that nobody can pay;
            `opening(ruleset, card, cards, seats, pool)` is the opening environment, `cards` being the definitions without the card.
    """

    fit: Callable[[Json, int], Json]
    opening: Callable[[Ruleset, Json, Mapping[str, CardDef], int, Sequence[Hashed]], Json]


def as_it_is(document: Json, number: int) -> Json:
    """Return the document under an id of its own."""
    return {**document, "id": f"{document['id']}{number}"}


def by_experiment(
    ruleset: Ruleset, card: Json, cards: Mapping[str, CardDef], seats: int, pool: Sequence[Hashed]
) -> Json:
    """Return the opening of the ruleset's own experiment, the card being the first seat's."""
    documents = [document for document, _ in pool]
    layout = ruleset.experiment.arrange(card, None, documents, documents)
    return ruleset.experiment.opening(layout, cards, {**ruleset.config, "seats": seats}, 0)


def wizards_fit(document: Json, number: int) -> Json:
    """Make a treasure cheap, a wand where something happens as it is equipped, a spell where nothing happens in play;
    let an exploration card lie in an open pile."""
    if "level" in document:
        level = ("III", "VI")[number % 2]
        return {**document, "id": f"gen.exploration.{level}.c{number}", "level": level, "count": 1}
    moments = {behavior["at"] for behavior in document["behaviors"]}
    if moments & {"onEquip", "onUnequip"}:
        document = {**document, "cardType": "wand"}
    elif not moments & {"onPlay"}:
        document = {key: value for key, value in document.items() if key != "cardType"}
    named = f"gen.treasure.{document['rarity']}.c{number}"
    return {**document, "id": named, "manaCost": document["manaCost"] % 3, "count": 1}


def wizards_opening(
    ruleset: Ruleset, card: Json, cards: Mapping[str, CardDef], seats: int, pool: Sequence[Hashed]
) -> Json:
    """Put half a deck of the card into the first seat's hands and a good share of it on sale, or half a pile of it on the table."""
    name = card["id"]
    env = ruleset.deal({**cards}, seats, {**ruleset.config, "seats": seats}, ())
    if "level" in card:
        return {**env, card["level"]: (*[name] * 8, *env[card["level"]][:8])}
    return {**env, "deck/0": (*[name] * 5, *env["deck/0"][5:]), "common": (*[name] * 40, *env["common"])}


TABLES: Mapping[str, Table] = {"wizards": Table(wizards_fit, wizards_opening)}
DEFAULT = Table(as_it_is, by_experiment)


def table(ruleset: Ruleset) -> Table:
    """Return how a game takes cards in."""
    return TABLES.get(ruleset.name, DEFAULT)
