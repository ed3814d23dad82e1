"""How references are called after a trigger's event or a timing's field got its present name.

Renaming a trigger's event renames the references to it inside that trigger and nothing else; the names of timings stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.language.reading.rewrite_warnings import Step, replaced
from engine.language.spec import EventSpec, TimingSpec
from engine.language.spec.interpolation import Path, Template, parsed_text, paths, render, split_path


@dataclass(frozen=True, slots=True)
class Renaming:
    """The present name of something that references name, and the present names of its fields.

    Shapes: patch collects what must change in the author's text together with the name; is_shadowed says that an inner trigger's event
            has the present name too, so that this one cannot be named any more.
    """

    name: str
    fields: Mapping[str, str]
    patch: list[Step] | None = None
    is_shadowed: bool = False


Names = Mapping[str, Renaming]


def with_timing(names: Names, timing: TimingSpec) -> Names:
    """Return the names inside a behaviour."""
    return {**names, timing.name: Renaming(timing.name, timing.field_aliases)}


def with_event(names: Names, word: str, event: EventSpec, patch: list[Step] | None) -> Names:
    """Return the names inside a trigger whose event was written so; they hide what was called the same outside."""
    renaming = Renaming(event.name, event.field_aliases, patch)
    outer = {
        name: replace(held, is_shadowed=True) if held.name == event.name and name != event.name else held
        for name, held in names.items()
    }
    return {**outer, event.name: renaming, word: renaming}


def hidden_name(text: str, names: Names) -> str | None:
    """Return the name in a string that stands for an outer event which cannot be named here."""
    if not any(held.is_shadowed for held in names.values()):
        return None
    names_in_use = [split_path(path)[0] for path in paths(parsed_text(text))]
    heads = [head[0] for head in names_in_use if len(head) == 1 and isinstance(head[0], str)]
    return next((head for head in heads if head in names and names[head].is_shadowed), None)


def note_patches(text: str, names: Names, path: str) -> None:
    """Add to the patch of each renamed event around what changes in a string when that event alone gets its present name."""
    patched = {id(value): value for value in names.values() if value.patch is not None and not value.is_shadowed}
    for key, value in patched.items():
        own = {name: other for name, other in names.items() if id(other) == key}
        changed = rename_references(text, own)
        if changed != text and value.patch is not None:
            value.patch.append(replaced(path, changed))


def rename_references(text: str, names: Names) -> str:
    """Return a string with the references in it renamed; one that cannot be read stays as it is."""
    if not names or ("$" not in text and "{" not in text):
        return text
    template = parsed_text(text)
    renamed = _renamed(template, names)
    return text if renamed is None or renamed == template else render(renamed, dollar=text.startswith("$"))


def _renamed(template: str | Path | Template | None, names: Names) -> str | Path | Template | None:
    if isinstance(template, Template):
        return Template(tuple(piece if isinstance(piece, str) else _path(piece, names) for piece in template.pieces))
    return _path(template, names) if isinstance(template, Path) else template


def _path(path: Path, names: Names) -> Path:
    inner = tuple(piece if isinstance(piece, str) else _path(piece, names) for piece in path.pieces)
    if not isinstance(inner[0], str):
        return Path(inner)
    name, dot, rest = inner[0].partition(".")
    if name not in names or (not dot and len(inner) > 1):
        return Path(inner)
    new_name = names[name]
    if len(inner) == 1:
        rest = new_name.fields.get(rest, rest)
    return Path((f"{new_name.name}{dot}{rest}", *inner[1:]))
