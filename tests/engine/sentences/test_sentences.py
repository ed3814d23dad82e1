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
STILL_PRINTED = {
    "a number that the author invented has no name on a card",
    "作者自拟的数值不应作为名称出现",
    "a formula in a formula",
    "a noun phrase would do",
}
"""The markers that a shipped card has; `make language` counts them. It may only shrink."""


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


@pytest.mark.parametrize("ruleset", sorted(file.stem for file in FOLDER.glob("*.json")))
def test_no_shipped_card_reads_as_a_program(ruleset: str) -> None:
    texts = [api.describe(ruleset, card, language) for card, _ in api.card_set(ruleset) for language in ("en", "zh")]

    assert [text for text in texts if set(clumsy(text)) - STILL_PRINTED] == []


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
    "The opponent draws a fewer card each turn.",
    "At the start of your turn every second time, draw a card.",
    "Every third time an allied card plays, draw a card.",
    "Adjacent opposing units have exactly 0 movement.",
    "Whenever this unit has taken damage, draw a card.",
    "Pick 2 of the enemy units in play at random. Destroy each of those targets.",
    "Put an allied unit of your choice into its owner's hand, then it costs 1 less supply.",
    "Exile every card in the wand slot of the player after you.",
    "每第二次你的回合开始时，抽1张牌。",
    "有友方单位每第二次被击杀时，抽1张牌。",
    "所有玩家获得2点法力。",
    "我方支援数每有1点，抽1张牌。",
    "每当本单位受到了伤害时，抽1张牌。",
    "A standby character of yours of your choice gains 2 energy.",
    "Has Swift and Mail Coat.",
    "Talent of Maelin.\nAfter this, its character uses Thaw.",
    "Deal damage equal to the excess damage to the enemy base.",
    "Whenever its character suffers damage, the damage is multiplied by 2.",
    "对随机一个怪物造成3点伤害。",
    "将你的弃牌堆中你选择的一张牌置入你的手牌。",
    "Whenever you play a card, it costs a die less.",
    "Gain mana equal to (3 plus your gold) (at most 9).",
    "将此牌的生命值设为等同于其生命值上限的点数。",
    "If the number of cards in your hand is more than the number of cards in the opposing hand, draw a card.",
    "每有1个怪物，抽1张牌（最多3）。",
    "An opposing unit of your choice within 3 becomes Blind.",
    "Shuffle a random card of your hand into your deck.",
    "若你控制的战线数为0，抽1张牌。",
)
"""Every kind of text that no card prints, by a sample of each."""


@pytest.mark.parametrize("text", SAMPLES)
def test_markers_know_every_kind_of_text_that_no_card_prints(text: str) -> None:
    assert clumsy(text) != []
