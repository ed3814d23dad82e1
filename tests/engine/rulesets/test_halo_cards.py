"""The shipped set of halo: it is whole, bilingual, valid, of our own words, all of it is reached in play, and better play wins."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engine import api
from engine.cardset import hashed, program_of, shipped_texts
from engine.language.reading.surface import desugar
from engine.packs.reader import Document
from engine.replay import Match
from engine.rulesets import find
from engine.rulesets.halo import RULESET
from engine.rulesets.halo.statuses import STATUSES
from engine.rulesets.halo.words import ADDED_KEYWORDS, KEYWORDS, PAYLOADS, TONNAGES
from engine.scenario import run_document

CARDS: dict[str, Any] = {document["id"]: document for document, _ in api.card_set("halo")}
VOCABULARY = RULESET.vocabulary
DECKS = [json.loads(path.read_bytes()) for path in sorted((RULESET.folder / "decks").glob("*.json"))]


def abilities() -> Iterator[tuple[str, Any]]:
    """Yield every ability with the name under which what runs in it is counted."""
    for card, document in CARDS.items():
        for place, ability in enumerate(document["abilities"]):
            yield f"{card}#/abilities/{place}", ability


def names(family: str) -> set[str]:
    """Return the nodes of document 003; those that the project adds are played by tests/fixtures/wanted and test_halo_nodes."""
    return {node.name for node in VOCABULARY.nodes if node.family == family and not node.extension}


def kinds() -> Counter[str]:
    return Counter(card["cardType"] for card in CARDS.values())


class TestTheShippedSet:
    def test_is_as_large_as_it_is_to_be(self) -> None:
        matching_kinds = kinds()
        wanted = {"UNIT": 24, "ARMORY": 6, "TACTICAL": 8, "FIELD": 4, "VESSEL": 8, "TOKEN": 4}

        assert [kind for kind, least in wanted.items() if matching_kinds[kind] < least] == []

    def test_has_no_problem(self) -> None:
        report = api.validate_path("halo", RULESET.folder / "cards")

        assert [problem.to_json() for problem in report.problems] == []
        assert report.cards == len(CARDS)

    def test_speaks_chinese_throughout(self) -> None:
        texts = shipped_texts(RULESET.folder)
        missing = {card for card in CARDS if not texts.get(card, {}).get("zh", {}).get("name")}
        silent = {
            card
            for card, document in CARDS.items()
            if not bool(document.get("description"))
            == bool(document["abilities"])
            == bool(texts[card]["zh"].get("description"))
        }

        assert (missing, silent, texts.keys() - CARDS.keys()) == (set(), set(), set())

    def test_says_in_both_languages_what_its_effects_do(self) -> None:
        texts = shipped_texts(RULESET.folder)
        wrong = [
            (card, mismatch)
            for card, document in CARDS.items()
            for mismatch in api.mismatches("halo", document, {"zh": texts[card]["zh"].get("description", "")})
        ]

        assert wrong == []

    def test_uses_words_of_our_own(self) -> None:
        """None of the names that the document's examples come with; HA12's token is named by a setting."""
        picks = ("unsc", "covenant", "flood", "forerunner", "savannah", "marine", "spartan", "combat form", "halo")
        text = json.dumps(
            [[card.get(key) for key in ("id", "name", "description", "faction", "tags")] for card in CARDS.values()]
        )

        assert [word for word in picks if word in text.lower()] == []

    def test_uses_every_keyword_effect_op_target_and_status(self) -> None:
        written_abilities = [ability for _, ability in abilities()]
        effects = [effect for ability in written_abilities for effect in ability["effects"]]
        matches = {
            "keyword": {keyword["name"] for card in CARDS.values() for keyword in card["keywords"]},
            "effect": {effect["type"] for effect in effects},
            "condition": {op["op"] for ability in written_abilities for op in ability["conditions"]},
            "chooser": {effect["target"] for effect in effects if "target" in effect},
        }

        assert {family: names(family) - used for family, used in matches.items()} == {
            family: set() for family in matches
        }
        assert {status.name for status in STATUSES} == {
            e["params"]["status"] for e in effects if "status" in e["params"]
        }
        assert matches["keyword"] == {word.name for word in KEYWORDS} - set(ADDED_KEYWORDS)

    def test_listens_only_to_what_the_game_tells(self) -> None:
        heard = {ability["trigger"] for _, ability in abilities()}
        reported = {event.name for event in VOCABULARY.events if event.analysis.emitted}

        assert heard - reported == set()
        assert len(heard) >= 25

    def test_sails_every_class_and_payload(self) -> None:
        ships = [card["vesselStats"] for card in CARDS.values() if card["cardType"] == "VESSEL"]
        flagships = [card["faction"] for card in CARDS.values() if card.get("vesselStats", {}).get("multiSection")]

        assert {ship["tonnageClass"] for ship in ships} == {word.name for word in TONNAGES}
        assert {ship["payloadType"] for ship in ships} == {word.name for word in PAYLOADS}
        assert flagships == ["AEGIS", "CHOIR"]


class TestTheShippedDecks:
    def test_are_two_legal_ones_for_each_side(self) -> None:
        owners = Counter(deck["owner"] for deck in DECKS)
        for deck in DECKS:
            api.new_match("halo", seed=1, seats=2, decks=[deck, deck])

        assert owners == {"bastion": 2, "communion": 2}

    def test_hold_every_card_between_them(self) -> None:
        held = {entry["id"] for deck in DECKS for entry in deck["cards"]}

        assert {card for card, document in CARDS.items() if document["cardType"] != "TOKEN"} - held == set()


MATCHES = 320


@pytest.fixture(scope="module")
def cover() -> dict[tuple[str, str], int]:
    """Count what ran in matches of all decks by random bots: (card#pointer, reached | true | false | noop)."""
    program = program_of(RULESET, api.card_set("halo"), 2, counting=True)
    counts: dict[tuple[str, str], int] = {}
    random = ("random", api.bots("halo")["random"])
    for seed in range(MATCHES):
        pair = [DECKS[seed % 4], DECKS[seed // 4 % 4]]
        for step, _ in Match(RULESET, program, seed, [random] * 2, decks=pair).steps(log=False):
            if step.state.coverage is None:
                step.state.coverage = counts
    return counts


@cache
def core(card: str) -> Any:
    """Return a card in core form, of which counted names are places."""
    return desugar(VOCABULARY, CARDS[card]).document


def node_at(name: str) -> Any:
    """Return the node that a counted name stands for."""
    card, _, pointer = name.partition("#")
    matching_core: Any = core(card)
    for part in pointer.split("/")[1:]:
        matching_core = matching_core[int(part)] if isinstance(matching_core, list) else matching_core[part]
    return matching_core


class TestPlayedMatches:
    ONE_WAY = frozenset({("SOURCE_IS_SELF", "false")})
    """HA16 asks first whether this card is the source, so the op is never looked at where it is not."""
    IN_SCENARIOS = frozenset({"FLD-005#/abilities/1"})
    """The fall of a flagship while that field lies there is rare; the scenario of this card sees it."""

    def test_answer_every_trigger_and_reach_every_effect(self, cover: dict[tuple[str, str], int]) -> None:
        reached_nodes = {node for node, what in cover if what == "reached"}
        lines = {f"{name}/effects/{place}" for name, ability in abilities() for place in range(len(ability["effects"]))}

        assert {node.rpartition("/effects/")[0] for node in lines - reached_nodes} == self.IN_SCENARIOS

    def test_take_every_op_both_ways(self, cover: dict[tuple[str, str], int]) -> None:
        taken = {(node_at(node)["type"], what) for node, what in cover if what in ("true", "false")}

        assert {(op, way) for op in names("condition") for way in ("true", "false")} - taken == self.ONE_WAY

    def test_leave_the_rare_to_a_scenario_that_plays_the_card(self) -> None:
        reported = json.loads((RULESET.folder / "scenarios" / "cards.json").read_bytes())
        laid = {entry["card"] for one in reported for entry in one["given"]["seats"][0].get("field", [])}

        assert {name.partition("#")[0] for name in self.IN_SCENARIOS} - laid == set()


def holds(scenario: Any, cards: dict[str, Any]) -> bool:
    """Return whether a scenario holds with these cards for the shipped ones."""
    document = Document(scenario, json.dumps(scenario, ensure_ascii=False), file="cards.json")
    (outcome,) = run_document(document, lambda name: (find(name), tuple(map(hashed, cards.values()))))
    return not outcome.failures


class TestTheScenariosOfTheCards:
    def test_fail_without_what_the_card_does(self) -> None:
        """Each card with abilities is named by the source of a scenario that no longer holds when it has none."""
        reported = json.loads((RULESET.folder / "scenarios" / "cards.json").read_bytes())
        able = [card for card, document in CARDS.items() if document["abilities"]]
        idle = [
            card
            for card in able
            if all(
                holds(scenario, {**CARDS, card: {**CARDS[card], "abilities": []}})
                for scenario in reported
                if card in scenario["source"]
            )
        ]

        assert idle == []


class TestGreedyBots:
    def test_beat_random_ones(self) -> None:
        """Half of the matches would be chance."""
        wins = 0
        for seed in range(24):
            bots = ("greedy", "random") if seed % 2 else ("random", "greedy")
            pair = [DECKS[seed // 2 % 4], DECKS[seed // 8 % 4]]
            held = api.play(api.new_match("halo", seed=seed, seats=2, bots_by_seat=bots, decks=pair))
            wins += bots[held["result"]["winner"]] == "greedy"

        assert wins >= 19

    def test_end_their_matches_by_a_win_rule(self) -> None:
        reasons = {
            api.play(api.new_match("halo", seed=seed, seats=2, bots_by_seat=("greedy",)))["result"]["reason"]
            for seed in range(8)
        }

        assert reasons <= {"base destroyed", "lanes held"}


class TestRandomMatches:
    def test_end_without_breaking_off(self) -> None:
        ends = Counter(api.play(api.new_match("halo", seed=seed, seats=2))["result"]["reason"] for seed in range(60))

        assert ends.keys() & {"budget", "loop"} == set()
