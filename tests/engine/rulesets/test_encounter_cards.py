"""The shipped set of encounter: it is whole, bilingual, valid, of our own words, and each card has a scenario that needs it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from engine import api
from engine.cardset import hashed, shipped_texts
from engine.kernel.state import State
from engine.language.reading.surface import desugar
from engine.packs.reader import Document
from engine.rulesets import find
from engine.rulesets.encounter import RULESET
from engine.rulesets.encounter.words import COLORS, STATUSES, TEMPERAMENTS, TERRAINS
from engine.scenario import run_document, scene

CARDS: dict[str, Any] = {document["id"]: document for document, _ in api.card_set("encounter")}
VOCABULARY = RULESET.vocabulary
SHORT_CHOOSERS = {node.name for node in VOCABULARY.family("chooser").values() if node.opens is not None} | {"either"}
"""Words for whole nodes, held to what they stand for in tests/engine/language/test_words_of_targets.py."""
SCENARIOS = [
    one for file in sorted((RULESET.folder / "scenarios").glob("*.json")) for one in json.loads(file.read_bytes())
]
DOES = {"ability": ("static", "skills", "cast"), "unit": ("abilities",), "hero": ("abilities",)}


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object below a value."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from nodes(part)


def kinds() -> Counter[str]:
    return Counter(card["type"] for card in CARDS.values())


TEST_CARDS = [
    card
    for name in ("amounts", "counting", "document", "exchanges", "waiting")
    for one in json.loads((RULESET.folder / "scenarios" / f"{name}.json").read_text("utf-8"))
    for card in one["cards"]
    if "problem" not in one["then"][0]
]
"""Test cards, each with a scenario: together with the shipped ones they use all of the language."""


def used(cards: Iterable[Any] = (*CARDS.values(), *TEST_CARDS)) -> set[str]:
    return {str(node.get("type")) for card in cards for node in nodes(card) if node is not card}


class TestTheShippedSet:
    def test_is_as_large_as_it_is_to_be(self) -> None:
        matching_kinds = kinds()
        least = {"unit": 48, "ability": 36, "event": 24, "map": 5, "encounter": 8, "hero": 8}

        assert [kind for kind, count in least.items() if matching_kinds[kind] < count] == []
        assert matching_kinds["summon"] + matching_kinds["order"] >= 48

    def test_has_no_problem(self) -> None:
        report = api.validate_path("encounter", RULESET.folder)

        assert [problem.to_json() for problem in report.problems] == []

    def test_speaks_chinese_throughout(self) -> None:
        texts = shipped_texts(RULESET.folder)
        missing = {card for card in CARDS if not texts.get(card, {}).get("zh", {}).get("name")}
        silent = {card for card, document in CARDS.items() if bool(document.get("description")) != bool(texts[card]["zh"].get("description"))}  # fmt: skip

        assert (missing, silent, texts.keys() - CARDS.keys()) == (set(), set(), set())

    def test_says_in_both_languages_what_its_effects_do(self) -> None:
        texts = shipped_texts(RULESET.folder)
        said = {card: {"zh": texts[card]["zh"].get("description", "")} for card in CARDS}

        assert [(card, one) for card in CARDS for one in api.mismatches("encounter", CARDS[card], said[card])] == []

    def test_names_no_two_cards_of_a_kind_alike(self) -> None:
        texts = shipped_texts(RULESET.folder)
        names = Counter((one["type"], one["name"]) for one in CARDS.values())
        names += Counter((one["type"], texts[card]["zh"]["name"]) for card, one in CARDS.items())

        assert [name for name, count in names.items() if count > 1] == []

    def test_uses_every_node_event_area_and_word(self) -> None:
        matching_nodes = [node for card in (*CARDS.values(), *TEST_CARDS) for node in nodes(card)]
        areas = {(node["shape"], node["level"]) for node in matching_nodes if node.get("type") == "area"}

        assert {node.name for node in VOCABULARY.nodes} - used() - SHORT_CHOOSERS == set()
        assert {event.name for event in VOCABULARY.events} - {node.get("triggerOn") for node in matching_nodes} == set()
        assert areas == {(shape, level) for shape in ("burst", "ray") for level in range(1, 7)}
        assert {word.name for word in STATUSES} == {
            node["status"] for node in matching_nodes if node.get("type") == "giveStatus"
        }
        changed = {node["terrain"] for node in matching_nodes if node.get("type") == "changeTerrain"}
        assert {word.name for word in TERRAINS} - {"wall"} == changed
        assert {word.name for word in COLORS} == {node["color"] for node in matching_nodes if node.get("type") == "damage" and "color" in node}  # fmt: skip

    def test_has_cards_of_every_colour_and_cost(self) -> None:
        units = Counter(color for row in CARDS.values() if row["type"] == "unit" for color in row["colors"])
        hand = Counter(color for row in CARDS.values() if row["type"] in ("summon", "order") for color in row["colors"])

        assert all(units[word.name] >= 10 and hand[word.name] >= 12 for word in COLORS)
        assert {row["cost"] for row in CARDS.values() if "cost" in row} == {0, 1, 2, 3, 4}

    def test_has_every_unit_and_hand_card_in_an_encounter_or_a_deck(self) -> None:
        """A card is met when an encounter names it, or a card that is met does."""
        names = {
            card: set(re.findall(r'"(encounter\.[a-z]+\.[a-z-]+)"', json.dumps(first))) for card, first in CARDS.items()
        }
        met_ids: set[str] = set()
        coming = {card for card, first in CARDS.items() if first["type"] == "encounter"}
        while coming:
            met_ids |= coming
            coming = set().union(*(names[card] for card in coming)) & names.keys() - met_ids

        held = {card for card, first in CARDS.items() if first["type"] in ("unit", "hero", "order", "summon")}
        assert held - met_ids == set()

    def test_ends_its_encounters_in_different_ways(self) -> None:
        rows = [row for row in CARDS.values() if row["type"] == "encounter"]
        goals = {
            (
                tuple(rule for rule in row.get("rules", ())),
                any(placed.get("leader") for placed in row["units"]),
                any(region.get("isMain") for region in row["holdings"]),
                row.get("atLimit"),
                "deathPages" in row,
                bool(row.get("opponents")),
                row["map"],
            )
            for row in rows
        }

        assert len(goals) == len(rows)
        assert {row.get("temperament", "bold") for row in rows} == {word.name for word in TEMPERAMENTS}
        assert {row["map"] for row in rows} == {card for card, row in CARDS.items() if row["type"] == "map"}


def stripped(card: dict[str, Any]) -> dict[str, Any]:
    """Return a card that does nothing; a unit without abilities, a summoning card of another unit."""
    values_by_key = {key: value for key, value in card.items() if key not in DOES.get(card["type"], ())}
    if card["type"] == "order":
        return {**values_by_key, "spell": {**card["spell"], "action": []}, "grants": []}
    if card["type"] == "event":
        bare = {key: value for key, value in values_by_key.items() if key not in ("static", "skills")}
        asked = {"type": "And", "conditions": card.get("enters", [])}
        return {**bare, "action": [], **({"enters": [{"type": "Not", "condition": asked}]} if "enters" in card else {})}
    if card["type"] == "summon":
        return {**values_by_key, "unit": "encounter.unit.raven", "grants": []}
    return values_by_key


def failures(scenarios: Iterable[Any], cards: dict[str, Any]) -> list[bool]:
    """Return of each scenario whether it fails with these cards for the shipped ones."""
    maps = tuple(map(hashed, cards.values()))
    out = []
    for one in scenarios:
        document = Document(one, json.dumps(one, ensure_ascii=False), file="cards.json")
        (outcome,) = run_document(document, lambda name: (find(name), maps))
        out.append(bool(outcome.failures))
    return out


def named(scenario: Any) -> list[str]:
    """Return the cards that a scenario is about, as its source names them."""
    return [part for part in scenario["source"].split("; ") if part in CARDS]


class TestTheScenariosOfTheCards:
    def test_are_free_of_chance_but_for_what_they_give(self) -> None:
        """Their shuffles and random cards are of one card, or given; those of one seed are the same on any machine."""
        assert len(SCENARIOS) >= 100
        assert {one.get("seed") for one in SCENARIOS} == {1}

    def test_name_every_card_that_does_something(self) -> None:
        cards = {card for one in SCENARIOS for card in named(one)}
        doing = {card for card, one in CARDS.items() if one["type"] in ("ability", "order", "event")}
        doing |= {card for card, one in CARDS.items() if one["type"] in ("unit", "hero") and one.get("abilities")}

        assert doing - cards == set()

    @pytest.mark.parametrize("kind", ["ability", "unit", "hero", "order", "event", "summon"])
    def test_fail_where_cards_of_a_kind_do_nothing(self, kind: str) -> None:
        """Each scenario that is about a card of a kind fails when all cards of that kind do nothing."""
        about = [scenario for scenario in SCENARIOS if any(CARDS[card]["type"] == kind for card in named(scenario)[:1])]
        cards = {name: stripped(card) if card["type"] == kind else card for name, card in CARDS.items()}

        found = zip(about, failures(about, cards), strict=True)
        assert [scenario["name"] for scenario, fails in found if not fails] == []

    def test_reach_every_kind_of_node(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Counted while the scenarios run: a value is reached with what it is part of, and is not counted by itself."""
        counts: dict[tuple[str, str], int] = {}
        new = State.new

        def counting(*args: Any, **fields: Any) -> State:
            state = new(*args, **fields)
            state.coverage = counts
            return state

        monkeypatch.setattr(State, "new", counting)
        program = type(RULESET).program
        monkeypatch.setattr(
            type(RULESET), "program", lambda self, *a, **fields: program(self, *a, **{**fields, "counting": True})
        )
        compiled = scene._compiled
        monkeypatch.setattr(scene, "_compiled", lambda game, card, **_: compiled(game, card, counting=True))
        assert not any(failures(list(scenarios_of_new_kinds()), CARDS))
        reached = {node for node, _ in counts}
        matching_nodes = {node_at(name) for name in reached if name.partition("#")[0] in CARDS}

        only_tested = SHORT_CHOOSERS | (used(TEST_CARDS) - used(CARDS.values()))
        assert {
            node.name for node in VOCABULARY.nodes if node.family in ("effect", "condition", "chooser")
        } - matching_nodes - only_tested == set()


