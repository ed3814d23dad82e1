"""Laws of patterns: the words of the trade stand for nodes, fields and words that the ruleset has."""

from __future__ import annotations

import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.language.schema import card_schema
from engine.language.spec import Vocabulary
from engine.language.spec.patterns import EVENT, GIVES, LABEL, OWNER, SAME
from engine.rulesets import find

GAMES = ("wizards", "halo", "genius", "encounter")
MAX_WORDS = 8
"""Words of one way to say a pattern: it names what is meant, and is no sentence."""
PLAYER = "$self.playerUUID"


def vocabulary(name: str) -> Vocabulary:
    return find(name).vocabulary


def definitions(name: str) -> dict[str, Any]:
    """Return the definitions of a ruleset's schema, in which nothing must be there."""
    schema: dict[str, Any] = lenient(card_schema(vocabulary(name)))
    return {key: value for key, value in schema["$defs"].items() if not key.startswith("chooser.") or value}


def lenient(schema: Any) -> Any:
    if isinstance(schema, list):
        return [lenient(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: value for key, value in schema.items() if key not in ("required", "minItems", "x-ui", "x-i18n")}
    return {key: value if key == "if" else lenient(value) for key, value in kept.items()}


def filled(value: Any) -> Any:
    """Return a pattern's block as a document may have it: marks are values, and what is left open is absent."""
    if isinstance(value, str):
        if value.startswith(SAME):
            return 1
        return value.replace(OWNER, PLAYER).replace(LABEL, "a1").replace(EVENT, "event")
    if isinstance(value, list):
        written = [inner for inner in value if not (isinstance(inner, dict) and GIVES in inner)]
        return [] if None in written else [filled(inner) for inner in written]
    if isinstance(value, dict):
        return {key: filled(inner) for key, inner in value.items() if inner is not None}
    return value


@pytest.mark.parametrize("name", GAMES)
def test_how_long_an_effect_lasts_is_found_by_the_words_for_it(name: str) -> None:
    """A field of turns of any effect takes "this turn" from a phrase."""
    deaf = [
        f"{spec.name}.{key.name}"
        for spec in vocabulary(name).nodes
        if spec.family == "effect"
        for key in spec.fields
        if key.name in ("turns", "rounds") and not (key.search and "this turn" in key.search.en)
    ]
    assert deaf == []


@pytest.mark.parametrize("name", GAMES)
class TestPatterns:
    def test_are_of_what_the_ruleset_has(self, name: str) -> None:
        shapes = definitions(name)
        wrong = []
        for pattern in vocabulary(name).patterns:
            if pattern.of.startswith("$"):
                continue
            validator = Draft202012Validator({"$ref": f"#/$defs/{pattern.of}", "$defs": shapes})
            blocks = [filled(block) for block in pattern.blocks if not (isinstance(block, dict) and GIVES in block)]
            wrong += [(pattern.words, error.message) for block in blocks for error in validator.iter_errors(block)]
        assert wrong == []

    def test_have_no_key_that_is_unknown(self, name: str) -> None:
        named = {key for shape in definitions(name).values() for key in names(shape)} | {GIVES}
        patterns = vocabulary(name).patterns
        assert {key for pattern in patterns for block in pattern.blocks for key in keys(block)} <= named

    def test_are_said_in_both_languages_in_few_words(self, name: str) -> None:
        ways = [words for pattern in vocabulary(name).patterns for words in [pattern.words] if any(words)]
        assert all(words.en and words.zh for words in ways)
        assert [way for words in ways for way in words.en if len(way.split()) > MAX_WORDS] == []
        assert all(re.search(r"[\u4e00-\u9fff]", way) for words in ways for way in words.zh)


def names(schema: Any) -> set[str]:
    """Return every key of an object that a schema speaks of."""
    if isinstance(schema, list):
        return {name for inner in schema for name in names(inner)}
    if not isinstance(schema, dict):
        return set()
    return set(schema.get("properties", ())) | {name for inner in schema.values() for name in names(inner)}


def keys(value: Any) -> set[str]:
    """Return every key in a value."""
    if isinstance(value, list):
        return {key for inner in value for key in keys(inner)}
    if not isinstance(value, dict):
        return set()
    return set(value) | {key for inner in value.values() for key in keys(inner)}
