"""What a scenario gives and what it asks for are alike: each variable takes the same words in both, and is read as it was given."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.cardset import HashedCard
from engine.formats.scenario import TABLE, scenarios
from engine.packs.reader import Document
from engine.ruleset import Ruleset
from engine.rulesets import find, names
from engine.scenario import run_document

Json = dict[str, Any]
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


SCENARIOS = Path(__file__).parents[2] / "engine" / "rulesets"
TRIES = 4
"""Scenarios that may give a variable before one of them reads it back: a phase that begins changes some."""
PHASE_COUNTERS = {"encounter": ["card.cooldown"], "halo": ["table.globalTurn"]}
"""Variables that each scenario gives to a phase which counts them when it begins."""
OF_PLACED_CARDS = ("card", "as", "count", "acted")


def with_cards(name: str) -> tuple[Ruleset, Sequence[HashedCard]]:
    return find(name), api.card_set(name)


def echoes(scenario: Json) -> Iterator[tuple[str, Json]]:
    """Yield each value that a board gives to seats, the table and its cards, with the fact that asks for it; each card gets a name."""
    numbers = count()
    sides = [({"seat": seat}, "is", side) for seat, side in enumerate(scenario["given"].get("seats", []))]
    for holder, key, side in (*sides, ({}, TABLE, scenario["given"].get(TABLE, {}))):
        for name, value in side.items():
            if not isinstance(value, list):
                yield f"{'seat' if holder else TABLE}.{name}", {**holder, key: {name: value}}
                continue
            for card in value:
                if card.get("count", 1) == 1:
                    card.setdefault("as", f"card{next(numbers)}")
                    for own in card.keys() - OF_PLACED_CARDS:
                        yield f"card.{own}", {"entity": card["as"], "is": {own: card[own]}}


@pytest.mark.parametrize("game", names())
def test_what_is_given_is_read_back(game: str) -> None:
    attempts: dict[str, list[bool]] = {}
    for file in sorted((SCENARIOS / game / "scenarios").glob("*.json")):
        for scenario in json.loads(file.read_text(encoding="utf-8")):
            if file.name == "recorded.json" or "given" not in scenario:
                continue
            board = {name: scenario[name] for name in scenario.keys() - {"when", "then", "steps", "chance"}}
            facts = [
                (name, fact)
                for name, fact in echoes(board)
                if len(results := attempts.setdefault(name, [])) < TRIES and not any(results)
            ]
            if not facts:
                continue
            value = {**board, "when": [], "then": [fact for _, fact in facts]}
            (outcome,) = run_document(Document(value, json.dumps(value), file=file.name), with_cards)
            failed = {failure.path.split("/")[2] for failure in outcome.failures}
            for place, (name, _) in enumerate(facts):
                attempts[name].append(str(place) not in failed)

    assert [name for name, results in attempts.items() if not any(results)] == PHASE_COUNTERS.get(game, [])
    assert len(attempts) >= 10
