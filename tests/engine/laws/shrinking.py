"""Makes a failing document small: what can be left out is left out, as long as it fails."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

Json = dict[str, Any]


def smallest(document: Json, fails: Callable[[Json], bool], tries: int = 400) -> Json:
    """Return a document that still fails and from which no one step of `smaller` can be taken, or the best within the tries."""
    matches = True
    while matches:
        matches = False
        for candidate in smaller(document):
            tries -= 1
            if tries < 0:
                return document
            if fails(candidate):
                document, matches = candidate, True
                break
    return document


def smaller(document: Json) -> Iterator[Json]:
    """Yield documents with one item of a list left out, one effect replaced by its block, or one optional key left out; big cuts first."""
    for path in sorted(paths(document), key=len):
        holder, key = at(document, path[:-1]), path[-1]
        if isinstance(holder, list):
            yield changed(document, path, None)
            inner = holder[key].get("do") if isinstance(holder[key], dict) and "type" in holder[key] else None
            if inner:
                yield changed(document, path, inner)
        elif key in ("elsedo", "condition", "id", "target", "stage", "mode") and len(path) > 1:
            yield changed(document, path, None)


def paths(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of everything below a value."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield (*before, key)
        yield from paths(value[key], (*before, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    """Return what a path leads to."""
    for key in path:
        value = value[key]
    return value


def changed(document: Json, path: tuple[Any, ...], replacement: list[Any] | None) -> Json:
    """Return a copy with one place left out, or a list's item replaced by several."""
    out = copy.deepcopy(document)
    holder = at(out, path[:-1])
    if replacement is None:
        del holder[path[-1]]
    else:
        holder[path[-1] : path[-1] + 1] = copy.deepcopy(replacement)
    return out
