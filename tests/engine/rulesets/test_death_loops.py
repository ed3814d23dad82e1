"""W-LOOP is said of triggers that can really go on: what dies by a pass must be able to come back."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from engine import api
from engine.rulesets import names

HALO = {document["id"]: document for document, _ in api.card_set("halo")}
WIZARDS = {document["id"]: document for document, _ in api.card_set("wizards")}
HURT = {"type": "DEAL_DAMAGE", "target": "SOURCE_LANE_ENEMIES", "params": {"amount": 1}}
MINE = {"op": "TARGET_IS_SELF", "args": []}


def codes(game: str, document: Any) -> list[str]:
    report = api.validate(game, json.dumps(document))
    assert report.ok, report.problems
    return [problem.code for problem in report.problems if problem.code in ("W-LOOP", "E-SELF")]


def unit(card: str, *effects: Any, conditions: tuple[Any, ...] = (MINE,), **changes: Any) -> dict[str, Any]:
    """Return a shipped unit with one more ability on a death."""
    new_copy: dict[str, Any] = copy.deepcopy(HALO[card])
    ability = {"id": "last_words", "trigger": "KILL_OCCURRED", "priority": 500, "limitPerTurn": 99,
               "conditions": list(conditions), "effects": list(effects)}  # fmt: skip
    return {**new_copy, **changes, "abilities": [*new_copy["abilities"], ability]}


def token(name: str) -> dict[str, Any]:
    return {"type": "SUMMON_TOKEN", "target": "SOURCE_LANE_BACKLINE", "params": {"tokenId": name, "count": 1}}


PLAIN = [
    card_id
    for card_id, document in HALO.items()
    if document["cardType"] == "UNIT" and "INFECT" not in json.dumps(document.get("keywords", []))
]
SPREADING = [card_id for card_id, document in HALO.items() if "INFECT" in json.dumps(document.get("keywords", []))]


class TestHalo:
    @pytest.mark.parametrize("card", PLAIN)
    def test_any_unit_may_deal_damage_when_it_dies(self, card: str) -> None:
        assert codes("halo", unit(card, HURT)) == codes("halo", HALO[card]) == []

    @pytest.mark.parametrize("card", PLAIN[:4])
    def test_deaths_run_out(self, card: str) -> None:
        assert codes("halo", unit(card, HURT, conditions=())) == []

    def test_a_token_of_another_card_is_no_way_back(self) -> None:
        assert codes("halo", unit(PLAIN[0], HURT, token("TOKEN-SPORELING"))) == []

    def test_deaths_that_bring_in_more_may_go_on(self) -> None:
        assert codes("halo", unit(PLAIN[0], HURT, token("TOKEN-SPORELING"), conditions=())) == ["W-LOOP"]

    def test_a_token_that_makes_itself_again_may_go_on(self) -> None:
        card = next(one for one in HALO.values() if one["cardType"] == "TOKEN" and one["abilities"] == [])
        assert codes("halo", unit(card["id"], HURT, token(card["id"]))) == ["W-LOOP"]
        assert codes("halo", unit(card["id"], HURT)) == []

    @pytest.mark.parametrize("card", SPREADING[:3])
    def test_kills_that_infect_may_go_on(self, card: str) -> None:
        assert "W-LOOP" in codes("halo", unit(card, HURT, conditions=()))
        assert codes("halo", unit(card, HURT)) == []

    def test_damage_that_answers_damage_may_go_on(self) -> None:
        made = unit(PLAIN[0], HURT, conditions=())
        made["abilities"][-1]["trigger"] = "DAMAGE_DEALT"
        assert codes("halo", made) == ["W-LOOP"]


MONSTERS = [card for card in WIZARDS.values() if card.get("type") == "monster"]


def dying(card: dict[str, Any], *effects: Any, condition: Any, event: str = "onDefeat") -> dict[str, Any]:
    """Return a shipped monster that answers a defeat for the rest of the match."""
    trigger = {"event": event, "mode": "always", "condition": condition, "do": list(effects)}
    behavior = {"at": "onDrawExploration", "do": [{"type": "addTriggers", "triggers": [trigger]}]}
    return {**copy.deepcopy(card), "behaviors": [behavior]}


HIT_ALL = {"type": "damage", "amount": 1, "target": {"type": "allMonsters"}}
ITSELF = {"type": "Equals", "value1": "$onDefeat.monsterUUID", "value2": "$onDrawExploration.cardUUID"}


class TestWizards:
    @pytest.mark.parametrize("card", MONSTERS[:12], ids=lambda card: card["id"])
    def test_any_monster_may_deal_damage_when_it_is_defeated(self, card: dict[str, Any]) -> None:
        assert codes("wizards", dying(card, HIT_ALL, condition=ITSELF)) == []
        assert codes("wizards", dying(card, HIT_ALL, condition={"type": "AlwaysTrue"})) == []

    def test_damage_that_answers_damage_may_go_on(self) -> None:
        made = dying(MONSTERS[0], HIT_ALL, condition={"type": "AlwaysTrue"}, event="onDamageTaken")
        assert codes("wizards", made) == ["W-LOOP"]

    def test_a_defeat_that_is_prevented_may_go_on(self) -> None:
        made = dying(MONSTERS[0], HIT_ALL, condition={"type": "AlwaysTrue"}, event="onLethal")
        assert codes("wizards", made) == ["W-LOOP"]


@pytest.mark.parametrize("game", names())
def test_no_shipped_card_is_warned_of(game: str) -> None:
    for document, _ in api.card_set(game):
        assert codes(game, document) == []


BURN = {
    "type": "damage",
    "target": {"type": "characters", "side": "opponent", "which": "active"},
    "amount": 1,
    "element": "pyro",
}
FALLS = {"type": "changeVariable", "name": "heat", "amount": -1}
HOT = {"type": "GreaterThanOrEqual", "value1": {"type": "variable", "name": "heat"}, "value2": 1}


def answering(name: str, *effects: Any, **skill: Any) -> dict[str, Any]:
    """Return a status of `genius` that answers damage with what raises the same."""
    return {
        "id": "own.ember",
        "type": "combatStatus",
        "name": "Ember",
        "rarity": "common",
        "varConfigs": {name: {"initialValue": 2}},
        "skills": [{"id": "burn", "triggerOn": "AFTER_TAKES_DMG", **skill, "action": list(effects)}],
    }


class TestGenius:
    """Uses and conditions end a trigger that raises what it answers."""

    def test_a_trigger_goes_on_where_nothing_ends_it(self) -> None:
        assert codes("genius", answering("heat", BURN)) == ["W-LOOP"]

    def test_uses_end_it(self) -> None:
        assert codes("genius", answering("usage", BURN, spends=1)) == []
        assert codes("genius", answering("usage", BURN, usagePerRound=1)) == []

    def test_a_condition_on_what_falls_ends_it(self) -> None:
        assert codes("genius", answering("heat", FALLS, BURN, filter=[HOT])) == []
        assert codes("genius", answering("heat", {**FALLS, "amount": 1}, BURN, filter=[HOT])) == ["W-LOOP"]

    def test_its_own_end_ends_it(self) -> None:
        assert codes("genius", answering("heat", BURN, {"type": "remove", "target": {"type": "this"}})) == []
