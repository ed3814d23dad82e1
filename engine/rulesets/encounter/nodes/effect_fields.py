"""The fields that effects of encounter share."""

from __future__ import annotations

from engine.language.spec.fields import Field, FieldReference
from engine.language.spec.shapes import Enum, IntegerLiteral, LocalizedText, Number, Targets
from engine.ruleset.card_fields import ID_TEXT
from engine.rulesets.encounter.nodes import handlers
from engine.rulesets.encounter.words import SIDES

HIGH = 99
HURT = ("BeDamaged", "Dead")
GOALS = ("RegionChange",)
TARGET = Field("target", Targets("unit"), LocalizedText("Target", "目标"))
AMOUNT = Field("amount", Number(0, HIGH), LocalizedText("Amount", "数值"))
CHANGE = Field("amount", Number(-HIGH, HIGH), LocalizedText("Change", "变化"))
COUNT = Field("count", Number(1, handlers.COUNT_MAX), LocalizedText("Number", "数量"))
ONE_OR_MORE = Field("count", Number(1, handlers.COUNT_MAX), LocalizedText("Number", "数量"), required=False, default=1)
SIDE = Field("side", Enum(SIDES), LocalizedText("Side", "阵营"), required=False, default="ally")
TURNS = Field(
    "turns",
    Number(1, 9),
    LocalizedText("Turns", "回合数"),
    required=False,
    doc=LocalizedText("For good when absent.", "缺省为永久。"),
)
ENEMY = {"side": "enemy"}


def card_field(name: str, kinds: tuple[str, ...], title: LocalizedText) -> Field:
    return Field(name, ID_TEXT, title, reference=FieldReference(names="card", kinds=kinds))


def place_field(name: str, title: LocalizedText) -> Field:
    return Field(name, IntegerLiteral(1, 6), title, doc=LocalizedText("From 1, the head.", "从 1 起，1 为队头。"))
