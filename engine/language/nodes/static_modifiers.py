"""Static modifiers in documents: the record that every ruleset with auras shares, given the ruleset's own stats.

Source: 001§7.1.1 "静止式异能"; the kernel's `modifiers` says how they apply.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.spec.fields import Field
from engine.language.spec.phrases import Case, Is, Wording
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import Enum, IntegerLiteral, LocalizedText, Node, Number, Option

OPERATIONS = (
    Option("set", LocalizedText("is", "变为")),
    Option("add", LocalizedText("plus", "增加")),
    Option("mul", LocalizedText("times", "乘以")),
    Option("max", LocalizedText("at most", "至多为")),
    Option("min", LocalizedText("at least", "至少为")),
)
OPERATION = Field("op", Enum(OPERATIONS), LocalizedText("Operation", "运算"))
VALUE = Field("value", Number(-99, 999), LocalizedText("Value", "数值"))
DIVISOR = Field(
    "divisor",
    IntegerLiteral(1, 99),
    LocalizedText("Divided by", "除以"),
    required=False,
    doc=LocalizedText(
        "For `times`: the product is divided by this and rounded down; 1 when absent.",
        "用于“乘以”：乘积除以该数并向下取整，缺省为 1。",
    ),
)
CONDITION = Field(
    "condition",
    Node("condition"),
    LocalizedText("Applies to", "作用对象"),
    required=False,
    doc=LocalizedText(
        "What must hold of `target`; without it everything is meant.", "`target` 须满足的条件；缺省时作用于一切。"
    ),
)


PHRASE = LocalizedText("{target} has +{value} {stat}", "{target}的{stat}增加{value}")
_BY = "{target's stat} is "
WORDING = Wording(
    cases=(
        Case({"op": "set"}, LocalizedText(f"{_BY}{{value}}", "{target}的{stat}为{value}")),
        Case({"op": "mul", "divisor": Is.PRESENT}, LocalizedText(
            f"{_BY}multiplied by {{value}}, divided by {{divisor}} and rounded down", "{target}的{stat}乘以{value}、除以{divisor}并向下取整",
        )),
        Case({"op": "mul"}, LocalizedText(f"{_BY}multiplied by {{value}}", "{target}的{stat}乘以{value}")),
        Case({"op": "max"}, LocalizedText(f"{_BY}at most {{value}}", "{target}的{stat}至多为{value}")),
        Case({"op": "min"}, LocalizedText(f"{_BY}at least {{value}}", "{target}的{stat}至少为{value}")),
        Case({"value": Is.NEGATIVE}, LocalizedText("{target} has {value} {stat}", "{target}的{stat}减少{value:-}")),
        Case({"value": Is.COMPUTED}, LocalizedText("{target} has extra {stat} {value:equal}", "{target}的{stat}增加，增加量等于{value}")),
    ),
)  # fmt: skip
"""What a modifier says; `{target}` is whom its condition describes, everybody without one."""


def modifier_record(stats: tuple[Option, ...], target: Mapping[str, str]) -> RecordSpec:
    """Return the record of a static modifier.

    Shapes: target are the fields of the thing that the stat is asked of, with their types: `UUID`, `playerUUID`.
    """
    stat = Field("stat", Enum(stats), LocalizedText("Stat", "属性"))
    return RecordSpec(
        "modifier",
        LocalizedText("Modifier", "修正"),
        (stat, OPERATION, VALUE, DIVISOR, CONDITION),
        doc=LocalizedText(
            "Holds as long as its host lies where it works; nothing is triggered.",
            "在其载体处于生效区域期间持续有效，不触发任何事件。",
        ),
        gives={"target": target},
        phrase=PHRASE,
        wording=WORDING,
    )
