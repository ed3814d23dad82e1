"""Every scenario file, the shipped ones and those of the tests, each scenario a test of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from engine import api
from engine.packs.reader import MANIFEST_LIMITS, Document, read_json
from engine.rulesets import find
from engine.scenario import Outcome, run_document

ROOT = Path(__file__).parents[3]
FILES = sorted(
    [*ROOT.glob("engine/rulesets/*/scenarios/**/*.json"), *ROOT.glob("tests/scenarios/**/*.json")],
)
DOCUMENTS = {
    file.relative_to(ROOT).as_posix(): read_json(file.read_bytes(), limits=MANIFEST_LIMITS, file=file.name)
    for file in FILES
}


def each() -> list[Any]:
    """Return every scenario as a parameter: its document, cut down to it."""
    found = []
    for name, document in DOCUMENTS.items():
        for value in document.value if isinstance(document.value, list) else [document.value]:
            found.append(pytest.param(value, id=f"{name}: {value.get('name')}"))
    return found


def outcome(value: Any) -> Outcome:
    """Run one scenario by itself."""
    document = Document(value, json.dumps(value, ensure_ascii=False), file="scenario.json")
    (found,) = run_document(document, lambda name: (find(name), api.card_set(name)))
    return found


@pytest.mark.parametrize("value", each())
def test_holds(value: Any) -> None:
    assert [failure.to_json() for failure in outcome(value).failures] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_fits_the_schema(name: str) -> None:
    document = DOCUMENTS[name].value
    first = document[0] if isinstance(document, list) else document
    schema = jsonschema_rs.validator_for(api.schema(first["ruleset"], "scenario"))

    assert [f"{error.instance_path}: {error.message}" for error in schema.iter_errors(document)] == []


def test_names_are_distinct() -> None:
    names = [parameter.id for parameter in each()]

    assert sorted(set(names)) == sorted(names)


def test_says_where_it_comes_from() -> None:
    unsourced = [parameter.id for parameter in each() if not parameter.values[0].get("source")]

    assert unsourced == []
