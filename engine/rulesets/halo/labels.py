"""What the reference calls the groups of nodes of this game, and the guides about it."""

from __future__ import annotations

from engine.language.spec import LocalizedText
from engine.ruleset import Guide

GROUPS = {
    "fight": LocalizedText("Fight", "战斗"),
    "numbers": LocalizedText("Numbers", "数值"),
    "cards": LocalizedText("Cards", "卡牌"),
    "keywords": LocalizedText("Keywords and statuses", "关键词与状态"),
    "conditions": LocalizedText("Conditions", "条件"),
    "targets": LocalizedText("Targets", "目标"),
}
GUIDES = (
    Guide(
        "halo.md",
        LocalizedText("A card for three lanes", "为三线战场写一张牌"),
        LocalizedText("cards, tokens, packs and decks of `halo`", "`halo` 的卡牌、衍生物、卡包与牌组"),
    ),
)
