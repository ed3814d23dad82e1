"""Sentences as designers say them: the cards that say them are without a fault or warning, and print as a card would, in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.rulesets import find
from tests.engine.sentences.blocks import blocks_of
from tests.engine.sentences.markers import clumsy

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("ruleset", sorted(file.stem for file in FOLDER.glob("*.json")))
def test_reads_as_designers_say_it(ruleset: str) -> None:
    rows: list[dict[str, Any]] = json.loads((FOLDER / f"{ruleset}.json").read_text(encoding="utf-8"))

    problems = {
        row["says"]: [problem.code for problem in api.validate(ruleset, json.dumps(row["card"])).problems]
        for row in rows
    }
    texts = {row["says"]: [api.describe(ruleset, row["card"], language) for language in ("en", "zh")] for row in rows}

    assert {says: codes for says, codes in problems.items() if codes} == {}
    assert texts == {row["says"]: [row["en"], row["zh"]] for row in rows}


def test_blocks_are_what_an_author_puts_together() -> None:
    card = {
        "id": "own.treasure.common.toss",
        "name": "Toss",
        "behaviors": [
            {
                "at": "onPlay",
                "do": [
                    {
                        "type": "strike",
                        "amount": {"type": "instead", "value": 2, "then": 3, "condition": {"type": "HasWand"}},
                    },
                    {"type": "damage", "amount": 1, "target": {"type": "allMonsters"}},
                ],
            }
        ],
    }

    assert blocks_of(find("wizards").vocabulary, card) == len(
        ("behaviour", "strike", "instead", "HasWand", "damage", "allMonsters")
    )


def test_words_of_a_halo_card_are_no_blocks() -> None:
    ability = {
        "id": "a",
        "trigger": "UNIT_DEPLOYED",
        "conditions": [{"op": "SOURCE_IS_SELF", "args": []}],
        "effects": [{"type": "DRAW", "target": "OWNER", "params": {"count": 1}}],
    }

    assert blocks_of(find("halo").vocabulary, {"cardType": "UNIT", "abilities": [ability]}) == len(
        ("ability", "condition", "effect")
    )


def test_markers_find_what_a_program_says() -> None:
    assert clumsy("This card's cost is raised by 2 times -1.") != []
    assert clumsy("此牌的法力消耗减少，减少量等于场上怪物的数量。") != []
    assert clumsy("Counter the next spell. Deal 2 damage to each enemy, three times.") == []


SAMPLES = (
    "Cards that you play cost more by your gold times -1.",
    "Another player loses 2 gold. Gain gold equal to the gold lost times -1.",
    "Put the top 1 cards of your deck into your hand.",
    "Deal damage equal to its health times 2.",
    "This card's “casts” counter rises by 1.",
    "When flipped: while this card is in play, whenever a player draws a card, gain 1 gold.",
    "Choose a card that is a spell and whose cost is at most 2.",
    "Prevent 99 of that damage.",
    "Your opponent loses a random die and gain a random die.",
    "Summon “own.unit.spark”.",
    "For every other player: that player loses 1 gold.",
    "Draw 1 cards.",
    "Gain -1 gold.",
    "Summon an unit-eater and an token.",
    "Whenever a minion dies, if that player is not you, draw a card.",
    "At the end of your turn, if the number of cards in your hand is less than 3, draw a card.",
    "This turn, cards that all players play cost 1 less.",
    "对一个怪物造成等同于3加你的冻结值的伤害。",
    "造成等同于溢出的伤害的伤害。",
    "此牌的法力消耗减少，减少量等于场上怪物的数量。",
    "获得-1枚金币。",
    "对2个玩家各造成1点伤害。",
    "召唤““own.spark””。",
    "若敌方召唤物数小于1，抽1张牌。",
    "以自身可用次数逐点抵消该伤害。",
)
"""Every kind of text that no card prints, by a sample of each."""


@pytest.mark.parametrize("text", SAMPLES)
def test_markers_know_every_kind_of_text_that_no_card_prints(text: str) -> None:
    assert clumsy(text) != []
