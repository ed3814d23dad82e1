"""The tree of a JSON text with comments: every value with the blanks and comments around it, so that printing it gives the text again."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from typing import Any, Final

from engine.packs.atoms import COMMENT, MAX_RUN, STRING, decode

_BLANK: Final = re.compile(rf"(?:[ \t\n\r:]++|{COMMENT}){{1,{MAX_RUN}}}", re.DOTALL)
"""What is between the marks of a text that was read before; a colon is no mark of its own, for it follows a name alone."""
_ATOM: Final = re.compile(r"[^\s,:{}\[\]\"/]++")
_STRING: Final = re.compile(STRING, re.DOTALL)
_CLOSERS: Final = "]}"
_NAME_AFTER: Final = ": "


Blank = deque[str]
"""Blanks and comments, in pieces, so that joining many of them does not copy them each time."""


class Entry:
    """A member of an object or an item of a list.

    Shapes: `lead` is the text before it, in pieces; `name` its name as written with all up to its value (empty in a list); `rest` the text
            between the value and the comma; an entry without a comma has no rest, for what follows belongs to its holder's tail.
    """

    __slots__ = ("after", "before", "comma", "lead", "name", "rest", "value")

    def __init__(self, lead: str, name: str, value: str | Holder) -> None:
        self.lead, self.name, self.value = deque([lead]), name, value
        self.rest, self.comma = "", False
        self.before: Entry | None = None
        self.after: Entry | None = None


class Holder:
    """A list or an object with its entries, in the order of the text; `tail` is the text before its closing bracket, in pieces.

    Shapes: an object keeps its entries by name, a list by place.
    """

    __slots__ = ("first", "items", "last", "members", "tail")

    def __init__(self, *, is_object: bool) -> None:
        self.members: dict[str, Entry] | None = {} if is_object else None
        self.items: list[Entry] = []
        self.first: Entry | None = None
        self.last: Entry | None = None
        self.tail: Blank = deque()

    def find(self, segment: str) -> Entry | None:
        """Return the entry that a segment of a pointer names."""
        if self.members is not None:
            return self.members.get(segment)
        if not (segment.isascii() and segment.isdecimal() and len(segment) <= _MAX_PLACE_LENGTH):
            return None
        place = int(segment)
        return self.items[place] if str(place) == segment and place < len(self.items) else None

    def append(self, entry: Entry, name: str = "") -> None:
        """Put an entry behind the last one."""
        if self.members is not None:
            self.members[name] = entry
        else:
            self.items.append(entry)
        entry.before = self.last
        if self.last is None:
            self.first = entry
        else:
            self.last.after = entry
        self.last = entry

    def remove(self, segment: str) -> None:
        """Take an entry out; what stood around it is for the caller to place."""
        entry = self.members.pop(segment) if self.members is not None else self.items.pop(int(segment))
        if entry.before is None:
            self.first = entry.after
        else:
            entry.before.after = entry.after
        if entry.after is None:
            self.last = entry.before
        else:
            entry.after.before = entry.before


_MAX_PLACE_LENGTH: Final = 16


class Tree:
    """A text as a tree: the text before its value, the value, and the text after it."""

    def __init__(self, text: str) -> None:
        """Read a text that the strict reader has taken, comments and trailing commas allowed."""
        self._text, self._at = text, 0
        self.lead = self._blank()
        self.value = self._value()
        self.tail = text[self._at :]

    def printed(self) -> str:
        """Return the text."""
        return "".join((self.lead, *printed(self.value), self.tail))

    def _blank(self) -> str:
        begin = self._at
        while found := _BLANK.match(self._text, self._at):
            self._at = found.end()
        return self._text[begin : self._at]

    def _scalar(self) -> str:
        text, at = self._text, self._at
        match = _STRING.match(text, at) if text[at] == '"' else _ATOM.match(text, at)
        assert match, "a text that was read has a value wherever one belongs"  # noqa: S101  for the type checker
        self._at = match.end()
        return match[0]

    def _value(self) -> str | Holder:
        """Read one value; lists and objects within it are kept open on a stack, so that depth takes no frames."""
        if self._text[self._at] not in "{[":
            return self._scalar()
        root = self._opened()
        stack = [root]
        while stack:
            blank = self._blank()
            if self._text[self._at] in _CLOSERS:
                stack.pop().tail.append(blank)
                self._at += 1
                if stack:
                    self._close(stack[-1])
            else:
                holder = self._entry(stack[-1], blank)
                if holder is None:
                    self._close(stack[-1])
                else:
                    stack.append(holder)
        return root

    def _opened(self) -> Holder:
        self._at += 1
        return Holder(is_object=self._text[self._at - 1] == "{")

    def _entry(self, holder: Holder, lead: str) -> Holder | None:
        """Read an entry up to its value, or with it where that is no holder; return the holder that it opens."""
        name, text, begin = "", "", self._at
        if holder.members is not None:
            raw = self._scalar()
            name = decode(raw[1:-1], 0, _ignore) if "\\" in raw else raw[1:-1]
            self._blank()
            text = self._text[begin : self._at]
        opened = self._opened() if self._text[self._at] in "{[" else None
        holder.append(Entry(lead, text, self._scalar() if opened is None else opened), name)
        return opened

    def _close(self, holder: Holder) -> None:
        """Read the comma after the last entry, if there is one."""
        begin = self._at
        rest = self._blank()
        if self._text[self._at] == ",":
            assert holder.last is not None  # noqa: S101  for the type checker
            holder.last.rest, holder.last.comma = rest, True
            self._at += 1
        else:
            self._at = begin


def printed(value: str | Holder) -> Iterator[str]:
    """Yield the pieces of a value's text."""
    if isinstance(value, str):
        yield value
        return
    yield "[" if value.members is None else "{"
    stack = [(value, value.first)]
    while stack:
        holder, entry = stack.pop()
        if entry is None:
            yield from (*holder.tail, "]" if holder.members is None else "}")
            if stack:
                yield from _after(stack)
            continue
        stack.append((holder, entry))
        yield from (*entry.lead, entry.name)
        if isinstance(entry.value, str):
            yield entry.value
            yield from _after(stack)
        else:
            yield "[" if entry.value.members is None else "{"
            stack.append((entry.value, entry.value.first))


def _after(stack: list[tuple[Holder, Entry | None]]) -> Iterator[str]:
    """Yield what follows the value of the entry on top, and go on to the next."""
    holder, entry = stack.pop()
    assert entry is not None  # noqa: S101  for the type checker
    yield entry.rest
    if entry.comma:
        yield ","
    stack.append((holder, entry.after))


def member(lead: str, name: str, value: str | Holder) -> Entry:
    """Return a new member with its name as JSON writes it."""
    return Entry(lead, json.dumps(name, ensure_ascii=False) + _NAME_AFTER, value)


def _ignore(*_: Any, **__: Any) -> None:
    """Report nothing: the problems of a text that was read before were reported then."""
