"""The constructors with which schemas of documents are written. Every object is closed, every key is titled in both languages.

Source: engine.md §2.4: Draft 2020-12, no union tries its branches; `title` is English, `x-i18n` holds the Chinese.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.language.spec import LocalizedText
from engine.language.spec.bounds import INTEGER_MAX

Schema = dict[str, Any]

DIGEST = {"type": "string", "pattern": "^[0-9a-f]{16}$"}
SHA256 = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
PATH = {"type": "string", "maxLength": 255}
ANY_VALUE: Schema = {}


@dataclass(frozen=True, slots=True)
class Key:
    """One key of an object: its schema, what it is called, and whether it must be there."""

    name: str
    schema: Schema
    title: LocalizedText
    required: bool = True


def key(name: str, schema: Schema, en: str, zh: str) -> Key:
    """Return a key that must be there."""
    return Key(name, schema, LocalizedText(en, zh))


def maybe(name: str, schema: Schema, en: str, zh: str) -> Key:
    """Return a key that may be left out."""
    return Key(name, schema, LocalizedText(en, zh), required=False)


def titled(title: LocalizedText, schema: Schema) -> Schema:
    """Return a schema with its title, in both languages."""
    return {"title": title.en, "x-i18n": {"zh": {"title": title.zh}}, **schema}


def record(*keys: Key, nullable: bool = False) -> Schema:
    """Return the schema of an object with these keys and no others."""
    out: Schema = {
        "type": ["object", "null"] if nullable else "object",
        "properties": {spec.name: titled(spec.title, spec.schema) for spec in keys},
        "additionalProperties": False,
    }
    required = [spec.name for spec in keys if spec.required]
    return {**out, "required": required} if required else out


def table(value: Schema, *, names: Schema | None = None) -> Schema:
    """Return the schema of an object whose names are data, each with the same kind of value."""
    return {"type": "object", "additionalProperties": value} | ({"propertyNames": names} if names else {})


def listed(item: Schema, low: int = 0, high: int | None = None) -> Schema:
    """Return the schema of a list."""
    bounds = ({"minItems": low} if low else {}) | ({"maxItems": high} if high is not None else {})
    return {"type": "array", "items": item, **bounds}


def row(*items: Schema) -> Schema:
    """Return the schema of a list with one schema for each place."""
    places = {"prefixItems": list(items), "items": False}
    return {"type": "array", **places, "minItems": len(items), "maxItems": len(items)}


def words(low: int = 0, high: int = 10_000, pattern: str | None = None) -> Schema:
    """Return the schema of a text."""
    return {"type": "string", "minLength": low, "maxLength": high} | ({"pattern": pattern} if pattern else {})


def one_of(names: Iterable[str]) -> Schema:
    """Return the schema of one word of a closed set."""
    return {"type": "string", "enum": list(names)}


def just(value: Any) -> Schema:
    """Return the schema of one value."""
    return {"const": value}


def whole(low: int = 0, high: int = INTEGER_MAX) -> Schema:
    """Return the schema of a whole number."""
    return {"type": "integer", "minimum": low, "maximum": high}


def number(low: int | None = None, high: int | None = None) -> Schema:
    """Return the schema of a number that need not be whole."""
    bounds = ({"minimum": low} if low is not None else {}) | ({"maximum": high} if high is not None else {})
    return {"type": "number", **bounds}


def or_null(schema: Schema) -> Schema:
    """Return a schema that also accepts null, to which its other keywords do not apply."""
    kind = schema["type"]
    word = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, "type": [*([kind] if isinstance(kind, str) else kind), "null"], **word}


COUNT, NAME, TEXT = whole(), words(1), words()
"""How many there are, what something is called, and any text."""
FLAG: Schema = {"type": "boolean"}
BILINGUAL = record(key("en", TEXT, "English", "英文"), key("zh", TEXT, "Chinese", "中文"))
"""A text in both languages."""


def dispatch(name: str, variants: Mapping[str, Schema]) -> Schema:
    """Return the schema of a closed union: the word under `name` says which variant is meant, and only that one is looked at."""
    branches = [
        {"if": {"properties": {name: {"const": word}}, "required": [name]}, "then": {"$ref": f"#/$defs/{word}"}}
        for word in variants
    ]
    return {
        "type": "object",
        "required": [name],
        "properties": {name: one_of(variants)},
        "allOf": branches,
        "discriminator": {"propertyName": name},
        "$defs": dict(variants),
    }
