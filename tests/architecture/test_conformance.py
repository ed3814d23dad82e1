"""Every conformance case of all rulesets, and of halo, has a test: its number is in the docstring of the test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

from tests.architecture.sources import ROOT, tracked

CROSS_CUTTING = {*range(80, 94), *range(136, 144), *range(148, 152), 153} - {84}
"""The cases of the kernel and of all games; 84 and 144 to 146 are numbers that nobody gave."""
HALO = {*range(111, 124), *range(125, 128), 129, 131, 132, 134, 135, 152}
"""The cases of 003's card game; 124, 128, 130 and 133 are numbers that nobody gave."""
GENIUS = {*range(94, 98), *range(99, 106), *range(107, 111)}
"""The cases of the game of 002 and 004; 98 and 106 are numbers that nobody gave."""
CLAIM = re.compile(r"Conformance ((?:\d+(?:, )?)+)")


@cache
def answered() -> frozenset[int]:
    """Return the numbers that the docstrings of tests name."""
    return frozenset(_numbers())


def _numbers() -> Iterator[int]:
    for path in tracked("tests/engine", suffixes=(".py",)):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if CLAIM.search(text) else ():
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for said in CLAIM.findall(ast.get_docstring(node) or ""):
                    yield from map(int, re.findall(r"\d+", said))


class TestConformance:
    def test_cases_of_all_games_are_answered_by_a_test_each(self) -> None:
        assert CROSS_CUTTING - answered() == set()

    def test_cases_of_halo_are_answered_by_a_test_each(self) -> None:
        assert HALO - answered() == set()

    def test_cases_of_genius_are_answered_by_a_test_each(self) -> None:
        assert GENIUS - answered() == set()

    def test_is_read_from_tests_that_are_there(self) -> None:
        assert (ROOT / "tests" / "engine").is_dir()
        assert len(answered()) > 30
