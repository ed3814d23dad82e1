"""What the grammar of sentences writes exists in the game: every block, key and word of a reading is declared."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from engine import api
from engine.rulesets import find

GAMES = [info.name for info in api.rulesets() if find(info.name).vocabulary.readings]
"""Games that say how sentences are written: an editor reads no sentence of another."""
OF_FAMILIES = ("effect", "chooser", "value", "condition")
OF_FAMILY = tuple(f"{family}." for family in OF_FAMILIES)


def _schema(game: str) -> Any:
    return api.schema(game)


def _blocks(value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield every object of a template, the outer ones first."""
    if isinstance(value, Mapping):
        yield value
    for inner in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        yield from _blocks(inner)


def _is_hole(value: Any) -> bool:
    return isinstance(value, str) and value.startswith("%")


def _declared(schema: Any, kind: str) -> list[Any]:
    return [schema["$defs"][f"{family}.{kind}"] for family in OF_FAMILIES if f"{family}.{kind}" in schema["$defs"]]


def _undeclared(schema: Any, row: Any) -> Iterator[str]:
    """Yield each block of a reading with a key that no block of its name has."""
    parts = [row["as"], *row.get("with", {}).values(), *row.get("conditions", ()), *row.get("adds", {}).values()]
    for block in (own for part in parts for own in _blocks(part)):
        kind = block.get("type", block.get("op"))
        if not isinstance(kind, str) or _is_hole(kind) or kind in ("less", "more", "set", "add", "min", "max"):
            continue
        declared = _declared(schema, kind)
        keys = {key for key in block if key != "%..."}
        if not any(keys <= own["properties"].keys() for own in declared):
            yield f"{row['part']} {row['is']}: {kind} {sorted(keys)}"


def _word_problems(schema: Any, row: Any) -> Iterator[str]:
    """Yield each plain word of a reading that is none of the set of its key."""
    for block in _blocks(row["as"]):
        declared = _declared(schema, str(block.get("type", "")))
        for key, value in block.items():
            sets = [own["properties"][key].get("enum") for own in declared if key in own["properties"]]
            words = [own for own in sets if own]
            if words and isinstance(value, str) and not _is_hole(value) and not any(value in own for own in words):
                yield f"{row['part']} {row['is']}: {key} {value}"


@pytest.mark.parametrize("game", GAMES)
class TestReadings:
    def test_write_blocks_with_keys_that_the_game_has(self, game: str) -> None:
        schema = _schema(game)
        assert [problem for row in schema["x-ui"]["readings"] for problem in _undeclared(schema, row)] == []

    def test_write_words_of_the_sets_of_their_keys(self, game: str) -> None:
        schema = _schema(game)
        assert [problem for row in schema["x-ui"]["readings"] for problem in _word_problems(schema, row)] == []

    def test_refer_to_fields_that_their_events_have(self, game: str) -> None:
        events = {spec.name: spec for spec in find(game).vocabulary.events}
        texts = [json.dumps(row) for row in _schema(game)["x-ui"]["readings"]]
        references = {own for text in texts for own in re.findall(r"\$(\w+)\.(\w+)", text)}
        known = [(event, field) for event, field in references if event in events]
        assert len(known) > 1
        assert [own for own in known if own[1] not in events[own[0]].fields] == []

    def test_name_events_that_the_game_has(self, game: str) -> None:
        schema = _schema(game)
        text = json.dumps(schema["$defs"])
        events = [
            str(row["as"].get(key))
            for row in schema["x-ui"]["readings"]
            if row["part"] == "event"
            for key in ("trigger", "triggerOn", "event")
            if row["as"].get(key) and not _is_hole(row["as"][key])
        ]
        assert [event for event in events if f'"{event}"' not in text] == []

    def test_say_each_thing_once(self, game: str) -> None:
        rows = [json.dumps(row, sort_keys=True) for row in _schema(game)["x-ui"]["readings"]]
        assert sorted({row for row in rows if rows.count(row) > 1}) == []


