"""What the reference calls the groups of nodes of this game, and the guides about it."""

from __future__ import annotations

from engine.language.spec import LocalizedText
from engine.ruleset import Guide

GROUPS = {
    "fight": LocalizedText("Fight", "战斗"),
    "board": LocalizedText("Statuses, summons and variables", "状态、召唤物与变量"),
    "means": LocalizedText("Dice and cards", "骰子与手牌"),
    "modify": LocalizedText("Changing damage and costs", "修改伤害与费用"),
    "conditions": LocalizedText("Conditions", "条件"),
    "numbers": LocalizedText("Numbers", "数值"),
    "targets": LocalizedText("Targets", "目标"),
}
GUIDES = (
    Guide(
        "genius.md",
        LocalizedText("A card for seven dice", "为七元骰局写一张牌"),
        LocalizedText("cards, skills and decks of `genius`", "`genius` 的卡牌、技能与牌组"),
    ),
)
