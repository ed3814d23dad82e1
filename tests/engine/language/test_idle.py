"""An empty list of effects is reported where it stands, unless the rules give an empty one a meaning."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import api
from engine.errors import Problem
from tests.engine.language.cards import DRAW, HIT, ME, mount, read, treasure
from tests.engine.language.patches import patched
from tests.engine.rulesets.halo_cases import card as halo_card

DO = "/behaviors/0/do"
HAS_WAND = {"type": "HasWand", "playerUUID": ME}


def empty(card: Any) -> list[Problem]:
    """Return what is said of empty lists in a card of wizards."""
    return [problem for problem in read(card).problems if problem.code == "W-EMPTY"]


def waiting(*, stage: str | None = None, event: str = "onDefeat") -> dict[str, Any]:
    """Return an effect that sets up a trigger which does nothing."""
    trigger = {"event": event, "mode": "round", **({} if stage is None else {"stage": stage}), "do": []}
    return {"type": "addTriggers", "triggers": [trigger]}


class TestAnEmptyList:
    @pytest.mark.parametrize(
        ("card", "paths"),
        [
            ({**treasure(HIT), "behaviors": [{"at": "onPlay", "do": []}]}, [DO]),
            (treasure({"type": "if", "condition": HAS_WAND, "do": []}), [f"{DO}/0/do"]),
            (treasure({"type": "loop", "times": 2, "do": []}), [f"{DO}/0/do"]),
            (treasure(waiting()), [f"{DO}/0/triggers/0/do"]),
            (treasure(waiting(stage="after")), [f"{DO}/0/triggers/0/do"]),
            (treasure({"type": "when", "event": "onDefeat", "who": "you", "mode": "round", "do": []}), [f"{DO}/0/do"]),
            (treasure({"type": "if", "condition": HAS_WAND, "do": [], "elsedo": []}), [f"{DO}/0/do", f"{DO}/0/elsedo"]),
            (treasure({"type": "if", "condition": HAS_WAND, "do": [DRAW], "elsedo": []}), [f"{DO}/0/elsedo"]),
            (
                treasure({"type": "choose", "ask": ME, "options": [{"do": []}, {"do": []}]}),
                [f"{DO}/0/options/0/do", f"{DO}/0/options/1/do"],
            ),
            (
                treasure({"type": "choose", "ask": ME, "options": [{"do": [waiting()]}, {"do": [HIT]}]}),
                [f"{DO}/0/options/0/do/0/triggers/0/do"],
            ),
        ],
    )
    def test_is_reported_where_it_stands(self, card: Any, paths: list[str]) -> None:
        assert [problem.path for problem in empty(card)] == paths

    @pytest.mark.parametrize(
        "card",
        [
            treasure(HIT),
            treasure({"type": "if", "condition": HAS_WAND, "do": [], "elsedo": [DRAW]}),
            treasure({"type": "choose", "ask": ME, "options": [{"do": [HIT]}, {"do": []}]}),
            treasure({"type": "randomly", "options": [{"do": [HIT]}, {"do": []}]}),
            treasure({"type": "flip", "heads": [], "tails": [HIT]}),
            treasure(waiting(stage="check", event="onDrawCard")),
            treasure(mount("onDefeat", DRAW)),
        ],
    )
    def test_is_fine_where_the_rules_give_it_a_meaning(self, card: Any) -> None:
        assert empty(card) == []

    def test_of_another_game_is_its_own_list(self) -> None:
        ability = {"id": "a", "trigger": "TURN_STARTED", "effects": []}
        reported = api.validate(
            "halo", json.dumps({**halo_card("UNT-001", "UNIT", 1, (1, 0, 2)), "abilities": [ability]})
        ).problems

        assert ("W-EMPTY", "/abilities/0/effects") in [(problem.code, problem.path) for problem in reported]

    def test_is_said_in_both_languages(self) -> None:
        (problem,) = empty(treasure({"type": "if", "condition": HAS_WAND, "do": []}))

        assert problem.message == {
            "en": "This list of effects is empty, so nothing is done here; expected an effect.",
            "zh": "此效果列表为空，此处什么也不会做；应有一个效果。",
        }
        assert problem.severity == "warning"


class TestTheFix:
    def test_takes_out_the_idle_effect_beside_others(self) -> None:
        card = treasure(HIT, {"type": "if", "condition": HAS_WAND, "do": []})
        (problem,) = empty(card)

        assert problem.fix == ({"op": "remove", "path": f"{DO}/1"},)
        assert patched(card, problem.fix) == treasure(HIT)

    def test_takes_out_what_may_be_absent(self) -> None:
        card = treasure({"type": "if", "condition": HAS_WAND, "do": [DRAW], "elsedo": []})
        (problem,) = empty(card)

        assert problem.fix == ({"op": "remove", "path": f"{DO}/0/elsedo"},)

    def test_is_the_authors_where_only_the_idle_effect_stands(self) -> None:
        (problem,) = empty(treasure({"type": "loop", "times": 2, "do": []}))

        assert problem.fix is None
