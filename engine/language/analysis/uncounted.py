"""Counts that can only be 0: of an event in which none of those whom they are for takes part."""

from __future__ import annotations

from engine.errors import Problem
from engine.json_values import JsonObject
from engine.language.diagnostics.messages import report
from engine.language.reading.source_map import pointer
from engine.language.spec import EventName, NodeSpec, Vocabulary
from engine.language.spec.counting import counted_field, sort_of


def counts_nothing(vocabulary: Vocabulary, spec: NodeSpec, node: JsonObject, path: str) -> Problem | None:
    """Return the problem of a node that counts for whom its event has no field, or those of a word that its event has none for; None for all others."""
    key, role = spec.field("event"), node.get("who")
    if key is None or not isinstance(key.shape, EventName) or not isinstance(role, str):
        return None
    event = vocabulary.event(str(node.get("event")))
    if event is None:
        return None
    if counted_field(event, role) is not None:
        name, word = sort_of(spec.fields, node) or ("", "")
        if not name or name in event.fields:
            return None
        return report("counts-nothing", pointer(path, name), found=word, event=event.name)
    return report("counts-nothing", pointer(path, "who"), found=role, event=event.name)
