"""What the reference calls the groups of nodes of this game, and the guides about it."""

from __future__ import annotations

from engine.language.spec import LocalizedText, titles
from engine.ruleset import Guide

GROUPS = titles(
    ("fight", "Fight", "战斗"),
    ("numbers", "Numbers", "数值"),
    ("cards", "Cards", "卡牌"),
    ("keywords", "Keywords and statuses", "关键词与状态"),
    ("conditions", "Conditions", "条件"),
    ("targets", "Targets", "目标"),
)
GUIDES = (
    Guide(
        "halo.md",
        LocalizedText("A card for three lanes", "为三线战场写一张牌"),
        LocalizedText("cards, tokens, packs and decks of `halo`", "`halo` 的卡牌、衍生物、卡包与牌组"),
    ),
)
