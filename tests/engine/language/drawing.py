"""What may be drawn at a place of a document under construction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.language.spec.events import EventSpec
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import Block, EventName, ListOf
from engine.language.spec.vocabulary import Vocabulary


@dataclass(frozen=True)
class DrawScope:
    """One place of a document under construction: what may be named, and how much deeper it may go."""

    kind: str
    depth: int
    bound: Mapping[str, str] = field(default_factory=dict)
    event: EventSpec | None = None
    stage: str | None = None
    loop: str | None = None
    fixed: bool = False
    passes: int = 1

    def of_type(self, vocabulary: Vocabulary, expected: str, *, many: bool = False) -> list[str]:
        """Return the references to a type that can be written here."""
        good = {expected, f"{expected}[]"} if many else {expected}
        return [
            path
            for path, kind in self.bound.items()
            if kind in good or (not kind.endswith("[]") and vocabulary.is_a(kind, expected) and kind != "any")
        ]

    def with_names(self, name: str, fields: Mapping[str, str]) -> DrawScope:
        """Return this place with a name's fields bound; a name made by a template is written in braces."""
        brace = "{" in name
        new = {("{%s.%s}" if brace else "$%s.%s") % (name, key): kind for key, kind in fields.items()}
        return replace(self, bound={**self.bound, **new})


def strings(value: Any) -> Iterable[str]:
    """Yield the texts in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


def nests(spec: NodeSpec) -> bool:
    """Return whether an effect holds other effects."""
    return any(isinstance(key.shape, Block | ListOf) for key in spec.fields)


def runs(spec: NodeSpec, stage: str | None) -> bool:
    """Return whether a node may be used in a stage: inline ones run in `modify` and nowhere else, what may wait runs in neither."""
    if spec.family == "effect":
        return (stage == "modify") == (spec.runtime.inline is not None) and stage != "check"
    return stage not in ("modify", "check") or not (
        spec.family == "chooser" or spec.analysis.suspends or spec.analysis.draws_chance
    )


def is_carried(spec: NodeSpec, place: DrawScope) -> bool:
    """Return whether the event around has what an effect changes, or has something after it in which the effect can be done."""
    if spec.family != "effect" or place.event is None or place.stage != "modify":
        return True
    if spec.runtime.inline is None:
        return place.event.runtime.has_after
    return set(spec.analysis.changes) <= place.event.fields.keys()


def event_key(spec: RecordSpec) -> str:
    """Return the key under which a record names the event that it answers, empty for none."""
    return next((key.name for key in spec.fields if isinstance(key.shape, EventName)), "")
