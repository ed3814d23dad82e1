"""Validates a document that is not a card against its schema: the schema is the only place where its shape is written.

Knows the keywords of `parts` and no others; a document that comes in is always small beside a pack of cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.errors import EngineBug, Problem, Problems
from engine.formats.parts import Schema
from engine.language.analysis.structure import compiled, is_whole
from engine.language.diagnostics import problems
from engine.language.diagnostics.listing import first, listed
from engine.language.reading.source_map import unescape
from engine.language.spec import LocalizedText
from engine.language.spec.bounds import INTEGER_MAX
from engine.packs.places import escape
from engine.packs.reader import Document

TYPES: Mapping[str, LocalizedText] = {
    "object": LocalizedText("an object", "对象"),
    "array": LocalizedText("a list", "列表"),
    "string": LocalizedText("a text", "文本"),
    "integer": LocalizedText("a whole number", "整数"),
    "number": LocalizedText("a number", "数"),
    "boolean": LocalizedText("true or false", "真假值"),
    "null": LocalizedText("null", "null"),
}


def check(document: Document, schema: Schema) -> list[Problem]:
    """Return every problem of a document's structure, each with its place in the text, in the order of the text."""
    found = [placed(one, document) for one in schema_problems(document.value, schema)]
    return list(listed(sorted(found, key=lambda one: (one.line, one.column))))


def schema_problems(value: Any, schema: Schema) -> list[Problem]:
    """Return every problem of a value's structure, without lines."""
    return first(_Walk(schema.get("$defs", {})).value(value, schema, ""))


def placed(problem: Problem, document: Document) -> Problem:
    """Return a problem with file, line and column; that of an unknown name points at the name. Values have no lines."""
    line, column = (0, 0)
    if document.text:
        name = problem.path.rpartition("/")[2]
        line, column = document.locate(problem.path, key=problem.found == unescape(name) and bool(name))
    return replace(problem, file=document.file, line=line, column=column)


def foreign(document: Any, expected: str) -> Problem | None:
    """Return the problem of a document that is of another format, or of another number of it, than can be read here."""
    format_name = document.get("format") if isinstance(document, dict) else None
    if format_name == expected:
        return None
    name = expected.partition("/")[0]
    if not isinstance(format_name, str):
        en, zh = (
            f"The document names no format; expected a document of format {expected}.",
            f"没有写明格式；应为格式 {expected} 的文档。",
        )
    elif format_name.partition("/")[0] == name:
        en = f"This is format {format_name}; this engine reads {expected}."
        zh = f"此文档的格式为 {format_name}，本引擎读取 {expected}。"
    else:
        en, zh = (
            f"This is a document of format {format_name}; expected {expected}.",
            f"这是格式 {format_name} 的文档；应为 {expected}。",
        )
    path = "/format" if isinstance(format_name, str) else ""
    return problems.problem(
        "E-VERSION", path, LocalizedText(en, zh), "structure", found=format_name if path else None, wanted=expected
    )


class _Walk:
    """A traversal of one value."""

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        self._definitions = definitions

    def value(self, value: Any, schema: Schema, path: str) -> Problems:
        """Yield the problems of a value; one of the wrong type is not checked further."""
        if not _is_typed(value, schema.get("type")):
            yield problems.wrong_shape(path, value, _expected(schema))
            return
        if "const" in schema and not _same(value, schema["const"]):
            yield problems.not_one_of(
                path, str(value), [str(schema["const"])], LocalizedText("what is wanted here", "此处所需的内容")
            )
            return
        if isinstance(value, dict):
            yield from self._object(value, schema, path)
        elif isinstance(value, list):
            yield from self._list(value, schema, path)
        else:
            yield from _atom(value, schema, path)
        yield from self._subschemas(value, schema, path)

    def _subschemas(self, value: Any, schema: Schema, path: str) -> Problems:
        """Follow what leads to other schemas."""
        if "$ref" in schema:
            yield from self.value(value, self._definitions[schema["$ref"].rpartition("/")[2]], path)
        for part in schema.get("allOf", ()):
            yield from self.value(value, part, path)
        if "if" in schema:
            holds = next(self.value(value, schema["if"], path), None) is None
            yield from self.value(value, schema.get("then" if holds else "else", {}), path)

    def _object(self, value: dict[str, Any], schema: Schema, path: str) -> Problems:
        properties, additional = schema.get("properties", {}), schema.get("additionalProperties", {})
        for name in schema.get("required", ()):
            if name not in value:
                yield problems.missing(path, name, _title(properties.get(name, {}), name))
        for name, item in value.items():
            where = f"{path}/{escape(name)}"
            if name in properties:
                yield from self.value(item, properties[name], where)
            elif additional is False:
                yield problems.unknown_key(path, where, name, properties, value)
            else:
                if "propertyNames" in schema:
                    yield from self.value(name, schema["propertyNames"], where)
                yield from self.value(item, additional, where)

    def _list(self, value: list[Any], schema: Schema, path: str) -> Problems:
        low, high = schema.get("minItems", 0), schema.get("maxItems", len(value))
        if not low <= len(value) <= high:
            yield problems.wrong_shape(path, value, _expected(schema))
            return
        places = schema.get("prefixItems", ())
        for place, held in enumerate(value):
            yield from self.value(
                held, places[place] if place < len(places) else schema.get("items", {}), f"{path}/{place}"
            )


