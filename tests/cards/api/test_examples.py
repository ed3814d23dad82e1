"""The examples of the description: every operation has one, it fits its schema, and the portal still answers like it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from cards.api.description import EXAMPLES
from tests.cards.api.contract import DOCUMENT, checker
from tests.cards.api.recording import recorded
from tests.cards.matrix.world import World, build


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """The world of the permissions' table, gone afterwards."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


def contents(document: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Yield every JSON that operations read, or answer where they succeed, and its place."""
    for path, methods in document["paths"].items():
        for method, said in methods.items():
            parts: dict[tuple[str, ...], Any] = {("requestBody",): said.get("requestBody", {})}
            parts |= {("responses", status): part for status, part in said["responses"].items()}
            for way, part in parts.items():
                content = part.get("content", {}).get("application/json")
                if content and content["schema"].get("format") != "binary":
                    yield ("paths", path, method, *way), content


def faults(document: dict[str, Any]) -> list[str]:
    """Return every place that has no example, or one that does not fit."""
    wrong = []
    for place, content in contents(document):
        name = " ".join(place[1:])
        if "example" not in content:
            wrong.append(f"{name} has no example")
            continue
        errors = checker(*place, "content", "application/json", "schema").iter_errors(content["example"])
        wrong += [f"{name}: {error.json_path} {error.message[:200]}" for error in errors]
    return wrong


def test_every_operation_has_an_example_that_fits() -> None:
    assert faults(DOCUMENT) == []


def test_an_example_that_does_not_fit_or_is_missing_is_found() -> None:
    faulty = json.loads(json.dumps(DOCUMENT))
    content = faulty["paths"]["/api/v1/me/"]["get"]["responses"]["200"]["content"]["application/json"]
    content["example"]["is_operator"] = "yes"
    assert len(faults(faulty)) == 1
    del content["example"]
    assert faults(faulty) == ["/api/v1/me/ get responses 200 has no example"]


def test_the_portal_answers_as_the_examples_do(world: World) -> None:
    """With EXAMPLES=write the file is written again."""
    examples = recorded(world)
    if os.environ.get("EXAMPLES") == "write":
        EXAMPLES.write_text(json.dumps(examples, ensure_ascii=False, indent=1, sort_keys=True) + "\n", "utf-8")
    stored = json.loads(EXAMPLES.read_text("utf-8"))
    assert {name: sorted(each) for name, each in examples.items()} == {
        name: sorted(each) for name, each in stored.items()
    }
    for name, example in examples.items():
        assert _kinds(example) == _kinds(stored[name]), name


def _kinds(value: Any) -> Any:
    """Return the names of members, which what a newer answer holds must have, too."""
    return sorted(value["response"]) if isinstance(value.get("response"), dict) else None
