"""Warnings about halo cards that never do anything: conditions that exclude each other, and cards without an effect."""

from __future__ import annotations

import json

import pytest

from engine import api
from tests.engine.rulesets.test_halo_documents import codes_and_pointers, marine


class TestConditions:
    @pytest.mark.parametrize(
        ("first", "second"),
        [
            (("IS_ALLY_SOURCE",), ("IS_ENEMY_SOURCE",)),
            (("IS_ENEMY_SOURCE",), ("SOURCE_IS_SELF",)),
            (("TARGET_HAS_TAG", "ELITE"), ("TARGET_NOT_TAG", "ELITE")),
            (("IS_ALLY_TARGET",), ("IS_ENEMY_TARGET",)),
            (("TARGET_IS_SELF",), ("IS_ENEMY_TARGET",)),
            (("SAME_LANE",), ("Not", {"op": "SAME_LANE", "args": []})),
            (("Not", {"op": "SOURCE_HAS_TAG", "args": ["ELITE"]}), ("SOURCE_HAS_TAG", "ELITE")),
            (("DAMAGE_TYPE_IS", "PLASMA"), ("DAMAGE_TYPE_IS", "TRUE")),
        ],
        ids=str,
    )
    def test_that_exclude_each_other_are_warned_of(self, first: tuple[str, ...], second: tuple[str, ...]) -> None:
        records = [{"op": name, "args": args} for name, *args in (first, second)]
        draw = {"id": "a", "trigger": "DAMAGE_DEALT", "priority": 300, "limitPerTurn": 1, "conditions": records,
                 "effects": [{"type": "DRAW", "target": "OWNER", "params": {"count": 1}}]}  # fmt: skip
        card = marine(abilities=[draw])

        code = "W-UNREACH" if "Not" in {first[0], second[0]} else "W-NEVER"
        assert codes_and_pointers(card) == [(code, "/abilities/0/conditions/1")]
        draw["conditions"] = records[:1]
        assert codes_and_pointers(card) == []

    def test_and_its_denial_inside_an_and_are_warned_of_once(self) -> None:
        here, elsewhere = ({"op": "SAME_LANE", "args": []}, {"op": "Not", "args": [{"op": "SAME_LANE", "args": []}]})
        conditions = [here, {"op": "And", "args": [[{"op": "IS_ALLY_SOURCE", "args": []}, elsewhere]]}]
        inside = [{"op": "And", "args": [[here, elsewhere]]}]
        draw = {
            "id": "a",
            "trigger": "UNIT_DEPLOYED",
            "effects": [{"type": "DRAW", "target": "OWNER", "params": {"count": 1}}],
        }

        assert codes_and_pointers(marine(abilities=[{**draw, "conditions": conditions}])) == [
            ("W-UNREACH", "/abilities/0/conditions/1/args/0/1")
        ]
        assert codes_and_pointers(marine(abilities=[{**draw, "conditions": inside}])) == [
            ("W-UNREACH", "/abilities/0/conditions/0")
        ]

    def test_are_found_inside_an_and_and_cured_by_the_fix(self) -> None:
        both = {"op": "And", "args": [[{"op": "SAME_LANE", "args": []}, {"op": "IS_ENEMY_SOURCE", "args": []}]]}
        drawn = {"id": "a", "trigger": "UNIT_DEPLOYED", "conditions": [{"op": "IS_ALLY_SOURCE", "args": []}, both],
                 "effects": [{"type": "DRAW", "target": "OWNER", "params": {"count": 1}}]}  # fmt: skip
        (problem,) = api.validate("halo", json.dumps(marine(abilities=[drawn]))).problems

        assert (problem.code, problem.path) == ("W-NEVER", "/abilities/0/conditions/1/args/0/1")
        assert problem.fix == ({"op": "remove", "path": "/abilities/0/conditions/1/args/0/1"},)

    def test_that_may_hold_together_are_fine(self) -> None:
        asked = [("TARGET_HAS_TAG", "ELITE"), ("TARGET_NOT_TAG", "SQUAD"), ("SOURCE_IS_SELF",), ("IS_ENEMY_TARGET",)]
        draw = {"id": "a", "trigger": "KILL_OCCURRED", "conditions": [{"op": name, "args": args} for name, *args in asked],
                 "effects": [{"type": "DRAW", "target": "OWNER", "params": {"count": 1}}]}  # fmt: skip

        assert codes_and_pointers(marine(abilities=[draw])) == []


class TestAnEmptyCard:
    @pytest.mark.parametrize("kind", ["TACTICAL", "FIELD"])
    def test_is_warned_of(self, kind: str) -> None:
        card = {
            name: value for name, value in marine(cardType=kind, abilities=[], keywords=[]).items() if name != "stats"
        }

        assert codes_and_pointers(card) == [("W-EMPTY", "/abilities")]
        assert codes_and_pointers(marine(abilities=[])) == []

    @pytest.mark.parametrize(("trigger", "problems"), [("UNIT_DEPLOYED", 1), ("CARD_PLAY_VALIDATED", 0)])
    def test_is_a_tactical_card_that_does_not_answer_when_it_is_played(self, trigger: str, problems: int) -> None:
        draw = {
            "id": "a",
            "trigger": trigger,
            "effects": [{"type": "DRAW", "target": "OWNER", "params": {"count": 1}}],
        }
        card = {name: value for name, value in marine(cardType="TACTICAL", abilities=[draw], keywords=[]).items() if name != "stats"}  # fmt: skip

        assert codes_and_pointers(card) == [("W-EMPTY", "/abilities/0/trigger")] * problems
