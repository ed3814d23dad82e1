"""What a card schema declares of a card's head, its plain fields, and the nodes that it marks by a word: whatever the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.json_values import Json

Words = Mapping[str, str]

TEXT_FIELDS: Final = ("/name", "/description")
"""What a card says to players; every game has both."""
IDENTITY: Final = "/id"
_PLAIN: Final = ("integer", "string", "boolean")
_DEPTH: Final = 3
"""Objects within objects of a head that are followed."""


@dataclass(frozen=True, slots=True)
class Field:
    """One plain field of a card's head, or of a node.

    Shapes: pointer leads from the card, or from the node, to the value; kind is `integer`, `string`, `boolean` or `list` (of words);
            options maps each allowed word to its names; parent is the title of the object that holds it, if any; rule is the schema
            of the value itself.
    """

    pointer: str
    title: Words
    kind: str
    options: Mapping[str, Words]
    is_required: bool
    parent: Words | None
    rule: Json

    @property
    def label(self) -> Words:
        """Return what the field is called, behind the name of the object that holds it."""
        if self.parent is None:
            return self.title
        return {language: f"{self.parent[language]} · {self.title[language]}" for language in self.title}


def fields_of_cards(schema: Json) -> tuple[Field, ...]:
    """Return the plain fields of every kind of card of a schema, each once with the words of all kinds, in the order of the schema."""
    fields: dict[str, Field] = {}
    for branch in branches(schema):
        for field in plain_fields(schema, part_at(schema, branch)):
            known = fields.setdefault(field.pointer, field)
            fields[field.pointer] = replace(known, options={**known.options, **field.options})
    return tuple(fields.values())


def branches(schema: Json) -> Iterator[str]:
    """Yield the `$ref`s of every kind of card that the schema tells apart."""
    if "$ref" in schema:
        yield str(schema["$ref"])
    for key in ("then", "else"):
        if key in schema:
            yield from branches(schema[key])


def branch_of(schema: Json, document: Any) -> str:
    """Return the `$ref` of the kind that a document is, as the schema's `if` decides."""
    if "if" not in schema:
        return str(schema.get("$ref", "#"))
    return branch_of(schema["then"] if _is_met(schema["if"], document) else schema["else"], document)


def _is_met(condition: Json, document: Any) -> bool:
    """Return whether a document has the fields that an `if` of the schema requires, with the values that it names."""
    if not isinstance(document, Mapping) or not all(name in document for name in condition.get("required", ())):
        return False
    named = ((name, rule["const"]) for name, rule in condition.get("properties", {}).items() if "const" in rule)
    return all(document.get(name) == word for name, word in named)


def part_at(schema: Json, reference: str) -> Json:
    """Return the part of a schema that a `$ref` names."""
    part: Any = schema
    for name in reference.removeprefix("#").split("/")[1:]:
        part = part[name]
    rule: Json = part
    return rule


def plain_fields(
    schema: Json, rule: Json, prefix: str = "", parent: Words | None = None, depth: int = _DEPTH
) -> Iterator[Field]:
    """Yield the plain fields of an object of the schema, and those of the objects in it."""
    required_names = set(rule.get("required", ()))
    for name, given in rule.get("properties", {}).items():
        part = {**part_at(schema, given["$ref"]), **given} if "$ref" in given else given
        pointer = f"{prefix}/{name.replace('~', '~0').replace('/', '~1')}"
        if kind := _kind(schema, part):
            yield Field(pointer, with_title(part, name), kind, _options(part), name in required_names, parent, part)
        elif part.get("type") == "object" and depth and "properties" in part:
            yield from plain_fields(schema, part, pointer, with_title(part, name), depth - 1)


def _kind(schema: Json, rule: Json) -> str:
    """Return what a form asks for: a number, a word, yes or no, a list of words; an empty text for what is none of them."""
    json_type = rule.get("type")
    types = json_type if isinstance(json_type, list) else [json_type]
    if "const" in rule:
        return ""
    if json_type == "array":
        items = rule.get("items", {})
        items = part_at(schema, items["$ref"]) if "$ref" in items else items
        return "list" if items.get("type") == "string" else ""
    return next((each for each in _PLAIN if each in types), "")


def _options(rule: Json) -> Mapping[str, Words]:
    named = rule.get("x-ui", {}).get("options", {})
    source = rule.get("items", rule) if rule.get("type") == "array" else rule
    return {str(word): named.get(word, {"en": str(word), "zh": str(word)}) for word in source.get("enum", ())}


def with_title(rule: Json, name: str) -> Words:
    """Return the title of a part of a schema in both languages."""
    english = str(rule.get("title", name))
    return {"en": english, "zh": str(rule.get("x-i18n", {}).get("zh", {}).get("title", english))}


def value_at(document: Any, pointer: str) -> tuple[bool, Any]:
    """Return whether a document has a value at a JSON Pointer, and the value."""
    value = document
    for segment in pointer.split("/")[1:]:
        name = segment.replace("~1", "/").replace("~0", "~")
        if isinstance(value, Mapping) and name in value:
            value = value[name]
        elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            return False, None
    return True, value


def marked_nodes(schema: Json) -> Iterator[tuple[str, str, str, Json]]:
    """Yield the family of each node that a schema knows, the key and the word that mark it, and its rule, in the order of the schema."""
    for name, rule in schema["$defs"].items():
        if (mark := _mark_of(rule)) is not None:
            yield (name.partition(".")[0], *mark, rule)


def _mark_of(rule: Json) -> tuple[str, str] | None:
    """Return the key and the word by which a node says what it is."""
    marks = ((key, part["const"]) for key, part in rule.get("properties", {}).items() if "const" in part)
    return next(((key, word) for key, word in marks if isinstance(word, str)), None)