def scenarios_of_new_kinds() -> Iterator[Any]:
    """Yield the scenarios about cards with kinds of nodes that no earlier one was about: counting is slow."""
    counts: Counter[str] = Counter()
    for scenario in SCENARIOS:
        about = {str(node.get("type")) for card in named(scenario) for node in nodes(CARDS[card])}
        if any(counts[kind] < 2 for kind in about):
            counts.update(about)
            yield scenario


def node_at(name: str) -> str:
    """Return the type of the node that a counted name stands for."""
    card, _, pointer = name.partition("#")
    document: Any = desugar(VOCABULARY, CARDS[card]).document
    for part in pointer.split("/")[1:]:
        document = document[int(part)] if isinstance(document, list) else document.get(part, {})
    return str(document.get("type", "")) if isinstance(document, dict) else ""


def test_what_was_lost_is_said_of_whom_it_was_lost_by() -> None:
    bolt = json.loads(json.dumps(CARDS["encounter.order.bolt"]))
    target = "$target.unitUUID"
    extra = {"type": "GreaterThanOrEqual", "value1": "$hit.amount", "value2": 6}
    heal = {"type": "heal", "target": target, "amount": 1}
    bolt["spell"]["action"] = [
        {"type": "damage", "id": "hit", "target": target, "amount": 8},
        {"type": "if", "condition": extra, "do": [heal]},
    ]

    texts_by_language = {language: api.describe("encounter", bolt, language) for language in ("en", "zh")}

    assert "If it loses 6 or more health this way, restore 1 health to it." in texts_by_language["en"]
    assert "若目标以此法损失至少6点生命值，为其恢复1点生命值。" in texts_by_language["zh"]


def test_a_spell_has_one_word_in_chinese() -> None:
    text = re.sub(r'"aliases": \{[^}]*\}', "", json.dumps(api.schema("encounter"), ensure_ascii=False))  # what is typed

    assert "法咒" in text
    assert re.findall("咒语|法术", text) == []
