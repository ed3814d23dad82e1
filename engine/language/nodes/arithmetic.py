"""Computed numbers that every ruleset shares. All are whole; what is missing (null) makes the whole missing.

Source: the core grammar's `Value`; products are rounded as their author says, down unless they say otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.kernel.state import State
from engine.language.nodes.amounts import AMOUNTS
from engine.language.spec import (
    Case,
    Enum,
    Field,
    IntegerLiteral,
    Is,
    ListOf,
    LocalizedText,
    NodeOutput,
    NodeRuntime,
    NodeSpec,
    Number,
    Option,
    Wording,
    search_words,
)

LOW, HIGH = -999, 999
Maybe = int | None


def _of_several(pick: Callable[[Sequence[int]], int]) -> Callable[[State, tuple[Maybe, ...]], Maybe]:
    def run(st: State, values: tuple[Maybe, ...]) -> Maybe:
        held = [value for value in values if value is not None]
        return pick(held) if len(held) == len(values) else None

    return run


def subtract(st: State, left: Maybe, right: Maybe) -> Maybe:
    """Return left less right; may be below zero."""
    return None if left is None or right is None else left - right


def multiply(st: State, first: Maybe, second: Maybe, divisor: Maybe, rounding: str | None) -> Maybe:
    """Return the product divided by the divisor, rounded down or, if asked, up."""
    if first is None or second is None:
        return None
    product, by = first * second, divisor or 1
    return -(-product // by) if rounding == "ceil" else product // by


def clamp(st: State, value: Maybe, low: Maybe, high: Maybe) -> Maybe:
    """Return the value, at least low and at most high where these are given; high wins."""
    if value is None:
        return None
    value = value if low is None else max(value, low)
    return value if high is None else min(value, high)


def _number(name: str, title: LocalizedText, *, required: bool = True) -> Field:
    return Field(name, Number(LOW, HIGH), title, required)


def _value(  # noqa: PLR0913 - the parts of a value
    name: str,
    title: LocalizedText,
    doc: LocalizedText,
    fields: tuple[Field, ...],
    phrase: LocalizedText,
    run: Any,
    wording: Wording | None = None,
    **parts: Any,
) -> NodeSpec:
    wording = wording or Wording()
    return NodeSpec(
        "value",
        name,
        title,
        fields,
        doc,
        phrase,
        wording,
        output=NodeOutput(gives="int"),
        runtime=NodeRuntime(run=run),
        group="numbers",
        **parts,
    )


_VALUES = (Field("values", ListOf(Number(LOW, HIGH), 1, 8), LocalizedText("Values", "数值")),)
_LEFT, _RIGHT = _number("value1", LocalizedText("Left", "左值")), _number("value2", LocalizedText("Right", "右值"))
_DIVISOR = Field(
    "divisor",
    IntegerLiteral(1, 99),
    LocalizedText("Divided by", "除以"),
    required=False,
    doc=LocalizedText("The product is divided by this; 1 when absent.", "乘积除以该数；缺省为 1。"),
)
_ROUND = Field(
    "round",
    Enum((Option("floor", LocalizedText("down", "向下")), Option("ceil", LocalizedText("up", "向上")))),
    LocalizedText("Rounded", "取整"),
    required=False,
    doc=LocalizedText("Down when absent.", "缺省为向下取整。"),
)

_UP, _BY = {"round": "ceil"}, {"divisor": Is.PRESENT}
_SHARE = Wording(
    cases=(
        Case(
            {"value2": 1, "divisor": 2, **_UP},
            LocalizedText("half of {value1:()} (rounded up)", "{value1:()}的一半（向上取整）"),
        ),
        Case(
            {"value2": 1, "divisor": 2},
            LocalizedText("half of {value1:()} (rounded down)", "{value1:()}的一半（向下取整）"),
        ),
        Case(
            {"value2": 1, **_BY, **_UP},
            LocalizedText("{value1:()} divided by {divisor} (rounded up)", "{value1:()}除以{divisor}（向上取整）"),
        ),
        Case(
            {"value2": 1, **_BY},
            LocalizedText("{value1:()} divided by {divisor} (rounded down)", "{value1:()}除以{divisor}（向下取整）"),
        ),
        Case(
            {**_BY, **_UP},
            LocalizedText(
                "{value1:()} times {value2:()} divided by {divisor} (rounded up)",
                "{value1:()}乘以{value2:()}再除以{divisor}（向上取整）",
            ),
        ),
        Case(
            _BY,
            LocalizedText(
                "{value1:()} times {value2:()} divided by {divisor} (rounded down)",
                "{value1:()}乘以{value2:()}再除以{divisor}（向下取整）",
            ),
        ),
        Case(
            {"value1": Is.COMPUTED, "value2": Is.COMPUTED},
            LocalizedText("{value1:()} times {value2:()}", "{value1:()}乘以{value2:()}"),
        ),
        Case({"value1": Is.COMPUTED}, LocalizedText("{value2:times} {value1:()}", "{value1:()}的{value2}倍")),
        Case({"value2": Is.COMPUTED}, LocalizedText("{value1:times} {value2:()}", "{value2:()}的{value1}倍")),
    )
)
_CLAMP_WORDING = Wording(
    cases=(
        Case({"min": Is.ABSENT, "max": Is.ABSENT}, LocalizedText("{value}", "{value}")),
        Case({"min": Is.ABSENT}, LocalizedText("{value}, but at most {max}", "{value}（至多{max}）")),
        Case({"max": Is.ABSENT}, LocalizedText("{value}, but at least {min}", "{value}（至少{min}）")),
    )
)

_MIN_WORDING = Wording(
    cases=(
        Case(
            {"values": Is.BOUNDED},
            LocalizedText("{values:first} (at most {values:last})", "{values:first}（至多{values:last}）"),
        ),
        Case({"values": Is.PAIR}, LocalizedText("the lesser of {values}", "{values}中的较小者")),
    )
)
_MAX_WORDING = Wording(
    cases=(
        Case(
            {"values": Is.BOUNDED},
            LocalizedText("{values:first} (at least {values:last})", "{values:first}（至少{values:last}）"),
        ),
        Case({"values": Is.PAIR}, LocalizedText("the greater of {values}", "{values}中的较大者")),
    )
)

ARITHMETIC = (
    _value(
        "add",
        LocalizedText("Sum", "之和"),
        LocalizedText("The sum of several numbers.", "若干数值之和。"),
        _VALUES,
        LocalizedText("{values:plus}", "{values:plus}"),
        _of_several(sum),
        search=search_words("sum, total, add up", "加、求和、合计"),
    ),
    _value(
        "sub",
        LocalizedText("Difference", "之差"),
        LocalizedText("The first number less the second.", "前一数值减去后一数值。"),
        (_LEFT, _RIGHT),
        LocalizedText("{value1:()} minus {value2:()}", "{value1:()}减去{value2:()}"),
        subtract,
        search=search_words("minus, subtract, difference", "减、差、相减"),
    ),
    _value(
        "mul",
        LocalizedText("Product", "之积"),
        LocalizedText(
            "A product, or a share: half of x is x times 1 divided by 2.",
            "乘积或比例：x 的一半写作 x 乘以 1 再除以 2。",
        ),
        (_LEFT, _RIGHT, _DIVISOR, _ROUND),
        LocalizedText("{value1:()} times {value2:()}", "{value1:()}乘以{value2:()}"),
        multiply,
        _SHARE,
        search=search_words("multiply, double, half, divide, percent", "乘、倍、双倍、一半、除"),
    ),
    _value(
        "min",
        LocalizedText("Least", "最小值"),
        LocalizedText("The least of several numbers.", "若干数值中的最小值。"),
        _VALUES,
        LocalizedText("the least of {values}", "{values}中的最小值"),
        _of_several(min),
        _MIN_WORDING,
        search=search_words("smallest, lowest, whichever is lower, the smaller of", "最小、较小者、两者中较小"),
    ),
    _value(
        "max",
        LocalizedText("Greatest", "最大值"),
        LocalizedText("The greatest of several numbers.", "若干数值中的最大值。"),
        _VALUES,
        LocalizedText("the greatest of {values}", "{values}中的最大值"),
        _of_several(max),
        _MAX_WORDING,
        search=search_words("largest, highest, whichever is higher, the greater of", "最大、较大者、两者中较大"),
    ),
    _value(
        "clamp",
        LocalizedText("Within bounds", "限定范围"),
        LocalizedText("A number kept within bounds.", "限定在给定范围内的数值。"),
        (
            _number("value", LocalizedText("Value", "数值")),
            _number("min", LocalizedText("At least", "至少"), required=False),
            _number("max", LocalizedText("At most", "至多"), required=False),
        ),
        LocalizedText("{value}, at least {min} and at most {max}", "{value}（至少{min}，至多{max}）"),
        clamp,
        _CLAMP_WORDING,
        search=search_words("limit, bound, between", "限制、范围、区间"),
    ),
    *AMOUNTS,
)
