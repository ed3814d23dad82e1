"""What the reference calls the groups of nodes of this game, and the guides about it."""

from __future__ import annotations

from engine.language.spec import LocalizedText, titles
from engine.ruleset import Guide

GROUPS = titles(
    ("fight", "Fight", "战斗"),
    ("board", "Statuses, summons and variables", "状态、召唤物与变量"),
    ("means", "Dice and cards", "骰子与手牌"),
    ("modify", "Changing damage and costs", "修改伤害与费用"),
    ("conditions", "Conditions", "条件"),
    ("numbers", "Numbers", "数值"),
    ("targets", "Targets", "目标"),
)
GUIDES = (
    Guide(
        "genius.md",
        LocalizedText("A card for seven dice", "为七元骰局写一张牌"),
        LocalizedText("cards, skills and decks of `genius`", "`genius` 的卡牌、技能与牌组"),
    ),
)
