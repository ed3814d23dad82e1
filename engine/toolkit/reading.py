"""Reads of documents that may be half-written: a part of the wrong type is as one that is not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.language.reading.source_map import pointer

Document = Mapping[str, Any]


def part(document: Document, key: str) -> Document:
    """Return the object under a key, an empty one where there is none."""
    value = document.get(key)
    return value if isinstance(value, dict) else {}


def items(document: Document, key: str) -> Sequence[Any]:
    """Return the list under a key, an empty one where there is none."""
    value = document.get(key)
    return value if isinstance(value, list) else ()


def objects(document: Document, key: str) -> list[tuple[int, Document]]:
    """Return the objects of the list under a key, each with its place there."""
    return [(place, value) for place, value in enumerate(items(document, key)) if isinstance(value, dict)]


def words(document: Document, key: str) -> list[str]:
    """Return the texts of the list under a key."""
    return [value for value in items(document, key) if isinstance(value, str)]


def values(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield a value and everything inside it in reading order, each with its JSON Pointer."""
    yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in inner:
        yield from values(child, pointer(path, key))


def nodes(value: Any, path: str = "") -> Iterator[tuple[str, Document]]:
    """Yield the objects inside a value that have a `type`, each with its JSON Pointer."""
    return (
        (place, node)
        for place, node in values(value, path)
        if isinstance(node, dict) and isinstance(node.get("type"), str)
    )
