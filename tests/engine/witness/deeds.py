"""The effects, triggers and static parts of a card, each by its place, and which of them acted in a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.language.analysis.changing import is_inline
from engine.language.analysis.semantics import INSTANT
from engine.language.analysis.trigger_summaries import trigger_keys
from engine.language.reading.source_map import pointer
from engine.language.reading.surface import desugar
from engine.language.spec.kinds import kind_of
from engine.language.spec.shapes import Block, ListOf, MapOf, Node, ObjectShape, Shape
from engine.language.spec.vocabulary import Vocabulary

Json = dict[str, Any]
Coverage = Mapping[tuple[str, str], int]
PLAIN = "done"
"""The stage of an effect that is in no trigger."""
NEVER_TRUE = {"type": "AlwaysFalse"}
"""The condition of a trigger by which its author says that it never acts, as its card does."""


class Deed(NamedTuple):
    """One effect of a card: its place in the core form, its name, and the stage of the trigger around it."""

    path: str
    effect: str
    stage: str


def deeds(vocabulary: Vocabulary, document: Json) -> tuple[Deed, ...]:
    """Return the effects of a card but those that it says are never done; what a keyword of its pack gives it belongs to the keyword."""
    lowered_core = desugar(vocabulary, document)
    kind = kind_of(vocabulary, lowered_core.document)
    if kind is None:
        return ()
    walk = _Walk(vocabulary)
    found = walk.value(ObjectShape(kind.record), lowered_core.document, "", PLAIN, fixed=False)
    return tuple(
        each for each in found if not any(each.path.startswith(f"{path}/") for path in lowered_core.expansions)
    )


class _Walk:
    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.events = {keys.event for keys in trigger_keys(vocabulary)}

    def value(self, shape: Shape, value: Any, path: str, stage: str, *, fixed: bool) -> Iterator[Deed]:
        match shape:
            case ObjectShape(name) if isinstance(value, dict):
                if value.get("condition") == NEVER_TRUE:
                    return
                stage, fixed = self._around(name, value, stage, fixed=fixed)
                for key in self.vocabulary.record(name).fields:
                    if key.name in value:
                        yield from self.value(key.shape, value[key.name], pointer(path, key.name), stage, fixed=fixed)
            case Block() | ListOf() | MapOf():
                item = Node("effect") if isinstance(shape, Block) else shape.item
                parts = value.items() if isinstance(value, dict) else enumerate(value)
                for name, part in parts:
                    yield from self.value(item, part, pointer(path, str(name)), stage, fixed=fixed)
            case Node("effect") if isinstance(value, dict):
                yield from self._effect(value, path, stage, fixed=fixed)

    def _around(self, record: str, value: Json, stage: str, *, fixed: bool) -> tuple[str, bool]:
        for key in self.events:
            written = value.get(key)
            event = self.vocabulary.event(written) if isinstance(written, str) else None
            if event is not None and event.name != INSTANT:
                gives_way = self.vocabulary.modify_gives_way and self.vocabulary.record(record).field("stage") is None
                return value.get("stage") or event.runtime.stage, gives_way
        return stage, fixed

    def _effect(self, value: Json, path: str, stage: str, *, fixed: bool) -> Iterator[Deed]:
        spec = self.vocabulary.family("effect")[value["type"]]
        if fixed and stage == "modify" and not is_inline(self.vocabulary, value):
            stage = "after"
        yield Deed(path, spec.name, stage)
        for key in spec.fields:
            if key.name in value:
                yield from self.value(key.shape, value[key.name], pointer(path, key.name), stage, fixed=fixed)


def acted(coverage: Coverage, card: str, path: str) -> bool:
    """Return whether an effect of a card did something: it ran more often than it came to nothing."""
    node = f"{card}#{path}"
    return coverage.get((node, "reached"), 0) > coverage.get((node, "noop"), 0)
