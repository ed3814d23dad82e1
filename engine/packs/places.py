"""Where the values of a document are in its text, found without reading further than asked."""

from __future__ import annotations

import re
from array import array
from typing import Any, Final

from engine.language.reading.source_map import unescape
from engine.packs.atoms import COMMENT, MAX_RUN, STRING, decode

_CHUNK: Final = 4096
"""Line breaks are counted in pieces of so many characters."""

_BLANK: Final = re.compile(rf"(?:[ \t\n\r,:]++|{COMMENT}){{1,{MAX_RUN}}}", re.DOTALL)
"""What is between the values of a text that was read before; such a text needs no check of its commas and colons."""

_STRING: Final = re.compile(STRING, re.DOTALL)
_ATOM: Final = re.compile(r"[^\s,:{}\[\]\"/]++")
_CONTENT: Final = re.compile(rf'(?:[^"{{}}\[\]/]++|{STRING}|{COMMENT}){{1,{MAX_RUN}}}', re.DOTALL)
"""What is between two brackets of such a text."""


class Lines:
    """Turns offsets in a text into lines and columns.

    Units: lines and columns count from 1; a column is one Unicode code point; \\n, \\r\\n and \\r end a line.
    """

    __slots__ = ("_counts", "_starts", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._counts, self._starts = array("Q", [0]), array("Q", [0])
        """How many lines end before each multiple of `_CHUNK`, and where the line begins that goes on there, as far as anybody asked."""

    def at(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset."""
        chunk = offset // _CHUNK
        while len(self._counts) <= chunk:
            last = len(self._counts) - 1
            count, start = self._within(last, (last + 1) * _CHUNK)
            self._counts.append(count)
            self._starts.append(start)
        line, start = self._within(chunk, offset)
        return line + 1, offset - start + 1

    def _within(self, chunk: int, end: int) -> tuple[int, int]:
        """Return how many lines end before an offset in a chunk, and where the line of it begins; \\r\\n ends a line with its \\n."""
        text, begin = self._text, chunk * _CHUNK
        pairs = text.count("\r\n", begin, end + 1)
        breaks = text.count("\n", begin, end) + text.count("\r", begin, end) - pairs
        if not breaks:
            return self._counts[chunk], self._starts[chunk]
        back = end - 1 if text.startswith("\r\n", end - 1) else end
        start = max(text.rfind("\n", begin, end), text.rfind("\r", begin, back)) + 1
        return self._counts[chunk] + breaks, start


class _Container:
    """A list or an object, read as far as requested: the places of its values, and of their names."""

    __slots__ = ("is_object", "names", "next", "places", "start")

    def __init__(self, text: str, start: int) -> None:
        self.start, self.next = start, start + 1
        self.is_object = text[start] == "{"
        self.names: dict[str, int] = {}
        self.places = array("Q")
        """The offset of each value; of an object, that of its name before it."""


class Places:
    """Finds values by their JSON Pointers in a text that was read before, comments and trailing commas among it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._containers: dict[int, _Container] = {}

    def find(self, pointer: str, *, key: bool = False) -> int:
        """Return the offset of the value that a pointer names, or of its name; of the nearest ancestor when there is none."""
        offset = name_at = _over(_BLANK, self._text, 0)
        for segment in pointer.split("/")[1:]:
            if self._text[offset : offset + 1] not in ("{", "["):
                return offset
            start = self._child(offset, unescape(segment))
            if start is None:
                return offset
            name_at, offset = start
        return name_at if key else offset

    def end(self, at: int) -> int:
        """Return where the value that begins at an offset ends."""
        return _value_end(self._text, at)

    def _child(self, start: int, segment: str) -> tuple[int, int] | None:
        """Return where a member of a container has its name and its value; an item of a list has no name but its place."""
        container = self._containers.get(start)
        if container is None:
            container = self._containers[start] = _Container(self._text, start)
        if container.is_object:
            while segment not in container.names and self._read_member(container):
                pass
            number = container.names.get(segment)
            return None if number is None else (container.places[number], container.places[number + 1])
        if not _INDEX.fullmatch(segment):
            return None
        number = int(segment)
        while len(container.places) <= number and self._read_item(container):
            pass
        return (container.places[number], container.places[number]) if number < len(container.places) else None

    def _read_member(self, container: _Container) -> bool:
        """Read one more name and its value; return whether there was one."""
        offset = _over(_BLANK, self._text, container.next)
        if self._text.startswith("}", offset):
            return False
        after = _end(_STRING, self._text, offset)
        container.names[_name(self._text[offset:after])] = len(container.places)
        value = _over(_BLANK, self._text, after)
        container.places.extend((offset, value))
        container.next = _value_end(self._text, value)
        return True

    def _read_item(self, container: _Container) -> bool:
        """Read one more item; return whether there was one."""
        offset = _over(_BLANK, self._text, container.next)
        if self._text.startswith("]", offset):
            return False
        container.places.append(offset)
        container.next = _value_end(self._text, offset)
        return True


_INDEX: Final = re.compile(r"0|[1-9][0-9]{0,15}", re.ASCII)


def _name(raw: str) -> str:
    """Return the name that a string of a text means."""
    return decode(raw[1:-1], 0, _ignore) if "\\" in raw else raw[1:-1]


def _ignore(*_: Any, **__: Any) -> None:
    """Report nothing: the problems of a text that was read before were reported then."""


def _value_end(text: str, offset: int) -> int:
    """Return where a value ends."""
    if text[offset] == '"':
        return _end(_STRING, text, offset)
    if text[offset] not in "{[":
        return _end(_ATOM, text, offset)
    depth = 0
    while True:
        offset = _over(_CONTENT, text, offset) + 1
        depth += 1 if text[offset - 1] in "{[" else -1
        if depth == 0:
            return offset


def _over(pattern: re.Pattern[str], text: str, offset: int) -> int:
    """Return where the first thing is that is not one of these pieces."""
    while found := pattern.match(text, offset):
        offset = found.end()
    return offset


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    assert found, "a text that was read has a value wherever one belongs"  # noqa: S101  for the type checker
    return found.end()


def escape(segment: str) -> str:
    """Return a name as it is written in a JSON Pointer (RFC 6901)."""
    return segment.replace("~", "~0").replace("/", "~1")
