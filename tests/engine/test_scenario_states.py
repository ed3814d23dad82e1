"""The state of a scenario, and the scenario that a card begins with: one that says nothing yet and stands on a legal board."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.cardset import HashedCard
from engine.language.reading.strings import strings_in
from engine.language.spec.shapes import LocalizedText
from engine.packs.reader import Document
from engine.ruleset import Ruleset
from engine.rulesets import find, names
from engine.scenario.beginning import new_scenario
from engine.scenario.run import run_document
from tests.engine.test_scenario import BOARD, FOE, ZAP, ZAP_ANSWERS, failure, run, scenario

Json = dict[str, Any]
ROOT = Path(__file__).parents[2]
PREPARING = {"phase": "preparing", "seats": [{"discard": [{"card": "t.zap", "count": 3}]}, {}]}


class TestStates:
    """A scenario that says nothing is not green; one whose board cannot be set up differs from one that fails."""

    @pytest.mark.parametrize(
        ("changed", "state"),
        [
            ({}, "passed"),
            ({"then": [{"entity": "m", "is": {"health": 7}}]}, "failed"),
            ({"when": [{"seat": 1, "do": "pass"}], "then": []}, "failed"),
            ({"then": []}, "tests_nothing"),
            ({"then": None}, "tests_nothing"),
            ({"then": [{"seat": 0, "is": {}}]}, "tests_nothing"),
            ({"then": [{"table": {}}]}, "tests_nothing"),
            ({"then": [{"events": []}]}, "tests_nothing"),
            ({"when": [], "then": [{"events": [], "exactly": True}]}, "failed"),
            ({"when": None, "then": None, "steps": [{"when": ZAP_ANSWERS, "then": []}]}, "tests_nothing"),
            ({"when": [{"then": [{"decision": {}}]}], "then": None}, "passed"),
            ({"then": [{"problem": "W-RANGE"}]}, "failed"),
            ({"given": {**BOARD, "seats": [{"hand": [{"card": "t.gone"}]}, {}]}}, "not_set_up"),
            ({"cards": [{**ZAP, "manaCost": -1}, FOE]}, "not_set_up"),
            ({"cards": [{**ZAP, "manaCost": -1}, FOE], "given": None, "when": None, "then": [{"problem": "E-SCHEMA"}]}, "passed"),
            ({"ruleset": "chess"}, "not_set_up"),
            ({"given": {**BOARD, "seats": [{"wand": [{"card": "t.wand", "acted": "onEquip"}]}, {}]}}, "not_set_up"),
            ({"given": PREPARING, "chance": {"shuffle/0": [[0, 1]]}, "when": [], "then": []}, "not_set_up"),
        ],
    )  # fmt: skip
    def test_are_distinct(self, changed: Json, state: str) -> None:
        found = run(scenario(**changed))

        assert (found.state, found.ok, found.to_json()["state"]) == (state, state == "passed", state)

    def test_of_a_board_that_is_refused_says_why_in_both_languages(self) -> None:
        """What a game says of a board is a sentence in either language; it shows no number or text of the engine."""
        given = {**BOARD, "seats": [{"wand": [{"card": "t.wand", "acted": "onEquip"}]}, {}]}
        matching_failure = failure(scenario(given=given, when=[], then=[]))

        assert matching_failure.message == LocalizedText(
            "“t.wand” does nothing at onEquip.", "“t.wand”在 onEquip 时没有效果。"
        )
        assert (matching_failure.expected, matching_failure.actual, matching_failure.compares) == (None, None, False)


class TestANewScenario:
    """Of every shipped card: it is set up without an error, it holds the card, and it is not green."""

    @pytest.mark.parametrize("game", names())
    def test_is_set_up_and_says_nothing(self, game: str) -> None:
        assert list(wrong_beginnings(find(game), api.card_set(game))) == []

    def test_of_a_card_with_errors_cannot_be_set_up_yet(self) -> None:
        text = api.new_scenario("genius", "own.broken", "n", [])
        (found,) = api.scenario_outcomes("genius", text, [])

        assert (found.state, [one.code for one in found.failures]) == ("not_set_up", ["E-REF"])


def wrong_beginnings(ruleset: Ruleset, cards: tuple[HashedCard, ...]) -> Iterator[tuple[str, Any]]:
    """Yield the cards whose new scenario is otherwise, each with its state and failures."""
    assert cards
    known = {document["id"]: (document, digest) for document, digest in cards}
    for name, (document, _) in known.items():
        adjacent_items = tuple(known[word] for word in dict.fromkeys(_named(document, known)))
        value = new_scenario(ruleset, name, "n", adjacent_items)
        document = Document(value, json.dumps(value), file="s.json")
        (matches,) = run_document(document, partial(_game, ruleset, adjacent_items))
        placed = [word for word in strings_in({key: value.get(key) for key in ("given", "config")}) if word == name]
        if matches.state != "tests_nothing" or not placed:
            yield name, matches.to_json()


def _game(ruleset: Ruleset, cards: tuple[HashedCard, ...], _: str) -> tuple[Ruleset, tuple[HashedCard, ...]]:
    return ruleset, cards


def _named(document: Json, known_ids: dict[str, HashedCard]) -> Iterator[str]:
    """Yield a card and those that it names, directly or through others."""
    todo, ids = [document["id"]], set()
    while todo:
        name = todo.pop()
        if name in known_ids and name not in ids:
            ids.add(name)
            yield name
            todo += strings_in(known_ids[name][0])


class TestRefusals:
    def test_of_boards_are_sentences_in_both_languages(self) -> None:
        """What refuses a board has a sentence of its own; an English detail alone would reach a Chinese reader."""
        files = [*ROOT.glob("engine/rulesets/*/board.py"), *ROOT.glob("tests/fixtures/rulesets/*/board.py")]
        plain = [file.parent.name for file in files if re.search(r"\bIllegalAction\(", file.read_text("utf-8"))]

        assert (len(files) >= 4, plain) == (True, [])
