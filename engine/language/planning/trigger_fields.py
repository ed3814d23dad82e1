"""What the nodes of a trigger reveal about the fields of its event, and how often it answers.

Where nodes do not name the fields of an event but mean them ("the source"), their wording declares which.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from engine.json_values import Json
from engine.language.planning.document_reader import Trigger, node_spec
from engine.language.planning.templates import Place, parts, places
from engine.language.reading.strings import values_in
from engine.language.spec import ConditionPhrase, EventSpec, LocalizedText, NodeSpec, Vocabulary

PLAYER = "player"
"""The type of a field that is one player."""


def phrased_fields(event: EventSpec) -> frozenset[str]:
    """Return the fields that the sentences of an event name."""
    sentences = [event.phrase, *(case.phrase for case in event.wording.cases)]
    return frozenset(place.name for sentence in sentences if sentence is not None for place in places(sentence.en))


def described_field(event: EventSpec, phrase: ConditionPhrase) -> str:
    """Return the field of an event that a condition describes, empty if there is none."""
    phrased = phrased_fields(event)
    return next((name for name in phrase.fields if name in phrased), "")


def trigger_conditions(vocabulary: Vocabulary, trigger: Trigger) -> Iterator[tuple[NodeSpec, Json]]:
    """Yield the conditions of a trigger that must all hold, each with its declaration."""
    nodes = trigger.conditions if isinstance(trigger.conditions, list) else [trigger.conditions]
    for node in nodes:
        spec = node_spec(vocabulary, "condition", node)
        if spec is not None:
            yield spec, node


def counts_matches(vocabulary: Vocabulary, trigger: Trigger) -> bool:
    """Return whether a condition of a trigger counts what it finds."""
    return any(spec.wording.matches for spec, _ in trigger_conditions(vocabulary, trigger))


def _specs(vocabulary: Vocabulary, trigger: Trigger) -> Iterator[NodeSpec]:
    """Yield the choosers and conditions of a trigger."""
    for node in values_in([trigger.conditions, trigger.block]):
        for family in ("chooser", "condition"):
            spec = node_spec(vocabulary, family, node)
            if spec is not None:
                yield spec


def fields_of_itself(vocabulary: Vocabulary, trigger: Trigger) -> frozenset[str]:
    """Return the fields of a trigger's event that are the card itself, by its conditions or its nodes."""
    event = trigger.event
    if event is None:
        return frozenset()
    phrases = [spec.wording.about_event(node) for spec, node in trigger_conditions(vocabulary, trigger)]
    descriptions = [(phrase, described_field(event, phrase)) for phrase in phrases if phrase is not None]
    state_condition = frozenset(name for phrase, name in descriptions if phrase.itself and name)
    if state_condition:
        return state_condition
    owned = {name for phrase, name in descriptions if phrase.player is not None}
    presumed = {spec.wording.presumes for spec in _specs(vocabulary, trigger)} - owned
    return frozenset(presumed & phrased_fields(event))


def referenced_fields(vocabulary: Vocabulary, trigger: Trigger, event: EventSpec) -> Iterator[str]:
    """Yield the fields of an event that its trigger names, so that its sentence has to introduce them."""
    own = f"${event.name}."
    for value in values_in(trigger.block):
        if isinstance(value, str) and value.startswith(own) and value.removeprefix(own) in event.fields:
            yield value.removeprefix(own)
    for spec in _specs(vocabulary, trigger):
        match parts(spec.phrase.en) if spec.phrase is not None else ():
            case (Place(name=name),) if name in event.fields:
                yield name


def name_of_player(event: EventSpec, name: str, sentence_fields: Collection[str]) -> LocalizedText | None:
    """Return what a player of an event is called by the things that its sentence mentions; None where the event has no name for them."""
    names = (result.phrase for result in event.wording.results.get(name, ()))
    return next((text for text in names if all(place.name in sentence_fields for place in places(text.en))), None)


def things_of_players(event: EventSpec, names: Iterable[str]) -> Iterator[str]:
    """Yield the things by which players of an event are called whom no sentence of it mentions, so that one has to."""
    for name in set(names) - phrased_fields(event):
        for result in event.wording.results.get(name, ())[:1] if event.fields[name] == PLAYER else ():
            yield from (place.name for place in places(result.phrase.en))


def stated_limit(vocabulary: Vocabulary, trigger: Trigger) -> int | None:
    """Return how often a trigger answers in a turn, None without a limit, or if once by its nature."""
    limit, event = trigger.limit, trigger.event
    if limit is None or event is None or (event.wording.each is not None and not trigger.in_all):
        return None
    if (trigger.in_all and trigger.once) or fields_of_itself(vocabulary, trigger) & set(event.wording.single):
        return None
    return limit
