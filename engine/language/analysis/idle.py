"""Lists of effects in which nothing stands: what waits for them, asks for them or is paid for them does nothing.

One of several alternatives may be empty, as an option that does nothing or a side of a coin; so may what a trigger does whose stage
only forbids its event.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.errors import Problems
from engine.json_values import Json, items_of
from engine.language.analysis.trigger_summaries import trigger_keys
from engine.language.diagnostics.messages import Fix, report
from engine.language.diagnostics.problems import removal
from engine.language.reading.contents import contents
from engine.language.spec import Block, Field, ListOf, Node, NodeSpec, ObjectShape, Shape, Vocabulary
from engine.language.spec.kinds import kind_of

FORBIDS = "check"
"""The stage at which a trigger forbids its event, whatever it does."""


def idle_lists(vocabulary: Vocabulary, document: Any) -> Problems:
    """Yield the empty lists of effects of a document in core form."""
    kind = kind_of(vocabulary, document)
    if kind is not None:
        yield from _Walk(vocabulary).value(ObjectShape(kind.record), document, "", is_last=False)


class _Walk:
    """The walk over one document."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.events = [keys.event for keys in trigger_keys(vocabulary)]

    def value(self, shape: Shape, value: Any, path: str, *, is_last: bool) -> Problems:
        """Walk a value of a shape, which may be the last item of a list with others: then it can be taken out, and none takes its place."""
        spec = self.vocabulary.spec("effect", value) if isinstance(shape, Node) else None
        may_be_empty = (spec is not None and self._chooses(spec, value)) or self._forbids(value)
        are_items = isinstance(value, list)
        for key, inner, child, where in contents(self.vocabulary, shape, value, path):
            if key is not None and isinstance(inner, Block) and child == [] and not (may_be_empty and key.required):
                yield report("nothing-done", where, fix=_fix(key, where, path if is_last else None))
            if may_be_empty and isinstance(inner, ListOf) and isinstance(inner.item, ObjectShape):
                for place, option in enumerate(items_of(child)):
                    yield from self._alternative(inner.item, option, f"{where}/{place}")
            else:
                yield from self.value(inner, child, where, is_last=are_items and len(value) > 1 and child is value[-1])

    def _alternative(self, shape: Shape, value: Any, path: str) -> Problems:
        """Walk one of several alternatives, which may itself be to do nothing."""
        for _, inner, child, where in contents(self.vocabulary, shape, value, path):
            yield from self.value(inner, child, where, is_last=False)

    def _chooses(self, spec: NodeSpec, value: Json) -> bool:
        """Return whether an effect does one of several lists, and one of them does something."""
        lists = list(self._alternatives(spec.fields, value))
        return len(lists) > 1 and any(lists)

    def _alternatives(self, fields: Sequence[Field], value: Json) -> Iterator[Any]:
        """Yield the lists of effects of an effect: its own, and of each record that it lists and that answers no event."""
        for key in fields:
            match key.shape:
                case Block() if key.name in value:
                    yield value[key.name]
                case ListOf(ObjectShape(name)):
                    inner = self.vocabulary.record(name).fields
                    if not any(field.name in self.events for field in inner):
                        for option in items_of(value.get(key.name)):
                            yield from self._alternatives(inner, option) if isinstance(option, dict) else ()

    def _forbids(self, value: Any) -> bool:
        if not isinstance(value, dict):
            return False
        if "stage" in value:
            return bool(value["stage"] == FORBIDS)
        names = (value.get(key) for key in self.events)
        events = (self.vocabulary.event(name) for name in names if isinstance(name, str))
        runtimes = [event.runtime for event in events if event is not None]
        return any(runtime.stages == (FORBIDS,) or runtime.stage == FORBIDS for runtime in runtimes)


def _fix(key: Field, where: str, item: str | None) -> Fix:
    """Return what takes an empty list away: its key where that may be absent, else the item around it, if there is one."""
    if not key.required:
        return removal(where)
    return removal(item) if item is not None else None
