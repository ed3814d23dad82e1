"""The shipped set: it is whole, bilingual, valid, all of it is reached in play, and better play wins."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.cardset import hashed, program_of, shipped_texts
from engine.language.reading.surface import desugar
from engine.packs.reader import Document
from engine.replay import Match
from engine.rulesets.wizards import RULESET
from engine.rulesets.wizards.config import LEVELS
from engine.rulesets.wizards.setup import deal
from engine.scenario.play import acted_out
from engine.scenario.reading import read_scenario
from engine.scenario.scene import setup_scene
from tests.examples import some_of

FIXTURES = Path(__file__).parents[2] / "fixtures" / "000"
CARDS = {document["id"]: desugar(RULESET.vocabulary, document).document for document, _ in api.card_set("wizards")}
"""The shipped cards in core form."""
WANTED_FILE = Path(__file__).parents[2] / "fixtures" / "wanted" / "wizards.json"
ADDITIONS = [RULESET.folder / "scenarios" / f"{name}.json" for name in ("amounts", "counting", "exchanges")]
TESTS = {
    f"{one['name']}: {card['id']}": card
    for file in (WANTED_FILE, *ADDITIONS)
    for one in json.loads(file.read_text("utf-8"))
    for card in one["cards"]
}
"""Test cards, each with a scenario: together with the shipped ones they use all of the language."""
EXTENSIONS = {
    "events": {
        "onAim", "onGoldChanged", "onHitAimed", "onHitChange", "onHitSchool", "onMatchEnd", "onPlayerDamaged", "onPlayerHit", "onRoll",
    },
    "timings": {"deathrattle", "onMatchStart"},
}  # fmt: skip
"""Events and timings that no shipped card uses (test_node_kinds.py has the kinds of nodes): packs of others have them,
where wanted effects ask for them.

The shipped set is one of races and hits as the public rulebook plays it. Damage to wizards, hits that are redirected or of another school, and cards
that are played by others are no part of that game, and each card with them would have to be balanced against all of the set. The test
cards play them instead. A shipped card that uses one takes it off this list.
"""


def used(value: Any) -> Counter[str]:
    """Return the types of all nodes below a value."""
    counts: Counter[str] = Counter()
    if isinstance(value, dict):
        if isinstance(value.get("type"), str):
            counts[value["type"]] += 1
        for below in value.values():
            counts += used(below)
    if isinstance(value, list):
        for below in value:
            counts += used(below)
    return counts


def behaviors() -> list[Any]:
    return [card.get("behaviors", []) for card in (*CARDS.values(), *TESTS.values())]


def triggers(cards: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield every trigger of some cards with the name under which it is counted."""

    def below(value: Any, name: str) -> Iterator[tuple[str, Any]]:
        if isinstance(value, dict) and "event" in value:
            yield name, value
        parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, part in parts:
            yield from below(part, f"{name}/{key}")

    for card, document in cards.items():
        yield from below(document.get("behaviors", []), f"{card}#/behaviors")


