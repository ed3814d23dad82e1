"""Static modifiers in documents: the record that every ruleset with auras shares, given the ruleset's own stats.

Source: 001§7.1.1 "静止式异能"; the kernel's `modifiers` says how they apply.
"""

from __future__ import annotations

from engine.language.spec import Enum, Field, IntegerLiteral, LocalizedText, Number, Option

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
