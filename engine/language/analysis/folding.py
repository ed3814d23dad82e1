"""Conditions whose answer is known without a match."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

Place = TypeVar("Place")

COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "Equals": operator.eq,
    "GreaterThan": operator.gt,
    "LessThan": operator.lt,
    "GreaterThanOrEqual": operator.ge,
    "LessThanOrEqual": operator.le,
}


def constant_answer(condition: Any) -> bool | None:
    """Return what a condition always is, or None when that depends on the match or it cannot be read."""
    kind = condition.get("type") if isinstance(condition, dict) else None
    match kind:
        case "AlwaysTrue":
            return True
        case "AlwaysFalse":
            return False
        case "Not":
            inner = constant_answer(condition.get("condition"))
            return None if inner is None else not inner
        case "And" | "Or":
            return _joined(condition.get("conditions"), kind == "Or")
        case str() if kind in COMPARISONS:
            return _compared(kind, condition.get("value1"), condition.get("value2"))
        case _:
            return None


def _joined(conditions: Any, decides: bool) -> bool | None:
    """Return what a list is: one answer decides it; with none of them, all must be known."""
    if not isinstance(conditions, list):
        return None
    answers = [constant_answer(condition) for condition in conditions]
    if decides in answers or has_opposites(conditions):
        return decides
    return None if None in answers else not decides


def has_opposites(conditions: list[Any]) -> bool:
    """Return whether a condition and its negation are among several; one that draws chance may be both."""
    return _opposite(list(enumerate(conditions))) is not None


def opposite(conditions: list[Any]) -> str | None:
    """Return where the second of a condition and its negation is among conditions that must all hold, those inside an "and" too."""
    return _opposite(list(_joint(conditions, "")))


def _joint(conditions: list[Any], path: str) -> Iterator[tuple[str, Any]]:
    """Yield the conditions that must all hold, each with its place; an "and" that is never true by itself is one."""
    for place, condition in enumerate(conditions):
        inner = condition.get("conditions") if isinstance(condition, dict) and condition.get("type") == "And" else None
        if isinstance(inner, list) and not has_opposites(inner):
            yield from _joint(inner, f"{path}/{place}/conditions")
        else:
            yield f"{path}/{place}", condition


def _opposite(conditions: Sequence[tuple[Place, Any]]) -> Place | None:
    """Return the place of the second of a condition and its negation, reading each once."""
    if not any(_is_denial(condition) for _, condition in conditions):
        return None
    keys: set[str] = set()
    denials: set[str] = set()
    for place, condition in conditions:
        key = _key(condition)
        against = _key(condition.get("condition")) if _is_denial(condition) else ""
        if (key in denials or against in keys) and is_steady(condition):
            return place
        keys.add(key)
        if against:
            denials.add(against)
    return None


def _is_denial(condition: Any) -> bool:
    return isinstance(condition, dict) and condition.get("type") == "Not"


def _key(condition: Any) -> str:
    """Return a text that equal conditions share."""
    return json.dumps(condition, sort_keys=True)


def is_steady(value: Any) -> bool:
    """Return whether a condition has one answer at a moment: nothing in it draws chance."""
    if isinstance(value, dict):
        return value.get("type") != "random" and all(map(is_steady, value.values()))
    return not isinstance(value, list) or all(map(is_steady, value))


def _compared(kind: str, first: Any, second: Any) -> bool | None:
    """Compare two literals of one kind."""
    if _is_literal(first) and _is_literal(second) and type(first) is type(second):
        if kind != "Equals" and not isinstance(first, int):
            return None
        return COMPARISONS[kind](first, second)
    return None


def _is_literal(value: Any) -> bool:
    if isinstance(value, str):
        return "$" not in value and "{" not in value
    return isinstance(value, int)
