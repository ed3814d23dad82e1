"""The parts of what a card does, each of which can be left out by itself: effects, conditions, triggers and static modifiers.

A part is named by its JSON Pointer in the core form, where the compiler meets it. What a keyword of a pack opens into is one part: the keyword.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.json_values import JsonObject
from engine.language.analysis.trigger_summaries import INSTANT, trigger_keys
from engine.language.reading.source_map import members, pointer, value_at
from engine.language.reading.surface import CoreForm, desugar
from engine.language.spec import Block, Field, ListOf, MapOf, Node, ObjectShape, RecordSpec, Shape, Vocabulary
from engine.language.spec.kinds import kind_of

PartKind = Literal["effect", "condition", "trigger", "modifier", "keyword"]

MODIFIER_FIELDS = frozenset(("stat", "op", "value"))
"""What a record has that changes a number by being there."""
ID = "id"
"""The field by which an effect gives its results a name."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a card.

    Shapes: `pointer` is its JSON Pointer in the core form, `place` that in what the author wrote; `type` is its node type, the event of a
            trigger, the number of a modifier, or the keyword; `depth` counts the parts around it; `left_out` are the pointers that a card
            without it lacks: its own, and those in `users`, which read what it yields.
    """

    pointer: str
    place: str
    kind: PartKind
    type: str
    depth: int
    left_out: tuple[str, ...]
    users: tuple[str, ...] = ()

    @property
    def is_outer(self) -> bool:
        """Whether it is in no other part, and no condition: the outermost parts together are all that the card does."""
        return not self.depth and self.kind != "condition"


def behavior_parts(vocabulary: Vocabulary, document: JsonObject) -> tuple[Part, ...]:
    """Return the parts of a card in document order.

    A condition within another is none, nor is what a shorthand opens into, nor an effect that is the only one of its trigger: a card without it
    is the card without the trigger, or without the effect that sets it up.
    """
    core = desugar(vocabulary, document)
    kind = kind_of(vocabulary, core.document)
    if kind is None:
        return ()
    walk = _Walk(vocabulary, core)
    walk.value(ObjectShape(kind.record), core.document, "")
    return tuple(_parts(walk, core))


def _parts(walk: _Walk, core: CoreForm) -> Iterable[Part]:
    keywords: dict[str, list[str]] = {}
    outer: list[str] = []
    for path, (kind, name) in walk.found.items():
        item = "/".join(path.split("/", 3)[:3])
        if item in core.expansions:
            keywords.setdefault(core.expansions[item].partition("#")[0], []).append(path)
        elif not walk.is_sole(path):
            around = [each for each in outer if path.startswith(f"{each}/")]
            users = walk.users(path) if kind == "effect" else ()
            yield Part(path, core.place(path), kind, name, len(around), (path, *users), users)
            if kind != "condition":
                outer.append(path)
    for keyword, paths in keywords.items():
        first = "/".join(paths[0].split("/", 3)[:3])
        yield Part(first, core.place(first), "keyword", keyword, 0, _outermost(paths, walk.found))


def _outermost(paths: Sequence[str], kinds: Mapping[str, tuple[PartKind, str]]) -> tuple[str, ...]:
    able = [path for path in paths if kinds[path][0] != "condition"]
    return tuple(path for path in able if not any(path.startswith(f"{each}/") for each in able))


class _Walk:
    """Finds the parts of a card in its core form."""

    def __init__(self, vocabulary: Vocabulary, core: CoreForm) -> None:
        self.vocabulary, self.document, self.shorthands = vocabulary, core.document, core.shorthands
        self.events = {keys.event for keys in trigger_keys(vocabulary)}
        self.found: dict[str, tuple[PartKind, str]] = {}
        self.triggers: set[str] = set()
        self.names: dict[str, str] = {}

    def value(self, shape: Shape, value: Any, path: str) -> None:
        """Look for parts in the value of a field."""
        match shape:
            case ObjectShape(name) if isinstance(value, dict):
                self._record(self.vocabulary.record(name), value, path)
            case Block() | ListOf() | MapOf():
                item = Node("effect") if isinstance(shape, Block) else shape.item
                for where, part in members(path, value):
                    self.value(item, part, where)
            case Node("effect") if isinstance(value, dict):
                self._note(path, "effect", self.shorthands.get(path, str(value["type"])))
                if isinstance(value.get(ID), str):
                    self.names[path] = value[ID]
                self._fields(self.vocabulary.family("effect")[value["type"]].fields, value, path)
            case Node("condition") if isinstance(value, dict):
                self._note(path, "condition", self.shorthands.get(path, str(value["type"])))
                if self.shorthands.get(path) == "":
                    self._fields(self.vocabulary.family("condition")[value["type"]].fields, value, path)

    def _record(self, spec: RecordSpec, value: JsonObject, path: str) -> None:
        for key in self.events:
            written = value.get(key)
            event = self.vocabulary.event(written) if isinstance(written, str) else None
            if event is not None and event.name != INSTANT:
                self.triggers.add(path)
                self._note(path, "trigger", event.name)
        if path and {field.name for field in spec.fields} >= MODIFIER_FIELDS:
            self._note(path, "modifier", str(value.get("stat", "")))
        self._fields(spec.fields, value, path)

    def _note(self, path: str, kind: PartKind, name: str) -> None:
        """Note a part, unless it is one that a shorthand alone has written."""
        if self.shorthands.get(path) != "":
            self.found[path] = (kind, name)

    def _fields(self, fields: Iterable[Field], value: JsonObject, path: str) -> None:
        for key in fields:
            if key.name in value:
                self.value(key.shape, value[key.name], pointer(path, key.name))

    def is_sole(self, path: str) -> bool:
        """Return whether a part is the only effect of a trigger."""
        holder = path.rpartition("/")[0]
        is_in_trigger, effects = holder.rpartition("/")[0] in self.triggers, value_at(self.document, holder)
        if self.found[path][0] != "effect" or not is_in_trigger or not isinstance(effects, list):
            return False
        return not any(
            f"{holder}/{place}" in self.found for place in range(len(effects)) if f"{holder}/{place}" != path
        )

    def users(self, path: str) -> tuple[str, ...]:
        """Return the parts that read what an effect yields, and those that read what these yield, the outermost ones alone."""
        places, todo = dict[str, None](), [path]
        while todo:
            name = self.names.get(todo.pop())
            for candidate in self._apart_from(path) if name is not None else ():
                if candidate not in places and _reads(value_at(self.document, candidate), str(name)):
                    places[candidate] = None
                    todo.append(candidate)
        return tuple(each for each in places if not any(each.startswith(f"{around}/") for around in places))

    def _apart_from(self, path: str) -> list[str]:
        """Return the parts that do something, neither around a part nor in it."""
        return [
            other
            for other, (kind, _) in self.found.items()
            if kind != "condition" and not f"{path}/".startswith(f"{other}/") and not other.startswith(f"{path}/")
        ]


def _reads(value: Any, name: str) -> bool:
    """Return whether a text in a value refers to what a name stands for."""
    text = json.dumps(value, ensure_ascii=False)
    return f"${name}." in text or f"{{{name}." in text


__all__ = ["Part", "PartKind", "behavior_parts"]
