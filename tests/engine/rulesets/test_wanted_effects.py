"""Effects that designers of both games want: each is a card with a scenario, or is refused with a written reason."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from engine import api
from engine.cardset import CardSet
from engine.language.text.describe import describe
from engine.packs.card import read_card
from engine.packs.reader import MANIFEST_LIMITS, Document, read_json
from engine.rulesets import find
from engine.scenario import run_document

FOLDER = Path(__file__).parents[2] / "fixtures" / "wanted"
FILES = {game: FOLDER / f"{game}.json" for game in ("wizards", "halo") if (FOLDER / f"{game}.json").exists()}
SCENARIOS = [
    scenario
    for file in FILES.values()
    for scenario in read_json(file.read_bytes(), limits=MANIFEST_LIMITS, file=file.name).value
]
PACK_FILE = FOLDER / "pack_scenarios.json"
OF_PACK = read_json(PACK_FILE.read_bytes(), limits=MANIFEST_LIMITS, file=PACK_FILE.name).value
REFUSALS = json.loads((FOLDER / "refused.json").read_text(encoding="utf-8"))
COUNT = 150
HEURISTIC = "W-TEXT"
"""A description in its author's own words need not say each number that the effects count with."""


@cache
def pack() -> CardSet:
    """Return a pack of halo that declares keywords and resources; its scenarios name its cards."""
    return api.load(FOLDER / "pack")


def number(scenario: dict[str, Any]) -> int:
    """Return which of the wanted effects a scenario shows."""
    return int(scenario["source"].removeprefix("wanted effects "))


def wanted_cards() -> list[Any]:
    """Return the wanted cards as parameters: the first card of each scenario."""
    cards = {(number(one), one["cards"][0]["id"]): (one["ruleset"], one["cards"][0]) for one in SCENARIOS}
    return [pytest.param(*cards[key], id=f"{key[0]} {key[1]}") for key in sorted(cards)]


@pytest.mark.parametrize("scenario", [pytest.param(one, id=f"{number(one)} {one['name']}") for one in SCENARIOS])
def test_is_played_as_wanted(scenario: dict[str, Any]) -> None:
    document = Document(scenario, json.dumps(scenario, ensure_ascii=False), file="scenario.json")
    (found,) = run_document(document, lambda name: (find(name), api.card_set(name)))

    assert [failure.to_json() for failure in found.failures] == []


@pytest.mark.parametrize("scenario", [pytest.param(one, id=f"{number(one)} {one['name']}") for one in OF_PACK])
def test_of_the_pack_is_played_as_wanted(scenario: dict[str, Any]) -> None:
    assert pack().ruleset is not None
    ruleset, document = (
        pack().ruleset,
        Document(scenario, json.dumps(scenario, ensure_ascii=False), file="scenario.json"),
    )
    (found,) = run_document(document, lambda name: (ruleset, pack().cards))

    assert [failure.to_json() for failure in found.failures] == []


def test_the_pack_is_read_without_problems() -> None:
    assert [(one.code, one.path) for one in pack().problems if one.code != HEURISTIC] == []


def test_each_card_of_the_pack_is_described_as_far_as_it_does_anything() -> None:
    ruleset = pack().ruleset
    assert ruleset is not None
    faults = []
    for card, _ in pack().cards:
        texts = [describe(ruleset.vocabulary, card, language) for language in ("en", "zh")]
        does_anything = bool(card.get("abilities") or card.get("keywords") or card.get("modifiers"))
        if (
            not card["description"]
            or all(text.strip() for text in texts) != does_anything
            or any("$keyword" in text or "9876543" in text for text in texts)
        ):
            faults.append((card["id"], texts))

    assert len(pack().cards) > 40
    assert faults == []


@pytest.mark.parametrize(("game", "card"), wanted_cards())
def test_is_read_without_problems_and_has_a_text(game: str, card: dict[str, Any]) -> None:
    rules = find(game)
    report = read_card(rules.vocabulary, json.dumps(card, ensure_ascii=False), rewrite=rules.rewrite)

    assert [(one.code, one.path) for one in report.problems if one.code != HEURISTIC] == []
    assert card["description"]
    assert all(describe(rules.vocabulary, card, language).strip() for language in ("en", "zh"))


@pytest.mark.parametrize("game", FILES)
def test_fits_the_schema(game: str) -> None:
    schema = jsonschema_rs.validator_for(api.schema(game, "scenario"))
    mine = [one for one in SCENARIOS if one["ruleset"] == game]

    assert [f"{error.instance_path}: {error.message}" for error in schema.iter_errors(mine)] == []


def test_each_is_either_a_card_or_refused_with_a_reason() -> None:
    exact = {number(item) for item in (*SCENARIOS, *OF_PACK)}
    refusals = [refusal["wanted"] for refusal in REFUSALS]

    assert exact.isdisjoint(refusals)
    assert sorted([*exact, *refusals]) == list(range(1, COUNT + 1))
    assert all(len(refusal["reason"]) > 20 for refusal in REFUSALS)
