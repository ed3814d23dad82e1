"""Texts judged by hand in both languages: each is what an editor of card games would print."""

from __future__ import annotations

from typing import Any

import pytest

from engine.language.text.describe import describe
from engine.rulesets.wizards.vocabulary import WIZARDS
from tests.engine.language.cards import CHOOSER, DRAW, HIT, ME, mount, treasure

Json = dict[str, Any]
LOSE = {"type": "gold", "id": "z", "mode": "add", "amount": -3, "target": ME}
FREE = {"type": "manaCost", "id": "z", "mode": "set", "amount": 0, "target": {"type": "cardChooser", "playerUUID": ME, "zone": "hand", "ask": ME}}  # fmt: skip
MINE = {"type": "Equals", "value1": "$onPlayCard.playerUUID", "value2": ME}
NOT_ME = {"type": "Not", "condition": {"type": "Equals", "value1": "$candidate.UUID", "value2": ME}}


def held(of: str, name: str) -> Json:
    """Return a number or word of a card or player."""
    node, key = ("getPlayerProperty", "playerUUID") if name in ("gold", "freezing") else ("getCardProperty", "cardUUID")
    return {"type": node, key: of, "property": name}


def school(of: str, word: str) -> Json:
    """Return that a card is of a school."""
    return {"type": "Equals", "value1": held(of, "school"), "value2": word}


FIRE = {"type": "And", "conditions": [MINE, school("$onPlayCard.cardUUID", "fire")]}
WEAK = {"type": "LessThan", "value1": held("$candidate.UUID", "health"), "value2": 3}
RICH = {"type": "GreaterThan", "value1": held("$candidate.UUID", "gold"), "value2": 3}
I_AM_RICH = {"type": "GreaterThan", "value1": held(ME, "gold"), "value2": 3}


def to(what: str, amount: Any, target: Any = ME) -> Json:
    """Return that something is gained."""
    return {"type": what, "mode": "add", "amount": amount, "target": target}


def players(**more: Any) -> Json:
    """Return a choice of players."""
    return {"type": "playerChooser", "ask": ME, **more}


def remember(name: str, amount: int, lasts: str) -> Json:
    """Return that a number of your own changes."""
    return {"type": "remember", "name": name, "mode": "add", "amount": amount, "target": ME, "lasts": lasts}


