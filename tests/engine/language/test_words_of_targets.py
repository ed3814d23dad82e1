"""Words that stand for a whole node: a chooser's name alone, words of the trade for an event, what a card does written on the card.

Source: docs/adr/0141.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from docs.examples.duel import RULESET as DUEL
from engine import api
from engine.language.analysis.structure import structure
from engine.language.reading.surface import desugar
from engine.language.schema import card_schema
from engine.language.spec import (
    Block,
    ListOf,
    MapOf,
    Node,
    Number,
    ObjectShape,
    Shape,
    Targets,
    Value,
    Vocabulary,
)
from engine.language.text.describe import describe
from engine.rulesets import find, shipped_names

Json = dict[str, Any]
GAMES = {**{name: find(name).vocabulary for name in shipped_names()}, "duel": DUEL.vocabulary}
FLAT = [name for name, vocabulary in GAMES.items() if vocabulary.target_words]


def with_words(vocabulary: Vocabulary, shape: Shape, value: Any) -> Any:
    """Return a document in which each chooser that is no more than its name is written as that."""
    fields: tuple[Any, ...] = ()
    match shape:
        case Targets() if (
            isinstance(value, dict) and list(value) == ["type"] and value["type"] in vocabulary.target_words
        ):
            return value["type"]
        case ListOf() | Block() if isinstance(value, list):
            item = shape.item if isinstance(shape, ListOf) else Node("effect")
            return [with_words(vocabulary, item, child) for child in value]
        case MapOf(item) if isinstance(value, dict):
            return {key: with_words(vocabulary, item, child) for key, child in value.items()}
        case ObjectShape(name):
            fields = vocabulary.record(name).fields
        case Node() | Targets() | Number() | Value() if isinstance(value, dict):
            family = shape.family if isinstance(shape, Node) else "chooser" if isinstance(shape, Targets) else "value"
            spec = vocabulary.spec(family, value)
            fields = spec.fields if spec is not None else ()
    shapes = {key.name: key.shape for key in fields}
    if not isinstance(value, dict):
        return value
    return {key: with_words(vocabulary, shapes[key], child) if key in shapes else child for key, child in value.items()}


def written_shortly(game: str) -> Iterator[tuple[Json, Json]]:
    """Yield the shipped cards that have such a chooser, as they are and with words."""
    vocabulary = GAMES[game]
    for document, _ in api.card_set(game):
        kind = vocabulary.kind_of(document)
        short = with_words(vocabulary, ObjectShape(kind.record), document) if kind is not None else document
        if short != document:
            yield document, short


@pytest.mark.parametrize("game", [name for name in FLAT if name != "duel"])
def test_a_word_means_the_chooser_of_its_name(game: str) -> None:
    vocabulary = GAMES[game]
    cards = list(written_shortly(game))

    assert cards
    for document, short in cards:
        assert desugar(vocabulary, short).document == desugar(vocabulary, document).document, document["id"]
        assert describe(vocabulary, short, "en") == describe(vocabulary, document, "en")
    for _, short in cards[:20]:
        assert [
            problem for problem in api.validate(game, json.dumps(short)).problems if problem.severity == "error"
        ] == []


@pytest.mark.parametrize("game", FLAT)
def test_only_choosers_that_need_no_field_are_words(game: str) -> None:
    choosers = GAMES[game].family("chooser").values()

    assert GAMES[game].target_words == {spec.name for spec in choosers if not any(key.required for key in spec.fields)}


def test_the_schema_takes_the_words_and_no_other_text() -> None:
    vocabulary = GAMES["genius"]
    schema = Draft202012Validator(card_schema(vocabulary))

    def errors(target: str) -> int:
        heal = {"type": "heal", "target": target, "amount": 1}
        card = {
            "id": "a",
            "type": "eventCard",
            "name": "A",
            "rarity": "common",
            "cost": {},
            "skills": [{"id": "a", "skillType": "card", "action": [heal]}],
        }
        ours = structure(vocabulary, card)
        theirs = list(schema.iter_errors(card))
        assert bool(ours) == bool(theirs)
        return len(ours)

    assert [errors(target) for target in ("myStandby", "myActive", "$self.UUID")] == [0, 0, 0]
    assert [bool(errors(target)) for target in ("hosts", "characters", "heal")] == [True, True, True]


def test_a_problem_of_a_word_stands_at_the_word() -> None:
    card = {
        "id": "own.a",
        "type": "eventCard",
        "name": "A",
        "rarity": "common",
        "cost": {"any": 1},
        "action": [{"type": "heal", "target": "summons", "amount": 1}],
    }

    (problem,) = api.validate("genius", json.dumps(card)).problems

    assert (problem.code, problem.path) == ("E-TYPE", "/action/0/target")


# -------------------------------------------------------------------------------------------------- words of events


HALO = GAMES["halo"]


def unit(**parts: Any) -> Json:
    stats = {"attack": 1, "shieldCap": 0, "healthCap": 3}
    return {
        "id": "OWN-A",
        "name": "A",
        "version": "1.0.0",
        "faction": "NEUTRAL",
        "cardType": "UNIT",
        "rarity": "COMMON",
        "cost": {"supply": 1, "battery": 0},
        "stats": stats,
        **parts,
    }


DRAW = {"type": "DRAW", "target": "OWNER", "params": {"count": 1}}


@pytest.mark.parametrize("word", HALO.event_words, ids=lambda word: word.name)
def test_a_word_of_the_trade_means_its_event_and_condition(word: Any) -> None:
    combo = {"op": "NTH", "args": [2, "CARD_PLAY_VALIDATED", "you", "turn"]}
    written = [{"op": one["type"], "args": []} for one in word.conditions]
    short = unit(abilities=[{"id": "a", "trigger": word.name, "conditions": [combo], "effects": [DRAW]}])
    long = unit(abilities=[{"id": "a", "trigger": word.event, "conditions": [*written, combo], "effects": [DRAW]}])

    assert desugar(HALO, short).document == desugar(HALO, long).document
    assert [problem.code for problem in api.validate("halo", json.dumps(short)).problems] == [
        problem.code for problem in api.validate("halo", json.dumps(long)).problems
    ]


def test_a_word_of_the_trade_may_be_what_is_waited_for() -> None:
    when = {"type": "WHEN", "params": {"trigger": "OVERKILL", "times": 1, "effects": [DRAW]}}

    assert desugar(HALO, unit(effects=[when])).document["abilities"][0]["effects"][0]["triggers"] == [
        {
            "trigger": "OVERKILL_APPLIED",
            "times": 1,
            "effects": [{"type": "DRAW", "target": {"type": "OWNER"}, "count": 1}],
            "conditions": [{"type": "SOURCE_IS_SELF"}],
        }
    ]


# ---------------------------------------------------------------------------------- what a card does when it is played


@pytest.mark.parametrize(
    ("kind", "event"),
    [
        ("UNIT", "UNIT_DEPLOYED"),
        ("VESSEL", "UNIT_DEPLOYED"),
        ("TACTICAL", "CARD_PLAY_VALIDATED"),
        ("ARMORY", "ARMORY_ATTACHED"),
        ("FIELD", "FIELD_ACTIVATED"),
    ],
)
def test_effects_of_a_card_of_halo_are_an_ability(kind: str, event: str) -> None:
    other = {"id": "b", "trigger": "TURN_STARTED", "effects": [DRAW]}
    first, second = desugar(HALO, unit(cardType=kind, effects=[DRAW], abilities=[other])).document["abilities"]

    assert (first["trigger"], first["conditions"], second["id"]) == (event, [{"type": "SOURCE_IS_SELF"}], "b")


def test_an_order_says_once_what_it_does() -> None:
    draw = [{"type": "drawCards", "count": 1}]
    order = {"id": "own.a", "type": "order", "name": "A", "rarity": "common", "colors": ["red"], "cost": 1}

    def codes(**parts: Any) -> list[str]:
        return [problem.code for problem in api.validate("encounter", json.dumps({**order, **parts})).problems]

    assert codes(action=draw) == codes(spell={"action": draw}) == []
    assert codes() == codes(action=draw, spell={"action": draw}) == ["E-SCHEMA"]
    vocabulary = GAMES["encounter"]
    assert desugar(vocabulary, {**order, "action": draw}).document == {**order, "spell": {"action": draw}}


def test_either_asks_the_player_whose_card_it_is() -> None:
    halves = {"do": [{"type": "youDraw", "amount": 1}], "or": [{"type": "gainGold", "amount": 2}]}
    card = {"id": "own.a", "behaviors": [{"at": "onPlay", "do": [{"type": "either", **halves}]}]}

    (choice,) = desugar(GAMES["wizards"], card).document["behaviors"][0]["do"]

    assert (choice["type"], choice["ask"]) == ("choose", "$onPlay.playerUUID")
    assert [[effect["type"] for effect in option["do"]] for option in choice["options"]] == [["drawCard"], ["gold"]]
