"""The types of a game's cards as declarations, read from their JSON Schema: the one source of the files in `types/`.

A part of the schema that this reader does not know is any value: types may be wider than the schema, never narrower.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.json_values import Json, JsonObject

_WORD: Final = re.compile(r"[A-Za-z0-9]+")
_SMALL: Final = re.compile(r"[a-z]")
CARD: Final = "Card"
"""The name of the type of any card."""
_OWN_NAMES: Final = frozenset(
    {CARD, "Any", "Array", "Literal", "NotRequired", "Object", "Record", "TypeAlias", "TypedDict"}
)
_WORDS: Final = frozenset({"integer", "number", "string", "boolean", "null"})
ANY: Final = "any"


@dataclass(frozen=True, slots=True)
class Plain:
    """A value of a type of JSON: `integer`, `number`, `string`, `boolean`, `null`, or `any`."""

    word: str


@dataclass(frozen=True, slots=True)
class Constants:
    """One of some constants."""

    values: tuple[str | int | bool | None, ...]


@dataclass(frozen=True, slots=True)
class Ref:
    """A declaration by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class List:
    """A list of items of one type."""

    item: Type


@dataclass(frozen=True, slots=True)
class Tuple:
    """A list of items that each have their own type; the first ones must be there."""

    items: tuple[Type, ...]
    required: int


@dataclass(frozen=True, slots=True)
class Map:
    """An object whose names are data."""

    value: Type


@dataclass(frozen=True, slots=True)
class Union:
    """One of some types."""

    parts: tuple[Type, ...]


Type = Plain | Constants | Ref | List | Tuple | Map | Union


@dataclass(frozen=True, slots=True)
class Member:
    """One member of an object."""

    name: str
    type: Type
    is_required: bool
    title: str


@dataclass(frozen=True, slots=True)
class Struct:
    """An object with exactly these members."""

    name: str
    members: tuple[Member, ...]
    title: str


@dataclass(frozen=True, slots=True)
class Alias:
    """A name for a type."""

    name: str
    type: Type
    title: str


Declaration = Struct | Alias


def declarations(schema: JsonObject) -> tuple[Declaration, ...]:
    """Return the types that a schema of cards declares, `Card` last; they do not depend on the order of keys in it."""
    return tuple(_Reader(schema).declarations())


