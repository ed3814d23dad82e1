"""What is refused of cards of `genius` that make, or wait for, what can never be."""

from __future__ import annotations

import json
from typing import Any

from engine import api


def codes(skill: dict[str, Any]) -> list[tuple[str, str]]:
    document = {
        "id": "own.event.x",
        "type": "eventCard",
        "name": "X",
        "rarity": "common",
        "cost": {"any": 1},
        "skills": [{"id": "does", **skill}],
    }
    problems = api.validate("genius", json.dumps(document)).problems
    return [(problem.code, problem.path) for problem in problems if problem.severity == "error"]


def test_a_card_is_made_of_one_thing() -> None:
    copy = {"type": "lastPlayed"}
    sources = [{}, {"card": "genius.event.toss", "copyOf": copy}, {"copyOf": copy}]
    refused = [codes({"skillType": "card", "action": [{"type": "createCard", **fields}]}) for fields in sources]

    assert refused == [[("E-COPY", "/skills/0/action/0")], [("E-COPY", "/skills/0/action/0")], []]


def test_an_event_card_waits_for_nothing() -> None:
    cheaper = [{"type": "reduceCost", "amount": 1}]

    assert codes({"triggerOn": "CALCULATE_DICE", "action": cheaper}) == [("E-SKILL", "/skills/0/triggerOn")]
