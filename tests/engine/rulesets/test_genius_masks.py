"""004's action mask: every option has its place, its cost is the present one, and asking for it changes nothing. Conformance 103."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from engine import api
from engine.errors import IllegalAction
from engine.rulesets.genius.masks import encode
from engine.rulesets.genius.words import ANY, PYRO
from tests.engine.rulesets.genius_field import Field, damage, duel, event_card, skill

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "genius_env.py"
OWN = {"hands": [{"card": "bolt", "as": "bolt"}, {"card": "meal", "as": "meal"}]}


@pytest.fixture
def field() -> Field:
    cards = [event_card("bolt", damage(1), cost={"any": 2}), event_card("meal", damage(1), target="myCharacter")]
    return duel(skill("hit", damage(2)), skill("burst", damage(3), cost={"pyro": 3, "any": 1}), cards=cards, own=OWN)


class TestTheMask:
    def test_has_the_shape_of_the_document_and_a_place_for_each_option(self, field: Field) -> None:
        mask = encode(field.state, field.asked())
        marked_pairs = {
            (choice, target) for choice, row in enumerate(mask) for target, cell in enumerate(row) if cell[0]
        }

        assert (len(mask), {len(row) for row in mask}, {len(cell) for row in mask for cell in row}) == (20, {16}, {5})
        assert {(0, 1), (1, 2), (1, 3), (1, 4), (10, 0), (11, 0), (14, 3), (14, 4), (15, 1)} <= marked_pairs
        assert (mask[0][1], mask[11][0]) == ([1, 2, ANY, 0, 0], [1, 3, PYRO, 1, ANY])

    def test_changes_nothing(self, field: Field) -> None:
        before = field.digest()

        assert encode(field.state, field.asked()) == encode(field.state, field.asked())
        assert field.digest() == before

    def test_is_of_no_other_game(self) -> None:
        match = api.new_match("wizards", seed=1, seats=2)
        with pytest.raises(IllegalAction, match="no mask"):
            api.encode(match, match.begin().state)


class TestTheExample:
    def test_is_short_and_plays_a_match_to_its_end(self) -> None:
        count, rewards = runpy.run_path(str(EXAMPLE))["play"](7)

        assert len(EXAMPLE.read_text().splitlines()) <= 80
        assert count > 20 and sum(rewards.values()) == 0
