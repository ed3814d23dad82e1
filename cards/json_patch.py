"""What turns one JSON value into another, as a JSON Patch.

Source: RFC 6902; RFC 6901 (pointers). Lists are compared place by place between what they have in common at both ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Operation = dict[str, Any]


def json_patch(left: Any, right: Any) -> list[Operation]:
    """Return the operations that turn the left value into the right one; none where they are the same."""
    return list(_changes(left, right, ""))


def escaped(key: str) -> str:
    """Return a key as a pointer holds it."""
    return key.replace("~", "~0").replace("/", "~1")


def _changes(left: Any, right: Any, at: str) -> Iterator[Operation]:
    if isinstance(left, dict) and isinstance(right, dict):
        yield from _of_objects(left, right, at)
    elif isinstance(left, list) and isinstance(right, list):
        yield from _of_lists(left, right, at)
    elif type(left) is not type(right) or left != right:
        yield {"op": "replace", "path": at, "value": right}


def _of_objects(left: dict[str, Any], right: dict[str, Any], at: str) -> Iterator[Operation]:
    for key in left:
        place = f"{at}/{escaped(key)}"
        if key in right:
            yield from _changes(left[key], right[key], place)
        else:
            yield {"op": "remove", "path": place}
    for key in right:
        if key not in left:
            yield {"op": "add", "path": f"{at}/{escaped(key)}", "value": right[key]}


def _of_lists(left: list[Any], right: list[Any], at: str) -> Iterator[Operation]:
    start, most = 0, min(len(left), len(right))
    while start < most and not json_patch(left[start], right[start]):
        start += 1
    end = 0
    while end < most - start and not json_patch(left[-1 - end], right[-1 - end]):
        end += 1
    old, new = left[start : len(left) - end], right[start : len(right) - end]
    for place, (before, after) in enumerate(zip(old, new, strict=False), start):
        yield from _changes(before, after, f"{at}/{place}")
    for place in reversed(range(start + len(new), start + len(old))):
        yield {"op": "remove", "path": f"{at}/{place}"}
    for place in range(start + len(old), start + len(new)):
        yield {"op": "add", "path": f"{at}/{place}", "value": right[place]}
