"""The fields that effects of encounter share."""

from __future__ import annotations

from dataclasses import replace

from engine.language.spec import (
    Field,
    FieldAnalysis,
    IntegerLiteral,
    LocalizedText,
    Number,
    field,
    optional,
    search_words,
)
from engine.toolkit.nodes import (
    MAX_COUNT,
    amount_field,
    change_field,
    count_field,
    counter_field,
    side_field,
    target_field,
)

from ..words import SIDES

HIGH = 99
HURT = ("BeDamaged", "Dead")
GOALS = ("RegionChange",)
TARGET = target_field("unit")
AMOUNT = amount_field()
CHANGE = change_field()
COUNT = count_field(MAX_COUNT)
ONE_OR_MORE = replace(COUNT, required=False, default=1)
SIDE = side_field(SIDES)
DURATION = search_words("for turns, for rounds, turn, turns, this turn", "回合、本回合、轮")
TURNS = optional("turns", Number(1, 9), "Turns", "回合数", "For good when absent.", "缺省为永久。", search=DURATION)
ENEMY = {"side": "enemy"}
AMOUNT_NAME = replace(
    counter_field({}),
    required=False,
    title=LocalizedText("Amount", "可变量"),
    doc=LocalizedText(
        "One of its further amounts; its plain amount when absent.", "其他可变量之一；缺省为可变量本身。"
    ),
    analysis=FieldAnalysis(),
)


def place_field(name: str, title: LocalizedText) -> Field:
    return field(name, IntegerLiteral(1, 6), *title, "From 1, the head.", "从 1 起，1 为队头。")
