"""Names inside a card: called by list, id and key, whatever their place, and only where the ruleset says that players read them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import api
from engine.formats import schema_problems

STRIKE = {"id": "strike", "name": "Strike", "skillType": "normal", "cost": {"pyro": 1}, "action": []}
BURN = {"id": "burn.it", "name": "Burn", "skillType": "burst", "cost": {"energy": 2}, "action": []}
PASSIVE = {"id": "grit", "triggerOn": "ON_ROUND_END", "action": []}


def character(*skills: Any) -> dict[str, Any]:
    return {"id": "x.hero", "type": "character", "name": "Hero", "skills": list(skills)}


def named(document: Any) -> dict[str, tuple[str, str]]:
    return {each.name: (each.pointer, each.text) for each in api.inner_texts("genius", document)}


def test_are_called_by_the_id_of_their_item() -> None:
    assert named(character(STRIKE, BURN, PASSIVE)) == {
        "skills.strike.name": ("/skills/0/name", "Strike"),
        "skills.burn.it.name": ("/skills/1/name", "Burn"),
    }
    assert named(character(BURN, STRIKE))["skills.strike.name"] == ("/skills/1/name", "Strike")


def test_say_what_they_are_in_both_languages() -> None:
    (strike,) = api.inner_texts("genius", character(STRIKE))

    assert (strike.title.en, strike.title.zh, strike.limit) == ("Skill, name: strike", "技能名称：strike", 80)


@pytest.mark.parametrize(
    "item", [None, 3, [], {}, {"id": 3, "name": "A"}, {"id": "a/b", "name": "A"}, {"id": "a", "name": 1}]
)
def test_leave_out_what_cannot_be_named(item: Any) -> None:
    assert named(character(item, STRIKE)) == {"skills.strike.name": ("/skills/1/name", "Strike")}


@pytest.mark.parametrize("document", [None, [], "x", {}, {"type": "character", "skills": {"a": 1}}])
def test_of_what_is_no_card_there_are_none(document: Any) -> None:
    assert named(document) == {}


@pytest.mark.parametrize("ruleset", [item.name for item in api.rulesets()])
def test_of_shipped_cards_are_written_in_the_other_language(ruleset: str) -> None:
    pack = api.sample_pack(ruleset)
    rows = [
        (card.id, item.name, card.texts.get("zh", {}).get(item.name, ""))
        for card in pack.cards
        for item in api.inner_texts(ruleset, json.loads(card.text))
    ]

    assert bool(rows) == (ruleset == "genius")
    assert [(card, name) for card, name, text in rows if api.language_of(text) != "zh"] == []


def test_stand_on_the_face_in_their_language() -> None:
    face = api.face("genius", character(STRIKE, BURN), {"zh": {"skills.strike.name": "打击"}})

    assert [each["zh"] for each in face["actions"]] == ["【打击】普通攻击①火", "【Burn】元素爆发②充能"]
    assert [each["en"] for each in face["actions"]] == [
        "Strike (Normal attack, ①Pyro)",
        "Burn (Elemental burst, ②Energy)",
    ]


def test_are_part_of_the_file_of_a_language() -> None:
    texts = {"format": "text/1", "lang": "zh", "cards": {"x.hero": {"name": "英雄", "skills.burn.it.name": "燃烧"}}}
    schema = api.schema("genius", "text")

    assert schema_problems(texts, schema) == []
    texts["cards"]["x.hero"]["flavour"] = "…"  # type: ignore[index]  # it is one
    assert [each.path for each in schema_problems(texts, schema)] == ["/cards/x.hero/flavour"]