UNSAID: Mapping[str, str] = {
    "stop": "ends what is done; a sentence ends instead",
    "either": "a second way where the first cannot be gone, which players settle at the table; `choose` is what sentences say",
    "addTriggers": "several triggers at once; `when` is one, as a sentence is",
    "ADD_TRIGGERS": "several triggers at once; `WHEN` is one, as a sentence is",
    "removeTriggers": "names triggers by id",
    "HasTrigger": "names triggers by id",
    "triggers": "names triggers by id",
    "remember": "counts under a name that only the designer knows",
    "REMEMBER": "counts under a name that only the designer knows",
    "remembered": "counts under a name that only the designer knows",
    "REMEMBERED": "counts under a name that only the designer knows",
    "VariableIs": "names a variable of a card",
    "eventAmount": "names a number of an event of the axis",
    "createCard": "a card by its id, which is no word",
    "HasCard": "a card by its id, which is no word",
    "HasNoCard": "a card by its id, which is no word",
    "Has": "a card by its id, which is no word",
    "GAIN_RESOURCE": "a resource that a pack declares",
    "LOSE_RESOURCE": "a resource that a pack declares",
    "RESOURCE_OF": "a resource that a pack declares",
    "SkillIs": "a skill by its id",
    "IsTalent": "the talent of a character, which its kind says",
    "IsRequested": "tells apart what cards of the rules use alone",
    "CountryIs": "a word of a pack",
    "HasTag": "a word of a pack",
    "ReactsWith": "the second element of one reaction",
    "AlwaysTrue": "says nothing",
    "AlwaysFalse": "says nothing",
    "IsNotType": "written as a comparison with the kind of a card",
    "clamp": "written as `max` of a number for each thing",
    "playedCards": "several cards at once, for rules of the game",
    "springUndercurrent": "wraps what an undercurrent does when it answers",
    "changeHitSchool": "answers the event that decides a school, which sentences do not name",
    "REDUCE_COST": "written as the cost of cards in hand, by a modifier",
    "TARGET_NOT_TAG": "written as not of a tag",
    "SOURCE_IN_LANE_WITH_ALLY_TAG": "written as a number of allies in the lane",
    "COUNT_AT_LEAST": "written as a comparison of a number",
    "HasUnits": "written as a comparison of a number",
    "SOURCE_HAS_KEYWORD": "written of the unit itself",
    "TARGET_HAS_KEYWORD": "written of the unit itself",
    "IS_STRIKE": "tells apart hits of the rules of ships",
    "ACTIVE_PLAYER": "whoever has the turn, whom sentences call you",
    "SOURCE_PLAYER": "the player of an event, whom sentences call they",
    "NAMESAKES": "cards of the same name",
    "DoneTo": "written as the key `to` of the trigger",
    "printedCost": "a number of a card that was played before",
    "area": "cells by their shape; sentences say a distance, which `chooseUnit` has",
    "leastHealth": "a bound of health, of rules of units alone",
    "aimedSupply": "what cards that aim at the unit cost",
    "tokenPrice": "what tokens of the shop cost",
    "resonance": "how many cards count as played, of rules of the school alone",
    "diceToPay": "a number while costs are worked out",
}
"""Nodes that no reading writes, and why."""
SHORT_FORMS = {
    "chosenEnemy",
    "randomEnemy",
    "allEnemies",
    "allAllies",
    "nearestEnemy",
    "summons",
    "opponentNext",
    "myNext",
}
"""Choosers that are another chooser in short."""


@pytest.mark.parametrize("game", GAMES)
class TestReach:
    def test_every_block_is_written_by_a_reading_or_has_a_reason_for_none(self, game: str) -> None:
        schema = _schema(game)
        readings = json.dumps([schema["x-ui"]["readings"], schema["x-ui"]["nouns"]])
        names = {name.split(".", 1)[1] for name in schema["$defs"] if name.startswith(OF_FAMILY)}
        missing = {name for name in names if f'"{name}"' not in readings}
        assert sorted(missing - UNSAID.keys() - SHORT_FORMS) == []

    def test_every_event_is_known_by_its_own_name(self, game: str) -> None:
        ui = _schema(game)["x-ui"]
        names = [row for row in ui["nouns"] if row["kind"] == "trigger"]
        any_event = [row for row in ui["readings"] if row["part"] == "event" and row["is"] == "*"]
        assert len(names) == len(any_event) == 1

    def test_every_number_that_a_rule_changes_has_a_reading(self, game: str) -> None:
        schema = _schema(game)
        readings = json.dumps(schema["x-ui"]["readings"])
        stats = schema["$defs"].get("modifier", {}).get("properties", {}).get("stat", {}).get("enum", [])
        stats += schema["$defs"].get("effect.modify", {}).get("properties", {}).get("stat", {}).get("enum", [])
        assert sorted(stat for stat in stats if f'"{stat}"' not in readings and stat not in UNSAID) == []


def test_reasons_are_of_blocks_that_some_game_has_and_no_reading_writes() -> None:
    unwritten: set[str] = set()
    for schema in map(_schema, GAMES):
        text = json.dumps(schema["$defs"])
        readings = json.dumps(schema["x-ui"]["readings"])
        unwritten |= {name for name in UNSAID if f'"{name}"' in text and f'"{name}"' not in readings}
    assert sorted(UNSAID.keys() - unwritten) == []
