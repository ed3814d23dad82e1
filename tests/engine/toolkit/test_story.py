"""The story of a match: a turn or round is announced before anything happens in it, and a question is worded by the game."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine import api
from engine.rulesets import find, shipped_names
from engine.story import PICK_KEY, Story
from tests.engine.third_ruleset import EXAMPLE, NAME, OUTSIDE, on_the_path

HEADINGS = {EXAMPLE: ("\nThe turn of ", "Most mana"), NAME: ("\nRound ", ": Supplies")}
"""How a turn or round is announced, and what first happens in it."""
LABEL = re.compile(r"asked “[^” ]+”")
"""A question in one word: the name that the code gives it."""
MAINS = {"battle", "soloFight", "supply", "deployment", "skirmish", "action"}
"""The questions that are answered by a verb."""
OWN_ACTION = re.compile(r"skill\d")
"""The verbs that a card calls by a name of its own."""


def lines_of(name: str, bots: str = "greedy") -> Iterator[str]:
    """Yield the lines of a match's story."""
    game = find(name)
    match = api.new_match(game, seed=3, seats=game.seats[0], bots_by_seat=(bots,))
    story = Story(game, game.seats[0], "en", api.card_names(game))
    for step, action in match.played(log=True):
        yield from story.step(step, action or ())


@pytest.mark.parametrize("name", HEADINGS)
def test_announces_a_turn_before_what_happens_in_it(name: str) -> None:
    heading, first = HEADINGS[name]
    with on_the_path(name):
        lines = [*lines_of(name)]
    places = [place for place, line in enumerate(lines) if line.startswith(heading)]

    assert places[:1] == [0]
    assert len(places) > 3
    behind = [any(first in line for line in lines[place + 1 : place + 4]) for place in places[:3]]
    assert behind == [True] * 3, lines[:12]
    before = [first in lines[place - 1] and "→ 0" not in lines[place - 1] for place in places[1:4]]
    assert before == [False] * 3, lines[:12]


@pytest.mark.parametrize("name", [*OUTSIDE, *shipped_names()])
def test_tells_questions_in_words(name: str) -> None:
    with on_the_path(name if name in OUTSIDE else NAME):
        labels = {label for line in lines_of(name, "random") for label in LABEL.findall(line)}

    assert labels == set()


@pytest.mark.parametrize("name", shipped_names())
def test_has_a_sentence_for_each_answer(name: str) -> None:
    """What a player decides reads as the game says it; none falls back on its question."""
    game = find(name)
    assert game.board is not None
    mains = {decision for decision in game.board.layout.questions if decision in MAINS}
    keys = {prompt for prompt in game.board.layout.questions if prompt not in mains}
    keys |= {
        PICK_KEY.format(verb=verb.name) for verb in game.board.verbs if verb.entity and not OWN_ACTION.match(verb.name)
    }

    assert keys - game.story.keys() == set()
