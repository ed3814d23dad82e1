"""The OpenAPI document against the API itself: whatever is sent to an operation, it answers as the document says.

Requests are drawn from the document: bodies that fit its schemas, bodies that almost do, addresses and parameters of both kinds. A few of
each operation run here; `make fuzz` sends more, as every kind of person.
"""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from cards.gateway import rulesets
from cards.shape import TEXT, TIME, WHOLE, Member, Shape
from tests.cards.api.contract import DOCUMENT, checker
from tests.cards.api.recording import of_row, operations
from tests.cards.matrix.test_matrix import ROWS
from tests.cards.matrix.world import World, build, client_of

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "6"))
PEOPLE = os.environ.get("FUZZ_PEOPLE", "admin").split(",")
SERVER_ERROR = 500
BINARY = {"application/octet-stream", "application/zip", "image/png", "image/svg+xml", "image/webp", "text/plain"}
HEADERS = {"ETag", "Link", "Location", "Retry-After", "RateLimit", "Content-Range", "Idempotent-Replayed"}
"""Headers that an answer has only where the description says so."""
OPERATIONS = [
    (path, method, operation)
    for path, methods in sorted(DOCUMENT["paths"].items())
    for method, operation in sorted(methods.items())
]
IN_PATHS = {
    "pack": ("core", "open", "secret", "none"),
    "card": ("base.stone", "base.wand", "base.loose", "base.none", "a" * 128),
    "version": ("1.0.0", "latest", "next", "9.9.9"),
    "other": ("1.0.0", "latest", "9.9.9"),
    "number": ("1", "2", "0", "999999999"),
    "thread": ("1", "999999999"),
    "delivery": ("1", "999999999"),
    "token": ("none", "aaaaaaaa"),
    "language": ("en", "zh", "fr"),
    "path": ("cards/base.stone.json", "none.json", "a b/ü"),
    "digest": ("0" * 64, "x"),
}
STRANGE = 25
"""Of this many requests one goes to an address whose parts are drawn; the others go to what the world has."""
NOT_THERE = 404
MISSING = {
    "art": "no card of the world has an image",
    "audit-everywhere": "for operators alone, and hidden from others",
    "match-remove": "a match is its player's alone to remove",
}
"""Operations whose own address answers 404 to an admin, each with its reason."""
WORDS = st.sampled_from(
    ("", "base.stone", "core", "viewer", "read", "{", "{}", "1.0.0", "https://a.example/", "a@b.example")
)
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=12) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def address_of(world: World, name: str) -> str:
    """Return the address of an operation in which each part names what the world has."""
    route, operation = operations()[name]
    return of_row(world, next(row for row in ROWS if (row.route, row.method) == (route, operation.method.upper()))).url


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """The world of the permissions' table, gone afterwards."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


def fitting(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return values that a schema of a request allows."""
    if "$ref" in schema:
        return fitting(DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of(*(fitting(each) for each in schema["anyOf"]))
    if "const" in schema:
        return st.just(schema["const"])
    kind = schema.get("type")
    if kind == "object" and "properties" in schema:
        needed = {name: fitting(part) for name, part in schema["properties"].items() if name in schema["required"]}
        rest = {name: fitting(part) for name, part in schema["properties"].items() if name not in schema["required"]}
        return st.fixed_dictionaries(needed, optional=rest)
    if kind == "object":
        return st.dictionaries(st.sampled_from(("en", "zh")), WORDS | st.text(max_size=8), max_size=2)
    if kind == "array":
        return st.lists(fitting(schema["items"]), max_size=3)
    simple = {"integer": st.integers(0, 40), "boolean": st.booleans(), "string": WORDS | st.text(max_size=20)}
    return simple.get(kind or "", ANY_JSON)


def documented(path: str, method: str, status: int) -> tuple[tuple[str, ...], Any]:
    """Return what the document says of a status, and where."""
    responses = DOCUMENT["paths"][path][method]["responses"]
    key = str(status) if str(status) in responses else f"{status // 100}XX"
    assert key in responses, (status, sorted(responses))
    if "$ref" not in responses[key]:
        return ("paths", path, method, "responses", key), responses[key]
    name = responses[key]["$ref"].rpartition("/")[2]
    return ("components", "responses", name), DOCUMENT["components"]["responses"][name]


def check(path: str, method: str, response: Any) -> None:
    """Compare an answer with the document."""
    status = response.status_code
    assert status < SERVER_ERROR, response.content[:500]
    place, message = documented(path, method, status)
    headers = set(message.get("headers", ()))
    assert HEADERS & set(response.headers) <= headers, (status, sorted(HEADERS & set(response.headers) - headers))
    assert "ETag" in response.headers or "ETag" not in headers, (status, "no ETag")
    if "content" not in message:
        assert response.content == b""
        return
    media = response.headers["Content-Type"].partition(";")[0]
    if BINARY & set(message["content"]):
        return
    assert media in message["content"], (media, list(message["content"]))
    checker(*place, "content", media, "schema").validate(json.loads(response.content))


def names_a_card(operation: dict[str, Any], query_names: list[str]) -> bool:
    """Return whether a request names a card beside its address, which then is a drawn one and may be none."""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if "$ref" in body:
        body = DOCUMENT["components"]["schemas"][body["$ref"].rpartition("/")[2]]
    return "card" in query_names or "card" in body.get("properties", {})


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda row: f"{row[1]} {row[0]}")
@pytest.mark.parametrize("account", PEOPLE)
def test_every_operation_answers_as_described(world: World, operation: Any, account: str) -> None:
    path, method, message = operation
    body = message.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    body = None if body and body.get("format") == "binary" else body
    parts = [row for row in message.get("parameters", []) if row["in"] == "path"]
    names = [row["name"] for row in message.get("parameters", []) if row["in"] == "query"]
    client = client_of(world, account) if account != "anonymous" else Client()
    own_address = address_of(world, message["operationId"])
    may_be_missing = account != "admin" or message["operationId"] in MISSING or names_a_card(message, names)

    @seed(1)
    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(
        is_strange=st.integers(1, STRANGE).map(lambda number: number == STRANGE),
        places=st.fixed_dictionaries({row["name"]: st.sampled_from(IN_PATHS[row["name"]]) for row in parts}),
        query=st.dictionaries(st.sampled_from(names), WORDS | st.text(max_size=9), max_size=2)
        if names
        else st.just({}),
        payload=st.one_of(fitting(body), ANY_JSON) if body else st.just({}),
        tag=st.sampled_from(('"r1-00000000"', '"r1"', '"s1"', "*", "")),
    )
    def send_and_check(is_strange: bool, places: dict[str, str], query: dict[str, str], payload: Any, tag: str) -> None:
        url = path if is_strange else own_address
        for name, value in places.items():
            url = url.replace(f"{{{name}}}", value)
        with transaction.atomic():
            if method == "get":
                response = client.get(url, query)
            else:
                data = json.dumps(payload) if body or payload else ""
                response = client.generic(
                    method.upper(), url, data, content_type="application/json", headers={"If-Match": tag}
                )
            check(path, method, response)
            assert is_strange or response.status_code != NOT_THERE or may_be_missing, (url, query, payload)
            transaction.set_rollback(True)

    send_and_check()


