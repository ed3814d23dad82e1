"""What is refused of cards of `genius` that make, or wait for, what can never be."""

from __future__ import annotations

import json
from typing import Any

from engine import api
from engine.formats.decks import deck_cards
from engine.packs.decks import deck_problems
from engine.rulesets.genius.decks import RULES


def codes(skill: dict[str, Any], **fields: Any) -> list[tuple[str, str]]:
    document = {
        "id": "own.event.x",
        "type": "eventCard",
        "name": "X",
        "rarity": "common",
        "cost": {"any": 1},
        "skills": [{"id": "does", **skill}],
        **fields,
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


def test_equipment_lends_a_skill_with_a_type_and_a_cost_and_nothing_else_does() -> None:
    swing = {"skillType": "technique", "cost": {"any": 1}, "action": [{"type": "drawCards", "count": 1}]}
    free = {key: part for key, part in swing.items() if key != "cost"}

    assert codes(swing, type="equipment", tags=["artifact"]) == []
    assert codes(free, type="equipment", tags=["artifact"]) == [("E-SKILL", "/skills/0")]
    assert codes(swing) == codes(swing, type="support") == [("E-SKILL", "/skills/0")]


def test_a_card_of_two_pyro_characters_belongs_to_a_deck_that_has_them() -> None:
    draw = {"id": "does", "skillType": "card", "action": [{"type": "drawCards", "count": 1}]}
    fields = {"id": "own.flame", "type": "eventCard", "name": "Flame", "rarity": "common", "cost": {}, "skills": [draw]}
    cards = [card for card, _ in api.card_set("genius")]
    fires = [card["id"] for card in cards if card["type"] == "character" and card["element"] == "pyro"]
    rest = [card["id"] for card in cards if card["type"] == "character" and card["element"] != "pyro"]
    facts = deck_cards(RULES, [*cards, {**fields, "deckNeed": {"characters": 2, "element": "pyro"}}])

    def demands(*people: str) -> list[str]:
        deck = {
            "deckId": "d",
            "characters": [{"id": name, "count": 1} for name in people],
            "cards": [{"id": "own.flame", "count": 1}],
        }
        return [one.path for one in deck_problems(RULES, deck, facts, {}) if one.code == "E-DECK-NEED"]

    assert demands(fires[0], fires[1], rest[0]) == []
    assert demands(fires[0], rest[0], rest[1]) == ["/cards/0/id"]
