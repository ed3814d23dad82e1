"""Computed numbers that every ruleset shares. All are whole; what is missing (null) makes the whole missing.

Source: the core grammar's `Value`; products are rounded as their author says, down unless told otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.kernel.state import State
from engine.language.registry import Field, NodeSpec
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


def _value(name: str, title: Bi, doc: Bi, fields: tuple[Field, ...], says: Bi, run: Any) -> NodeSpec:
    return NodeSpec("value", name, title, fields, doc, says, gives="int", run=run, group="numbers")


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

ARITHMETIC = (
    _value(
        "add", Bi("Sum", "之和"), Bi("The sum of several numbers.", "若干数值之和。"), _VALUES,
        Bi("the sum of {values}", "{values}之和"), _of_several(sum),
    ),
    _value(
        "sub", Bi("Difference", "之差"), Bi("The first number less the second.", "前一数值减去后一数值。"), (_LEFT, _RIGHT),
        Bi("{value1} less {value2}", "{value1}减去{value2}"), subtract,
    ),
    _value(
        "mul", Bi("Product", "之积"), Bi("A product, or a share: half of x is x times 1 divided by 2.", "乘积或比例：x 的一半写作 x 乘以 1 再除以 2。"),
        (_LEFT, _RIGHT, _DIVISOR, _ROUND), Bi("{value1} times {value2}", "{value1}乘以{value2}"), multiply,
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
        Bi("{value} within {min} and {max}", "限定在{min}至{max}之间的{value}"), clamp,
    ),
)  # fmt: skip
