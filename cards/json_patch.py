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


def json_patch(old: Any, new: Any) -> list[Operation]:
    """Return the operations that turn the left value into the right one; none where they are the same.

    A patch that would be longer than what it leads to is coarser: one `replace` of the whole value, whose path is empty.
    """
    marks = _Marks()
    if marks.of(old) == marks.of(new):
        return []
    changes: list[Operation] = []
    size_limit = max(SHORT, _size(new))
    for change in _changes(old, new, (), marks):
        changes.append(change)
        size_limit -= len(change["path"]) + _size(change.get("value"))
        if size_limit < 0:
            return [{"op": "replace", "path": "", "value": new}]
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


def _changes(old: Any, new: Any, path: tuple[Any, ...], marks: _Marks) -> Iterator[Operation]:
    """Yield the operations for two values that differ; `at` is the pointer to the holder, and the last segment of the value's own."""
    if isinstance(old, dict) and isinstance(new, dict):
        yield from _of_objects(old, new, path, marks)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _of_lists(old, new, path, marks)
    else:
        yield {"op": "replace", "path": _pointer(path), "value": new}


def _of_objects(old: Json, new: Json, path: tuple[Any, ...], marks: _Marks) -> Iterator[Operation]:
    for key in old:
        if key not in new:
            yield {"op": "remove", "path": _pointer((path, key))}
        elif not marks.are_equal((old[key], new[key])):
            yield from _changes(old[key], new[key], (path, key), marks)
    for key in new:
        if key not in old:
            yield {"op": "add", "path": _pointer((path, key)), "value": new[key]}


def _of_lists(before: list[Any], after: list[Any], path: tuple[Any, ...], marks: _Marks) -> Iterator[Operation]:
    start = sum(1 for _ in takewhile(marks.are_equal, zip(before, after, strict=False)))
    most = min(len(before), len(after)) - start
    end = sum(1 for _ in takewhile(marks.are_equal, zip(reversed(before), reversed(after), strict=False)))
    end = min(end, most)
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    for place, pair in enumerate(zip(old, new, strict=False), start):
        if not marks.are_equal(pair):
            yield from _changes(*pair, (path, place), marks)
    for place in reversed(range(start + len(new), start + len(old))):
        yield {"op": "remove", "path": _pointer((path, place))}
    for place in range(start + len(old), start + len(new)):
        yield {"op": "add", "path": _pointer((path, place)), "value": after[place]}


def _pointer(path: tuple[Any, ...]) -> str:
    """Return the JSON Pointer of a chain of segments, the innermost first."""
    segments: list[str] = []
    while path:
        path, segment = path
        segments.append(escape(str(segment)))
    return "".join(f"/{segment}" for segment in reversed(segments))


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False))
