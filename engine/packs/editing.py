"""Changes to a JSON text in place: a value, a member or an item at a time; comments and every other byte stay as they were.

The text is read once, whatever the number of edits, and printed once.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from engine.language.reading.source_map import unescape
from engine.packs.limits import CARD_LIMITS
from engine.packs.reader import read_json
from engine.packs.tree import Blank, Entry, Holder, Tree, member, printed

_BOM: Final = "\ufeff"
_LINE_COMMENT: Final = re.compile(r"//[^\n\r]*+")
_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_INDENT: Final = " \t"
MAX_INDENT: Final = 200
"""A new member takes over the indentation of its neighbours up to so many characters."""


class Removed:
    """The value of what an edit takes away."""


REMOVED: Final = Removed()


@dataclass(frozen=True, slots=True)
class Edit:
    """One change: the JSON Pointer of a value, and what is to be there; a missing member is inserted, REMOVED takes one away."""

    pointer: str
    value: Any


def edit_json(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with comments allowed in which these values differ and nothing else.

    A value that is already there keeps its form. A new member comes last in its object; the objects that lead to it are
    created.

    Errors: BadCard when the text does not parse; ValueError for a pointer that leads through a list or a plain value that
            does not have it, or deeper than a card may be.
    """
    document = read_json(text, jsonc=True)
    tree = Tree(document.text)
    for edit in edits:
        _edit(tree, edit)
    return (_BOM if text.startswith(_BOM) else "") + tree.printed()


def _edit(tree: Tree, edit: Edit) -> None:
    """Change the tree at one pointer."""
    segments = [unescape(segment) for segment in edit.pointer.split("/", CARD_LIMITS.depth + 1)[1:]]
    if len(segments) > CARD_LIMITS.depth:
        raise ValueError(f"no pointer leads more than {CARD_LIMITS.depth} levels down")
    holder, place = _nearest(tree, segments)
    if not segments:
        if isinstance(edit.value, Removed):
            raise ValueError("a document cannot be removed")
        tree.value = _changed(tree.value, edit.value)
    elif place == len(segments) and holder is not None:
        _edit_entry(holder, segments[-1], edit.value)
    elif not isinstance(edit.value, Removed):
        if holder is None or holder.members is None:
            raise ValueError(f"nothing can be added at {edit.pointer}")
        _insert(holder, segments[place], _json_text(_wrapped(edit.value, segments[place + 1 :])))


def _nearest(tree: Tree, segments: list[str]) -> tuple[Holder | None, int]:
    """Return the innermost holder that a pointer leads to, and how many of its segments name something that is there.

    Shapes: the holder is that of the last value that is there where all segments are; nothing stands for a plain value.
    """
    value: str | Holder = tree.value
    for place, segment in enumerate(segments):
        entry = value.find(segment) if isinstance(value, Holder) else None
        if entry is None:
            return (value if isinstance(value, Holder) else None), place
        holder, value = value, entry.value
        if place == len(segments) - 1:
            return (holder if isinstance(holder, Holder) else None), len(segments)
        if isinstance(value, str) and value[0] in "{[":  # an edit before this one wrote it
            value = entry.value = Tree(value).value
    return None, 0


def _edit_entry(holder: Holder, segment: str, value: Any) -> None:
    entry = holder.find(segment)
    assert entry is not None  # noqa: S101  for the type checker
    if isinstance(value, Removed):
        _remove(holder, segment, entry)
    else:
        entry.value = _changed(entry.value, value)


def _changed(current: str | Holder, value: Any) -> str | Holder:
    """Return a value in the form that it has in the text where it is the same, else as JSON writes it."""
    old = read_json("".join(printed(current)), jsonc=True).value
    return current if type(old) is type(value) and old == value else _json_text(value)


def _json_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _wrapped(value: Any, segments: list[str]) -> Any:
    """Return a value in the objects that lead to it."""
    for segment in reversed(segments):
        value = {segment: value}
    return value


def _insert(holder: Holder, name: str, value: str) -> None:
    """Put a new member behind the last one, on a line of its own where the first one is."""
    last, first = holder.last, holder.first
    if last is None or first is None:
        holder.append(member("", name, value), name)
        return
    lead = _own_line(last.lead) or _own_line(first.lead)
    if not _own_line(first.lead):
        last.comma = True
        holder.append(member(" ", name, value), name)
        return
    tail = "".join(holder.tail)
    line_end = _end_of_line(tail)
    member_text = member(tail[:line_end] + lead, name, value)
    member_text.comma, last.comma = last.comma, True
    holder.tail = deque([tail[line_end:]])
    holder.append(member_text, name)


def _own_line(lead: Blank) -> str:
    """Return the last end of a line before an entry and its indentation; None where it shares its line or is far to the right."""
    line = ""
    for piece in reversed(lead):
        line = (piece[-MAX_INDENT:] + line)[-MAX_INDENT:]
        if line.rstrip(_INDENT) not in {"", "\n"} or len(line) == MAX_INDENT:
            break
    begin = len(line.rstrip(_INDENT))
    if not begin or line[begin - 1] not in "\r\n":
        return ""
    return line[begin - (2 if line.startswith("\r\n", begin - 2) and begin >= 2 else 1) :]


def _end_of_line(tail: str) -> int:
    """Return where the blanks and comments end that share a line with the value before them."""
    offset = 0
    while offset < len(tail):
        end = tail.find("*/", offset + 2) + 2 if tail.startswith("/*", offset) else offset + (tail[offset] in _INDENT)
        if end == offset or "\n" in tail[offset:end] or "\r" in tail[offset:end]:
            break
        offset = end
    found = _LINE_COMMENT.match(tail, offset)
    return found.end() if found else offset


def _remove(holder: Holder, segment: str, entry: Entry) -> None:
    """Take an entry away, and the comma that parted it from its neighbour."""
    holder.remove(segment)
    before, after = entry.before, entry.after
    if after is not None:
        after.lead.appendleft(entry.rest)
        after.lead = _closed(entry.lead, after.lead)
    elif entry.comma or before is None:
        holder.tail.appendleft(entry.rest)
        holder.tail = _closed(entry.lead, holder.tail)
    else:
        entry.lead.appendleft(before.rest)
        holder.tail = _closed(entry.lead, holder.tail)
        before.rest, before.comma = "", False


def _closed(before: Blank, right: Blank) -> Blank:
    """Return what stood around something that is gone, without the line that is blank now, or without a doubled blank."""
    indent = _cut_end(before)
    blank = _cut_begin(right)
    line_end = _LINE_END.match(right[0]) if right else None
    if line_end and before and before[-1][-1] in "\r\n":
        right[0] = right[0][line_end.end() :]
    elif indent or blank:
        before.append(indent or blank)
    if len(before) < len(right):
        right.extendleft(reversed(before))
        return right
    before.extend(right)
    return before


def _cut_end(pieces: Blank) -> str:
    """Take the blanks off the end of a line, and return them."""
    cut = ""
    while pieces:
        piece = pieces.pop()
        rest = piece.rstrip(_INDENT)
        cut = piece[len(rest) :] + cut
        if rest:
            pieces.append(rest)
            break
    return cut


def _cut_begin(pieces: Blank) -> str:
    """Take the blanks off the begin of a line, and return them."""
    cut = ""
    while pieces:
        piece = pieces.popleft()
        rest = piece.lstrip(_INDENT)
        cut += piece[: len(piece) - len(rest)]
        if rest:
            pieces.appendleft(rest)
            break
    return cut
