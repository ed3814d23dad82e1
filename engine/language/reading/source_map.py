"""A document whose every part remembers where its author wrote it, so that it may be moved and still be found.

Rewrites move and rename; problems are reported against the author's text. Hence the pointers travel with the values.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class Traced:
    """A JSON value and the pointer of what it came from.

    Shapes: value is a scalar, a `dict[str, Traced]` or a `list[Traced]`.
    """

    value: Any
    origin: str

    @property
    def members(self) -> dict[str, Traced] | None:
        """The object's members, or None when it is no object."""
        return self.value if isinstance(self.value, dict) else None

    @property
    def items(self) -> list[Traced] | None:
        """The list's items, or None when it is no list."""
        return self.value if isinstance(self.value, list) else None

    def text(self, key: str) -> str | None:
        """Return the string under a key, or None when there is none."""
        members = self.members
        found = members.get(key) if members is not None else None
        return found.value if found is not None and isinstance(found.value, str) else None

    def rename(self, old: str, new: str) -> None:
        """Give a member another name and leave it in its place."""
        self.value = {new if key == old else key: child for key, child in self.value.items()}

    def drop(self, key: str) -> Traced:
        """Take a member out and return it."""
        members: dict[str, Traced] = self.value
        return members.pop(key)

    def without_null(self, keys: Set[str]) -> None:
        """Take out the members of some names that are null."""
        for key, held in tuple((self.members or {}).items()):
            if key in keys and held.value is None:
                self.drop(key)

    def new(self, value: Any) -> Traced:
        """Return a value made from this one: plain objects and lists inside it are wrapped, with this one's origin."""
        if isinstance(value, Traced):
            return value
        if isinstance(value, dict):
            return Traced({key: self.new(child) for key, child in value.items()}, self.origin)
        if isinstance(value, list):
            return Traced([self.new(child) for child in value], self.origin)
        return Traced(value, self.origin)


def pointer(base: str, key: str | int) -> str:
    """Return the pointer of a member or item (RFC 6901)."""
    step = str(key)
    if "~" in step or "/" in step:
        step = step.replace("~", "~0").replace("/", "~1")
    return f"{base}/{step}"


def unescape(segment: str) -> str:
    """Return the name that a segment of a JSON Pointer stands for."""
    return segment.replace("~1", "/").replace("~0", "~")


def value_at(value: Any, path: str) -> Any:
    """Return the value at a JSON Pointer, None where there is none."""
    for segment in path.split("/")[1:]:
        name = unescape(segment)
        if isinstance(value, list):
            value = value[int(name)] if name.isdecimal() and int(name) < len(value) else None
        else:
            value = value.get(name) if isinstance(value, dict) else None
    return value


def holder_at(document: Any, path: str) -> tuple[Any, Any]:
    """Return the list or object that holds a value, and its place or name there."""
    outer, _, last = path.rpartition("/")
    holder = value_at(document, outer)
    return holder, int(last) if isinstance(holder, list) else unescape(last)


def members(path: str, value: Any) -> list[tuple[str, Any]]:
    """Return what an object or a list holds, each part with its pointer."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(pointer(path, name), child) for name, child in parts]


def trace(value: Any, place: str = "") -> Traced:
    """Wrap a JSON value and all that is in it."""
    if isinstance(value, dict):
        return Traced({key: trace(child, pointer(place, key)) for key, child in value.items()}, place)
    if isinstance(value, list):
        return Traced([trace(child, pointer(place, index)) for index, child in enumerate(value)], place)
    return Traced(value, place)


def plain(node: Traced) -> Any:
    """Return the JSON value without its pointers."""
    if isinstance(node.value, dict):
        return {key: plain(child) for key, child in node.value.items()}
    if isinstance(node.value, list):
        return [plain(child) for child in node.value]
    return node.value


def origins(node: Traced, index: str = "") -> dict[str, str]:
    """Return, for every place of the document as it is now, the pointer of what its author wrote there."""
    out = {index: node.origin}
    for where, child in members(index, node.value):
        out.update(origins(child, where))
    return out


def original(places: Mapping[str, str], path: str) -> str:
    """Return the author's pointer for a place; one that was not written is reported at the nearest thing around it."""
    while path not in places and path:
        path = path.rpartition("/")[0]
    return places.get(path, path)
