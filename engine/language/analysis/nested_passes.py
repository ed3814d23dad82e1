"""Loops inside each other whose bounds, multiplied, are more passes than a match does before it is stopped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import Problem, Problems
from engine.kernel.definitions import Budgets
from engine.language.analysis.loop_bounds import most_of
from engine.language.analysis.semantics import INSTANT
from engine.language.analysis.structure import is_whole
from engine.language.analysis.trigger_summaries import trigger_keys
from engine.language.diagnostics.messages import report
from engine.language.reading.source_map import members, pointer
from engine.language.spec import Field, Vocabulary

OPS_PER_PASS = 2
"""A pass takes at least the step that begins it and the jump back."""
MAX_PASSES_IN_ALL = Budgets().ops // OPS_PER_PASS
"""So many passes may be done between two decisions, and a match has no more decisions than that either."""


def nested_passes(vocabulary: Vocabulary, document: Any) -> Problems:
    """Yield the loops with which the passes around and inside them become too many, of a document in core form.

    What a trigger does later is counted by itself; a count of things is known in a match alone, so it counts as one.
    """
    events = {keys.event for keys in trigger_keys(vocabulary)}
    todo: list[tuple[str, Any, int]] = [("", document, 1)]
    while todo:
        path, value, around = todo.pop()
        passes = around
        if isinstance(value, dict):
            around = 1 if any(isinstance(value.get(key), str) and value[key] != INSTANT for key in events) else around
            times = _times(vocabulary, value)
            passes = around * (1 if times is None else _bound(vocabulary, value[times.name]))
            if times is not None and around <= MAX_PASSES_IN_ALL < passes:
                yield _too_many(pointer(path, times.name), value[times.name], passes, MAX_PASSES_IN_ALL // around)
        todo.extend((where, child, passes) for where, child in reversed(members(path, value)))


def _times(vocabulary: Vocabulary, node: Mapping[str, Any]) -> Field | None:
    """Return the field in which a node has a number of passes, if it is written."""
    spec = vocabulary.spec("effect", node)
    fields = spec.fields if spec is not None else ()
    return next((key for key in fields if key.analysis.bounded and key.name in node), None)


def _bound(vocabulary: Vocabulary, times: Any) -> int:
    """Return the most passes that an author wrote: a number, or that of a `min` or `clamp`."""
    if is_whole(times):
        return max(times, 1)
    is_bounded = isinstance(times, Mapping) and times.get("type") in ("min", "clamp")
    return (most_of(times, vocabulary.family("value")) if is_bounded else None) or 1


def _too_many(path: str, times: Any, passes: int, most: int) -> Problem:
    fix = ({"op": "replace", "path": path, "value": most},) if is_whole(times) and most > 1 else None
    return report("loops-beyond-budget", path, found=passes, wanted=MAX_PASSES_IN_ALL, fix=fix)
