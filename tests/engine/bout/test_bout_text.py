"""Rules text of static modifiers, on the bout: for whom each holds, on what condition, and what it does to a number."""

from __future__ import annotations

from typing import Any

import pytest

from engine.language.proofreading.facts import facts
from engine.language.text.describe import describe
from tests.engine.bout.vocabulary import BOUT

Json = dict[str, Any]
ITSELF: Json = {"type": "Equals", "value1": "$target.UUID", "value2": "$self.UUID"}
BEARER: Json = {"type": "Equals", "value1": "$target.UUID", "value2": {"type": "masterOf", "of": "$self.UUID"}}
YOURS: Json = {"type": "Equals", "value1": "$self.playerUUID", "value2": "$target.playerUUID"}


def alive(of: str) -> Json:
    """Return the condition that something has more than 3 health."""
    return {"type": "GreaterThan", "value1": {"type": "var", "of": of, "name": "hp"}, "value2": 3}


def all_of(*conditions: Json) -> Json:
    return {"type": "And", "conditions": list(conditions)}


def card(op: str, value: Any, condition: Json | None = ITSELF, **more: Any) -> Json:
    """Return a definition with one modifier of attack."""
    modifier = {"stat": "attack", "op": op, "value": value, **more}
    return {"id": "1", "type": "equipment", "auras": [{**modifier, "condition": condition} if condition else modifier]}


class TestAStaticModifier:
    @pytest.mark.parametrize(
        ("document", "en", "zh"),
        [
            (card("add", 1), "This entity has +1 attack.", "此实体的attack增加1。"),
            (card("add", -2), "This entity has -2 attack.", "此实体的attack减少2。"),
            (card("set", 3), "This entity's attack is 3.", "此实体的attack为3。"),
            (card("mul", 2), "This entity's attack is multiplied by 2.", "此实体的attack乘以2。"),
            (
                card("mul", 3, divisor=2),
                "This entity's attack is multiplied by 3, divided by 2 and rounded down.",
                "此实体的attack乘以3、除以2并向下取整。",
            ),
            (card("max", 4), "This entity's attack is at most 4.", "此实体的attack至多为4。"),
            (card("min", 1), "This entity's attack is at least 1.", "此实体的attack至少为1。"),
            (
                card("add", {"type": "var", "of": "$self.UUID", "name": "usage"}),
                "This entity has extra attack equal to its usage.",
                "此实体的attack增加，增加量等于其usage。",
            ),
        ],
    )
    def test_says_what_it_does_to_the_number(self, document: Json, en: str, zh: str) -> None:
        assert (describe(BOUT, document, "en"), describe(BOUT, document, "zh")) == (en, zh)

    @pytest.mark.parametrize(
        ("condition", "en", "zh"),
        [
            (None, "Every entity has +1 attack.", "所有实体的attack增加1。"),
            (BEARER, "The character that this entity is on has +1 attack.", "此实体所附着的角色的attack增加1。"),
            (YOURS, "Every entity whose player is you has +1 attack.", "所有玩家是你的实体的attack增加1。"),
            (
                alive("$target.UUID"),
                "Every entity whose hp is more than 3 has +1 attack.",
                "所有hp大于3的实体的attack增加1。",
            ),
            (
                all_of(ITSELF, alive("$self.UUID")),
                "If this entity's hp is more than 3, it has +1 attack.",
                "若此实体的hp大于3，其attack增加1。",
            ),
        ],
        ids=["all", "one", "yours", "some", "one if"],
    )
    def test_says_for_whom_it_holds(self, condition: Json | None, en: str, zh: str) -> None:
        document = card("add", 1, condition)

        assert (describe(BOUT, document, "en"), describe(BOUT, document, "zh")) == (en, zh)

    def test_has_its_numbers_in_what_a_written_text_is_held_to(self) -> None:
        numbers = [(reported.path, reported.value) for reported in facts(BOUT, card("mul", 3, divisor=2)).numbers]

        assert numbers == [("/auras/0/value", 3), ("/auras/0/divisor", 2)]

    def test_is_said_as_far_as_it_can_be_read(self) -> None:
        assert describe(BOUT, {"id": "1", "auras": [{"stat": 7}, None]}, "en") == "Every entity has +… 7."