class TestTheShippedSet:
    def test_makes_a_complete_match(self) -> None:
        program = program_of(RULESET, api.card_set("wizards"), 4)
        dealt_deal = deal(program.cards, 4, program.config)

        assert [len(dealt_deal[f"deck/{seat}"]) for seat in range(4)] == [10, 10, 10, 10]
        assert len(set(dealt_deal["deck/0"])) == 8
        assert len(set(dealt_deal["common"])) >= 16
        assert len(set(dealt_deal["legendary"])) >= 4
        for level in LEVELS:
            kinds = {CARDS[card]["type"] for card in dealt_deal[level]}
            assert "monster" in kinds, level

    def test_has_no_problem(self) -> None:
        report = api.validate_path("wizards", RULESET.folder / "cards")

        assert [problem.to_json() for problem in report.problems] == []
        assert report.cards == len(CARDS)

    def test_speaks_chinese_throughout(self) -> None:
        texts = shipped_texts(RULESET.folder)
        missing = {card for card in CARDS if not texts.get(card, {}).get("zh", {}).get("name")}
        silent = {
            card
            for card, document in CARDS.items()
            if bool(document.get("description")) != bool(texts[card]["zh"].get("description"))
        }

        assert (missing, silent) == (set(), set())

    def test_names_its_cards_by_the_documents_form(self) -> None:
        assert [card for card in CARDS if not card.startswith(("loom.treasure.", "loom.exploration."))] == []

    def test_uses_every_node_kind(self) -> None:
        costs = [card.get("costs", []) for card in TESTS.values()]
        matches = used([behaviors(), costs])
        kinds = {node.name for node in RULESET.vocabulary.nodes if node.opens is None}

        assert kinds - set(matches) == set()

    def test_leaves_to_others_what_is_named_here_alone(self) -> None:
        """Of the shipped cards by themselves."""
        cards, language = [card.get("behaviors", []) for card in CARDS.values()], RULESET.vocabulary
        events = {event.name for event in language.events if not event.hidden}
        spare = {
            "events": events - {trigger["event"] for _, trigger in triggers(CARDS)},
            "timings": {timing.name for timing in language.timings} - {held["at"] for each in cards for held in each},
        }

        assert spare == EXTENSIONS

    def test_waits_for_every_event(self) -> None:
        events = {event.name for event in RULESET.vocabulary.events if not event.hidden}

        assert events - {trigger["event"] for _, trigger in triggers(CARDS | TESTS)} == set()

    def test_uses_every_timing(self) -> None:
        timings = {timing.name for timing in RULESET.vocabulary.timings}

        assert timings - {behavior["at"] for each in behaviors() for behavior in each} == set()

    def test_uses_every_lifetime(self) -> None:
        lifetimes = {lifetime.name for lifetime in RULESET.vocabulary.lifetimes}

        assert lifetimes - {trigger.get("mode", "once") for _, trigger in triggers(CARDS | TESTS)} == set()


@pytest.fixture(scope="module")
def cover() -> dict[tuple[str, str], int]:
    """Count what ran in forty matches by random bots: (card#pointer, reached | true | false | noop)."""
    program = program_of(RULESET, api.card_set("wizards"), 4, counting=True)
    counts: dict[tuple[str, str], int] = {}
    for seed in range(40):
        match = Match(RULESET, program, seed, [("random", api.bots("wizards")["random"])] * 4)
        for step, _ in match.steps(log=False):
            if step.state.coverage is None:
                step.state.coverage = counts
    return counts


def kind_at(node: str, cards: dict[str, Any] = CARDS) -> str:
    """Return the type of the node that a counted name stands for."""
    card, _, pointer = node.partition("#")
    matching_card: Any = cards[card]
    for part in pointer.split("/")[1:]:
        matching_card = matching_card[int(part)] if isinstance(matching_card, list) else matching_card[part]
    return str(matching_card.get("type", "choice")) if isinstance(matching_card, dict) else "choice"


def asked_in_scenarios() -> Iterator[tuple[str, str]]:
    """Yield the kinds of conditions that scenarios of additions ask, each with its answer."""
    card_set = api.card_set("wizards")
    for file in ADDITIONS:
        for value in json.loads(file.read_text("utf-8")):
            document = Document(value, json.dumps(value), file=file.name)
            scenario, _ = read_scenario(RULESET, document, "", card_set)
            assert scenario is not None
            answers: dict[tuple[str, str], int] = {}
            list(acted_out(setup_scene(RULESET, scenario, answers), scenario))
            cards = {card["id"]: desugar(RULESET.vocabulary, card).document for card in value["cards"]}
            for node, what in answers:
                if what in ("true", "false") and node.partition("#")[0] in cards:
                    yield kind_at(node, cards), what