def test_every_operation_has_a_name_of_its_own_and_says_what_it_refuses() -> None:
    names = [operation["operationId"] for _, _, operation in OPERATIONS]
    assert len(names) == len(set(names)) > 60
    for _, _, operation in OPERATIONS:
        assert {"4XX", "503"} <= set(operation["responses"])


def referred(value: Any) -> set[str]:
    """Return the components that a part of the document refers to, each with its kind: `schemas/Card`."""
    if isinstance(value, list):
        return {name for item in value for name in referred(item)}
    if not isinstance(value, dict):
        return set()
    own = {str(value["$ref"]).removeprefix("#/components/")} if isinstance(value.get("$ref"), str) else set()
    return own | {name for item in value.values() for name in referred(item)}


def test_every_component_is_referred_to_and_every_reference_leads_to_one() -> None:
    """So the document stands alone: a saved copy is as good as the portal's."""
    components = {
        f"{kind}/{name}"
        for kind, named in DOCUMENT["components"].items()
        if kind != "securitySchemes"
        for name in named
    }

    assert referred(DOCUMENT) == components


def names_of_generators(document: dict[str, Any]) -> Iterator[str]:
    """Yield the names that a generator of clients gives by itself where the description has none: to the values of a parameter, and to forms of a component."""
    for methods in document["paths"].values():
        for operation in methods.values():
            for parameter in operation["parameters"]:
                words = [*operation["operationId"].split("-"), *parameter["name"].split("_")]
                yield from ["".join(map(str.capitalize, words))] if "enum" in parameter["schema"] else []
    for name, schema in document["components"]["schemas"].items():
        objects = (part for form in schema.get("anyOf", ()) for part in form.get("properties", {}).values())
        yield from (name for part in objects if part.get("type") == "object")


def test_no_name_that_generators_give_is_the_name_of_a_component() -> None:
    """openapi-python-client leaves out an operation with such a parameter, and an object in a form that it has named before."""
    assert set(names_of_generators(DOCUMENT)) & set(DOCUMENT["components"]["schemas"]) == set()


def answers_by_hand(source: str) -> list[int]:
    """Return the lines on which a view answers with an object written there, beside the component that describes it."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "answer" and call.args]
    return [call.lineno for call in named if isinstance(call.args[0], ast.Dict)]


def test_what_an_answer_holds_is_written_in_its_shape_alone() -> None:
    views = sorted(Path("cards/api/views").glob("*.py"))
    found = [f"{path.name}:{line}" for path in views for line in answers_by_hand(path.read_text("utf-8"))]

    assert found == []
    assert len(views) > 10
    assert answers_by_hand('def get():\n    return answer({"id": 1})\n') == [2]


def test_a_shape_is_both_the_component_and_the_answer() -> None:
    planted_shape = Shape("Planted", id=Member(WHOLE, "pk"), at=TIME, whole=Member(TEXT, part="whole"))
    row = SimpleNamespace(pk=3, at=datetime(2026, 1, 2, tzinfo=UTC), whole="w")

    assert planted_shape.schema["required"] == ["id", "at"]
    assert planted_shape(row) == {"id": 3, "at": "2026-01-02T00:00:00Z"}
    assert planted_shape(row, "whole") == {"id": 3, "at": "2026-01-02T00:00:00Z", "whole": "w"}
    assert planted_shape({"pk": 3, "at": None}) == {"id": 3, "at": None}
    with pytest.raises(KeyError):
        planted_shape({"pk": 3})


@pytest.mark.django_db
def test_the_schemas_of_cards_are_linked_and_there() -> None:
    card = DOCUMENT["components"]["schemas"]["EngineCard"]

    assert card["x-schemas"] == {each.name: rulesets.schema_id(each.name) for each in rulesets.rulesets()}
    for game, link in card["x-schemas"].items():
        schema = Client().get(link).json()
        assert (schema["$id"], link in card["description"]) == (link, True), game
