"""The nodes that a game's card schema knows, for searches in effects: what they are called, and which fields they have."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from jsonschema import Draft202012Validator

from cards.gateway.fields import Field, Words, kept_schema, part_at, plain_fields, with_title
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from engine import api

UNCOUNTED_FAMILIES = ("value", "keyword")  # families whose nodes coverage does not count


@frozen_dataclass
class NodeType:
    """One type of node: the key and the word that mark it, its names, its family, its fields, and all names of its members.

    Shapes: fields are the plain ones, which may hold a computed value instead; members maps each key to its title.
    """

    key: str
    word: str
    title: Words
    family: Words
    fields: tuple[Field, ...]
    members: Mapping[str, Words]


def node_types(ruleset: str) -> tuple[NodeType, ...]:
    """Return the types of node of a game, in the order of the schema."""
    return _node_types(ruleset, api.source_hash(ruleset))


def node_titles(ruleset: str) -> Mapping[str, tuple[Words, str]]:
    """Return the title and the family of each node of a game by its type, as coverage counts them: values and keywords are not."""
    return _node_titles(ruleset, api.source_hash(ruleset))


def member_titles(ruleset: str) -> Mapping[str, Words]:
    """Return what each key of a card is called where the type of its node does not say."""
    return _member_titles(ruleset, api.source_hash(ruleset))


@lru_cache(maxsize=16)
def _types_by_mark(ruleset: str, mark: str) -> Mapping[tuple[str, str], NodeType]:
    """Return the types of node by the key and the word that mark them: a page asks for each of its places."""
    return {(node_type.key, node_type.word): node_type for node_type in _node_types(ruleset, mark)}


@lru_cache(maxsize=16)
def _node_types(ruleset: str, mark: str) -> tuple[NodeType, ...]:
    schema = kept_schema(ruleset, mark)
    return tuple(_node_type(schema, *marked) for marked in api.marked_nodes(schema))


@lru_cache(maxsize=16)
def _node_titles(ruleset: str, mark: str) -> Mapping[str, tuple[Words, str]]:
    titles: dict[str, tuple[Words, str]] = {}
    for name, rule in kept_schema(ruleset, mark)["$defs"].items():
        family, _, word = name.partition(".")
        if word and family not in UNCOUNTED_FAMILIES:
            titles.setdefault(word, (with_title(rule, word), family))
    return titles


@lru_cache(maxsize=16)
def _member_titles(ruleset: str, mark: str) -> Mapping[str, Words]:
    titles: dict[str, Words] = {}
    for rule in kept_schema(ruleset, mark)["$defs"].values():
        for name, words in _members(rule).items():
            titles.setdefault(name, words)
    return titles


def _node_type(schema: JsonObject, family: str, key: str, word: str, rule: JsonObject) -> NodeType:
    base = schema["$defs"].get(family, {})
    fields = tuple(plain_fields(schema, rule))
    return NodeType(key, word, with_title(rule, word), with_title(base, family), fields, _members(rule))


def _members(rule: JsonObject) -> dict[str, Words]:
    return {name: with_title(part, name) for name, part in rule.get("properties", {}).items() if "title" in part}


@frozen_dataclass
class NodeMatch:
    """One value in a document: where it is, and what is there."""

    pointer: str
    value: Any


def walk(value: Any, pointer: str = "") -> Iterator[NodeMatch]:
    """Yield every object of a document with its JSON Pointer, from the outside to the inside."""
    if isinstance(value, Mapping):
        yield NodeMatch(pointer, value)
        for name, member in value.items():
            yield from walk(member, f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list):
        for place, member in enumerate(value):
            yield from walk(member, f"{pointer}/{place}")


def path_in_words(ruleset: str, document: Any, pointer: str) -> tuple[Words, ...]:
    """Return the way to a value in words: `Behaviours 1`, `Do 2`, then what the node itself is called.

    It ends where the document does: what a keyword opens into is not written on the card that has it.
    """
    types = _types_by_mark(ruleset, api.source_hash(ruleset))
    schema = kept_schema(ruleset, api.source_hash(ruleset))
    steps: list[Words] = []
    value: Any = document
    rules: tuple[JsonObject, ...] = (schema,)
    for segment in pointer.split("/")[1:]:
        if value is None:
            break
        name = segment.replace("~1", "/").replace("~0", "~")
        open_rules = tuple(each for rule in rules for each in _open_rules(schema, rule, value))
        if isinstance(value, list):
            steps[-1:] = (
                [{language: f"{text} {int(name) + 1}" for language, text in steps[-1].items()}] if steps else []
            )
            value = value[int(name)] if int(name) < len(value) else None
            rules = tuple(rule["items"] for rule in open_rules if isinstance(rule.get("items"), Mapping))
        else:
            rules = tuple(rule["properties"][name] for rule in open_rules if name in rule.get("properties", {}))
            titled = next((with_title(rule, name) for rule in rules if "title" in rule), None)
            steps.append(titled or _title_of(ruleset, types, value, name))
            value = value.get(name) if isinstance(value, Mapping) else None
    own = _type_of(types, value)
    return (*steps, own.title) if own else tuple(steps)


def value_in_words(ruleset: str, document: Any, pointer: str) -> tuple[Words, ...]:
    """Return what a value inside a block is called: the closest block that has it, numbered where the card has several so called, then its fields.

    A value outside of all blocks has the way to it, as `path_in_words`.
    """
    types = _types_by_mark(ruleset, api.source_hash(ruleset))
    way = path_in_words(ruleset, document, pointer)
    blocks = [(match.pointer, own) for match in walk(document) if (own := _type_of(types, match.value))]
    around = [(place, own) for place, own in blocks if pointer.startswith(f"{place}/")]
    if not around:
        return way
    place, own = max(around, key=lambda block: len(block[0]))
    alike = [other for other, kind in blocks if kind.title == own.title]
    number = f" {alike.index(place) + 1}" if len(alike) > 1 else ""
    names = sum(not part.isdigit() for part in place.split("/")[1:])
    return ({language: f"{text}{number}" for language, text in own.title.items()}, *way[names:])


def _open_rules(schema: JsonObject, rule: JsonObject, value: Any) -> Iterator[JsonObject]:
    """Yield a rule of a schema and those that it refers to for a value, as the game's schemas put them together."""
    yield rule
    parts = [part for word in ("allOf", "anyOf", "oneOf") for part in rule.get(word, ())]
    if "$ref" in rule:
        parts.append(schema["$defs"][rule["$ref"].removeprefix("#/$defs/")])
    if "if" in rule:
        is_met = Draft202012Validator(rule["if"]).is_valid(value)
        parts.append(rule.get("then" if is_met else "else", {}))
    for part in parts:
        yield from _open_rules(schema, part, value)


def _type_of(types: Mapping[tuple[str, str], NodeType], value: Any) -> NodeType | None:
    if not isinstance(value, Mapping):
        return None
    marks = ((key, word) for key, word in value.items() if isinstance(word, str))
    return next((types[mark] for mark in marks if mark in types), None)


def _title_of(ruleset: str, types: Mapping[tuple[str, str], NodeType], value: Any, name: str) -> Words:
    own = _type_of(types, value)
    if own and name in own.members:
        return own.members[name]
    return member_titles(ruleset).get(name, {"en": name, "zh": name})


__all__ = [
    "NodeMatch",
    "NodeType",
    "member_titles",
    "node_titles",
    "node_types",
    "part_at",
    "path_in_words",
    "value_in_words",
    "walk",
]
