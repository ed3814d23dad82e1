"""Changes to a JSON text in place: a value, a member or an item at a time; comments and every other byte stay as they were."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from engine.packs.places import Places, escape, unescape
from engine.packs.reader import read_json

_BOM: Final = "\ufeff"
_TRAILING_COMMA: Final = re.compile(r"(?:\s|//[^\n\r]*|/\*(?:[^*]|\*(?!/))*\*/)*,")
_REST_OF_LINE: Final = re.compile(r"(?:[ \t]|/\*(?:[^*\n\r]|\*(?!/))*\*/)*(?://[^\n\r]*)?")
_OWN_LINE: Final = re.compile(r"[ \t]*(?:\r\n|\n|\r)")


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
            does not have it.
    """
    for edit in edits:
        text = _edited(text, edit)
    return text


def _edited(text: str, edit: Edit) -> str:
    document = read_json(text, jsonc=True)
    start = _BOM if text.startswith(_BOM) else ""
    there, value = value_at(document.value, edit.pointer)
    places = Places(document.text)
    if isinstance(edit.value, Removed):
        return start + (_without(document.text, document.value, places, edit.pointer) if there else document.text)
    if there:
        same = type(value) is type(edit.value) and value == edit.value
        return start + (document.text if same else _replaced(document.text, places, edit))
    return start + _inserted(document.text, document.value, places, edit)


def value_at(value: Any, pointer: str) -> tuple[bool, Any]:
    """Return whether there is a value at a JSON Pointer, and the value."""
    for segment in pointer.split("/")[1:]:
        name = unescape(segment)
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            return False, None
    return True, value


def _replaced(text: str, places: Places, edit: Edit) -> str:
    at = places.find(edit.pointer)
    return text[:at] + _written(edit.value) + text[places.end(at) :]


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _inserted(text: str, value: Any, places: Places, edit: Edit) -> str:
    """Return the text with a new member; the objects that lead to it and are missing are created around its value."""
    parent, _, segment = edit.pointer.rpartition("/")
    there, holder = value_at(value, parent)
    if there and not isinstance(holder, dict):
        raise ValueError(f"nothing can be added at {edit.pointer}")
    if not there:
        return _inserted(text, value, places, Edit(parent, {unescape(segment): edit.value}))
    member = f"{_written(unescape(segment))}: {_written(edit.value)}"
    at = places.find(parent)
    if not holder:
        return f"{text[: at + 1]}{member}{text[at + 1 :]}"
    first, last = (
        places.find(f"{parent}/{escape(name)}", key=True) for name in (next(iter(holder)), next(reversed(holder)))
    )
    end = places.end(places.find(f"{parent}/{escape(next(reversed(holder)))}"))
    lead = _blank_before(text, first)
    comma = _TRAILING_COMMA.match(text, end)
    if "\n" not in lead and "\r" not in lead:
        begin = comma.end() if comma else end
        return f"{text[:begin]}{'' if comma else ','} {member}{text[begin:]}"
    after = comma.end() if comma else end
    line_end = _end_of(_REST_OF_LINE, text, after)
    lead = _blank_before(text, last) if last != first else lead
    lead = lead if "\n" in lead or "\r" in lead else _blank_before(text, first)
    return (
        f"{text[:end]}{'' if comma else ','}{text[end:line_end]}{lead}{member}{',' if comma else ''}{text[line_end:]}"
    )


def _blank_before(text: str, at: int) -> str:
    """Return the blanks before an offset, from the last end of a line on."""
    begin = at
    while begin and text[begin - 1] in " \t":
        begin -= 1
    if begin and text[begin - 1] in "\r\n":
        begin -= 2 if text.startswith("\r\n", begin - 2) and begin >= 2 else 1
    return text[begin:at]


def _without(text: str, value: Any, places: Places, pointer: str) -> str:
    """Return the text without a member or an item, and without the comma that parted it from its neighbour."""
    parent, _, segment = pointer.rpartition("/")
    if not pointer:
        raise ValueError("a document cannot be removed")
    _, holder = value_at(value, parent)
    names = [escape(name) for name in holder] if isinstance(holder, dict) else [str(at) for at in range(len(holder))]
    begin, end = places.find(pointer, key=True), places.end(places.find(pointer))
    comma = _TRAILING_COMMA.match(text, end)
    if comma:
        return _closed(text[:begin] + text[end : comma.end() - 1] + text[comma.end() :], begin)
    place = names.index(segment)
    if place == 0:
        return _closed(text[:begin] + text[end:], begin)
    before = places.end(places.find(f"{parent}/{names[place - 1]}"))
    parting = _end_of(_TRAILING_COMMA, text, before) - 1
    return _closed(text[:parting] + text[parting + 1 : begin] + text[end:], begin - 1)


def _closed(text: str, at: int) -> str:
    """Return the text without the line at an offset when it is blank now, or without the doubled blank there."""
    begin = at
    while begin and text[begin - 1] in " \t":
        begin -= 1
    blank = _OWN_LINE.match(text, at)
    if blank and begin and text[begin - 1] in "\r\n":
        return text[:begin] + text[blank.end() :]
    if begin < at and text[at : at + 1] in {" ", "\t"}:
        return text[:at] + text[at:].lstrip(" \t")
    return text


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    assert found, "what a text that was read holds is where it was read"  # noqa: S101  for the type checker
    return found.end()
