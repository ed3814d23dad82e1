"""What a program finds in the description of every operation; an operation that lacks some of it is found here by itself."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from cards.api.description import TAGS
from cards.converters import PackSlug
from cards.models import Outbox
from cards.services.webhook import EVENTS, event_body
from tests.cards.api.contract import DOCUMENT, checker
from tests.cards.api.recording import operations
from tests.cards.matrix.test_matrix import ROWS

FREE = {
    "EngineCard": "the schema of its game says what is in it, and is linked",
    "Event.details": "other names for parameter action",
    "FormerPreviewResult": "a format that is written no more",
    "OpenApiDocument": "the description itself",
    "OpenApiDocument.components": "the description itself",
    "OpenApiDocument.info": "the description itself",
    "OpenApiDocument.paths": "the description itself",
    "OpenApiDocument.webhooks": "the description itself",
    "PatchStep.value": "any JSON value",
    "PreviewResult.combos": "the engine lists none yet",
    "Problem.found": "the value as it was typed",
    "Problem.wanted": "the value that is right, of any kind",
    "Refusal": "a slug may add members of its own (RFC 9457)",
    "Refusal.current": "what is there now: of what was changed",
    "ScenarioOutcome.failures.actual": "the value of a fact, of any kind",
    "ScenarioOutcome.failures.expected": "the value of a fact, of any kind",
}
"""Places of components that any value fits, parameter with the reason."""
SUCCESS = re.compile(r"2\d\d")
Complaints = Iterator[str]


def each_operation(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every operation with its name."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {path}", operation


def untagged(document: dict[str, Any]) -> Complaints:
    """Yield every operation without one tag, or with one that is not explained."""
    explained = {tag["name"] for tag in document["tags"]}
    for name, operation in each_operation(document):
        if len(operation["tags"]) != 1 or not explained >= set(operation["tags"]):
            yield f"{name}: tags {operation['tags']}"


def wordless(document: dict[str, Any]) -> Complaints:
    """Yield every operation without a summary, a description or a name, and every parameter without a schema or a meaning."""
    for name, operation in each_operation(document):
        missing = [part for part in ("operationId", "summary", "description") if not operation.get(part)]
        missing += [
            parameter["name"]
            for parameter in operation["parameters"]
            if not (parameter["schema"] and parameter["description"])
        ]
        yield from (f"{name}: {part} says nothing" for part in missing)


def untyped(document: dict[str, Any]) -> Complaints:
    """Yield every place of an answer that any value fits, unless there is a reason."""
    for name, schema in document["components"]["schemas"].items():
        yield from (place for place in _loose(schema, name) if place not in FREE)
    for name, operation in each_operation(document):
        for status, answer in operation["responses"].items():
            for content in answer.get("content", {}).values():
                if SUCCESS.fullmatch(status):
                    yield from _loose(content["schema"], f"{name} {status}")


def _loose(schema: dict[str, Any], place: str) -> Iterator[str]:
    if "$ref" in schema or "enum" in schema or "const" in schema:
        return
    branches = schema.get("anyOf") or schema.get("oneOf")
    if branches:
        for branch in branches:
            yield from _loose(branch, place)
        return
    kinds = schema.get("type")
    if kinds is None or (kinds == "array" and "items" not in schema):
        yield place
    if "object" in (kinds if isinstance(kinds, list) else [kinds]):
        rest = schema.get("additionalProperties", True)
        if rest is True or (rest == {} and not place.startswith("PreviewResult")):
            yield place
        for name, part in schema.get("properties", {}).items():
            yield from _loose(part, f"{place}.{name}")
        if isinstance(rest, dict) and rest:
            yield from _loose(rest, place)
    if kinds == "array" and "items" in schema:
        yield from _loose(schema["items"], place)


def headless(document: dict[str, Any]) -> Complaints:
    """Yield every operation whose answers lack a header that goes with them."""
    for name, operation in each_operation(document):
        for status, answer in operation["responses"].items():
            headers = set(answer.get("headers", ()))
            is_file = "206" in operation["responses"]
            expected = {"ETag"} if name.startswith("get ") and status in ("200", "206") else set()
            expected |= {"RateLimit", "RateLimit-Policy"} if SUCCESS.fullmatch(status) and not is_file else set()
            expected |= {"Content-Range"} if status == "206" else set()
            expected |= (
                {"Link"}
                if status == "200" and any(parameter["name"] == "limit" for parameter in operation["parameters"])
                else set()
            )
            expected |= {"Location", "Retry-After"} if status == "202" and "200" in operation["responses"] else set()
            yield from (f"{name} {status}: no {header}" for header in sorted(expected - headers))


def unbounded(document: dict[str, Any]) -> Complaints:
    """Yield every number of a request without bounds, every body that does not say whether it must be sent, every pattern with a loose end."""
    for name, operation in each_operation(document):
        for parameter in operation["parameters"]:
            schema = parameter["schema"]
            if schema.get("type") == "integer" and not {"minimum", "maximum"} <= set(schema):
                yield f"{name}: {parameter['name']} has no bounds"
            if "|" in schema.get("pattern", "") and not schema["pattern"].startswith("^(?:"):
                yield f"{name}: {parameter['name']} matches parts"
        if "requestBody" in operation and "required" not in operation["requestBody"]:
            yield f"{name}: whether a body must be sent is not operation"


def unreadable(document: dict[str, Any]) -> Complaints:
    """Yield every body of several kinds of file: a generator writes a module for it that cannot be imported."""
    for name, operation in each_operation(document):
        if len(operation.get("requestBody", {}).get("content", ())) > 1:
            yield f"{name}: several kinds of body"


def unguarded(document: dict[str, Any]) -> Complaints:
    """Yield every operation that is silent about refusals or about who may be the caller."""
    for name, operation in each_operation(document):
        expected = {"4XX", "503"} | ({"304"} if name.startswith("get ") else set())
        expected |= {"307"} if name.startswith("get ") and "{version}" in name else set()
        expected |= {"412"} if any(parameter["name"] == "If-Match" for parameter in operation["parameters"]) else set()
        expected |= {"429"} if "206" not in operation["responses"] else {"416"}
        yield from (f"{name}: no {status}" for status in sorted(expected - set(operation["responses"])))
        if not operation["security"]:
            yield f"{name}: nothing is operation of who may be the caller"


RULES: tuple[Callable[[dict[str, Any]], Complaints], ...] = (
    untagged,
    wordless,
    untyped,
    headless,
    unbounded,
    unguarded,
    unreadable,
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_operation_keeps_the_rule(rule: Any) -> None:
    assert sorted(set(rule(DOCUMENT))) == []


def _drop(*way: str) -> Callable[[dict[str, Any]], None]:
    def plant(operation: dict[str, Any]) -> None:
        for part in way[:-1]:
            operation = operation[part]
        del operation[way[-1]]

    return plant


def _put(value: Any, *way: str) -> Callable[[dict[str, Any]], None]:
    def plant(operation: dict[str, Any]) -> None:
        for part in way[:-1]:
            operation = operation[part]
        operation[way[-1]] = value

    return plant


FAULTS = (
    (untagged, _put([], "tags")),
    (untagged, _put(["strange"], "tags")),
    (wordless, _drop("summary")),
    (wordless, _put([{"name": "q", "in": "query", "schema": {}, "description": ""}], "parameters")),
    (untyped, _put({"type": "object"}, "responses", "200", "content", "application/json", "schema")),
    (untyped, _put({}, "responses", "200", "content", "application/json", "schema")),
    (headless, _drop("responses", "200", "headers", "ETag")),
    (headless, _drop("responses", "200", "headers", "Link")),
    (headless, _drop("responses", "200", "headers", "RateLimit")),
    (unbounded, _put([{"name": "n", "schema": {"type": "integer"}}], "parameters")),
    (unbounded, _put([{"name": "v", "schema": {"type": "string", "pattern": "^a|b$"}}], "parameters")),
    (unbounded, _put({"content": {}}, "requestBody")),
    (unreadable, _put({"required": True, "content": {"image/png": {}, "image/webp": {}}}, "requestBody")),
    (unguarded, _drop("responses", "429")),
    (unguarded, _drop("responses", "304")),
    (unguarded, _put([], "security")),
)


@pytest.mark.parametrize(("rule", "plant"), FAULTS, ids=lambda parameter: getattr(parameter, "__name__", ""))
def test_a_planted_fault_is_found(rule: Any, plant: Any) -> None:
    document = copy.deepcopy(DOCUMENT)
    plant(document["paths"]["/api/v1/packs/"]["get"])
    assert set(rule(document)) - set(rule(DOCUMENT))


def test_every_reason_is_needed() -> None:
    loose = {place for name, schema in DOCUMENT["components"]["schemas"].items() for place in _loose(schema, name)}
    assert set(FREE) - loose == set()


def test_who_may_do_without_a_sign_in_is_who_the_table_lets() -> None:
    """The alternative without credentials, against the table of permissions."""
    open_rows = {(row.route, row.method) for row in ROWS if row.least == "anyone" or row.public == "yes"}
    for name, (route, operation) in operations().items():
        assert operation.is_open == ((route, operation.method.upper()) in open_rows), name


def test_every_event_is_described_and_sent_as_described() -> None:
    assert set(DOCUMENT["webhooks"]) == set(EVENTS)
    for event, described in DOCUMENT["webhooks"].items():
        example = described["post"]["requestBody"]["content"]["application/json"]["example"]
        row = Outbox(
            topic=event, payload={"pack": "core", "version": "1.0.0"}, created_at=datetime(2026, 1, 2, tzinfo=UTC)
        )
        for body in (example, json.loads(event_body(row))):
            checker("components", "schemas", "WebhookEvent").validate(body)
            assert body["type"] == event


def test_every_tag_has_an_operation() -> None:
    assert {tag for _, operation in each_operation(DOCUMENT) for tag in operation["tags"]} == set(TAGS)


def test_the_part_of_an_address_is_matched_from_end_to_end() -> None:
    (version,) = {
        parameter["schema"]["pattern"]
        for _, operation in each_operation(DOCUMENT)
        for parameter in operation["parameters"]
        if parameter["in"] == "path" and parameter["name"] == "version"
    }
    assert [bool(re.search(version, word)) for word in ("next", "1.0.0", "xnexty", "1.0.0 ")] == [
        True,
        True,
        False,
        False,
    ]
    assert re.fullmatch(PackSlug.regex, "core")
