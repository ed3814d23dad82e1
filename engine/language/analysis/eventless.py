"""What asks for the event that is answered where none is: in a number that a modifier changes, in a rule of a card's cost, in a spell.

A node says in `NodeAnalysis.asks` what it reads of the event, and a record in `RecordSpec.knows` what can be read in it without one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.errors import Problem, Problems
from engine.language.analysis.moments import OPEN, Occasion, Verdict, finds_nothing, judge
from engine.language.diagnostics.messages import report
from engine.language.reading.contents import contents
from engine.language.spec import (
    EventName,
    EventSpec,
    LocalizedText,
    Node,
    NodeSpec,
    Number,
    ObjectShape,
    RecordSpec,
    Shape,
    Targets,
    TimingName,
    Value,
    Vocabulary,
)
from engine.language.spec.kinds import kind_of
from engine.language.spec.shapes import holds_conditions

THE_EVENT = LocalizedText("the event", "该事件")
REPORTS = {"condition": "never-without-event", "value": "empty-without-event", "chooser": "asked-without-event"}
"""What is said of a node that asks in vain: a chooser of the event is an error, as what it is for is not done."""
NO_EVENT = EventSpec("", LocalizedText("", ""))


def asked_without_event(vocabulary: Vocabulary, document: Any) -> Problems:
    """Yield each node of a document in core form that asks for an event outside every trigger; a condition is warned of, as in a trigger."""
    kind = kind_of(vocabulary, document)
    if kind is not None:
        yield from _inside(ObjectShape(kind.record), document, "", Occasion(vocabulary, NO_EVENT, {}, kind.name))


def _inside(shape: Shape, value: Any, path: str, moment: Occasion) -> Problems:
    match shape:
        case ObjectShape(name) if isinstance(value, dict):
            spec = moment.vocabulary.record(name)
            if _answers(spec, value):
                return
            if spec.knows:
                moment = replace(moment, event=replace(NO_EVENT, fields=spec.knows))
        case Node() | Targets() | Number() | Value():
            family = shape.family if isinstance(shape, Node) else "chooser" if isinstance(shape, Targets) else "value"
            node = moment.vocabulary.spec(family, value)
            if node is not None and (verdict := _verdict(moment, node, value)).answer is not None:
                yield _problem(node, verdict, path)
                return
    for _, inner, child, where in contents(moment.vocabulary, shape, value, path):
        yield from _inside(inner, child, where, moment)


def _answers(spec: RecordSpec, value: dict[str, Any]) -> bool:
    """Return whether a record names the event, or the moment of its card, that all in it answers."""
    return any(isinstance(key.shape, EventName | TimingName) and key.name in value for key in spec.fields)


def _verdict(moment: Occasion, spec: NodeSpec, node: Any) -> Verdict:
    """Return what a node comes to that asks for an event; open where it asks for none, or may find what it asks for."""
    if spec.family not in REPORTS:
        return OPEN
    if spec.output.gives == "event":
        return Verdict(False, THE_EVENT)
    if spec.family != "condition":
        return finds_nothing((moment,), spec)
    return OPEN if any(holds_conditions(key.shape) for key in spec.fields) else judge((moment,), [node])


def _problem(spec: NodeSpec, verdict: Verdict, path: str) -> Problem:
    if verdict.answer:
        fix = ({"op": "remove", "path": path},) if path.rpartition("/")[2].isdigit() else None
        return report("always-without-event", path, found=spec.name, fix=fix)
    return report(REPORTS[spec.family], path, found=spec.name, what=verdict.what)
