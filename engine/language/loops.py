"""Triggers of one card that set each other off again and again.

An edge leads from a trigger to each that listens to an event which its body raises. A round through triggers that never wear
out is W-LOOP; it is E-SELF when every step of it is certain: no condition, and nothing in it that can run out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import Problem
from engine.language import faults as say
from engine.language.folding import known
from engine.language.registry import Vocabulary
from engine.language.trace import pointer


@dataclass(frozen=True, slots=True)
class Listener:
    """One trigger of a document.

    Shapes: hears are events; raises maps an event to whether it is certain to be raised, again and again.
    """

    path: str
    hears: frozenset[str]
    raises: Mapping[str, bool]


def loops(vocabulary: Vocabulary, document: Any) -> Iterator[Problem]:
    """Yield one problem for each round of events, told of the first trigger that is part of it."""
    listeners = list(_listeners(vocabulary, document))
    certain = _reach(listeners, certain=True)
    possible = _reach(listeners, certain=False)
    told: set[str] = set()
    for listener in listeners:
        for event in _closing(listener, possible):
            round_trip = {other for other in possible[event] if event in possible.get(other, ())}
            if told.isdisjoint(round_trip):
                told |= round_trip
                heard = next(iter(sorted(listener.hears & round_trip)))
                yield say.endless(
                    listener.path, heard, certain=any(step in certain.get(step, ()) for step in round_trip)
                )


def _closing(listener: Listener, reach: Mapping[str, frozenset[str]]) -> list[str]:
    """Return the events that a trigger raises and that lead back to it."""
    return [event for event in listener.raises if not listener.hears.isdisjoint(reach.get(event, ()))]


def _reach(listeners: Sequence[Listener], *, certain: bool) -> dict[str, frozenset[str]]:
    """Return which events each event leads to, over any number of triggers; an event that nobody hears leads nowhere."""
    edges: dict[str, set[str]] = {}
    for listener in listeners:
        raised = {event for event, sure in listener.raises.items() if sure or not certain}
        for event in listener.hears:
            edges.setdefault(event, set()).update(raised)
    return {event: _behind(event, edges) for event in edges}


def _behind(event: str, edges: Mapping[str, set[str]]) -> frozenset[str]:
    seen: set[str] = set()
    todo = [event]
    while todo:
        for other in edges.get(todo.pop(), ()):
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return frozenset(seen)


def _listeners(vocabulary: Vocabulary, document: Any) -> Iterator[Listener]:
    """Yield the triggers of a document that last beyond their first time."""
    todo: list[tuple[str, Any]] = [("", document)]
    while todo:
        path, value = todo.pop()
        if isinstance(value, list):
            todo.extend((f"{path}/{index}", value[index]) for index in range(len(value) - 1, -1, -1))
        elif isinstance(value, dict):
            todo.extend((pointer(path, key), child) for key, child in reversed(value.items()))
            event = vocabulary.event(value["event"]) if isinstance(value.get("event"), str) else None
            if event is not None and _lasts(vocabulary, value):
                hears = frozenset(event.members or (event.name,))
                yield Listener(path, hears, _raised(vocabulary, value))


def _lasts(vocabulary: Vocabulary, trigger: Mapping[str, Any]) -> bool:
    mode = trigger.get("mode")
    lifetime = vocabulary.lifetime(mode) if isinstance(mode, str) else None
    return lifetime is not None and not lifetime.once


def _raised(vocabulary: Vocabulary, trigger: Mapping[str, Any]) -> dict[str, bool]:
    """Return the events that a trigger's body raises, each with whether that is certain to happen for ever."""
    out: dict[str, bool] = {}
    always = "condition" not in trigger or known(trigger["condition"]) is True
    todo: list[tuple[Any, bool]] = [(trigger.get("do"), always)]
    while todo:
        block, certain = todo.pop()
        for node in block if isinstance(block, list) else ():
            if not isinstance(node, dict) or not isinstance(node.get("type"), str):
                continue
            spec = vocabulary.family("effect").get(node["type"])
            for event in spec.emits if spec is not None else ():
                out[event] = out.get(event, False) or (certain and spec is not None and not spec.wanes)
            todo.extend(_inner(node, certain))
    return out


def _inner(node: Mapping[str, Any], certain: bool) -> Iterator[tuple[Any, bool]]:
    """Yield the blocks inside an effect, and those of the instant triggers that it adds."""
    if node["type"] == "if":
        answer = known(node.get("condition"))
        if answer is not False:
            yield node.get("do"), certain and answer is True
        if answer is not True:
            yield node.get("elsedo"), certain and answer is False
    elif "do" in node:
        yield node["do"], certain and isinstance(node.get("times"), int) and node["times"] > 0
    triggers = node.get("triggers")
    for trigger in triggers if isinstance(triggers, list) else ():
        if isinstance(trigger, dict) and trigger.get("event") == "instant":
            yield trigger.get("do"), certain and "condition" not in trigger