def _is_typed(value: Any, expected: str | list[str] | None) -> bool:
    if expected is None:
        return True
    return any(_is_a(value, kind) for kind in ([expected] if isinstance(expected, str) else expected))


def _is_a(value: Any, kind: str) -> bool:
    match kind:
        case "object":
            return isinstance(value, dict)
        case "array":
            return isinstance(value, list)
        case "string":
            return isinstance(value, str)
        case "integer":
            return is_whole(value)
        case "number":
            return is_whole(value) or isinstance(value, float)
        case "boolean":
            return isinstance(value, bool)
        case "null":
            return value is None
        case _:
            raise EngineBug(f"no type of JSON is called {kind}")


def _atom(value: Any, schema: Schema, path: str) -> Problems:
    """Yield the problems of a text, a number, true, false or null."""
    if "enum" in schema and value not in schema["enum"]:
        yield problems.not_one_of(path, str(value), map(str, schema["enum"]), _place_of_words(schema, path))
    elif (isinstance(value, str) and not _fits(value, schema)) or (
        is_whole(value) and not bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    ):
        yield problems.wrong_shape(path, value, _expected(schema))


def _same(value: Any, other: Any) -> bool:
    return type(value) is type(other) and bool(value == other)


def _fits(value: str, schema: Schema) -> bool:
    low, high = schema.get("minLength", 0), schema.get("maxLength", len(value))
    return low <= len(value) <= high and (
        "pattern" not in schema or compiled(schema["pattern"]).search(value) is not None
    )


def _title(schema: Schema, name: str) -> LocalizedText:
    return LocalizedText(schema.get("title", name), schema.get("x-i18n", {}).get("zh", {}).get("title", name))


def _place_of_words(schema: Schema, path: str) -> LocalizedText:
    """Return what takes one of several words: a field by its key, an item of a list by its title."""
    key = path.rpartition("/")[2]
    if key and not key.isdigit():
        return LocalizedText(f"a value of “{key}”", f"“{key}”的可用值")
    if "title" in schema:
        return _title(schema, "")
    return LocalizedText("a word known here", "此处可用的词")


def _expected(schema: Schema) -> LocalizedText:
    """Return what a schema takes, in words."""
    kinds: Iterable[str] = [schema["type"]] if isinstance(schema.get("type"), str) else schema.get("type", ())
    names = [_bounded(kind, schema) for kind in kinds]
    return LocalizedText(" or ".join(name.en for name in names), "或".join(name.zh for name in names))


def _bounded(kind: str, schema: Schema) -> LocalizedText:
    """Return the name of a type with the bounds that a schema sets it."""
    name = TYPES[kind]
    if kind == "integer" and schema.get("minimum", -INTEGER_MAX) > -INTEGER_MAX:
        low, high = schema["minimum"], schema.get("maximum", INTEGER_MAX)
        if high >= INTEGER_MAX:
            return LocalizedText(f"a whole number from {low} on", f"不小于 {low} 的整数")
        return LocalizedText(f"a whole number from {low} to {high}", f"{low} 到 {high} 的整数")
    if kind == "string" and "pattern" in schema:
        return LocalizedText(f"a text of the form {schema['pattern']}", f"形如 {schema['pattern']} 的文本")
    if kind == "string" and "maxLength" in schema:
        low, high = schema.get("minLength", 0), schema["maxLength"]
        return LocalizedText(f"a text of {low} to {high} characters", f"{low} 到 {high} 个字符的文本")
    if kind == "array" and ("minItems" in schema or "maxItems" in schema):
        low, high = schema.get("minItems", 0), schema.get("maxItems")
        bounds = (
            LocalizedText(f"at least {low}", f"至少 {low}")
            if high is None
            else LocalizedText(f"{low} to {high}", f"{low} 到 {high}")
        )
        return LocalizedText(f"a list of {bounds.en} items", f"{bounds.zh} 项的列表")
    return name