class _Reader:
    """Reads one schema; objects within objects become declarations of their own."""

    def __init__(self, schema: JsonObject) -> None:
        self.schema = schema
        self.definitions: Mapping[str, JsonObject] = schema.get("$defs", {})
        self.names = dict[str, str]()
        for key in sorted(self.definitions):
            self.names[key] = self._free_name(_pascal(_WORD.findall(key)))
        self.inner: list[Declaration] = []

    def declarations(self) -> Iterator[Declaration]:
        for key, name in sorted(self.names.items(), key=lambda pair: pair[1]):
            if not self._is_text(self.definitions[key]):
                yield from self._declared(name, self.definitions[key])
        yield from self._declared(CARD, self.schema)

    def _declared(self, name: str, part: JsonObject) -> Iterator[Declaration]:
        if _is_struct(part):
            declaration: Declaration = self._struct(name, part)
        else:
            declaration = Alias(name, self._type(name, part), _title(part))
        inner, self.inner = self.inner, []
        yield from inner
        yield declaration

    def _struct(self, name: str, part: JsonObject) -> Struct:
        necessary, rules = frozenset(part.get("required", ())), part["properties"]
        names = sorted(rules, key=lambda key: ("const" not in rules[key], key not in necessary, key))
        members = [
            Member(
                key,
                self._type(f"{name}{_pascal(_WORD.findall(key))}", rules[key]),
                key in necessary,
                _title(rules[key]),
            )
            for key in names
        ]
        return Struct(name, tuple(members), _title(part))

    def _type(self, name: str, part: JsonObject) -> Type:
        """Return the type of a part of the schema; `name` is for an object that has none."""
        if "$ref" in part:
            return self._reference(part["$ref"])
        if "const" in part:
            return _constants([part["const"]])
        if "enum" in part:
            return _constants(part["enum"])
        word = part.get("type")
        if "if" in part and word in (None, "object") and "properties" not in part:
            return _union([self._type(name, part[key]) if key in part else Plain(ANY) for key in ("then", "else")])
        words: Sequence[str] = word if isinstance(word, list) else [] if word is None else [word]
        return _union([self._of_word(name, each, part) for each in words]) if words else Plain(ANY)

    def _reference(self, reference: str) -> Type:
        key = reference.removeprefix("#/$defs/")
        if key not in self.definitions:
            return Plain(ANY)
        return Plain("string") if self._is_text(self.definitions[key]) else Ref(self.names[key])

    def _is_text(self, part: JsonObject) -> bool:
        return part.get("type") == "string" and "enum" not in part and "const" not in part

    def _of_word(self, name: str, word: str, part: JsonObject) -> Type:
        if word == "array":
            return self._list(name, part)
        if word != "object":
            return Plain(word) if word in _WORDS else Plain(ANY)
        if choices := _choices(part):
            return _union([self._type(name, choice) for choice in choices])
        if _is_struct(part):
            inner = self._struct(self._free_name(name), part)
            self.names[f"\0{inner.name}"] = inner.name
            self.inner.append(inner)
            return Ref(inner.name)
        values = part.get("additionalProperties")
        return Map(self._type(f"{name}Value", values) if isinstance(values, dict) else Plain(ANY))

    def _list(self, name: str, part: JsonObject) -> Type:
        items: Sequence[JsonObject] = part.get("prefixItems", ())
        if part.get("maxItems") == len(items):
            types = tuple(self._type(f"{name}{place}", item) for place, item in enumerate(items))
            return Tuple(types, part.get("minItems", 0))
        if items:
            return List(Plain(ANY))
        item = part.get("items")
        return List(self._type(f"{name}Item", item) if isinstance(item, dict) else Plain(ANY))

    def _free_name(self, name: str) -> str:
        """Return a name that no declaration has yet, with a number where it is taken."""
        taken, free, number = {*self.names.values(), *_OWN_NAMES}, name, 1
        while free in taken:
            number += 1
            free = f"{name}{number}"
        return free


def _is_struct(part: JsonObject) -> bool:
    return part.get("type") == "object" and "properties" in part and not _choices(part)


def _choices(part: JsonObject) -> list[JsonObject]:
    """Return the kinds of an object that a word in it tells apart, or that its type alone leads to; none for an object of one kind."""
    clauses = [clause for clause in part.get("allOf", ()) if "if" in clause and "$ref" in clause.get("then", {})]
    by_type = [clause["then"] for clause in clauses if clause["if"] == {"type": "object"}]
    return by_type or [clause["then"] for clause in clauses if _is_word(clause["if"])]


def _is_word(condition: JsonObject) -> bool:
    return any("const" in rule for rule in condition.get("properties", {}).values())


def _constants(values: Sequence[Json]) -> Type:
    plain = [value for value in values if value is None or isinstance(value, str | int)]
    return Constants(tuple(plain)) if len(plain) == len(values) else Plain(ANY)


def _union(parts: Sequence[Type]) -> Type:
    """Return one of some types, each once; what may be any value is that alone."""
    flat = [each for part in parts for each in (part.parts if isinstance(part, Union) else (part,))]
    unique = tuple(dict.fromkeys(flat))
    if Plain(ANY) in unique or not unique:
        return Plain(ANY)
    return unique[0] if len(unique) == 1 else Union(unique)


def _title(part: JsonObject) -> str:
    """Return the English title of a part of the schema as one line that no comment ends at."""
    return " ".join(str(part.get("title", "")).replace("*/", "* /").split())


def _pascal(words: Sequence[str]) -> str:
    """Return words as the name of a type; the same word twice in a row stands once."""
    small = [word if _SMALL.search(word) else word.lower() for word in words]
    return "".join(word[0].upper() + word[1:] for place, word in enumerate(small) if small[place - 1 : place] != [word])
