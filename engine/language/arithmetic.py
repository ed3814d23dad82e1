"""Computed numbers that every ruleset shares. All are whole; what is missing (null) makes the whole missing.

Source: the core grammar's `Value`; products are rounded as their author says, down unless told otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.kernel.state import State
from engine.language.registry import Field, NodeSpec
from engine.language.sayings import Case, Is, Wording
from engine.language.shapes import Bi, Enum, ListOf, Number, Option, Whole

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


def multiply(st: State, left: Maybe, right: Maybe, divisor: Maybe, rounding: str | None) -> Maybe:
    """Return the product divided by the divisor, rounded down or, if asked, up."""
    if left is None or right is None:
        return None
    product, by = left * right, divisor or 1
    return -(-product // by) if rounding == "ceil" else product // by


def clamp(st: State, value: Maybe, low: Maybe, high: Maybe) -> Maybe:
    """Return the value, at least low and at most high where these are given; high wins."""
    if value is None:
        return None
    value = value if low is None else max(value, low)
    return value if high is None else min(value, high)


def _number(name: str, title: Bi, *, required: bool = True) -> Field:
    return Field(name, Number(LOW, HIGH), title, required)


def _value(  # noqa: PLR0913 - the parts of a value
    name: str, title: Bi, doc: Bi, fields: tuple[Field, ...], says: Bi, run: Any, wording: Wording | None = None
) -> NodeSpec:
    wording = wording or Wording()
    return NodeSpec("value", name, title, fields, doc, says, wording, gives="int", run=run, group="numbers")


_VALUES = (Field("values", ListOf(Number(LOW, HIGH), 1, 8), Bi("Values", "数值")),)
_LEFT, _RIGHT = _number("value1", Bi("Left", "左值")), _number("value2", Bi("Right", "右值"))
_DIVISOR = Field(
    "divisor",
    Whole(1, 99),
    Bi("Divided by", "除以"),
    required=False,
    doc=Bi("The product is divided by this; 1 when absent.", "乘积除以该数；缺省为 1。"),
)
_ROUND = Field(
    "round",
    Enum((Option("floor", Bi("down", "向下")), Option("ceil", Bi("up", "向上")))),
    Bi("Rounded", "取整"),
    required=False,
    doc=Bi("Down when absent.", "缺省为向下取整。"),
)

_UP, _BY = {"round": "ceil"}, {"divisor": Is.PRESENT}
_SHARE = Wording(
    cases=(
        Case(
            {"value2": 1, "divisor": 2, **_UP}, Bi("half of {value1:()} (rounded up)", "{value1:()}的一半（向上取整）")
        ),
        Case({"value2": 1, "divisor": 2}, Bi("half of {value1:()} (rounded down)", "{value1:()}的一半（向下取整）")),
        Case(
            {"value2": 1, **_BY, **_UP},
            Bi("{value1:()} divided by {divisor} (rounded up)", "{value1:()}除以{divisor}（向上取整）"),
        ),
        Case(
            {"value2": 1, **_BY},
            Bi("{value1:()} divided by {divisor} (rounded down)", "{value1:()}除以{divisor}（向下取整）"),
        ),
        Case(
            {**_BY, **_UP},
            Bi(
                "{value1:()} times {value2:()} divided by {divisor} (rounded up)",
                "{value1:()}乘以{value2:()}再除以{divisor}（向上取整）",
            ),
        ),
        Case(
            _BY,
            Bi(
                "{value1:()} times {value2:()} divided by {divisor} (rounded down)",
                "{value1:()}乘以{value2:()}再除以{divisor}（向下取整）",
            ),
        ),
    )
)
_BOUNDED = Wording(
    cases=(
        Case({"min": Is.ABSENT, "max": Is.ABSENT}, Bi("{value}", "{value}")),
        Case({"min": Is.ABSENT}, Bi("{value}, but at most {max}", "{value}（至多{max}）")),
        Case({"max": Is.ABSENT}, Bi("{value}, but at least {min}", "{value}（至少{min}）")),
    )
)

ARITHMETIC = (
    _value(
        "add", Bi("Sum", "之和"), Bi("The sum of several numbers.", "若干数值之和。"), _VALUES,
        Bi("{values:plus}", "{values:plus}"), _of_several(sum),
    ),
    _value(
        "sub", Bi("Difference", "之差"), Bi("The first number less the second.", "前一数值减去后一数值。"), (_LEFT, _RIGHT),
        Bi("{value1:()} minus {value2:()}", "{value1:()}减去{value2:()}"), subtract,
    ),
    _value(
        "mul", Bi("Product", "之积"), Bi("A product, or a share: half of x is x times 1 divided by 2.", "乘积或比例：x 的一半写作 x 乘以 1 再除以 2。"),
        (_LEFT, _RIGHT, _DIVISOR, _ROUND), Bi("{value1:()} times {value2:()}", "{value1:()}乘以{value2:()}"), multiply, _SHARE,
    ),
    _value(
        "min", Bi("Least", "最小值"), Bi("The least of several numbers.", "若干数值中的最小值。"), _VALUES,
        Bi("the least of {values}", "{values}中的最小值"), _of_several(min),
    ),
    _value(
        "max", Bi("Greatest", "最大值"), Bi("The greatest of several numbers.", "若干数值中的最大值。"), _VALUES,
        Bi("the greatest of {values}", "{values}中的最大值"), _of_several(max),
    ),
    _value(
        "clamp", Bi("Within bounds", "限定范围"), Bi("A number kept within bounds.", "限定在给定范围内的数值。"),
        (_number("value", Bi("Value", "数值")), _number("min", Bi("At least", "至少"), required=False), _number("max", Bi("At most", "至多"), required=False)),
        Bi("{value}, at least {min} and at most {max}", "{value}（至少{min}，至多{max}）"), clamp, _BOUNDED,
    ),
)  # fmt: skip
