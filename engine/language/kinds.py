"""Which kind of card a document is, and which names depend on that."""

from __future__ import annotations

from typing import Any

from engine.language.registry import EventSpec, KindSpec, TimingSpec, Vocabulary


def kind_of(vocabulary: Vocabulary, document: Any) -> KindSpec | None:
    """Return the kind whose marking key stands in a document; the last kind is what all others are."""
    if not isinstance(document, dict):
        return None
    *marked, last = vocabulary.kinds
    return next((kind for kind in marked if kind.marker in document), last)


def listenable(vocabulary: Vocabulary) -> tuple[EventSpec, ...]:
    """Return the events that a trigger may name."""
    return tuple(event for event in vocabulary.events if not event.hidden)


def moments(vocabulary: Vocabulary, kind: str) -> tuple[TimingSpec, ...]:
    """Return the timings that a kind of card has."""
    return tuple(timing for timing in vocabulary.timings if kind in timing.kinds)
