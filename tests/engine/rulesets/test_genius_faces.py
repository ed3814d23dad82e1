"""What a card of genius costs, holds and belongs to can be read off it: changed, it changes the rules text or the face, in both languages."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from engine import api
from engine.rulesets import find
from tests.engine.laws import campaign

Json = dict[str, Any]
GENERATED = 30
"""Cards that are generated beside the shipped ones."""
OTHER_CARD = "genius.character.someone-else"
DIE = "pyro"


def shipped() -> list[Json]:
    return [document for document, _ in api.card_set("genius")]


def generated() -> list[Json]:
    return [campaign.generated(find("genius"), number) for number in range(GENERATED)]


def changes(card: Json) -> Iterator[tuple[str, Json]]:
    """Yield what is changed, and the card with it changed: each cost, each variable, the character, each skill that is named."""
    changed = copy.deepcopy(card)
    for name, config in changed.get("varConfigs", {}).items():
        yield from _change(changed, config, "initialValue", config["initialValue"] + 1, name)
        for key in ("appendLimit", "appendValue") if config.get("recreateBehavior") == "append" else ():
            if key in config:
                yield from _change(changed, config, key, config[key] + 1, f"{name} {key}")
    if "cost" in changed:
        yield from _change(changed, changed["cost"], DIE, changed["cost"].get(DIE, 0) + 1, "cost")
    if "character" in changed:
        yield from _change(changed, changed, "character", OTHER_CARD, "character")
    for skill in changed.get("skills", ()):
        yield from _skill_changes(changed, skill)


def _skill_changes(card: Json, skill: Json) -> Iterator[tuple[str, Json]]:
    if skill.get("skillType", "card") != "card":
        cost = skill.setdefault("cost", {})
        yield from _change(card, cost, DIE, cost.get(DIE, 0) + 1, f"cost of {skill['id']}")
        other_type = "burst" if skill["skillType"] == "normal" else "normal"
        yield from _change(card, skill, "skillType", other_type, f"type of {skill['id']}")
        if skill.get("name"):
            yield from _change(card, skill, "name", "Another Name", f"name of {skill['id']}")
    for node in skill["action"]:
        if node["type"] in ("useSkill", "prepareSkill"):
            yield from _change(card, node, "skill", "another", f"skill that {skill['id']} uses")


def _change(card: Json, part: Json, key: str, value: Any, what: str) -> Iterator[tuple[str, Json]]:
    former = part.get(key)
    part[key] = value
    yield what, card
    part[key] = former
    if former is None:
        del part[key]


def appearance(card: Json) -> dict[str, str]:
    """Return all that a reader of each language sees of a card: its rules text and its face, costs and numbers in their order."""
    face = api.face("genius", {**card, "description": ""}, {})
    shown_facts = {
        language: [(fact["label"][language], fact["value"]) for fact in (*face["cost"], *face["stats"])]
        + [action[language] for action in face["actions"]]
        for language in ("en", "zh")
    }
    return {language: f"{facts} {api.describe('genius', card, language)}" for language, facts in shown_facts.items()}


@pytest.mark.parametrize("cards", [shipped, generated])
def test_changes_with_what_a_card_holds(cards: Any) -> None:
    count, silent_changes = 0, set()
    for card in cards():
        former = appearance(card)
        for what, changed in changes(card):
            count += 1
            silent_changes |= {
                (card["id"], what, lang) for lang, text in appearance(changed).items() if text == former[lang]
            }

    assert count > GENERATED
    assert silent_changes == set()


def test_begins_the_line_of_each_skill_as_its_text_does() -> None:
    texts = {card.id: card.texts for card in api.sample_pack("genius").cards}
    missing = [
        (card["id"], action)
        for card in shipped()
        for action in api.face("genius", card, texts[card["id"]])["actions"]
        if action["en"] not in card["description"] or action["zh"] not in texts[card["id"]]["zh"]["description"]
    ]

    assert missing == []


def test_tells_the_costs_of_a_skill_in_one_order_however_they_are_written() -> None:
    strike = {"id": "strike", "name": "Strike", "skillType": "normal", "action": []}
    card = {"id": "own.hero", "type": "character", "name": "Hero"}
    faces = [
        api.face("genius", {**card, "skills": [{**strike, "cost": cost}]}, {})["actions"]
        for cost in ({"any": 2, "pyro": 1}, {"pyro": 1, "any": 2})
    ]

    assert (
        faces[0] == faces[1] == [{"en": "Strike (Normal attack, ①Pyro ②Any)", "zh": "【Strike】普通攻击①火②任意元素"}]
    )