class TestPlayedMatches:
    ONE_WAY = frozenset({("AlwaysTrue", "false"), ("AlwaysFalse", "true")})

    def test_reach_the_behaviours_of_every_card(self, cover: dict[tuple[str, str], int]) -> None:
        reached_parts = {node.split("#")[0] for node, what in cover if what == "reached"}
        written = {card for card, document in CARDS.items() if document.get("behaviors")}

        assert written - reached_parts == set()

    def test_reach_every_kind_of_effect_and_chooser(self, cover: dict[tuple[str, str], int]) -> None:
        reached_kinds = {kind_at(node) for node, what in cover if what == "reached"}
        shipped = used([card.get("behaviors", []) for card in CARDS.values()])
        kinds = {node.name for node in RULESET.vocabulary.nodes if node.family != "condition" and node.name in shipped}

        assert kinds - reached_kinds == set()

    def test_take_every_kind_of_condition_both_ways(self, cover: dict[tuple[str, str], int]) -> None:
        """Those that no shipped card uses are asked by the scenarios that play them; a shorthand is what it opens into."""
        pairs = {(kind_at(node), what) for node, what in cover if what in ("true", "false")}
        pairs |= set(asked_in_scenarios())
        kinds = {spec.name for spec in RULESET.vocabulary.family("condition").values() if spec.opens is None}

        missing = {(kind, way) for kind in kinds for way in ("true", "false")} - pairs
        assert missing == self.ONE_WAY

    def test_answer_every_event_and_see_every_lifetime(self, cover: dict[tuple[str, str], int]) -> None:
        """A trigger has answered when something in it was done, one that forbids when its condition held."""
        nodes = {node for node, what in cover if what == "reached"}
        current_nodes = {node for node, what in cover if what == "true"}
        answers = [
            trigger
            for name, trigger in triggers(CARDS)
            if any(node.startswith(f"{name}/do/") for node in nodes)
            or (trigger.get("stage") == "check" and f"{name}/condition" in current_nodes)
        ]

        events = {trigger["event"] for _, trigger in triggers(CARDS)}
        lifetimes = {lifetime.name for lifetime in RULESET.vocabulary.lifetimes}
        assert events - {trigger["event"] for trigger in answers} == set()
        assert lifetimes - {trigger.get("mode", "once") for trigger in answers} == set()

    def test_come_to_every_timing(self, cover: dict[tuple[str, str], int]) -> None:
        come = set()
        for node, what in cover:
            card, _, pointer = node.partition("#/behaviors/")
            if what == "reached" and pointer:
                come.add(CARDS[card]["behaviors"][int(pointer.split("/")[0])]["at"])

        shipped = {behavior["at"] for card in CARDS.values() for behavior in card.get("behaviors", [])}
        assert shipped - come == set()


class TestGreedyBots:
    @pytest.mark.parametrize(("seats", "matches"), [(2, 3), (3, 2), (4, 2)])
    def test_end_their_matches_by_the_win_rule(self, seats: int, matches: int) -> None:
        reasons = Counter(
            api.play(api.new_match("wizards", seed=seed, seats=seats, bots_by_seat=("greedy",)))["result"]["reason"]
            for seed in range(matches)
        )

        assert reasons == {"loop reached": matches}


class TestRandomMatches:
    def test_end_within_their_budget(self) -> None:
        """Whole matches of two, three and four seats: none is aborted."""
        matches = some_of(30, part=3, minimum=9)
        ends = Counter(
            api.play(api.new_match("wizards", seed=seed, seats=2 + seed % 3))["result"]["outcome"]
            for seed in range(matches)
        )

        assert ends == {"win": matches}


class TestTheDocumentsExamples:
    NAMES = ("stone", "bash", "survival", "gilding_components")
    MENDED = {"bash": ("", "\n}"), "gilding_components": ("]  ]", "]")}

    def imported(self, name: str) -> Any:
        """Return an example as the importer rewrites the document's own text, its bracket fixed."""
        text = (FIXTURES / f"{name}.jsonc").read_text(encoding="utf-8").rstrip()
        wrong, right = self.MENDED.get(name, ("", ""))
        report = api.validate("wizards", text.replace(wrong, right) if wrong else text + right)
        assert report.ok, [problem.to_json() for problem in report.problems]
        return report.document

    def test_play_in_whole_matches_among_the_shipped_cards(self) -> None:
        """Twenty matches by random bots: each example was drawn, played or flipped, and every match ended."""
        examples = [{**self.imported(name), "count": 6} for name in self.NAMES]
        cards = [*api.card_set("wizards"), *map(hashed, examples)]
        program = RULESET.program(cards, seats=4, counting=True)
        cover: dict[tuple[str, str], int] = {}
        for seed in range(20):
            match = Match(RULESET, program, seed, [("random", api.bots("wizards")["random"])] * 4)
            for step, _ in match.steps():
                step.state.coverage = cover
            assert step.result is not None
            assert step.result.outcome == "win"
        reached = {node.split("#")[0] for node, what in cover if what == "reached"}

        assert {example["id"] for example in examples} - reached == set()

    def test_read_the_same_once_they_are_rewritten(self) -> None:
        for name in self.NAMES:
            document = self.imported(name)
            again = api.validate("wizards", json.dumps(document, ensure_ascii=False))

            assert (again.document, [p.code for p in again.problems if p.code == "W-ALIAS"]) == (document, [])
