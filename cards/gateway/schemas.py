"""The second opinion on documents: JSON Schema validators, which share no code with the engine's own checker.

Documents from outside are checked by `jsonschema`, cards and the files of a release in bulk by `jsonschema-rs`. The editor asks the engine's
checker alone: it answers within a millisecond.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

import jsonschema_rs
from jsonschema import Draft202012Validator, ValidationError, validators

from cards.gateway.pack_names import Game
from cards.values import frozen_dataclass
from engine import api

MAX_PROBLEMS = 100
LARGE = 64 * 1024
"""Bytes of a document above which jsonschema-rs gives the verdict: jsonschema takes 8 ms for each KiB, jsonschema-rs 0.1 ms."""

EXCERPT_LENGTH = 40
"""Characters of a value that a message repeats."""

SCHEMAS_KEPT = 64
MANIFEST = "manifest.json"
_FOLDERS = {"cards": "card", "text": "text", "schema": "schema"}


def _is_integer(checker: object, value: object) -> bool:
    """Return whether a value is an integer as the reader knows it: 1.0 is none, nor is true."""
    return type(value) is int


_Strict = validators.extend(  # type: ignore[no-untyped-call]  # the stubs leave it untyped
    Draft202012Validator, type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer)
)


@frozen_dataclass
class SchemaCheck:
    """One schema, compiled for both validators."""

    _reference: Any
    _fast: jsonschema_rs.Validator

    def is_valid(self, document: Any) -> bool:
        """Return the verdict of jsonschema-rs."""
        return self._fast.is_valid(document)

    def problems(self, document: Any, *, file: str = "card.json", card: str = "") -> tuple[api.Problem, ...]:
        """Return the errors of jsonschema, with our codes and JSON Pointers; a large valid document is not walked by it."""
        if len(json.dumps(document)) > LARGE and self.is_valid(document):
            return ()
        errors = islice(self._reference.iter_errors(document), MAX_PROBLEMS)
        problems = {
            (problem.path, problem.code, problem.wanted): problem for error in errors for problem in _problems(error)
        }
        return tuple(replace(problem, file=file, card=card) for problem in problems.values())


def schema_check(schema: Mapping[str, Any]) -> SchemaCheck:
    """Return the compiled form of a schema, made once for each content."""
    return _compile(json.dumps(schema, sort_keys=True))


@lru_cache(maxsize=SCHEMAS_KEPT)
def _compile(text: str) -> SchemaCheck:
    schema = json.loads(text)
    return SchemaCheck(_Strict(schema), jsonschema_rs.validator_for(schema))


def with_schema_problems(ruleset: Game, reports: Iterable[api.CardReport]) -> Iterator[api.CardReport]:
    """Yield the reports of cards from outside, each with the errors that the schema finds where the checker finds none.

    The reader has refused every number but integers, so that jsonschema-rs may give the verdict: jsonschema is the slowest part of an
    import, and names the errors of those alone that have some.
    """
    check = schema_check(api.schema(ruleset))
    for report in reports:
        is_sound = report.ok and report.document is not None
        is_bad = is_sound and not check.is_valid(report.document)
        found = check.problems(report.document, card=report.card_id or "") if is_bad else ()
        yield replace(report, problems=(*report.problems, *found)) if found else report


def document_problems(ruleset: str, kind: str, document: Any, *, file: str) -> tuple[api.Problem, ...]:
    """Return what the schema of a kind of document finds in a document from outside."""
    return schema_check(api.schema(ruleset, kind)).problems(document, file=file)


def release_schema_problems(ruleset: str, files: Mapping[str, bytes]) -> tuple[api.Problem, ...]:
    """Return the errors of every file of a release against the schema of its kind.

    That schema is the one that the release ships as `schema/<kind>.json`; of a kind that it does not ship, the engine's own.
    """
    try:
        read = {
            path: api.read_json(data, limits=api.MANIFEST_LIMITS, file=path).value
            for path, data in files.items()
            if not path.startswith(api.TYPES)
        }
    except api.BadCard as error:
        return error.problems
    schemas = {path.split("/")[1].removesuffix(".json"): read[path] for path in read if path.startswith("schema/")}
    bad = [found for path, schema in read.items() if path.startswith("schema/") for found in _of_schema(path, schema)]
    if bad:
        return tuple(bad)
    checks = {
        kind: schema_check(schemas[kind] if kind in schemas else api.schema(ruleset, kind))
        for kind in ("card", "text", "manifest")
    }
    return tuple(
        problem
        for path, document in read.items()
        if (kind := _kind(path)) != "schema" and not checks[kind].is_valid(document)
        for problem in _file_problems(checks[kind], path, document)
    )


def _kind(path: str) -> str:
    return "manifest" if path == MANIFEST else _FOLDERS[path.partition("/")[0]]


def _of_schema(path: str, schema: Any) -> Iterator[api.Problem]:
    """Yield the problem of a file that is no JSON Schema."""
    if not jsonschema_rs.meta.is_valid(schema):
        yield replace(_problem("", "This is not a valid JSON Schema.", "这不是有效的 JSON Schema。"), file=path)


def _file_problems(check: SchemaCheck, path: str, document: Any) -> tuple[api.Problem, ...]:
    """Return the errors of a file that jsonschema-rs refuses, also where jsonschema accepts it."""
    card = str(document.get("id", "")) if isinstance(document, dict) and _kind(path) == "card" else ""
    return check.problems(document, file=path, card=card) or (
        replace(
            _problem("", "Its schema does not accept this file.", "该文件不符合其数据规范。"), file=path, card=card
        ),
    )


def _problems(error: ValidationError) -> Iterator[api.Problem]:
    """Yield the problems of one error of jsonschema."""
    path = _pointer(error.absolute_path)
    instance, rule_value = _excerpt(error.instance), json.dumps(error.validator_value, ensure_ascii=False)
    match str(error.validator):
        case "required":
            for name in _names(error.validator_value, error.instance):
                yield _problem(path, f"The field “{name}” is missing.", f"缺少字段“{name}”。", wanted=name)
        case "additionalProperties":
            known = error.schema.get("properties", {}) if isinstance(error.schema, Mapping) else {}
            for name in _names(error.instance, known):
                member = f"{path}{_pointer([name])}"
                yield _problem(member, f"There is no field “{name}” here.", f"此处没有字段“{name}”。", wanted=name)
        case "type":
            en = f"Found {instance[0]}; expected a value of the type {rule_value}."
            yield _problem(path, en, f"此处是{instance[1]}，应为 {rule_value} 类型。", wanted=rule_value)
        case "enum" | "const":
            en, zh = (
                f"{instance[0]} is not allowed here; expected {rule_value}.",
                f"此处不能是{instance[1]}，应为 {rule_value}。",
            )
            yield _problem(path, en, zh, code="E-ENUM", wanted=rule_value)
        case keyword:
            en = f"Found {instance[0]}; the schema wants {keyword} {rule_value}."
            yield _problem(
                path, en, f"此处是{instance[1]}，数据规范要求 {keyword} 为 {rule_value}。", wanted=rule_value
            )


def _names(wanted: Any, present: Any) -> list[str]:
    """Return the names of one object or list that another one lacks."""
    return [str(name) for name in wanted if name not in present]


def _problem(path: str, english: str, chinese: str, code: str = "E-SCHEMA", wanted: str | None = None) -> api.Problem:
    return api.Problem(code, {"en": english, "zh": chinese}, path, wanted=wanted)


def _pointer(parts: Iterable[Any]) -> str:
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in parts)


def _excerpt(value: Any) -> tuple[str, str]:
    """Return a value as a message shows it, in both languages."""
    if isinstance(value, dict):
        return "an object", "对象"
    if isinstance(value, list):
        return "a list", "列表"
    text = json.dumps(value, ensure_ascii=False)
    short = text if len(text) <= EXCERPT_LENGTH else text[: EXCERPT_LENGTH - 1] + "…"
    return short, f" {short}"
