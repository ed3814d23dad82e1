"""What the reference calls the groups of nodes of this game, and the guides about it."""

from __future__ import annotations

from engine.language.spec import LocalizedText, titles
from engine.ruleset import Guide

GROUPS = titles(
    ("fight", "Fight", "战斗"),
    ("board", "Units and ground", "单位与地形"),
    ("means", "AP and cards", "专注与卡牌"),
    ("axis", "Event axis", "事件轴"),
    ("modify", "Changing damage", "修改伤害"),
    ("conditions", "Conditions", "条件"),
    ("numbers", "Numbers", "数值"),
    ("targets", "Targets", "目标"),
)
GUIDES = (
    Guide(
        "encounter.md",
        LocalizedText("A unit, a map and an encounter", "编写单位、地图与遭遇"),
        LocalizedText(
            "units, cards, abilities, maps and encounters of `encounter`", "`encounter` 的单位、卡牌、异能、地图与遭遇"
        ),
    ),
)
