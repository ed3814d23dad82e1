"""What turns one JSON value into another, as a JSON Patch.

Source: RFC 6902; RFC 6901 (pointers). Lists are compared place by place between what they have in common at both ends. Each value is looked at
once, so the work grows with the two documents and not with their depth.
"""

import json
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from cards.shape import Json

Operation = Json

SHORT = 64 * 1024
"""Characters that a patch may always have; a longer one that is also longer than the new value becomes one `replace` of the whole."""


def json_patch(left: Any, right: Any) -> list[Operation]:
    """Return the operations that turn the left value into the right one; none where they are the same.

    A patch that would be longer than what it leads to is coarser: one `replace` of the whole value, whose path is empty.
    """
    marks = _Marks()
    if marks.of(left) == marks.of(right):
        return []
    changes: list[Operation] = []
    size_limit = max(SHORT, _size(right))
    for change in _changes(left, right, (), marks):
        changes.append(change)
        size_limit -= len(change["path"]) + _size(change.get("value"))
        if size_limit < 0:
            return [{"op": "replace", "path": "", "value": right}]
    return changes


def escape(key: str) -> str:
    """Return a key as a pointer holds it."""
    return key.replace("~", "~0").replace("/", "~1")


class _Marks:
    """Numbers for values: the same for equal ones, whatever the order of their members; each value is looked at once."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}
        self._known: dict[int, int] = {}

    def of(self, value: Any) -> int:
        """Return the number of a value; the caller keeps the value, for it is remembered by its identity."""
        if not isinstance(value, dict | list):
            return self._numbers.setdefault((type(value), value), len(self._numbers))
        if (known := self._known.get(id(value))) is not None:
            return known
        content: Any
        if isinstance(value, dict):
            content = frozenset((key, self.of(held)) for key, held in value.items())
        else:
            content = tuple(map(self.of, value))
        number = self._numbers.setdefault((type(value), content), len(self._numbers))
        self._known[id(value)] = number
        return number

    def are_equal(self, pair: tuple[Any, Any]) -> bool:
        """Return whether two values are the same; `true` is not 1."""
        return self.of(pair[0]) == self.of(pair[1])


def _changes(left: Any, right: Any, path: tuple[Any, ...], marks: _Marks) -> Iterator[Operation]:
    """Yield the operations for two values that differ; `at` is the pointer to the holder, and the last segment of the value's own."""
    if isinstance(left, dict) and isinstance(right, dict):
        yield from _of_objects(left, right, path, marks)
    elif isinstance(left, list) and isinstance(right, list):
        yield from _of_lists(left, right, path, marks)
    else:
        yield {"op": "replace", "path": _pointer(path), "value": right}


def _of_objects(left: Json, right: Json, path: tuple[Any, ...], marks: _Marks) -> Iterator[Operation]:
    for key in left:
        if key not in right:
            yield {"op": "remove", "path": _pointer((path, key))}
        elif not marks.are_equal((left[key], right[key])):
            yield from _changes(left[key], right[key], (path, key), marks)
    for key in right:
        if key not in left:
            yield {"op": "add", "path": _pointer((path, key)), "value": right[key]}


def _of_lists(left: list[Any], right: list[Any], path: tuple[Any, ...], marks: _Marks) -> Iterator[Operation]:
    start = sum(1 for _ in takewhile(marks.are_equal, zip(left, right, strict=False)))
    most = min(len(left), len(right)) - start
    end = sum(1 for _ in takewhile(marks.are_equal, zip(reversed(left), reversed(right), strict=False)))
    end = min(end, most)
    old, new = left[start : len(left) - end], right[start : len(right) - end]
    for place, pair in enumerate(zip(old, new, strict=False), start):
        if not marks.are_equal(pair):
            yield from _changes(*pair, (path, place), marks)
    for place in reversed(range(start + len(new), start + len(old))):
        yield {"op": "remove", "path": _pointer((path, place))}
    for place in range(start + len(old), start + len(new)):
        yield {"op": "add", "path": _pointer((path, place)), "value": right[place]}


def _pointer(path: tuple[Any, ...]) -> str:
    """Return the JSON Pointer of a chain of segments, the innermost first."""
    segments: list[str] = []
    while path:
        path, segment = path
        segments.append(escape(str(segment)))
    return "".join(f"/{segment}" for segment in reversed(segments))


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False))
