"""What the names in a document mean where they are used, so that a reference is said in words.

A name is bound by a behaviour's moment, by the event of a trigger and by an effect with an id; a trigger sees a copy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from engine.language.analysis.scope import Glob, glob, overlap
from engine.language.spec.interpolation import BadTemplate, Path, Template, parse
from engine.language.spec.phrases import Result


@dataclass(frozen=True, slots=True)
class Thing:
    """Somebody or something that the text can come back to.

    Shapes: `key` identifies it; `type` is its type's name; `definite` is what it is called once it is known;
            `each` says that it is several, each of which something is done to; `lettered` that it is always called by its letter.
    """

    key: str
    type: str
    definite: str
    you: bool = False
    many: bool = False
    each: bool = False
    lettered: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """A result that is a number, a word, or that holds or does not.

    Shapes: `things` are what the places of its sentence stand for.
    """

    key: str
    type: str
    result: Result
    things: Mapping[str, Thing] = field(default_factory=dict)


Meaning = Thing | Fact


Name = TypeVar("Name", str, Glob)


@dataclass(slots=True)
class Names:
    """The names of one place: plain ones, and those that a template such as `dc{loop1.index}` makes."""

    plain: dict[str, dict[str, Meaning]] = field(default_factory=dict)
    made: dict[Glob, dict[str, Meaning]] = field(default_factory=dict)

    def copy(self) -> Names:
        """Return the names as a trigger made here sees them."""
        return Names(dict(self.plain), dict(self.made))

    def bind(self, label: Any, fields: dict[str, Meaning]) -> None:
        """Bind what an effect with this id yields; a label that cannot be read binds nothing."""
        parsed = parsed_text(label)
        if isinstance(parsed, str):
            self.plain[parsed] = fields
        elif parsed is not None:
            self.made[glob(parsed.pieces)] = fields

    def event(self, name: str, fields: dict[str, Meaning]) -> None:
        """Bind the fields of an event or moment; they hide those of the same name outside."""
        self.plain[name] = {**self.plain.get(name, {}), **fields}

    def find(self, path: Path) -> Meaning | None:
        """Return what a reference means, or None when nothing of that name is known."""
        head, key = _split(path)
        if len(head) == 1 and isinstance(head[0], str):
            if head[0] in self.plain:
                return self.plain[head[0]].get(key)
            return self._made(head, key)
        exact = self.made.get(glob(head))
        return exact.get(key) if exact is not None else self._made(head, key)

    def _made(self, head: tuple[str | Path, ...], key: str) -> Meaning | None:
        pattern = glob(head)
        plain = (((name,), fields) for name, fields in self.plain.items())
        for other, fields in (*self.made.items(), *plain):
            if overlap(pattern, other) and key in fields:
                return fields[key]
        return None

    def rename(self, definite: str, other: str) -> None:
        """Call whatever is called `definite` otherwise, now that something nearer has that name."""
        _rename(self.plain, definite, other)
        _rename(self.made, definite, other)


def _rename(held: dict[Name, dict[str, Meaning]], definite: str, other: str) -> None:
    for name, fields in held.items():
        if any(isinstance(m, Thing) and m.definite == definite for m in fields.values()):
            held[name] = {key: _renamed(meaning, definite, other) for key, meaning in fields.items()}


def _renamed(meaning: Meaning, definite: str, other: str) -> Meaning:
    if isinstance(meaning, Thing) and meaning.definite == definite:
        return replace(meaning, definite=other)
    return meaning


def _split(path: Path) -> tuple[tuple[str | Path, ...], str]:
    """Return the name of a reference, in pieces, and the field after its last dot."""
    *head, last = path.pieces
    if not isinstance(last, str) or "." not in last:
        return path.pieces, ""
    name, _, key = last.rpartition(".")
    return (*head, name) if name else tuple(head), key


def parsed_text(value: Any) -> str | Path | Template | None:
    """Return a string as it is read, None when it cannot be."""
    if not isinstance(value, str):
        return None
    try:
        return parse(value)
    except BadTemplate:
        return None
