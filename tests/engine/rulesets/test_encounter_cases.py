"""Every conformance case of document 001 and every EN rule is named by a test of encounter."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.rulesets.encounter.config import SETTINGS

CASES = (*range(36, 49), 50, *range(52, 56), *range(57, 80))
"""The numbers of the conformance list; those between them mean nothing."""
RULES = tuple(f"EN{number}" for number in range(1, 18))
NUMBERS = re.compile(r"(\d+)(?: to (\d+))?")


def docstrings() -> Iterator[str]:
    """Yield the docstrings of the tests of encounter."""
    for file in sorted(Path(__file__).parent.glob("test_encounter_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield ast.get_docstring(node) or ""


@cache
def named() -> frozenset[str]:
    """Return the cases and rules that docstrings name: `Conformance 36 to 45.`, `EN7`."""
    matches = set[str]()
    for text in docstrings():
        matches.update(re.findall(r"EN\d+", text))
        for part in re.findall(r"Conformance ([\d, and to]+)", text):
            for low, high in NUMBERS.findall(part):
                matches.update(str(number) for number in range(int(low), int(high or low) + 1))
    return frozenset(matches)


class TestCases:
    def test_of_the_list_have_a_test(self) -> None:
        assert [case for case in CASES if str(case) not in named()] == []

    def test_of_our_readings_have_a_test(self) -> None:
        assert [rule for rule in RULES if rule not in named()] == []

    def test_have_all_rules_that_settings_quote(self) -> None:
        assert {setting.rule for setting in SETTINGS} <= {"EN0", *RULES}
