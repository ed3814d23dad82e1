"""The fields that effects of genius share."""

from __future__ import annotations

from engine.language.spec import Enum, Field, IntegerLiteral, MapOf, TextLiteral, field, optional
from engine.toolkit.nodes import MAX_COUNT, amount_field, change_field, count_field

from ..words import ELEMENTS
from .values import VARIABLE_NAMES

HIGH = 99
HURT = ("AFTER_TAKES_DMG", "CHARACTER_DIE", "ON_CHANGE_CHARACTER", "AFTER_CHANGE_CHARACTER")


def overrides_field(of: str) -> Field:
    return optional(
        "overrideVariables",
        MapOf(IntegerLiteral(-HIGH, HIGH), max=6),
        "With variables",
        "指定变量",
        "Other initial values for variables that the card has (002 overrideVariables).",
        "为该卡牌已有的变量指定初始值（002 overrideVariables）。",
        called=VARIABLE_NAMES,
        keys_of=(of, "varConfigs"),
    )


AMOUNT = amount_field()
CHANGE = change_field()
COUNT = count_field(MAX_COUNT)
SKILL = field(
    "skill", TextLiteral(64, 1), "Skill", "技能", names="skill", own_in=("character",), part_of=("character", "skills")
)
ELEMENT = field("element", Enum(ELEMENTS), "Element", "元素")
