"""What the reference calls the groups of nodes and the results of effects of this game."""

from __future__ import annotations

from engine.language.spec import LocalizedText

GROUPS = {
    "fight": LocalizedText("Fight", "战斗"),
    "numbers": LocalizedText("Numbers", "数值"),
    "cards": LocalizedText("Cards", "卡牌"),
}
RESULTS = {
    "applied": LocalizedText("how much it really changed", "实际变化量"),
    "overflow": LocalizedText("what the bounds cut off", "被上下限截去的部分"),
    "lethal": LocalizedText("whether it killed", "是否致命"),
}
