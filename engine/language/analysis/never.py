"""Conditions, choosers and references that come to nothing on the event that is answered, with the event where they would not.

What is found is a warning, and an error where it is the condition of a whole trigger.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from engine.errors import Problem, Problems
from engine.json_values import Json, items_of
from engine.kernel.state_writers import CYCLE
from engine.language.analysis.folding import is_steady, opposite
from engine.language.analysis.moments import (
    OPEN,
    THAT_FIELD,
    Occasion,
    Verdict,
    finds_nothing,
    is_empty,
    judge,
    moments,
)
from engine.language.analysis.semantics import INSTANT
from engine.language.analysis.trigger_summaries import Keys, conditions_of, trigger_keys
from engine.language.diagnostics.messages import report
from engine.language.reading.contents import contents
from engine.language.reading.source_map import pointer
from engine.language.spec import (
    EventSpec,
    ListOf,
    LocalizedText,
    Node,
    NodeSpec,
    Number,
    ObjectShape,
    Ref,
    Shape,
    Targets,
    Value,
    Vocabulary,
)
from engine.language.spec.kinds import kind_of, listenable, unheard
from engine.language.spec.shapes import holds_conditions

KNOWN, THIS, TOGETHER = (
    ("never-known", "never-known-whole"),
    ("never-this", "never-this-whole"),
    ("never-together", "never-together-whole"),
)
"""What is said of a condition, and what where nothing is left of the trigger without it."""
MAX_ALTERNATIVES = 3
"""So many other events are named."""


@dataclass(frozen=True, slots=True)
class Around:
    """The trigger around a place: its event in all situations, where that is written, and what the trigger says."""

    event: EventSpec
    moments: tuple[Occasion, ...]
    path: str
    trigger: Json


def contradictions(vocabulary: Vocabulary, document: Any) -> Problems:
    """Yield what never comes to anything in the triggers of a document in core form."""
    kind = kind_of(vocabulary, document)
    if kind is not None:
        yield from _Walk(vocabulary, kind.name).value(ObjectShape(kind.record), document, "", None)


class _Walk:
    """The walk over one document."""

    def __init__(self, vocabulary: Vocabulary, kind: str) -> None:
        self.vocabulary, self.kind = vocabulary, kind
        self.keys: Sequence[Keys] = trigger_keys(vocabulary)

    def _trigger(self, value: Json, path: str) -> Around | None:
        for keys in self.keys:
            written = value.get(keys.event)
            event = self.vocabulary.event(written) if isinstance(written, str) and written != INSTANT else None
            if event is not None and not unheard(self.vocabulary, event):
                return Around(event, moments(self.vocabulary, event, self.kind), pointer(path, keys.event), value)
        return None

    def value(self, shape: Shape, value: Any, path: str, around: Around | None) -> Problems:
        """Walk a value of a shape; a trigger is judged as a whole by its own condition, others with what is around them."""
        trigger = self._trigger(value, path) if isinstance(shape, ObjectShape) and isinstance(value, dict) else None
        around = trigger or around
        match shape:
            case Node("condition") if around is not None:
                return
            case ListOf(Node("condition")) if isinstance(value, list):
                yield from _denied(value, path)
            case Number() | Value() | Ref() | Targets() if around is not None and isinstance(value, str):
                if is_empty(around.moments, value):
                    yield report("never-given", path, found=value, event=around.event.name)
            case Targets() | Node("chooser") if around is not None:
                yield from self._chooser(value, path, around)
        for key, inner, child, where in contents(self.vocabulary, shape, value, path):
            if key is not None and around is not None and holds_conditions(inner):
                yield from self._judged(around, child, where, is_whole=trigger is not None)
                if trigger is not None:
                    yield from self._met_once(trigger, child, path)
            yield from self.value(inner, child, where, around)

    def _met_once(self, around: Around, condition_field: Any, path: str) -> Problems:
        """Yield that a trigger waits for another time of what happens to its card only once, such as its own play."""
        cycle = around.trigger.get(CYCLE)
        if cycle.__class__ is not int or cycle < 2:
            return
        for condition in items_of(condition_field) or (condition_field,):
            spec = self.vocabulary.spec("condition", condition)
            phrase = spec.wording.about_event(condition) if spec is not None else None
            if phrase is not None and phrase.itself and not set(phrase.fields).isdisjoint(around.event.wording.single):
                place = pointer(path, CYCLE)
                fix = ({"op": "remove", "path": place},)
                yield report("never-again", place, found=cycle, event=around.event.name, fix=fix)

    def _chooser(self, value: Any, path: str, around: Around) -> Problems:
        spec = self.vocabulary.spec("chooser", value)
        found = finds_nothing(around.moments, spec) if spec is not None else OPEN
        if spec is not None and found.answer is False:
            yield report("never-found", path, found=spec.name, event=around.event.name, what=found.what)

    # --------------------------------------------------------------------------------------------- conditions

    def _judged(
        self, around: Around, condition_field: Any, path: str, *, is_whole: bool, must_all: bool = True
    ) -> Problems:
        """Yield the conditions of a field that are never true there, or that say nothing; one is enough unless all must hold."""
        conditions = condition_field if isinstance(condition_field, list) else [condition_field]
        paths = [f"{path}/{place}" for place in range(len(conditions))] if isinstance(condition_field, list) else [path]
        singly = [list(self._single(around, *each, is_whole=is_whole)) for each in zip(conditions, paths, strict=True)]
        for found in singly:
            yield from found
        if must_all and not any(singly):
            yield from _said_before(self.vocabulary, around, list(zip(conditions, paths, strict=True)))
        together = judge(around.moments, conditions)
        if must_all and not any(singly) and len(conditions) > 1 and together.answer is False:
            yield self._problem(around, TOGETHER[is_whole], together, path, conditions)

    def _single(self, around: Around, condition: Any, path: str, *, is_whole: bool) -> Problems:
        """Yield that a condition is never true or always is, else what of it comes to nothing."""
        name = condition.get("type") if isinstance(condition, dict) else None
        if not isinstance(name, str):
            return
        verdict = judge(around.moments, [condition])
        if verdict.answer is None:
            yield from self._inside(around, condition, path, is_whole=is_whole)
        elif verdict.answer:
            fix = ({"op": "remove", "path": path},) if path.rpartition("/")[2].isdigit() else None
            yield report("always-true", path, found=name, event=around.event.name, fix=fix)
        else:
            message = (THIS if verdict.is_there else KNOWN)[is_whole]
            yield self._problem(around, message, verdict, path, [condition])

    def _inside(self, around: Around, condition: Json, path: str, *, is_whole: bool) -> Problems:
        spec = self.vocabulary.spec("condition", condition)
        for key in spec.fields if spec is not None else ():
            where = pointer(path, key.name)
            if key.name not in condition:
                continue
            if not holds_conditions(key.shape):
                yield from self.value(key.shape, condition[key.name], where, around)
            elif condition["type"] != "Not":
                is_all = condition["type"] == "And"
                inner = condition[key.name]
                yield from self._judged(around, inner, where, is_whole=is_whole and is_all, must_all=is_all)

    # ------------------------------------------------------------------------------------------------ elsewhere

    def _problem(self, around: Around, message: str, verdict: Verdict, path: str, conditions: Sequence[Any]) -> Problem:
        """Return a problem with the events where it would be otherwise, the nearest as its fix."""
        alternatives = list(self._elsewhere(around, conditions))
        what = verdict.what or THAT_FIELD
        name = conditions[0].get("type") if len(conditions) == 1 and isinstance(conditions[0], dict) else None
        words = {"event": around.event.name, "what": what, "elsewhere": _where(verdict, around.event, alternatives)}
        fix = ({"op": "replace", "path": around.path, "value": alternatives[0].name},) if alternatives else None
        return report(
            message,
            path,
            found=name,
            wanted=[event.name for event in alternatives[:MAX_ALTERNATIVES]],
            fix=fix,
            **words,
        )

    def _elsewhere(self, around: Around, conditions: Sequence[Any]) -> Sequence[EventSpec]:
        """Return the events on which the trigger could be and these conditions be true, the nearest first."""
        if f"${around.event.name}." in json.dumps(around.trigger):
            return ()
        events = listenable(self.vocabulary)
        index = events.index(around.event)
        able = [place for place, event in enumerate(events) if self._fits(around, event, conditions)]
        nearest = sorted(
            able, key=lambda place: (not _is_kin(events[place], around.event), place < index, abs(place - index))
        )
        return [events[place] for place in nearest]

    def _fits(self, around: Around, event: EventSpec, conditions: Sequence[Any]) -> bool:
        """Return whether a trigger could be on another event: its effects can be done there, and its conditions be true."""
        is_other = event.name not in (around.event.name, INSTANT) and not unheard(self.vocabulary, event)
        if not is_other or event.runtime.stage != around.event.runtime.stage:
            return False
        keys = next(keys for keys in self.keys if around.path.endswith(f"/{keys.event}"))
        effects, own = around.trigger.get(keys.body), around.trigger.get(keys.condition)
        for effect in items_of(effects):
            spec = self.vocabulary.spec("effect", effect)
            if spec is not None and not set(spec.analysis.changes) <= event.fields.keys():
                return False
        both = [*conditions_of(own), *conditions]
        return judge(moments(self.vocabulary, event, self.kind), both).answer is not False


def _denied(conditions: list[Any], path: str) -> Problems:
    """Yield that a condition and its negation must both hold, at the second of them."""
    place = opposite(conditions)
    if place is not None:
        where = f"{path}{place}"
        yield report("denied-beside", where, fix=({"op": "remove", "path": where},))


def _said_before(vocabulary: Vocabulary, around: Around, conditions: Sequence[tuple[Any, str]]) -> Problems:
    """Yield each condition that is true wherever another of the same list is."""
    for (condition, path), (implying, other_path) in permutations(conditions, 2):
        spec, by = (vocabulary.spec("condition", term) for term in (condition, implying))
        if spec is None or by is None:
            continue
        is_same = (condition == implying and is_steady(condition)) or _reads_alike(
            around, (spec, condition), (by, implying)
        )
        if any(spec.name in asks.implies for asks in by.analysis.asks) or (is_same and path > other_path):
            words = {"event": around.event.name, "other": by.name}
            yield report("already-said", path, found=spec.name, fix=({"op": "remove", "path": path},), **words)


def _reads_alike(around: Around, one: tuple[NodeSpec, Json], other: tuple[NodeSpec, Json]) -> bool:
    """Return whether two conditions find the same word said of the same thing, as where who did it and whom it was done to are one."""
    (spec, condition), (by, second) = one, other
    words = [{key: value for key, value in each.items() if key != "type"} for each in (condition, second)]
    pairs = list(zip(spec.analysis.asks, by.analysis.asks, strict=False))
    return (
        words[0] == words[1]
        and len(pairs) == 1
        and all(
            asks.by == counterpart.by
            and asks.by in condition
            and asks.expected_values(condition)[0]
            and counterpart.expected_values(second)[0]
            and moment.field_of(asks) == moment.field_of(counterpart) is not None
            for asks, counterpart in pairs
            for moment in around.moments
        )
    )


def _is_kin(one: EventSpec, other: EventSpec) -> bool:
    """Return whether two events carry the same: steps of one thing."""
    return one.fields.keys() == other.fields.keys()


def _where(verdict: Verdict, event: EventSpec, alternatives: Sequence[EventSpec]) -> LocalizedText:
    """Return where the condition could be true: from a later step of the event on, or on which events."""
    if not alternatives:
        return LocalizedText("", "")
    names = [each.name for each in alternatives[:MAX_ALTERNATIVES]]
    if verdict.is_there:
        return LocalizedText(f"; it may be on {', '.join(names)}", f"；{'、'.join(names)} 中可能成立")
    what = verdict.what or THAT_FIELD
    if _is_kin(alternatives[0], event):
        return LocalizedText(f"; {what.en} is known from {names[0]} on", f"；从 {names[0]} 起才有{what.zh}")
    return LocalizedText(f"; {what.en} is known on {', '.join(names)}", f"；{'、'.join(names)} 中才有{what.zh}")
