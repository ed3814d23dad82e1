"""The fields that effects of genius share."""

from __future__ import annotations

from engine.language.spec.fields import Field, FieldReference
from engine.language.spec.shapes import Enum, IntegerLiteral, LocalizedText, MapOf, Number, Targets, TextLiteral
from engine.ruleset.card_fields import ID_TEXT
from engine.rulesets.genius.nodes import handlers
from engine.rulesets.genius.nodes.values import VARIABLE_NAMES
from engine.rulesets.genius.words import ELEMENTS

HIGH = 99
HURT = ("AFTER_TAKES_DMG", "CHARACTER_DIE", "ON_CHANGE_CHARACTER", "AFTER_CHANGE_CHARACTER")


def target_field(kind: str) -> Field:
    return Field("target", Targets(kind), LocalizedText("Target", "目标"))


def card_field(name: str, kinds: tuple[str, ...], title: LocalizedText) -> Field:
    return Field(name, ID_TEXT, title, reference=FieldReference(names="card", kinds=kinds))


def overrides_field(of: str) -> Field:
    return Field(
        "overrideVariables",
        MapOf(IntegerLiteral(-HIGH, HIGH), max=6),
        LocalizedText("With variables", "指定变量"),
        required=False,
        doc=LocalizedText(
            "Other initial values for variables that the card has (002 overrideVariables).",
            "为该卡牌已有的变量指定初始值（002 overrideVariables）。",
        ),
        called=VARIABLE_NAMES,
        reference=FieldReference(keys_of=(of, "varConfigs")),
    )


AMOUNT = Field("amount", Number(0, HIGH), LocalizedText("Amount", "数值"))
CHANGE = Field("amount", Number(-HIGH, HIGH), LocalizedText("Change", "变化"))
COUNT = Field("count", Number(1, handlers.COUNT_MAX), LocalizedText("Number", "数量"))
SKILL = Field(
    "skill",
    TextLiteral(64, 1),
    LocalizedText("Skill", "技能"),
    reference=FieldReference(names="skill", own_in=("character",), part_of=("character", "skills")),
)
ELEMENT = Field("element", Enum(ELEMENTS), LocalizedText("Element", "元素"))
