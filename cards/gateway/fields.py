"""What a game's card schema declares of a card's head: its plain fields, whatever the game, for lists, grids and filters."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from cards.shape import JsonObject
from engine import api
from engine.api import IDENTITY, TEXT_FIELDS, Field, Words, part_at, plain_fields, value_at, with_title


def card_fields(ruleset: str) -> tuple[Field, ...]:
    """Return the plain fields of every kind of card of a game, each once with the words of all kinds, in the order of the schema."""
    return _all_fields(ruleset, api.source_hash(ruleset))


def fields_of(ruleset: str, document: Any) -> tuple[Field, ...]:
    """Return the plain fields that this card may have, by the branch of the schema that is meant for it."""
    mark = api.source_hash(ruleset)
    return _fields_of_branch(ruleset, mark, api.branch_of(kept_schema(ruleset, mark), document))


@lru_cache(maxsize=16)
def kept_schema(ruleset: str, mark: str) -> JsonObject:
    """Return the schema of a game's cards, kept while the code of the game is what `mark` says."""
    return api.schema(ruleset)


@lru_cache(maxsize=16)
def _all_fields(ruleset: str, mark: str) -> tuple[Field, ...]:
    return api.fields_of_cards(kept_schema(ruleset, mark))


@lru_cache(maxsize=64)
def _fields_of_branch(ruleset: str, mark: str, branch: str) -> tuple[Field, ...]:
    schema = kept_schema(ruleset, mark)
    return tuple(plain_fields(schema, part_at(schema, branch)))


def property_names(ruleset: str) -> frozenset[str]:
    """Return the names of all fields that the schema of a game's cards has, of cards and of nodes."""
    return _property_names(ruleset, api.source_hash(ruleset))


@lru_cache(maxsize=16)
def _property_names(ruleset: str, mark: str) -> frozenset[str]:
    names: set[str] = set()
    parts: list[Any] = [kept_schema(ruleset, mark)]
    while parts:
        part = parts.pop()
        if isinstance(part, Mapping):
            properties = part.get("properties")
            names.update(properties if isinstance(properties, Mapping) else ())
            parts += part.values()
        elif isinstance(part, list):
            parts += part
    return frozenset(names)


__all__ = [
    "IDENTITY",
    "TEXT_FIELDS",
    "Field",
    "Words",
    "card_fields",
    "fields_of",
    "kept_schema",
    "part_at",
    "plain_fields",
    "property_names",
    "value_at",
    "with_title",
]
