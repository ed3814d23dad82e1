"""JSON formatted for reading: what fits on a line is on one, the rest has one key or item a line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

WIDTH = 100
_text = json.JSONEncoder(ensure_ascii=False).encode


class _Part(NamedTuple):
    """A value with its text on one line, None where a list or an object is too long for that.

    Shapes: brackets are `[]` or `{}`, empty for a text, a number or a constant; each item has its name before it, empty in a list.
    """

    flat: str | None
    brackets: str = ""
    items: Sequence[tuple[str, _Part]] = ()


def pretty(value: Any, width: int = WIDTH) -> str:
    """Return a document's text; parsing it gives the document again, keys in the same order."""
    return _layout(_part(value, width), 0, width, 0) + "\n"


def _part(value: Any, width: int) -> _Part:
    if isinstance(value, dict):
        named = [(f"{_text(key)}: ", _part(item, width)) for key, item in value.items()]
        return _Part(_flat("{ ", named, " }", width) if value else "{}", "{}", named)
    if isinstance(value, list):
        items = [("", _part(item, width)) for item in value]
        return _Part(_flat("[", items, "]", width), "[]", items)
    return _Part(_text(value))


def _flat(before: str, items: Sequence[tuple[str, _Part]], after: str, width: int) -> str | None:
    """Return the text of a list or an object on one line; None where it is longer than the width."""
    texts: list[str] = []
    for name, item in items:
        if item.flat is None:
            return None
        texts.append(name + item.flat)
    line = before + ", ".join(texts) + after
    return line if len(line) <= width else None


def _layout(part: _Part, indent: int, width: int, lead: int) -> str:
    """Return one value's text; `lead` is how much of its first line is already taken."""
    is_top = indent == 0 and part.brackets == "{}"
    if part.flat is not None and (not part.brackets or (len(part.flat) + lead <= width and not is_top)):
        return part.flat
    pad = " " * (indent + 2)
    lines = [pad + name + _layout(item, indent + 2, width, indent + 3 + len(name)) for name, item in part.items]
    return part.brackets[0] + "\n" + ",\n".join(lines) + "\n" + " " * indent + part.brackets[1]
