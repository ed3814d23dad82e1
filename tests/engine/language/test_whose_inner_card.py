"""What a card inside another does for another player than the one around is said so, by declarations and not by the words of one language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine import api
from engine.language.planning.sides import depends_on_player
from engine.language.reading.surface import desugar
from engine.language.spec import Enum, Field, Vocabulary
from engine.language.text.describe import describe
from engine.rulesets import find, names

GAMES = [game for game in names() if find(game).vocabulary.other_side]
OF_A_PLAYER = re.compile(r"\b(?:you|yours?|opponent|opposing|friendly|enemy)\b", re.IGNORECASE)
OUTSIDE_CARDS = {"encounter", "holding", "placement"}
"""Records of an encounter and its map, which no card inside another has."""


def fields(vocabulary: Vocabulary) -> Iterator[tuple[str, Field]]:
    families = ("effect", "chooser", "value", "condition")
    for spec in [spec for family in families for spec in vocabulary.family(family).values()]:
        yield from ((spec.name, key) for key in spec.fields)
    for record in vocabulary.records:
        if record.name not in OUTSIDE_CARDS:
            yield from ((record.name, key) for key in record.fields)


@pytest.mark.parametrize("game", GAMES)
def test_every_word_for_a_side_is_declared(game: str) -> None:
    vocabulary = find(game).vocabulary
    words = {
        (owner, key.name, option.name)
        for owner, key in fields(vocabulary)
        if isinstance(key.shape, Enum) and key.name not in vocabulary.other_side
        for option in key.shape.options
        if OF_A_PLAYER.search(option.title.en)
    }

    assert len(words) > 10
    assert {place for place in words if place[2] not in vocabulary.side_words} == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_text_that_names_a_player_is_of_one(game: str) -> None:
    vocabulary = find(game).vocabulary
    cards = [document for document, _ in api.card_set(game)]
    texts: list[tuple[Any, str]] = [(card, describe(vocabulary, card, "en")) for card in cards]
    with_player = [card["id"] for card, text in texts if OF_A_PLAYER.search(text)]
    declared = {card["id"] for card, _ in texts if depends_on_player(vocabulary, desugar(vocabulary, card).document)}

    assert len(with_player) > 50
    assert set(with_player) - declared == set()
    assert declared != {card["id"] for card in cards}
