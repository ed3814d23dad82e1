"""The worked example goes through every gate of the engine: it is what the tutorial builds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from engine import api
from engine.gates import GATES, Gate
from engine.kernel.digest import digest
from engine.kernel.view import View
from engine.reference.book import LANGUAGES, Book
from engine.reference.pages import pages_of
from engine.ruleset import Ruleset
from engine.rulesets import find
from tests.engine.strength.measuring import measured, with_blocks
from tests.engine.third_ruleset import EXAMPLE, EXAMPLES, FOLDER, NAME, OUTSIDE, on_the_path
from tests.engine.witness.checking import untrue
from tests.engine.witness.table import everything_missing, read

HOME = EXAMPLES / EXAMPLE
LINES_MAX = {HOME: 300, FOLDER / NAME: 350}
MATCHES = 30


@pytest.fixture(autouse=True)
def duel() -> Iterator[Ruleset]:
    with on_the_path(EXAMPLE) as name:
        yield find(name)


@pytest.mark.parametrize("name", OUTSIDE)
class TestEveryGate:
    @pytest.mark.parametrize("gate", GATES, ids=lambda gate: gate.name)
    def test_holds(self, name: str, gate: Gate) -> None:
        with on_the_path(name):
            assert list(gate.faults(find(name))) == []

    def test_has_a_witness_of_everything(self, name: str) -> None:
        with on_the_path(name):
            table = read(name)

            assert everything_missing(table) == []
            assert [untrue(table, place) for place in range(min(2, len(table.runs)))] == [[], []]


class TestTheGame:
    @pytest.mark.parametrize("folder", LINES_MAX, ids=lambda folder: folder.name)
    def test_is_short(self, folder: Any) -> None:
        assert sum(len(file.read_text().splitlines()) for file in folder.glob("*.py")) <= LINES_MAX[folder]

    def test_has_twenty_cards_two_decks_and_no_problem(self) -> None:
        """Warnings too: no sentence of the game's own is flagged."""
        problems = api.validate_path(EXAMPLE, HOME).problems

        assert list(problems) == []
        assert len(api.card_set(EXAMPLE)) == 20
        assert [file.stem for file in sorted((HOME / "decks").glob("*.json"))] == ["cinder", "grove"]

    def test_has_texts_in_the_words_of_its_cards(self) -> None:
        chinese = json.loads((HOME / "text" / "zh.json").read_text())["cards"]
        names = {card: text["name"] for card, text in chinese.items()}
        for card, _ in api.card_set(EXAMPLE):
            rules_text = api.describe(EXAMPLE, card, "zh").strip().replace("Sparkling", names["duel.sparkling"])

            assert (card["description"], chinese[card["id"]]["description"]) == (
                api.describe(EXAMPLE, card, "en").strip(),
                rules_text,
            )

    def test_has_scenarios_that_guard_every_block(self) -> None:
        outcomes = list(api.scenario(HOME / "scenarios"))
        cards = [measured(EXAMPLE, card) for card in with_blocks(EXAMPLE)]
        loose = [
            (card.card, block.path)
            for card in cards
            for block in card.blocks
            if block.guard != "guarded" or block.loose
        ]

        assert [(outcome.name, outcome.failures) for outcome in outcomes if not outcome.ok] == []
        assert loose == []

    def test_quotes_the_rules_of_its_source(self, duel: Ruleset) -> None:
        source = (HOME / "SOURCE.md").read_text()
        quoted_rules = {setting.rule for setting in duel.settings}
        for file in (HOME / "scenarios").glob("*.json"):
            quoted_rules |= {scenario["source"] for scenario in json.loads(file.read_text())}

        assert [rule for rule in sorted(quoted_rules) if f"| {rule} |" not in source] == []


class TestItsMatches:
    def test_are_won_by_both_decks(self) -> None:
        """Between 40 and 60 in a hundred of those between greedy players."""
        decks = [json.loads((HOME / "decks" / f"{name}.json").read_text()) for name in ("cinder", "grove")]
        wins = sum(
            api.play(api.new_match(EXAMPLE, seed=seed, seats=2, bots_by_seat=("greedy",), decks=order))["result"][
                "winner"
            ]
            == seat
            for seed in range(MATCHES)
            for seat, order in enumerate((decks, decks[::-1]))
        )

        assert 0.4 <= wins / (2 * MATCHES) <= 0.6

    def test_look_the_same_to_a_seat_that_cannot_tell(self, duel: Ruleset) -> None:
        match = api.new_match(EXAMPLE, seed=3, seats=2, bots_by_seat=("random",))
        differing = 0
        for step, _ in islice(match.steps(), 0, None, 7):
            for seat in (0, 1):
                other_world = duel.determinize(step.state, seat, 5)
                differing += digest(other_world) != digest(step.state)
                views = [
                    View(state, seat, duel.hidden_zones, duel.determinize).knowledge()
                    for state in (step.state, other_world)
                ]

                assert views[0] == views[1]

        assert differing > 5

    def test_decide_a_preview(self) -> None:
        weak = next(card for card, _ in api.card_set(EXAMPLE) if card["id"] == "duel.ash-hound")
        result = api.preview(EXAMPLE, {**weak, "attack": 12, "health": 12}, weak, preset="quick", bots=("random",))

        assert (result["n"]["aborted"], result["unit"], result["verdict"]) == (0, "seat", "stronger")


class TestItsPages:
    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_are_whole(self, lang: str, duel: Ruleset) -> None:
        pages = pages_of(Book(duel, lang))

        assert {"card.md", "effects.md", "values.md", "events.md", "settings.md", "moments.md"} <= set(pages)
        assert ("## Fight" if lang == "en" else "## 战斗") in pages["effects.md"]
