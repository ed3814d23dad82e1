"""Each statement of a game's document that is said to hold names what shows it: a scenario, a test, or a word that a scenario plays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.rulesets import find, shipped_names

TESTS = Path(__file__).parents[1]
EXEMPT = ("–", "partly", "a sketch")
"""States of statements that claim no working rule: there is none, or the row says what is missing."""
RULE = re.compile(r"\b(?:WZ|HA|GE|EN)\d+\b")
CODE = re.compile(r"`([^`]+)`")
PROOF = re.compile(r"Test[A-Z]\w+|test_\w+")
STATE = "state"


def strings_in(value: object) -> Iterator[str]:
    """Yield every key and text of a document, and the parts of references such as `$target.characterUUID`."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for child in value:
            yield from strings_in(child)
    elif isinstance(value, str):
        yield value
        yield from (value, *value[1:].split(".")) if value.startswith("$") else ()


@cache
def suite_text() -> str:
    """Return the tests of the engine as one text."""
    return "\n".join(path.read_text("utf-8") for path in sorted(TESTS.rglob("test_*.py")))


@cache
def proofs() -> frozenset[str]:
    """Return the names of all tests of the engine and of their classes."""
    return frozenset(re.findall(r"^(?:class|def) (\w+)", suite_text(), re.MULTILINE))


@cache
def words_of(game: str) -> frozenset[str]:
    """Return what the scenarios of a game write, and how they are called."""
    files = sorted((find(game).folder / "scenarios").glob("*.json"))
    return frozenset(word for file in files for word in strings_in(json.loads(file.read_text("utf-8"))))


@cache
def citations(game: str) -> str:
    """Return all that the scenarios of a game write as one text."""
    return " ".join(sorted(words_of(game)))


def statements(source: str) -> Iterator[tuple[str, ...]]:
    """Yield the rows of all tables with a column for the state: the state first, then all cells."""
    columns: list[str] = []
    for line in source.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            columns = []
        elif not columns:
            columns = cells
        elif STATE in columns and set(line) - set("|-: "):
            yield cells[columns.index(STATE)], *cells


def unproven(game: str, source: str) -> list[str]:
    """Return the statements that are said to hold and name neither a scenario, a test, a rule that a test cites, nor a word of a scenario."""
    faults = []
    for state, *cells in statements(source):
        text = " ".join(cells)
        names = CODE.findall(text)
        tests = {name for name in names if PROOF.fullmatch(name)}
        is_shown = any(name.removeprefix("$") in words_of(game) or name in words_of(game) for name in names)
        is_shown |= bool(tests & proofs())
        is_shown |= any(name.startswith("tests/") and (TESTS.parents[1] / name).is_file() for name in names)
        is_shown |= any(re.search(rf"\b{rule}\b", suite_text() + citations(game)) for rule in RULE.findall(text))
        if not tests <= proofs() or not (is_shown or state.startswith(EXEMPT)):
            faults.append(text)
    return faults


@pytest.mark.parametrize("game", shipped_names())
def test_every_statement_that_holds_is_shown(game: str) -> None:
    source = (find(game).folder / "SOURCE.md").read_text("utf-8")
    assert len(list(statements(source))) >= 15, "the statements of the document are listed with their state"
    assert unproven(game, source) == []


def test_a_statement_without_proof_is_named() -> None:
    table = "| 004 | statement | state | where |\n|---|---|---|---|\n| 1 | A rule. | holds | {} |\n"
    for words, is_fault in (
        ("`match.py`", True),
        ("`TestNothingAtAll`", True),
        ("`TestDice`", False),
        ("GE4", False),
        ("`drawCards`", False),
    ):
        assert bool(unproven("genius", table.format(words))) is is_fault, words
