"""What can be known of a trigger from its nodes alone: which fields of its event are the card itself, which are referred to, how often it answers.

Where nodes do not name the fields of an event but mean them ("the source"), their wording says which.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.language.spec.events import EventSpec
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.phrases import ConditionPhrase
from engine.language.spec.vocabulary import Vocabulary
from engine.language.text.document_reader import Json, Trigger, node_spec
from engine.language.text.templates import Place, parts, places

SELF = "self"
"""What a case may ask of a field that a node presumes: that it is the card itself."""


def phrased_fields(event: EventSpec) -> frozenset[str]:
    """Return the fields that the sentences of an event name."""
    both = [event.phrase, *(case.phrase for case in event.wording.cases)]
    return frozenset(place.name for one in both if one is not None for place in places(one.en))


def described_field(event: EventSpec, tells: ConditionPhrase) -> str:
    """Return the field of an event that a condition describes, empty for none."""
    said = phrased_fields(event)
    return next((name for name in tells.fields if name in said), "")


def conditions(vocabulary: Vocabulary, trigger: Trigger) -> Iterator[tuple[NodeSpec, Json]]:
    """Yield what the conditions of a trigger that must all hold are, each with its node."""
    held = trigger.asked if isinstance(trigger.asked, list) else [trigger.asked]
    for node in held:
        spec = node_spec(vocabulary, "condition", node)
        if spec is not None:
            yield spec, node


def _inside(value: Any) -> Iterator[Json]:
    """Yield all nodes below a value."""
    todo = [value]
    while todo:
        held = todo.pop()
        if isinstance(held, dict):
            yield held
            todo += held.values()
        elif isinstance(held, list):
            todo += held


def _specs(vocabulary: Vocabulary, trigger: Trigger) -> Iterator[NodeSpec]:
    for node in _inside([trigger.asked, trigger.block]):
        for family in ("chooser", "condition"):
            spec = node_spec(vocabulary, family, node)
            if spec is not None:
                yield spec


def itself(vocabulary: Vocabulary, trigger: Trigger) -> frozenset[str]:
    """Return the fields of a trigger's event that are the card itself, as its conditions say or its nodes presume."""
    event = trigger.event
    if event is None:
        return frozenset()
    said = (spec.wording.about_event(node) for spec, node in conditions(vocabulary, trigger))
    asked = [tells for tells in said if tells is not None]
    sided = {described_field(event, tells) for tells in asked if tells.player is not None}
    presumed = {spec.wording.presumes for spec in _specs(vocabulary, trigger)} - sided
    told = frozenset({described_field(event, tells) for tells in asked if tells.itself} - {""})
    return told or frozenset(presumed & phrased_fields(event))


def referenced_fields(vocabulary: Vocabulary, trigger: Trigger) -> frozenset[str]:
    """Return the fields of an event that nodes of its trigger name: it has to be said who they are."""
    fields = {} if trigger.event is None else trigger.event.fields
    held = (parts(one.phrase.en) for one in _specs(vocabulary, trigger) if one.phrase is not None)
    return frozenset(
        run[0].name for run in held if len(run) == 1 and isinstance(run[0], Place) and run[0].name in fields
    )


def matches(vocabulary: Vocabulary, trigger: Trigger) -> bool:
    """Return whether a condition of a trigger counts what it finds."""
    return any(spec.wording.matches for spec, _ in conditions(vocabulary, trigger))


def stated_limit(vocabulary: Vocabulary, trigger: Trigger) -> int | None:
    """Return how often a trigger answers in a turn, None where that need not be said: without limit, or once by its nature."""
    limit, event = trigger.limit, trigger.event
    if limit is None or event is None or (event.wording.each is not None and not trigger.in_all):
        return None
    if trigger.in_all and trigger.once:
        return None
    return None if itself(vocabulary, trigger) & set(event.wording.single) else limit
