"""A count for whom its event has no field is reported, wherever a card counts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import api
from engine.language.analysis.check import check
from engine.language.diagnostics.messages import MESSAGES
from engine.language.spec import Vocabulary
from engine.language.spec.counting import counted_field
from engine.rulesets import find, names
from tests.engine.laws.campaign import generated
from tests.examples import some_of

CARDS, MIN_COUNT = some_of(240), 2
"""Generated cards of each game, and the counts that there must be among them."""
ENDING = MESSAGES["counts-nothing"].en.rpartition("; ")[2]


def plant(vocabulary: Vocabulary, value: Any) -> int:
    """Give every count in a document an event that lacks those whom it is for; return how many were changed."""
    if isinstance(value, list):
        return sum(plant(vocabulary, item) for item in value)
    if not isinstance(value, dict):
        return 0
    changes = sum(plant(vocabulary, item) for item in value.values())
    if {"event", "who", "within"} <= value.keys():
        events = (event for event in vocabulary.events if not event.hidden and not counted_field(event, value["who"]))
        if (event := next(events, None)) is not None:
            value["event"] = event.name
            changes += 1
    return changes


@pytest.mark.parametrize("game", names())
def test_a_count_that_can_only_be_0_is_reported_at_every_place(game: str) -> None:
    rules, total = find(game), 0
    for number in range(CARDS):
        card = json.loads(json.dumps(generated(rules, number)))
        count = plant(rules.vocabulary, card)
        if count:
            assert sum(ENDING in problem.message["en"] for problem in check(rules.vocabulary, card)) == count, card
        total += count
    assert total >= MIN_COUNT


def test_a_count_of_a_sort_that_its_event_does_not_tell_apart_is_reported() -> None:
    rules = find("genius")
    count = {"type": "timesThis", "who": "you", "within": "round", "skillType": "burst"}
    paths = {}
    for event in ("AFTER_USE_SKILL", "AFTER_PLAY_CARD"):
        gain = {"type": "gainDice", "kind": "omni", "count": {**count, "event": event}}
        skill = {"id": "does", "skillType": "card", "action": [gain]}
        card = {"id": "own.a", "type": "eventCard", "name": "A", "rarity": "common", "cost": {}, "skills": [skill]}
        paths[event] = [problem.path for problem in check(rules.vocabulary, card) if problem.code == "E-TYPE"]
    assert paths == {"AFTER_USE_SKILL": [], "AFTER_PLAY_CARD": ["/skills/0/action/0/count/skillType"]}


@pytest.mark.parametrize("game", [name for name in names() if find(name).vocabulary.event_words])
def test_a_count_of_a_word_for_an_event_is_reported_with_the_event(game: str) -> None:
    rules = find(game)
    words = {word.name: word.event for word in rules.vocabulary.event_words}
    fixes = {}
    for word in words:
        count = {"type": "TIMES_THIS", "event": word, "who": "this", "within": "match"}
        draw = {"type": "DRAW", "target": "OWNER", "params": {"count": count}}
        card: dict[str, Any] = {"id": "own.a", "name": "A", "version": "1.0.0", "faction": "NEUTRAL"}
        card |= {"cardType": "TACTICAL", "rarity": "COMMON", "cost": {"supply": 1, "battery": 0}, "effects": [draw]}
        problem = next(one for one in api.validate(game, json.dumps(card)).problems if one.code == "E-TYPE")
        fixes[word] = (problem.fix or ({},))[0]["value"]
        assert problem.path == "/effects/0/params/count/event"
    assert fixes == words
