"""JSON formatted for reading: what fits on a line is on one, the rest has one key or item a line."""

from __future__ import annotations

import json
from typing import Any

WIDTH = 100


def pretty(value: Any, width: int = WIDTH) -> str:
    """Return a document's text; parsing it gives the document again, keys in the same order."""
    return _layout(value, 0, width, 0) + "\n"


def _layout(value: Any, indent: int, width: int, lead: int) -> str:
    """Return one value's text; `lead` is how much of its first line is already taken."""
    flat = _flat(value)
    is_top = indent == 0 and isinstance(value, dict)
    if not isinstance(value, (dict, list)) or (len(flat) + lead <= width and not is_top):
        return flat
    pad = " " * (indent + 2)
    if isinstance(value, list):
        items = [pad + _layout(item, indent + 2, width, indent + 3) for item in value]
        return "[\n" + ",\n".join(items) + "\n" + " " * indent + "]"
    items = []
    for key, held in value.items():
        name = json.dumps(key, ensure_ascii=False) + ": "
        items.append(pad + name + _layout(held, indent + 2, width, indent + 3 + len(name)))
    return "{\n" + ",\n".join(items) + "\n" + " " * indent + "}"


def _flat(value: Any) -> str:
    if isinstance(value, dict) and value:
        return (
            "{ "
            + ", ".join(f"{json.dumps(key, ensure_ascii=False)}: {_flat(held)}" for key, held in value.items())
            + " }"
        )
    if isinstance(value, list):
        return "[" + ", ".join(_flat(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)
