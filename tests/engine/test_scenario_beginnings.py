"""What a scenario says of cards that have acted before it begins, and of cards with errors."""

from __future__ import annotations

import json
from pathlib import Path

from engine import api


class TestAnErroneousCard:
    CARD = {"id": "own.c", "name": "C", "manaCost": 0, "rarity": "com", "school": "ice"}
    MATCH = {
        "format": "scenario/1", "ruleset": "wizards", "name": "n", "source": "s", "cards": [CARD],
        "given": {"seats": [{"hand": [{"card": "own.c", "as": "c"}]}, {}]},
        "when": [{"seat": 0, "do": "play", "entity": "c"}, {"seat": 0, "do": "pass"}],
        "then": [{"seat": 0, "is": {"mana": 1}}, {"triggers": []}],
    }  # fmt: skip

    def test_is_said_once(self, tmp_path: Path) -> None:
        file = tmp_path / "s.json"
        file.write_text(json.dumps(self.MATCH))
        (found,) = api.scenario(file)

        assert [failure.code for failure in found.failures] == ["E-ENUM"]

    def test_that_is_named_leaves_one_failure_for_what_cannot_be_played(self, tmp_path: Path) -> None:
        file = tmp_path / "s.json"
        told = {key: self.MATCH[key] for key in ("format", "ruleset", "name", "source", "cards")}
        file.write_text(json.dumps({**told, "then": [{"problem": "E-ENUM"}, *self.MATCH["then"]]}))
        (found,) = api.scenario(file)

        assert [failure.path for failure in found.failures] == ["/then/1"]


class TestACardThatHasActed:
    def test_must_have_such_a_moment(self, tmp_path: Path) -> None:
        card = {"id": "own.c", "name": "C", "manaCost": 0, "rarity": "com", "school": "fire", "cardType": "wand"}
        given = {"phase": "battling", "seats": [{"wand": [{"card": "own.c", "acted": "onEquip"}]}, {}]}
        file = tmp_path / "s.json"
        file.write_text(json.dumps({"format": "scenario/1", "ruleset": "wizards", "name": "n", "source": "s", "cards": [card], "given": given, "then": [{"triggers": []}]}))  # fmt: skip
        (found,) = api.scenario(file)

        assert [failure.message.en for failure in found.failures] == ["“own.c” does nothing at onEquip."]
