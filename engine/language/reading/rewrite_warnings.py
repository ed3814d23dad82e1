"""What the rewriting of old syntax reports: one warning for each, at the place that its author wrote, and how to fix it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.errors import Problem
from engine.json_values import Json
from engine.language.diagnostics.listing import MAX_PROBLEMS, first
from engine.language.reading.source_map import pointer

Step = Json
"""One operation of a JSON Patch of the author's text."""


class Notes:
    """Collects problems in the order in which they are met.

    Shapes: a patch may still grow after its note was made: what is renamed later belongs to it.
    """

    def __init__(self) -> None:
        self._noted: list[tuple[Problem, Sequence[Step]]] = []

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems, each with the patch that writes the present syntax."""
        return tuple(first(replace(found, fix=tuple(patch)) if patch else found for found, patch in self._noted))

    def alias(self, path: str, old: Any, new: Any, patch: Sequence[Step] = ()) -> None:
        """An old spelling was read as the present one."""
        read_as = f"the number {new}" if isinstance(new, int) else f"“{new}”"
        chinese = f"数字 {new} " if isinstance(new, int) else f"“{new}”"
        self._warn(
            ("W-ALIAS", path),
            f"“{old}” is an old spelling; it is read as {read_as}.",
            f"“{old}”是旧写法，按{chinese}读取。",
            (old, new),
            patch,
        )

    def dropped(self, path: str, value: str) -> None:
        """An old spelling says nothing here and was left out."""
        self._warn(
            ("W-ALIAS", path),
            f"“{value}” is an old spelling, and it is empty here; it is left out.",
            f"“{value}”是旧写法，且此处为空，将被省略。",
            (value, None),
            (removed(path),),
        )

    def coerce(self, path: str, old: Any, new: Any) -> None:
        """A value of the wrong kind was read as the one that it spells."""
        self._warn(
            ("W-COERCE", path),
            f"“{old}” is a text where a whole number is expected; it is read as {new}.",
            f"这里需要整数，却写成了文本“{old}”，按 {new} 读取。",
            (old, new),
            (replaced(path, new),),
        )

    def filled(self, path: str, key: str, value: Any) -> None:
        """A number that a node needs was not written, and the usual one is put there."""
        self._warn(
            ("W-COERCE", path),
            f"The field “{key}” is missing where a value is needed; it is read as {value}.",
            f"此处需要字段“{key}”，但没有写出，按 {value} 读取。",
            (None, value),
            (added(pointer(path, key), value),),
        )

    def shadowed_name(self, path: str, signs: str, event: str) -> None:
        """A reference to the event of an outer trigger now means that of an inner one, which has the same present name."""
        self._warn(
            ("W-HIDDEN", path),
            f"“{signs}” was written for an outer trigger, but here {event} means the event of the inner one; give what is meant an id outside, or write {event}.",
            f"“{signs}”原指外层触发器的事件，但此处 {event} 指内层触发器的事件；请在外层用标识保存所需的值，或直接写 {event}。",
            (signs, event),
            (),
        )

    def _warn(self, what: tuple[str, str], en: str, zh: str, words: tuple[Any, Any], patch: Sequence[Step]) -> None:
        code, path = what
        if len(self._noted) > MAX_PROBLEMS:
            return
        problem = Problem(code, {"en": en, "zh": zh}, path, severity="warning", found=words[0], wanted=words[1])
        self._noted.append((problem, patch))


def replaced(path: str, value: Any) -> Step:
    """Return the step that puts a value in the place of another."""
    return {"op": "replace", "path": path, "value": value}


def added(path: str, value: Any) -> Step:
    """Return the step that adds a member, or an item before the one that stands there."""
    return {"op": "add", "path": path, "value": value}


def moved(path: str, to: str) -> Step:
    """Return the step that moves a value."""
    return {"op": "move", "from": path, "path": to}


def removed(path: str) -> Step:
    """Return the step that takes a value away."""
    return {"op": "remove", "path": path}


def sibling(path: str, key: str) -> str:
    """Return the pointer of another member of the same object."""
    return f"{path.rpartition('/')[0]}/{key}"
