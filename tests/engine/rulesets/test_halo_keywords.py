"""Every keyword of halo does what a scenario shows: the scenario that is named after it fails when its cards lose the keyword."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.packs.reader import Document
from engine.rulesets.halo import RULESET
from engine.rulesets.halo.lint import SAME
from engine.rulesets.halo.words import KEYWORDS
from engine.scenario import Outcome, run_document

Json = dict[str, Any]
REMOVALS: dict[str, Json] = {
    "SHIELD_HARDENING": {"shieldHardening": 0},
    "POINT_DEFENSE": {"pointDefense": 0},
    "MULTI_SECTION": {"multiSection": False, "sections": []},
}
"""What a ship says that has not a keyword of which a field says the same."""
FOLDER = Path(__file__).parents[3] / "engine" / "rulesets" / "halo" / "scenarios"
SCENARIOS: list[Json] = [
    scenario for name in ("keywords", "orbit") for scenario in json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
]


def named_after(keyword: str) -> list[Json]:
    return [scenario for scenario in SCENARIOS if scenario["name"].partition(" ")[0] == keyword]


def without(scenario: Json, keyword: str) -> Json:
    """Return a scenario whose cards have not the keyword, nor the field that says the same."""
    copy: Json = json.loads(json.dumps(scenario))
    for card in copy["cards"]:
        card["keywords"] = [one for one in card.get("keywords", []) if one["name"] != keyword]
        if keyword in SAME and "vesselStats" in card:
            card["vesselStats"].update(REMOVALS[keyword])
    return copy


def outcome(scenario: Json) -> Outcome:
    document = Document(scenario, json.dumps(scenario, ensure_ascii=False), file="scenario.json")
    (found,) = run_document(document, lambda name: (RULESET, api.card_set(name)))
    return found


@pytest.mark.parametrize("keyword", [option.name for option in KEYWORDS])
class TestAKeyword:
    def test_has_a_scenario_that_fails_without_it(self, keyword: str) -> None:
        scenarios = named_after(keyword)
        assert scenarios != []
        for scenario in scenarios:
            failures = outcome(without(scenario, keyword)).failures

            assert failures != ()
            assert [failure.path for failure in failures if failure.path.startswith(("/cards", "/given"))] == []
