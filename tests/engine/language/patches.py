"""JSON Patch (RFC 6902), as far as fixes use it."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any


def patched(document: Any, steps: Iterable[Mapping[str, Any]]) -> Any:
    """Return a document with the steps of a patch applied, in their order."""
    root = {"": copy.deepcopy(document)}
    for step in steps:
        if step["op"] == "move":
            value = _take(root, step["from"])
            _put(root, step["path"], value, add=True)
        elif step["op"] == "remove":
            _take(root, step["path"])
        else:
            _put(root, step["path"], copy.deepcopy(step["value"]), add=step["op"] == "add")
    return root[""]


def _container_of(root: Any, path: str) -> tuple[Any, Any]:
    """Return the container that a pointer names something in, and its key there."""
    *segments, last = [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")]
    current_root = root
    for segment in segments:
        current_root = current_root[int(segment)] if isinstance(current_root, list) else current_root[segment]
    return current_root, int(last) if isinstance(current_root, list) else last


def _take(root: Any, path: str) -> Any:
    held, key = _container_of(root, path)
    return held.pop(key)


def _put(root: Any, path: str, value: Any, *, add: bool) -> None:
    state, key = _container_of(root, path)
    if add and isinstance(state, list):
        state.insert(key, value)
        return
    assert add or (key in state if isinstance(state, dict) else key < len(state)), path
    state[key] = value
