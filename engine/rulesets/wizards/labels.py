"""What the reference calls the groups of nodes of this game."""

from __future__ import annotations

from engine.language.spec.shapes import LocalizedText

GROUPS = {
    "fight": LocalizedText("Fight", "战斗"),
    "numbers": LocalizedText("Numbers", "数值"),
    "cards": LocalizedText("Cards", "卡牌"),
}
