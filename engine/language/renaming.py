"""How references are called after a trigger's event or a timing's field got its present name.

Renaming a trigger's event renames the references to it inside that trigger and nothing else; the names of timings stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.language.interpolation import BadTemplate, Path, Template, parse, render
from engine.language.registry import EventSpec, TimingSpec


@dataclass(frozen=True, slots=True)
class Renaming:
    """The present name of something that references name, and the present names of its fields."""

    name: str
    fields: Mapping[str, str]


Names = Mapping[str, Renaming]


def with_timing(names: Names, timing: TimingSpec) -> Names:
    """Return the names inside a behaviour."""
    return {**names, timing.name: Renaming(timing.name, timing.field_aliases)}


def with_event(names: Names, written: str, event: EventSpec) -> Names:
    """Return the names inside a trigger whose event was written so; they hide what was called the same outside."""
    meant = Renaming(event.name, event.field_aliases)
    return {**names, event.name: meant, written: meant}


def rename_references(text: str, names: Names) -> str:
    """Return a string with the references in it renamed; one that cannot be read stays as it is."""
    if not names or ("$" not in text and "{" not in text):
        return text
    try:
        parsed = parse(text)
    except BadTemplate:
        return text
    renamed = _renamed(parsed, names)
    return text if renamed == parsed else render(renamed, dollar=text.startswith("$"))


def _renamed(parsed: str | Path | Template, names: Names) -> str | Path | Template:
    if isinstance(parsed, Template):
        return Template(tuple(piece if isinstance(piece, str) else _path(piece, names) for piece in parsed.pieces))
    return _path(parsed, names) if isinstance(parsed, Path) else parsed


def _path(path: Path, names: Names) -> Path:
    inner = tuple(piece if isinstance(piece, str) else _path(piece, names) for piece in path.pieces)
    if not isinstance(inner[0], str):
        return Path(inner)
    name, dot, rest = inner[0].partition(".")
    if name not in names or (not dot and len(inner) > 1):
        return Path(inner)
    meant = names[name]
    if len(inner) == 1:
        rest = meant.fields.get(rest, rest)
    return Path((f"{meant.name}{dot}{rest}", *inner[1:]))
