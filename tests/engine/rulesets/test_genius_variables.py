"""Words of a card that nothing reads: a variable that nothing sets, W-VARIABLE, and a tag that is almost one of the rules, W-TAG.

The kind that a card names says of which game it is.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import api
from engine.formats.packs import likeliest
from engine.packs.loading import open_bytes
from engine.rulesets import find, names
from engine.rulesets.genius.words import TAGS

READ = {"type": "variable", "name": "dept"}


def card(kind: str = "support", read: Any = READ, **extra: Any) -> dict[str, Any]:
    """Return a card that draws as many cards as a variable says."""
    skill = {"id": "s", "triggerOn": "END_PHASE", "action": [{"type": "drawCards", "count": read}]}
    cost = {"cost": {"any": 1}} if kind == "support" else {}
    return {"id": "my.card", "type": kind, "name": "X", "rarity": "common", **cost, "skills": [skill], **extra}


def warned(document: dict[str, Any]) -> list[tuple[str, str, Any]]:
    report = api.validate("genius", json.dumps(document))
    return [(one.path, one.code, one.wanted) for one in report.problems if one.code in ("W-VARIABLE", "W-TAG")]


class TestATag:
    @pytest.mark.parametrize("tag", sorted(TAGS))
    def test_of_the_rules_is_fine_and_with_capitals_or_a_slip_it_is_warned_of(self, tag: str) -> None:
        slip = f"{tag}s"

        assert [warned(card(read=1, tags=[name])) for name in (tag, tag.upper(), slip)] == [
            [],
            [("/tags/0", "W-TAG", tag)],
            [("/tags/0", "W-TAG", tag)],
        ]

    def test_that_is_far_from_the_rules_is_fine(self) -> None:
        assert warned(card(read=1, tags=["harbour", "of-the-north"])) == []


class TestAVariable:
    def test_that_nothing_sets_is_warned_of_with_the_nearest_name(self) -> None:
        found = warned(card(varConfigs={"debt": {"initialValue": 1}}))

        assert found == [("/skills/0/action/0/count/name", "W-VARIABLE", "debt")]

    def test_with_an_initial_value_is_fine(self) -> None:
        assert warned(card(varConfigs={"dept": {"initialValue": 1}})) == []

    def test_that_an_effect_changes_is_fine(self) -> None:
        change = {"type": "changeVariable", "name": "dept", "amount": 1}
        skills = [*card()["skills"], {"id": "t", "triggerOn": "ON_TUNE", "action": [change]}]

        assert warned({**card(), "skills": skills}) == []

    def test_of_something_else_is_fine(self) -> None:
        active = {"type": "characters", "which": "active"}

        assert warned(card(read={**READ, "target": active, "name": "health"})) == []


@pytest.mark.parametrize(("kind", "game"), [("ability", "encounter"), ("status", "genius")])
def test_a_card_of_keys_that_two_games_know_is_of_the_game_whose_kind_it_names(kind: str, game: str) -> None:
    document = {"id": "my.card", "type": kind, "name": "X", "rarity": "common", "skills": []}

    assert likeliest(open_bytes(json.dumps(document).encode()), [find(name) for name in names()]).name == game
