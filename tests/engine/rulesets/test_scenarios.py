"""Every scenario of every file, the shipped ones and those of the tests."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from engine import api
from engine.packs.reader import MANIFEST_LIMITS, read_json
from engine.rulesets import find, names
from engine.scenario import run_document

ROOT = Path(__file__).parents[3]
FILES = sorted(
    [*ROOT.glob("engine/rulesets/*/scenarios/**/*.json"), *ROOT.glob("tests/scenarios/**/*.json")],
)
DOCUMENTS = {
    file.relative_to(ROOT).as_posix(): read_json(file.read_bytes(), limits=MANIFEST_LIMITS, file=file.name)
    for file in FILES
}


def all_scenarios() -> list[tuple[str, Any]]:
    """Return every scenario with its file and name."""
    return [
        (f"{name}: {value.get('name')}", value)
        for name, document in DOCUMENTS.items()
        for value in (document.value if isinstance(document.value, list) else [document.value])
    ]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_hold(name: str) -> None:
    outcomes = list(run_document(DOCUMENTS[name], lambda ruleset: (find(ruleset), api.card_set(ruleset))))

    assert [each.to_json() for each in outcomes if not each.ok] == []
    assert len(outcomes) == (len(DOCUMENTS[name].value) if isinstance(DOCUMENTS[name].value, list) else 1)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_fits_the_schema(name: str) -> None:
    document = DOCUMENTS[name].value
    first = document[0] if isinstance(document, list) else document
    schema = jsonschema_rs.validator_for(api.schema(first["ruleset"], "scenario"))

    assert [f"{error.instance_path}: {error.message}" for error in schema.iter_errors(document)] == []


def test_names_are_distinct() -> None:
    names = [name for name, _ in all_scenarios()]

    assert sorted(set(names)) == sorted(names)


def test_says_where_it_comes_from() -> None:
    assert [name for name, value in all_scenarios() if not value.get("source")] == []


@pytest.mark.parametrize("game", names())
def test_show_that_a_permanent_may_leave_out_its_own_play(game: str) -> None:
    scenarios = [name for name, document in all_scenarios() if document["ruleset"] == game]

    assert any(re.search(r"tells its own (?:play|deployment) from another", name) for name in scenarios)
