"""What a scenario gives and what it asks for are spelled alike: each variable that both know takes the same words and names in both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.formats.scenario import scenarios
from engine.rulesets import find, names

Shapes = Mapping[str, Any]


def spelled(shape: Mapping[str, Any]) -> tuple[bool, Any]:
    """Return whether a variable may be written as a word, and which words: all where none are listed."""
    types = shape.get("type", ())
    is_word = "string" in ([types] if isinstance(types, str) else types)
    return is_word, shape.get("then", {}).get("enum") if is_word else None


def asked(shapes: Shapes, key: str) -> Mapping[str, Any]:
    """Return the variables that the kind of fact known by a key may ask for."""
    shape = shapes["fact"]
    while shape:
        if shape.get("if", {}).get("required") == [key]:
            kind = shape["then"]["properties"]
            return dict(kind["is" if "is" in kind else key]["properties"])
        shape = shape.get("else", {})
    raise AssertionError(key)


@pytest.mark.parametrize("game", names())
def test_given_and_then_spell_alike(game: str) -> None:
    shapes = scenarios(find(game))["$defs"]
    table = shapes["scenario"]["properties"]["given"]["properties"]["table"]["properties"]
    wrong, comparison = [], 0
    for arguments, key in (
        (shapes["seat"]["properties"], "seat"),
        (shapes["placed"]["properties"], "entity"),
        (table, "table"),
    ):
        facts = asked(shapes, key)
        for name in arguments.keys() & facts.keys():
            comparison += 1
            if spelled(arguments[name]) != spelled(facts[name]):
                wrong.append((key, name))
        board = find(game).board
        assert board is not None
        declared = {"seat": board.seat, "entity": board.card, "table": board.table}[key]
        wrong += [
            (key, one.name) for one in declared if one.settable and one.name not in arguments.keys() & facts.keys()
        ]

    assert (wrong, comparison > 5) == ([], True)
