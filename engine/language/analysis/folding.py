"""Conditions whose answer is known without a match."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

Place = TypeVar("Place")

_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "Equals": operator.eq,
    "GreaterThan": operator.gt,
    "LessThan": operator.lt,
    "GreaterThanOrEqual": operator.ge,
    "LessThanOrEqual": operator.le,
}


def known(condition: Any) -> bool | None:
    """Return what a condition always is, or None when that depends on the match or it cannot be read."""
    kind = condition.get("type") if isinstance(condition, dict) else None
    match kind:
        case "AlwaysTrue":
            return True
        case "AlwaysFalse":
            return False
        case "Not":
            inner = known(condition.get("condition"))
            return None if inner is None else not inner
        case "And" | "Or":
            return _joined(condition.get("conditions"), kind == "Or")
        case str() if kind in _COMPARE:
            return _compared(kind, condition.get("value1"), condition.get("value2"))
        case _:
            return None


def _joined(conditions: Any, decides: bool) -> bool | None:
    """Return what a list is: one answer decides it; with none of them, all must be known."""
    if not isinstance(conditions, list):
        return None
    answers = [known(condition) for condition in conditions]
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
    for place, each in enumerate(conditions):
        inner = each.get("conditions") if isinstance(each, dict) and each.get("type") == "And" else None
        if isinstance(inner, list) and not has_opposites(inner):
            yield from _joint(inner, f"{path}/{place}/conditions")
        else:
            yield f"{path}/{place}", each


def _opposite(placed: Sequence[tuple[Place, Any]]) -> Place | None:
    """Return the place of the second of a condition and its negation, reading each once."""
    if not any(_is_denial(each) for _, each in placed):
        return None
    held: set[str] = set()
    denied: set[str] = set()
    for place, each in placed:
        key = _key(each)
        against = _key(each.get("condition")) if _is_denial(each) else ""
        if (key in denied or against in held) and is_steady(each):
            return place
        held.add(key)
        if against:
            denied.add(against)
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


def _compared(kind: str, left: Any, right: Any) -> bool | None:
    """Compare two literals of one kind."""
    if _is_literal(left) and _is_literal(right) and type(left) is type(right):
        if kind != "Equals" and not isinstance(left, int):
            return None
        return _COMPARE[kind](left, right)
    return None


def _is_literal(value: Any) -> bool:
    if isinstance(value, str):
        return "$" not in value and "{" not in value
    return isinstance(value, int)
