"""Counts that can only be 0: of an event in which none of those whom they are for takes part, or of a word that stands for an event."""

from __future__ import annotations

from engine.errors import Problem
from engine.json_values import JsonObject
from engine.language.diagnostics.messages import report
from engine.language.reading.source_map import pointer
from engine.language.spec import EventName, EventWord, NodeSpec, Vocabulary
from engine.language.spec.counting import counted_field, sort_of


def counts_nothing(vocabulary: Vocabulary, spec: NodeSpec, node: JsonObject, path: str) -> Problem | None:
    """Return the problem of a node that counts for whom its event has no field, or those of a word that its event has none for; None for all others."""
    key, role = spec.field("event"), node.get("who")
    if key is None or not isinstance(key.shape, EventName) or not isinstance(role, str):
        return None
    name = str(node.get("event"))
    event = vocabulary.event(name)
    if event is None:
        stands_for = next((word for word in vocabulary.event_words if word.name == name), None)
        return None if stands_for is None else _counts_a_word(pointer(path, "event"), stands_for)
    if counted_field(event, role) is not None:
        sort, word = sort_of(spec.fields, node) or ("", "")
        if not sort or sort in event.fields:
            return None
        return report("counts-nothing", pointer(path, sort), found=word, event=event.name)
    return report("counts-nothing", pointer(path, "who"), found=role, event=event.name)


def _counts_a_word(path: str, word: EventWord) -> Problem:
    """Return the problem of a count of a word: its condition means nothing there, only its event is counted."""
    fix = ({"op": "replace", "path": path, "value": word.event},)
    return report("counts-a-word", path, found=word.name, event=word.event, wanted=word.event, fix=fix)
