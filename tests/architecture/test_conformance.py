"""Every conformance case has a test or a scenario: its number is in the docstring of the test, or the source of the scenario."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache

from tests.architecture.sources import ROOT, tracked

CROSS_CUTTING = {*range(80, 94), *range(136, 144), *range(148, 152), 153} - {84}
"""The cases of the kernel and of all games; 84 and 144 to 146 are numbers that were never given."""
HALO = {*range(111, 124), *range(125, 128), 129, 131, 132, 134, 135, 152}
"""The cases of 003's card game; 124, 128, 130 and 133 are numbers that were never given."""
GENIUS = {*range(94, 98), *range(99, 106), *range(107, 111)}
"""The cases of the game of 002 and 004; 98 and 106 are numbers that were never given."""
WIZARDS = {*range(1, 36), 147} - {9, 14, 16, 28}
"""The cases of 000; those left out are numbers that were never given."""
ENCOUNTER = {*range(36, 80)} - {49, 51, 56}
"""The cases of 001; those left out are numbers that were never given."""
CLAIM = re.compile(r"[Cc]onformance (\d+(?:(?:, | and | to )\d+)*)")
RANGE = re.compile(r"(\d+)(?: to (\d+))?")


@cache
def answered() -> frozenset[int]:
    """Return the numbers that the docstrings of tests and the sources of scenarios name."""
    return frozenset(_numbers())


def _numbers() -> Iterator[int]:
    for path in tracked("tests/engine", suffixes=(".py",)):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if CLAIM.search(text) else ():
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield from claimed(ast.get_docstring(node) or "")
    for path in tracked("engine/rulesets", suffixes=(".json",)):
        for scenario in json.loads(path.read_bytes()) if path.parent.name == "scenarios" else ():
            yield from claimed(str(scenario.get("source", "")))


def claimed(text: str) -> Iterator[int]:
    """Yield the numbers of the cases that a text names: one, a list of them, a range."""
    for group in CLAIM.findall(text):
        for low, high in RANGE.findall(group):
            yield from range(int(low), int(high or low) + 1)


class TestConformance:
    def test_cases_of_all_games_are_answered_by_a_test_each(self) -> None:
        assert CROSS_CUTTING - answered() == set()

    def test_cases_of_halo_are_answered_by_a_test_each(self) -> None:
        assert HALO - answered() == set()

    def test_cases_of_genius_are_answered_by_a_test_each(self) -> None:
        assert GENIUS - answered() == set()

    def test_cases_of_wizards_are_answered_by_a_test_or_scenario_each(self) -> None:
        assert WIZARDS - answered() == set()

    def test_cases_of_encounter_are_answered_by_a_test_or_scenario_each(self) -> None:
        assert ENCOUNTER - answered() == set()

    def test_reads_lists_and_ranges(self) -> None:
        assert [*claimed("000 §1; conformance 10, 12. Conformance 36 to 38, conformance 54 and 55")] == [
            10,
            12,
            36,
            37,
            38,
            54,
            55,
        ]

    def test_is_read_from_tests_that_are_there(self) -> None:
        assert (ROOT / "tests" / "engine").is_dir()
        assert len(answered()) > 130
