"""The events of halo: what the rules raise is what is said to be raised, and each carries the fields that it is declared with."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from engine.rulesets import halo
from engine.rulesets.halo.events import EVENTS, GROUPS, SHARED

FOLDER = Path(halo.__file__).parent
SPECS = {event.name: event for event in EVENTS}
SILENT = ("events.py", "event_search.py", "story.py", "words.py", "blanks.py", "event_phrases.py")
"""Files that name events and raise none."""


def modules() -> Iterator[ast.Module]:
    for path in sorted(FOLDER.rglob("*.py")):
        if path.name not in SILENT:
            yield ast.parse(path.read_text("utf-8"))


def named() -> set[str]:
    """Return the names of events in the rules, including those built from parts."""
    words: set[str] = set()
    for module in modules():
        for node in ast.walk(module):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [part.value for part in node.values if isinstance(part, ast.Constant)]
                words |= {name for name in SPECS if parts and all(str(part) in name for part in parts)}
    return words & set(SPECS)


def raised() -> Iterator[tuple[str, set[str]]]:
    """Yield the events raised by name, each with the fields given; one call that passes a mapping on gives them all."""
    for module in modules():
        for node in ast.walk(module):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "emit_event" and len(node.args) > 1):
                continue
            name = node.args[1]
            if isinstance(name, ast.Constant):
                given = {word.arg for word in node.keywords if word.arg} - {"source", "target", "lane"}
                passes_on = any(word.arg is None for word in node.keywords)
                yield str(name.value), set(SPECS[str(name.value)].fields) if passes_on else given


OURS = [
    "CARD_DISCARDED",
    "RESOURCE_CHANGED",
    "TOKEN_SUMMONED",
    "TOKEN_DISCARDED",
    "SHIELD_DAMAGE_STARTED",
    "UNIT_WOULD_DIE",
    "UNIT_EXILED",
]


class TestEvents:
    def test_are_the_seventy_of_the_list_and_seven_of_ours(self) -> None:
        assert [sum(not event.extension for event in group) for group in GROUPS.values()] == [14, 5, 10, 13, 12, 10, 6]
        assert [event.name for event in EVENTS if event.extension] == OURS

    def test_begin_with_who_and_where(self) -> None:
        assert all(tuple(event.fields)[: len(SHARED)] == tuple(SHARED) for event in EVENTS)

    def test_are_said_to_be_raised_exactly_where_the_rules_raise_them(self) -> None:
        assert {event.name for event in EVENTS if event.analysis.emitted} == named()

    def test_carry_their_own_fields_wherever_they_are_raised(self) -> None:
        own = {event.name: set(event.fields) - set(SHARED) for event in EVENTS}

        assert [(name, own[name] - given) for name, given in raised() if own[name] - given] == []

    def test_go_by_the_bus_unless_they_can_be_changed_on_their_way(self) -> None:
        assert {event.name for event in EVENTS if event.runtime.mode != "bus"} == {
            event.name for event in EVENTS if event.runtime.stage != "after"
        }