UP_TO_ONE = {
    "type": "ask",
    "id": "a",
    "target": {"type": "cardChooser", "playerUUID": ME, "zone": "hand", "ask": ME, "min": 0},
}
IF_RICH = {"type": "if", "condition": I_AM_RICH, "do": [to("gold", 1)]}
PICK = {"type": "choose", "ask": ME, "options": [{"do": [DRAW, IF_RICH]}, {"do": [to("gold", 2)]}]}
CORPUS = [
    ((FREE, to("mana", "$z.applied")), "The mana cost of a card of your choice from your hand becomes 0. Lose mana equal to the mana cost lost.", "你的手牌中你选择的一张牌的法力消耗变为0点。失去等同于失去的法力消耗的法力。"),
    ((LOSE, to("mana", "$z.applied")), "Lose 3 gold and mana equal to the gold lost.", "失去3枚金币和等同于失去的金币的法力。"),
    ((LOSE, to("mana", {"type": "sub", "value1": 0, "value2": "$z.applied"})), "Lose 3 gold. Gain mana equal to the gold lost.", "失去3枚金币。获得等同于失去的金币的法力。"),
    ((mount("onPlayCard", DRAW, condition=FIRE),), "The next time you play a card and its school is fire, draw a card.", "下一次你打出卡牌且其派系是火焰时，抽1张牌。"),
    ((mount("onPlayCard", DRAW, mode="round", condition=FIRE),), "This round, whenever you play a card, if its school is fire, draw a card.", "本轮中，每当你打出卡牌时，若其派系是火焰，抽1张牌。"),
    ((mount("onRoundEnd", DRAW, condition=I_AM_RICH),), "The next time your gold is more than 3 at the end of a round, draw a card.", "下一次轮结束且你的金币大于3时，抽1张牌。"),
    (({"type": "damage", "amount": 2, "target": {"type": "monsterChooser", "pick": "all", "filter": WEAK}},), "Deal 2 damage to every monster whose health is less than 3.", "对所有生命值小于3的怪物造成2点伤害。"),
    (({"type": "ask", "id": "a", "target": {"type": "monsterChooser", "pick": "all", "filter": WEAK}}, {"type": "drawCard", "amount": "$a.count", "target": ME}), "Draw a number of cards equal to the number of monsters whose health is less than 3.", "抽数量等同于生命值小于3的怪物的数量的牌。"),
    (({"type": "ask", "id": "a", "target": {"type": "monsterChooser", "pick": "all"}}, {"type": "drawCard", "amount": "$a.count", "target": ME}), "Draw a number of cards equal to the number of monsters.", "抽数量等同于怪物的数量的牌。"),
    (({"type": "loop", "times": {"type": "min", "values": [held(ME, "freezing"), 20]}, "do": [HIT]},), "Do this a number of times equal to your freezing (at most 20): deal 1 damage to a monster of your choice.", "执行以下效果若干次，次数等同于你的冻结值（至多20）：对你选择的一个怪物造成1点伤害。"),
    ((to("gold", {"type": "max", "values": [2, held(ME, "freezing")]}),), "Gain gold equal to your freezing (at least 2).", "获得数量等同于你的冻结值（至少2）的金币。"),
    ((to("gold", -1, players(filter=NOT_ME)),), "A player of your choice other than you loses 1 gold.", "你选择的一名除你以外的玩家失去1枚金币。"),
    ((to("gold", -1, players(pick="all", filter=NOT_ME)),), "Every player other than you loses 1 gold.", "所有除你以外的玩家失去1枚金币。"),
    ((to("gold", -1, players(filter=RICH)),), "A player of your choice whose gold is more than 3 loses 1 gold.", "你选择的一名金币大于3的玩家失去1枚金币。"),
    (({"type": "if", "condition": school("$onPlay.cardUUID", "arcane"), "do": [DRAW]},), "If this card's school is arcane, draw a card.", "若此牌的派系是奥能，抽1张牌。"),
    (({"type": "if", "condition": {"type": "Equals", "value1": held("$onPlay.cardUUID", "rarity"), "value2": "leg"}, "do": [DRAW]},), "If this card's rarity is legendary, draw a card.", "若此牌的稀有度是传说，抽1张牌。"),
    ((mount("onDefeat", DRAW, mode="round", condition={"type": "Equals", "value1": "$onDefeat.level", "value2": "III"}),), "This round, whenever a player defeats a monster, if its level is III, draw a card.", "本轮中，每当有玩家击败怪物时，若其等级是III，你抽1张牌。"),
    ((UP_TO_ONE, {"type": "changeSchool", "school": "frost", "target": "$a.selected"}), "Choose up to one card from your hand. Its school becomes frost.", "选择你的手牌中至多一张牌。其派系变为冰霜。"),
    ((mount("onRoundStart", PICK, mode="round"),), "This round, at the start of each round, choose one:\n• Draw a card. If your gold is more than 3, gain 1 gold.\n• Gain 2 gold.", "本轮中，每轮开始时，选择一项：\n• 抽1张牌。若你的金币大于3，获得1枚金币。\n• 获得2枚金币。"),
    ((mount("onRoundStart", DRAW, IF_RICH, to("mana", 1), mode="round"),), "This round, at the start of each round:\n• Draw a card.\n• If your gold is more than 3, gain 1 gold.\n• Gain 1 mana.", "本轮中，每轮开始时：\n• 抽1张牌。\n• 若你的金币大于3，获得1枚金币。\n• 获得1点法力。"),
    ((mount("onRoundStart", IF_RICH, DRAW, mode="round"),), "This round, at the start of each round, if your gold is more than 3, gain 1 gold. Draw a card.", "本轮中，每轮开始时，若你的金币大于3，获得1枚金币。抽1张牌。"),
    (({"type": "loop", "times": 2, "do": [IF_RICH, DRAW]},), "Do this twice:\n• If your gold is more than 3, gain 1 gold.\n• Draw a card.", "执行以下效果2次：\n• 若你的金币大于3，获得1枚金币。\n• 抽1张牌。"),
    (({"type": "loop", "times": 2, "do": [PICK]},), "Do this twice:\n• Choose one:\n  • Draw a card. If your gold is more than 3, gain 1 gold.\n  • Gain 2 gold.", "执行以下效果2次：\n• 选择一项：\n  • 抽1张牌。若你的金币大于3，获得1枚金币。\n  • 获得2枚金币。"),
    (({"type": "randomly", "options": [{"weight": 3, "do": [DRAW]}, {"do": [to("gold", 2)]}]},), "One of these happens at random: (3 in 4) draw a card; or (1 in 4) gain 2 gold.", "随机发生以下之一：（3/4）抽1张牌；或（1/4）获得2枚金币。"),
    (({"type": "randomly", "options": [{"weight": 2, "do": [DRAW]}, {"weight": 2, "do": [to("gold", 2)]}]},), "One of these happens at random: draw a card; or gain 2 gold.", "随机发生以下之一：抽1张牌；或获得2枚金币。"),
    (({"type": "randomly", "options": [{"do": [DRAW, IF_RICH]}, {"weight": 2, "do": [DRAW]}]},), "One of these happens at random:\n• (1 in 3) Draw a card. If your gold is more than 3, gain 1 gold.\n• (2 in 3) Draw a card.", "随机发生以下之一：\n• （1/3）抽1张牌。若你的金币大于3，获得1枚金币。\n• （2/3）抽1张牌。"),
    ((remember("rage", 1, "round"),), "Your rage counter rises by 1 this round.", "本轮中你的“rage”计数增加1。"),
    ((remember("rage", -1, "turn"),), "Your rage counter falls by 1 this turn.", "本回合中你的“rage”计数减少1。"),
    ((remember("rage", 1, "always"),), "Your rage counter rises by 1.", "你的“rage”计数增加1。"),
    ((mount("onHit", stage="check"),), "The next time a player is about to damage a monster, prevent it.", "下一次有玩家即将对怪物造成伤害时，将其防止。"),
    ((mount("onHit", stage="check", mode="round", condition={"type": "Equals", "value1": "$onHit.school", "value2": "fire"}),), "This round, players cannot damage a monster if the school of that hit is fire.", "本轮中，若该次伤害的派系是火焰，玩家不能对怪物造成伤害。"),
    ((mount("onDrawCard", stage="check", condition={"type": "Equals", "value1": "$onDrawCard.playerUUID", "value2": ME}),), "The next time you draw a card, prevent it.", "下一次你抽到卡牌时，将其防止。"),
    ((mount("onBuy", stage="check"),), "Players cannot buy a card.", "玩家不能购买卡牌。"),
    (({"type": "damage", "amount": 2, "target": CHOOSER},), "Deal 2 damage to a monster of your choice.", "对你选择的一个怪物造成2点伤害。"),
]  # fmt: skip


@pytest.mark.parametrize(("effects", "english", "chinese"), CORPUS, ids=range(len(CORPUS)))
def test_reads_as_a_card_is_printed(effects: tuple[Json, ...], english: str, chinese: str) -> None:
    document = treasure(*effects)

    assert describe(WIZARDS, document, "en") == english
    assert describe(WIZARDS, document, "zh") == chinese
