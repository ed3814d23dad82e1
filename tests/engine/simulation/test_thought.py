"""What a bot weighed is what it chose from, and tells nothing of cards that the person does not see."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import api
from tests.engine.simulation.test_hands import mine
from tests.engine.simulation.test_watch import PLANS, planned

Json = dict[str, Any]
TURNS = 6
"""Answers of the person's, after each of which the bot's last answer is looked at."""


def thoughts(
    spec: Json, trace: Json, *, is_open: bool, turns: int = TURNS, skill: str = ""
) -> list[tuple[list[str], Json]]:
    """Return what the bot weighed after each of the person's answers, with the answers so far."""
    judgements, answers = [], list(trace["answers"])
    for _ in range(turns):
        answers = mine(spec, trace, answers, 1, skill)
        judgement = api.preview_thought(spec, trace, answers, seat=0, is_open=is_open, skill=skill)
        if judgement is not None:
            judgements.append((answers, judgement))
    return judgements


def hidden_names(spec: Json, trace: Json, answers: list[str], no: int) -> set[str]:
    """Return what the cards are called that seat 1 has where seat 0 sees nothing of that name, before and after a step."""
    names: dict[bool, set[str]] = {True: set(), False: set()}
    for step in (no - 1, no):
        for viewer in (None, 0):
            scene = api.preview_watch(spec, trace, answers, step=step, viewer=viewer)["scene"]
            zones = [zone for side in (scene["table"], *scene["seats"]) for zone in side["zones"]]
            cards = [card for zone in zones for card in zone["cards"]]
            cards += [held for card in cards for held in card["attached"]]
            names[viewer is None] |= {card["name"]["en"] for card in cards}
    return names[True] - names[False]


@pytest.mark.parametrize("plan", ["version", "reference"])
class TestOfABot:
    def test_is_led_by_its_choice_and_falls_from_there(self, plan: str) -> None:
        ruleset, card, changes = PLANS[plan]
        spec = planned(ruleset, card, **changes)
        judgements = thoughts(spec, api.preview_hand(spec), is_open=True)

        assert judgements
        for _, judgement in judgements:
            gains = [option["gain"] for option in judgement["options"]]
            assert judgement["seat"] == 1
            assert gains == sorted(gains, reverse=True)
            assert [option["isChosen"] for option in judgement["options"]] == [True] + [False] * (len(gains) - 1)
            assert all(option["en"] and option["zh"] for option in judgement["options"])

    def test_names_no_card_that_the_person_does_not_see(self, plan: str) -> None:
        ruleset, card, changes = PLANS[plan]
        spec = planned(ruleset, card, **changes)
        trace = api.preview_hand(spec)
        secrets_told = 0
        for (answers, view), (_, whole) in zip(
            thoughts(spec, trace, is_open=False), thoughts(spec, trace, is_open=True), strict=True
        ):
            hidden = hidden_names(spec, trace, answers, view["no"])
            assert not any(name in json.dumps(view) for name in hidden), view
            secrets_told += any(name in json.dumps(whole) for name in hidden)
        assert secrets_told, "no answer named a hidden card, so this shows nothing"


class TestOfABotThatLooksAhead:
    def test_is_led_by_the_answer_that_it_gave_and_says_what_was_played_on(self) -> None:
        ruleset, card, changes = PLANS["version"]
        spec = planned(ruleset, card, **changes)
        trace = api.preview_hand(spec)
        judgements = thoughts(spec, trace, is_open=True, turns=3, skill="lookahead")
        after = [api.preview_watch(spec, trace, answers, step=view["no"]) for answers, view in judgements]

        assert judgements
        for (_, judgement), view in zip(judgements, after, strict=True):
            (answer,) = [option["en"] for option in judgement["options"] if option["isChosen"]]
            lines = [line for row in view["rows"] if row["no"] == judgement["no"] for line in row["lines"]["en"]]
            assert judgement["options"][0]["en"] == answer
            assert 2 <= len(judgement["options"]) <= 4
            assert lines and answer.rpartition(": ")[2] in " ".join(lines)


class TestOfNone:
    def test_before_any_answer_and_of_a_bot_that_does_not_weigh(self) -> None:
        ruleset, card, changes = PLANS["reference"]
        spec = planned(ruleset, card, **changes)
        trace = api.preview_hand(spec)
        chance_spec = spec | {"bots": ["random"]}
        answers = mine(chance_spec, trace, [], 3)

        assert api.preview_thought(spec, trace, [], seat=0, is_open=True) is None
        assert api.preview_thought(chance_spec, trace, answers, seat=0, is_open=True) is None
