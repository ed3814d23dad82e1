"""What the grammar of sentences writes exists in the game: every block, key and word of a reading is declared."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from engine import api

GAMES = [info.name for info in api.rulesets()]
OF_FAMILIES = ("effect", "chooser", "value", "condition")


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
        if not isinstance(kind, str) or _is_hole(kind) or kind in ("less", "more", "set", "add"):
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
