"""The stand-in of a new scenario has a name in both languages, whichever game's board it stands on."""

from __future__ import annotations

import json

import pytest

from engine import api
from engine.cardset import hashed
from engine.rulesets import find, names
from engine.scenario.beginning import STAND_IN

GAMES = [
    name
    for name in names()
    if (board := find(name).board) is not None and STAND_IN in json.dumps(dict(board.beginning.setup))
]
"""The games whose new scenarios begin with a stand-in."""


@pytest.mark.parametrize("game", GAMES)
def test_is_called_in_both_languages(game: str) -> None:
    board = find(game).board
    assert board is not None
    title = api.card_names(game, [hashed(dict(card)) for card in board.beginning.cards])[STAND_IN]

    assert title.en == "Stand-in" and title.zh == "替身"
