"""Which kind of card a document is, and which names depend on that."""

from __future__ import annotations

from typing import Any

from engine.language.spec.events import EventSpec, TimingSpec
from engine.language.spec.records import KindSpec
from engine.language.spec.vocabulary import Vocabulary


def kind_of(vocabulary: Vocabulary, document: Any) -> KindSpec | None:
    """Return the kind that a document says it is; the last kind is what all others are."""
    return vocabulary.kind_of(document)


def undecided(vocabulary: Vocabulary, document: Any) -> tuple[KindSpec, ...]:
    """Return the kinds among which a document had to choose by a word and did not; none where it did, or where one is the default.

    Kinds that share a record are alike enough to be checked as the last of them.
    """
    *rest, last = vocabulary.kinds
    if not rest or last.word is None or not isinstance(document, dict):
        return ()
    alike = any(kind.record == last.record for kind in rest)
    return () if alike or any(kind.marks(document) for kind in vocabulary.kinds) else vocabulary.kinds


def listenable(vocabulary: Vocabulary) -> tuple[EventSpec, ...]:
    """Return the events that a trigger may name."""
    return tuple(event for event in vocabulary.events if not event.hidden)


def timings_of(vocabulary: Vocabulary, kind: str) -> tuple[TimingSpec, ...]:
    """Return the timings that a kind of card has."""
    return tuple(timing for timing in vocabulary.timings if kind in timing.kinds)


def members(vocabulary: Vocabulary, event: EventSpec) -> tuple[EventSpec, ...]:
    """Return the events that a listener on this one hears: itself, or the members of a group."""
    if not event.members:
        return (event,)
    return tuple(member for name in event.members if (member := vocabulary.event(name)) is not None)


def is_emitted(vocabulary: Vocabulary, event: EventSpec) -> bool:
    """Return whether anything of the ruleset emits an event; of a group, one member is enough."""
    return event.analysis.emitted and any(member.analysis.emitted for member in members(vocabulary, event))


def unheard(vocabulary: Vocabulary, event: EventSpec) -> str:
    """Return the message of an event to which no trigger ever answers: none raises it, or it comes when no card can; empty for others."""
    if not is_emitted(vocabulary, event):
        return "event-never-raised"
    is_heard = event.analysis.heard and any(member.analysis.heard for member in members(vocabulary, event))
    return "" if is_heard else "event-never-heard"


def is_cancellable(vocabulary: Vocabulary, event: EventSpec) -> bool:
    """Return whether an event can be cancelled; of a group, all members must."""
    return all(member.runtime.cancellable for member in members(vocabulary, event))
