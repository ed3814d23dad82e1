"""Where the values of a document stand in its text."""

from __future__ import annotations

import re
from bisect import bisect_right

_LINE_BREAK = re.compile(r"\r\n|\n|\r")

Place = int | tuple[int, dict[str, "tuple[int, Place]"]]
"""Offset of a scalar, or of a container with, by name or index, the offset of the name and the place of the value.

An index stands there as a string, as in a JSON Pointer; its name's offset is that of the value.
"""


class Lines:
    """Turns offsets in a text into lines and columns.

    Units: lines and columns count from 1; a column is one Unicode code point; \\n, \\r\\n and \\r end a line.
    """

    __slots__ = ("_starts",)

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in _LINE_BREAK.finditer(text))]

    def at(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def escape(segment: str) -> str:
    """Return a name as it stands in a JSON Pointer (RFC 6901)."""
    return segment.replace("~", "~0").replace("/", "~1")


def unescape(segment: str) -> str:
    """Return the name that a segment of a JSON Pointer stands for."""
    return segment.replace("~1", "/").replace("~0", "~")


def find(root: Place, pointer: str, *, key: bool = False) -> int:
    """Return the offset of the value a pointer names, or of its name; of the nearest ancestor when there is none."""
    named, place = offset_of(root), root
    for segment in pointer.split("/")[1:]:
        child = place[1].get(unescape(segment)) if isinstance(place, tuple) else None
        if child is None:
            return offset_of(place)
        named, place = child
    return named if key else offset_of(place)


def offset_of(place: Place) -> int:
    """Return where a value begins."""
    return place[0] if isinstance(place, tuple) else place
