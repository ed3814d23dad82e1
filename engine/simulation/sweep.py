"""A sweep: one number of a card at several values, all played on the same seeds; which value is nearest to even.

The intervals of a sweep hold together: each value has its part of the error allowed to the whole curve. The nearest value is chosen
by these numbers, so it is measured again on fresh seeds before it is offered. The value at which the card does the same as what it is compared
with has a change of 0 by construction: it is shown and never chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from engine.errors import IllegalAction
from engine.json_values import Json, JsonObject
from engine.language.reading.source_map import holder_at, members

FORMAT = "preview-sweep/1"
MIN_VALUES, MAX_VALUES = 2, 9


def numbers(document: JsonObject) -> list[JsonObject]:
    """Return the whole numbers of a card in document order.

    Shapes: `{pointer, value, type}`; `type` is that of the nearest node around the number, empty for a number of the card itself.
    """
    return list(_numbers(document, "", ""))


def _numbers(value: Any, pointer: str, kind: str) -> list[JsonObject]:
    if isinstance(value, bool):
        return []
    if isinstance(value, int):
        return [{"pointer": pointer, "value": value, "type": kind}]
    name = value.get("type") if isinstance(value, dict) and pointer else None
    inner = name if isinstance(name, str) else kind
    return [row for place, part in members(pointer, value) for row in _numbers(part, place, inner)]


def documents(document: JsonObject, pointer: str, values: Sequence[int]) -> list[JsonObject]:
    """Return the card once for each value of one of its numbers.

    Errors: IllegalAction `not-a-number` for a place without a whole number, `bad-values` for too few, too many or repeated ones.
    """
    if pointer not in {each["pointer"] for each in numbers(document)}:
        raise IllegalAction("not-a-number", f"the card has no whole number at {pointer or 'its root'}")
    if not MIN_VALUES <= len(values) <= MAX_VALUES or len(set(values)) != len(values):
        raise IllegalAction("bad-values", f"a sweep takes {MIN_VALUES} to {MAX_VALUES} different values")
    return [with_value(document, pointer, value) for value in values]


def with_value(document: JsonObject, pointer: str, value: int) -> JsonObject:
    """Return a card with another value at a place."""
    copy = deepcopy(document)
    holder, name = holder_at(copy, pointer)
    holder[name] = value
    return copy


def curve(pointer: str, start: int, values: Sequence[int], results: Sequence[Json | None]) -> JsonObject:
    """Return the curve of a sweep from the results of its values so far, and the value nearest to even.

    Shapes: a point is `{value, change, verdict, n, status, isBaseline}`, `change` None where nothing can be said yet; a point that is the baseline
            itself has no verdict. `nearest` is None until every result is the last word, and where no value but the baseline's has a change
            of the win rate. `start` is the value that the card has.
    """
    points = [_point(value, result) for value, result in zip(values, results, strict=True)]
    return {
        "format": FORMAT,
        "pointer": pointer,
        "start": start,
        "points": points,
        "nearest": _nearest(points, start),
        "confirmed": None,
    }


def _point(value: int, result: Json | None) -> JsonObject:
    known_result = result or {}
    is_baseline = any(warning["id"] == "same" for warning in known_result.get("warnings", ()))
    return {
        "value": value,
        "status": known_result.get("status", "queued"),
        "change": known_result.get("change"),
        "verdict": None if is_baseline else known_result.get("verdict"),
        "n": known_result.get("n"),
        "isBaseline": is_baseline,
    }


def _nearest(points: Sequence[JsonObject], start: int) -> int | None:
    """Return the value whose change is nearest to none, the baseline's own left out; of two alike the one nearer to what the card has."""
    if any(point["status"] != "finished" for point in points):
        return None
    candidates = [point for point in points if point["verdict"] is not None and point["change"]["unit"] == "pp"]
    if not candidates:
        return None
    best = min(
        candidates, key=lambda point: (abs(point["change"]["mean"]), abs(point["value"] - start), point["value"])
    )
    return int(best["value"])


def confirmed(sweep: Json, result: Json) -> JsonObject:
    """Return a curve with the result of its nearest value on fresh seeds; the two are never pooled.

    Shapes: `confirmed` is a point with `isOffered`: whether its fresh interval lies wholly within the margin. One that only includes 0 refutes nothing
            and confirms nothing.
    """
    point = _point(int(sweep["nearest"]), result)
    return {**sweep, "confirmed": {**point, "isOffered": point["verdict"] == "even"}}


__all__ = ["FORMAT", "MAX_VALUES", "MIN_VALUES", "confirmed", "curve", "documents", "numbers", "with_value"]
