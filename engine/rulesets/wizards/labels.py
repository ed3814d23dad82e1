"""What the reference calls the groups of nodes and the results of effects of this game."""

from __future__ import annotations

from engine.language.spec import titles

GROUPS = titles(
    ("fight", "Fight", "战斗"),
    ("numbers", "Numbers", "数值"),
    ("cards", "Cards", "卡牌"),
)
RESULTS = titles(
    ("applied", "how much it really changed", "实际变化量"),
    ("overflow", "what the bounds cut off", "被上下限截去的部分"),
    ("lethal", "whether it killed", "是否致命"),
)
