"""Rules text of shipped cards that an editor sent back once, as it has to read in both languages."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from engine import api
from engine.rulesets import names

TEXTS = [
    ("halo", "AEG-012", "whenever another allied unit card in this lane takes damage, that damage goes to this unit instead", "每当有本战线的其他友方单位牌受到伤害时，该伤害改由本单位承受"),
    ("halo", "AEG-013", "• Move this unit to the lane to the right.", "• 将本单位移至右侧的战线。"),
    ("halo", "ARM-009", "whenever the bearer makes a kill, it may act once more this turn", "每当装备者完成击杀时，装备者本回合可再次行动"),
    ("halo", "BLM-010", "if your number of returns is less than 2, it is exiled instead", "若你的返回次数小于2，改为将其放逐"),
    ("halo", "FLD-006", "if the active player has fewer than 2 cards in hand, that player draws a card", "若当前回合的玩家手牌不足2张，该玩家抽1张牌"),
    ("halo", "NEU-007", "a unit of your choice that costs 2 or less from your deck", "从你牌库中选择的一张费用不超过2的单位牌"),
    ("halo", "TAC-015", "a tactical card of your choice from your discard pile", "从你弃牌堆中选择的一张战术牌"),
    ("halo", "TAC-018", "if it has the beast tag or has Infect, it gets +1 health", "若该单位带有野兽标签或具有感染，其生命+1"),
    ("halo", "TAC-019", "equal to twice the number of lanes you hold (at most 5)", "X点伤害，X为你控制的战线数的2倍（至多5）"),
    ("halo", "VLT-010", "if you have held this lane for a turn, heal", "若你已控制本战线1回合，为"),
    ("halo", "VES-VLT-003", "if it comes from an orbital strike, that damage", "若来自轨道打击，该伤害"),
    ("wizards", "loom.treasure.common.third_chime", "If your number of chimes is 3, gain 4 gold.", "若你的钟鸣数为3，获得4枚金币。"),
    ("wizards", "loom.treasure.common.coin_on_edge", "Roll a die with 2 sides. If the number rolled is 2, gain", "掷一个2面骰。若掷出的点数为2，获得"),
    ("genius", "genius.event.copies", "Add 2 copies of Warm Flatbread to your hand.", "生成2张热烙饼置入手牌。"),
    ("genius", "genius.event.resonance-cryo", "Gain Splinters with usage 1.", "我方生成碎冰（可用次数为1）。"),
    ("genius", "genius.rule.seed", "if the element is Pyro or Electro, add 2 damage", "若元素为火或雷，增加2点伤害"),
    ("genius", "genius.status.marked-seed", "Whenever you apply an element to a character and it reacts, deal", "我方对角色附着元素并触发反应后，对"),
    ("genius", "genius.support.clock", "if the counter of this card is at least 4", "若自身的计数不小于4"),
    ("genius", "genius.support.cook", "whenever you play a Food card, it costs 1 die less", "每当我方打出料理牌时，少花费1个元素骰"),
    ("encounter", "", "Three times per round: whenever this unit deals damage", "为此单位恢复1点生命值。（每回合3次）"),
    ("wizards", "", "deal 2 damage to each of its targets", "对其目标各造成2点伤害"),
    ("wizards", "loom.treasure.common.brass_thimble", "Cards that you play deal 1 more damage with each hit.", "你打出的牌造成的伤害增加1点。"),
    ("wizards", "loom.treasure.common.sharpened_thought", "Deal 3 damage to a monster of your choice, three times.", "对你选择的一个怪物造成3点伤害，共三次。"),
    ("wizards", "", "If any mana is in excess, deal", "若有法力溢出，对"),
    ("wizards", "", "Deal 3 damage to a random monster, three times.", "随机对一个怪物造成3点伤害，共三次。"),
    ("wizards", "", "Cards that you play that cost 4 or more cost 1 less.", "你打出的费用不少于4的牌的法力消耗减少1点。"),
]  # fmt: skip
"""The game, the card (any of it where none is named), and words of its text."""
RAW = re.compile(r"[A-Za-z]{2,}[_.][A-Za-z]|\$|\{|…|undefined|None|\b([a-z]+) \1\b")
"""What no text has: an identifier, a hole, a doubled word."""
RAW_ZH = re.compile("[a-z]{3,}(?![a-z]*”)|的的|了了|，，|。。|（）|若若")
"""The same in Chinese, where a Latin word can only be quoted."""


@cache
def texts(game: str, lang: str) -> dict[str, str]:
    return {document["id"]: api.describe(game, document, lang) for document, _ in api.card_set(game)}


@pytest.mark.parametrize(("game", "card", "en", "zh"), TEXTS)
def test_reads_as_an_editor_would_print_it(game: str, card: str, en: str, zh: str) -> None:
    for lang, words in (("en", en), ("zh", zh)):
        said: Any = [text for key, text in texts(game, lang).items() if card in ("", key)]

        assert any(words in text for text in said), (words, said[:1])


@pytest.mark.parametrize("game", names())
def test_shows_no_identifier_no_hole_and_no_word_twice(game: str) -> None:
    for lang, raw in (("en", RAW), ("zh", RAW_ZH)):
        assert {card: text for card, text in texts(game, lang).items() if raw.search(text)} == {}
