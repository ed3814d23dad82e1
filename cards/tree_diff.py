"""What changed between two states of a card, by node: values changed, blocks added, removed and moved, texts by language."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Literal

from cards.models.fields import LANGUAGES

Kind = Literal["changed", "added", "removed", "moved"]

CHANGES_LIMIT = 300  # changes that a page lists
PAIRS_MOST = 40_000  # pairs of blocks of two lists that are weighed; beyond, place by place
SHOWN = 160  # characters of a value
NAMES = ("id", "type", "event", "at", "kind", "key", "name")
"""Keys that say which block of a list is which, the surest first."""


@dataclass(frozen=True, slots=True)
class NodeChange:
    """One node that differs: where it is now (where it was, when it is gone), and its value before and after."""

    kind: Kind
    pointer: str
    old: str
    new: str
    old_pointer: str = ""


@dataclass(frozen=True, slots=True)
class TextChange:
    """One text of a language that differs."""

    language: str
    field: str
    old: str
    new: str


def node_changes(left: Any, right: Any) -> tuple[list[NodeChange], bool]:
    """Return what differs between two documents in the order of the document, and whether some is left out."""
    found = list(islice(_values(left, right, ""), CHANGES_LIMIT + 1))
    return _moves(found[:CHANGES_LIMIT]), len(found) > CHANGES_LIMIT


def text_changes(left: Mapping[str, Any], right: Mapping[str, Any]) -> list[TextChange]:
    """Return the texts of other languages that differ."""
    return [
        TextChange(language, field, str(before.get(field) or ""), str(after.get(field) or ""))
        for language in LANGUAGES
        for before, after in [(left.get(language) or {}, right.get(language) or {})]
        for field in ("name", "description", "notes")
        if (before.get(field) or "") != (after.get(field) or "")
    ]


def _values(left: Any, right: Any, pointer: str) -> Iterator[NodeChange]:
    if _same(left, right):
        return
    if isinstance(left, dict) and isinstance(right, dict):
        yield from _objects(left, right, pointer)
    elif isinstance(left, list) and isinstance(right, list):
        yield from _lists(left, right, pointer)
    else:
        yield NodeChange("changed", pointer, written(left), written(right))


def _objects(left: Mapping[str, Any], right: Mapping[str, Any], pointer: str) -> Iterator[NodeChange]:
    for key in (*right, *(key for key in left if key not in right)):
        at = f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}"
        if key not in left:
            yield NodeChange("added", at, "", written(right[key]))
        elif key not in right:
            yield NodeChange("removed", at, written(left[key]), "")
        else:
            yield from _values(left[key], right[key], at)


def _lists(left: Sequence[Any], right: Sequence[Any], pointer: str) -> Iterator[NodeChange]:
    pairs = paired(left, right)
    partner = dict(pairs)
    kept = set(partner.values())
    for place, value in enumerate(left):
        if place not in partner:
            yield NodeChange("removed", f"{pointer}/{place}", written(value), "")
    back = {new: old for old, new in pairs}
    for place, value in enumerate(right):
        if place in kept:
            yield from _values(left[back[place]], value, f"{pointer}/{place}")
        else:
            yield NodeChange("added", f"{pointer}/{place}", "", written(value))


def paired(left: Sequence[Any], right: Sequence[Any]) -> list[tuple[int, int]]:
    """Return which places of two lists are the same block: equal ones first, then those of one name in between."""
    head = next((n for n, (a, b) in enumerate(zip(left, right, strict=False)) if not _same(a, b)), None)
    head = min(len(left), len(right)) if head is None else head
    most = min(len(left), len(right)) - head
    tail = 0
    while tail < most and _same(left[-1 - tail], right[-1 - tail]):
        tail += 1
    ends = [(len(left) - n, len(right) - n) for n in range(tail, 0, -1)]
    middle = _named(left, right, (head, len(left) - tail), (head, len(right) - tail))
    return [(n, n) for n in range(head)] + middle + ends


def _named(
    left: Sequence[Any], right: Sequence[Any], of_left: tuple[int, int], of_right: tuple[int, int]
) -> list[tuple[int, int]]:
    """Return pairs that rise on both sides: of each block the next one that is equal or has the same name."""
    if (of_left[1] - of_left[0]) * (of_right[1] - of_right[0]) > PAIRS_MOST:
        return list(zip(range(*of_left), range(*of_right), strict=False))
    found, start = [], of_right[0]
    for old in range(*of_left):
        same = next((n for n in range(start, of_right[1]) if _same(left[old], right[n])), None)
        like = next((n for n in range(start, of_right[1]) if _alike(left[old], right[n])), None)
        new = same if same is not None else like
        if new is not None:
            found.append((old, new))
            start = new + 1
    return found


def _alike(left: Any, right: Any) -> bool:
    """Say whether two blocks are one block with another content."""
    if not isinstance(left, dict) or not isinstance(right, dict):
        return False
    name = next((key for key in NAMES if key in left and key in right), None)
    return name is not None and _same(left[name], right[name])


def _moves(found: Sequence[NodeChange]) -> list[NodeChange]:
    """Return the changes with each block that is gone here and new there as one that moved."""
    gone = {each.old: each for each in reversed(found) if each.kind == "removed" and each.old[:1] in "{["}
    moved, result = set(), []
    for each in found:
        if each.kind == "added" and (was := gone.pop(each.new, None)) is not None:
            moved.add(id(was))
            result.append(replace(each, kind="moved", old="", old_pointer=was.pointer))
        else:
            result.append(each)
    return [each for each in result if id(each) not in moved]


def node_at(document: Any, pointer: str) -> tuple[Any] | None:
    """Return the value at a JSON Pointer, alone in a tuple because it may be null; nothing where the pointer leads nowhere."""
    if pointer and not pointer.startswith("/"):
        return None
    value = document
    for segment in pointer.split("/")[1:]:
        name = segment.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif isinstance(value, list) and name.isascii() and name.isdigit() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    return (value,)


def _same(left: Any, right: Any) -> bool:
    """Say whether two values are equal as JSON has it: true is not 1."""
    return left is right or (type(left) is type(right) and written(left) == written(right))


def written(value: Any) -> str:
    """Return a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def shown(text: str) -> str:
    """Return a value as a page shows it: cut when it is long."""
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
