"""Which nodes of a card run later than it is played: what waits for an event, which bots that look one answer ahead undervalue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.language.reading.surface import desugar
from engine.language.spec import EventName, Vocabulary
from engine.ruleset import Ruleset


def deferred_nodes(ruleset: Ruleset, card: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the place and type of each effect of a card that waits for an event which playing the card does not raise."""
    core = desugar(ruleset.vocabulary, card)
    keys = waiting_keys(ruleset.vocabulary)
    found = _delayed(core.document, "", keys, ruleset.experiment.at_once)
    effects = ruleset.vocabulary.family("effect")
    return [(core.place(pointer), kind) for pointer, kind in found if kind in effects]


def waiting_keys(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the keys at which records of a ruleset name the event that they wait for."""
    fields = (field for record in vocabulary.records for field in record.fields)
    return frozenset(field.name for field in fields if isinstance(field.shape, EventName))


def _delayed(value: Any, pointer: str, keys: frozenset[str], at_once: frozenset[str]) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        events = [value[key] for key in keys & value.keys() if isinstance(value[key], str)]
        waits = bool(events) and not at_once.issuperset(events)
        for key, part in value.items():
            inner = f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"
            if waits and isinstance(part, list) and key not in CONDITIONS:
                yield from _effects(part, inner)
            else:
                yield from _delayed(part, inner, keys, at_once)
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from _delayed(part, f"{pointer}/{place}", keys, at_once)


CONDITIONS = frozenset(("condition", "conditions"))


def _effects(held: list[Any], pointer: str) -> Iterator[tuple[str, str]]:
    """Yield the nodes of a block, without what is inside them."""
    for place, node in enumerate(held):
        if isinstance(node, Mapping) and isinstance(node.get("type"), str):
            yield f"{pointer}/{place}", node["type"]


__all__ = ["deferred_nodes", "waiting_keys"]
