"""Cards in an object: under one of its names, in several lists, or by their ids; as the list of cards that a set is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.packs.manifest import is_set
from engine.packs.places import Places, escape
from engine.packs.scanner import Leniency

DEPTH: Final = 4
"""Objects within objects in which cards are looked for."""
_LINES: Final = re.compile(r"[^\n\r]+")
_LAST_COMMA: Final = re.compile(r",(?=\s*\Z)")
_OF_CARDS: Final = {"id", "name", "title"}
_OF_SETS: Final = {"cards", "data", "items", "records", "entries", "list", "rows", "results"}
_MEMBERS: Final = 2
"""Members that a record has at least; an object with fewer leads to records."""


def as_list(text: str, value: Any) -> tuple[str, Leniency] | None:
    """Return the text of the list of all records in an object, its lines where they were, and what was done; None for any other value.

    Shapes: value is what the text says. A record by its id gets the id, unless it has one.
    """
    if is_set(value) or not isinstance(value, dict) or _is_one_card(value):
        return None
    paths = _pointers(value, "", DEPTH)
    if paths is None:
        return None
    kind, pointers = paths
    places, pieces, end, count = Places(text), ["["], 0, 0
    for pointer, key, length, has_id in pointers:
        start = places.find(pointer)
        pieces.append(_LINES.sub("", text[end:start]))
        end = places.end(start)
        pieces.append("," if count else "")
        pieces.append(
            _LAST_COMMA.sub("", text[start + 1 : end - 1])
            if kind == "list-under-name"
            else _with_id(text[start:end], key, has_id)
        )
        count += length
    pieces.append(_LINES.sub("", text[end:]) + "]")
    names = ", ".join(pointer[1:] for pointer, *_ in pointers) if kind == "list-under-name" else ""
    return "".join(pieces), Leniency(kind, 1, 1, names, count)


Pointer = tuple[str, str, int, bool]
"""The JSON Pointer of records, the name of the last step, how many they are, and whether the one has an id of its own."""


def _pointers(value: Mapping[str, Any], prefix: str, depth: int) -> tuple[str, list[Pointer]] | None:
    inner = {key: member for key, member in value.items() if isinstance(member, dict | list) and member}
    lists = {key: member for key, member in inner.items() if _holds_records(member)}
    if lists:
        return "list-under-name", [(f"{prefix}/{escape(key)}", key, len(member), True) for key, member in lists.items()]
    objects = {key: member for key, member in inner.items() if isinstance(member, dict)}
    key, member = next(iter(objects.items()), ("", {}))
    if len(objects) == 1 and depth and not (len(value) == 1 and _is_card(member)):
        deeper = _pointers(member, f"{prefix}/{escape(key)}", depth - 1)
        if deeper is not None:
            return deeper
    if len(objects) > 1 and depth and not any(map(_is_card, objects.values())):
        paths = [_pointers(member, f"{prefix}/{escape(key)}", depth - 1) for key, member in objects.items()]
        deeper_lists = [path for path in paths if path is not None and path[0] == "list-under-name"]
        if len(deeper_lists) == 1:  # beside what the file says of itself
            return deeper_lists[0]
    if inner and len(inner) == len(value) and all(_is_record(member) for member in inner.values()):
        return "map-by-id", [(f"{prefix}/{escape(key)}", key, 1, "id" in member) for key, member in inner.items()]
    return None


def _is_one_card(value: Mapping[str, Any]) -> bool:
    """Return whether an object is a card itself: it has an id, or a name and no list of things that have one."""
    if any(name.lower() == "id" for name in value):
        return True
    return _is_card(value) and not any(
        isinstance(member, list) and member and all(map(_is_card, member)) for member in value.values()
    )


def _is_card(value: Any) -> bool:
    """Return whether an object looks like one card, not like a set: it has an id or a name, and no list that is called one of cards."""
    names = {name.lower() for name in value} if isinstance(value, dict) else set()
    return bool(names & _OF_CARDS) and not names & _OF_SETS


def _holds_records(value: Any) -> bool:
    return isinstance(value, list) and all(_is_record(row) for row in value)


def _is_record(value: Any) -> bool:
    """Return whether a value is an object with a word or a number of its own, beside other members."""
    return isinstance(value, dict) and len(value) >= _MEMBERS and any(_scalars(value))


def _scalars(value: Mapping[str, Any]) -> Iterator[bool]:
    return (isinstance(member, str | int) for member in value.values())


def _with_id(text: str, key: str, has_id: bool) -> str:
    """Return the text of an object with an id in it."""
    return text if has_id else f'{{"id":{json.dumps(key, ensure_ascii=False)},{text[1:]}'
