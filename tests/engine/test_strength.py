"""What scenarios guard of a card: its blocks taken out, its numbers changed, its conditions turned round."""

from __future__ import annotations

import json
from typing import Any

from engine import api
from engine.cardset import hashed
from engine.packs.reader import Document
from engine.rulesets import find
from engine.scenario.mutants import blocks_of, changed
from engine.scenario.strength import Strength, strength

Json = dict[str, Any]
DAMAGE = {"type": "damage", "amount": 4, "target": {"type": "monsterChooser", "ask": "$onPlay.playerUUID"}}
GOLD = {"type": "gainGold", "amount": 2}
HAS_WAND = {"type": "HasWand", "playerUUID": "$onPlay.playerUUID"}
FOE = {"id": "own.foe", "name": "Foe", "type": "monster", "level": "III", "health": 10, "reward": 2}


def card(*effects: Json) -> Json:
    behaviors = [{"at": "onPlay", "do": list(effects)}]
    return {"id": "own.zap", "name": "Zap", "manaCost": 1, "rarity": "com", "school": "none", "behaviors": behaviors}


def played(*facts: Json, name: str = "s") -> Json:
    seat = {"mana": 2, "hand": [{"card": "own.zap", "as": "z"}], "slot": [{"card": "own.foe", "as": "m"}]}
    return {
        "format": "scenario/1", "ruleset": "wizards", "name": name, "cards": [FOE],
        "given": {"phase": "battling", "seats": [seat, {"slot": [{"card": "own.foe", "as": "n"}]}]},
        "when": [{"seat": 0, "do": "play", "entity": "z"}, {"seat": 0, "answer": ["m"]}], "then": list(facts),
    }  # fmt: skip


def measured(document: Json, *scenarios: Json, runs: int = 1_000) -> Strength:
    written = [Document(value, json.dumps(value), file="s.json") for value in scenarios]
    return strength(find("wizards"), "own.zap", written, [hashed(document)], runs)


def guards(found: Strength) -> dict[str, str]:
    return {block.path: block.guard for block in found.blocks}


HURT = {"entity": "m", "is": {"health": 6}}
RICH = {"seat": 0, "is": {"gold": 2}}
FIRST, SECOND = "/behaviors/0/do/0", "/behaviors/0/do/1"


class TestABlock:
    def test_that_no_scenario_misses_is_unguarded(self) -> None:
        first = measured(card(DAMAGE, GOLD), played(HURT))
        measure = measured(card(DAMAGE, GOLD), played(HURT), played(RICH, name="t"))

        assert guards(first) == {FIRST: "guarded", SECOND: "unguarded"}
        assert (first.guarded, [block.path for block in first.unguarded]) == (1, [SECOND])
        assert guards(measure) == {FIRST: "guarded", SECOND: "guarded"}
        assert {block.path: block.by for block in measure.blocks} == {FIRST: "s", SECOND: "t"}

    def test_whose_number_no_scenario_checks_is_named(self) -> None:
        loose = measured(card(DAMAGE), played({"event": "onDamageTaken"}))
        measure = measured(card(DAMAGE), played(HURT))

        assert [(block.guard, block.loose) for block in loose.blocks] == [("guarded", (f"{FIRST}/amount",))]
        assert [(block.guard, block.loose) for block in measure.blocks] == [("guarded", ())]

    def test_whose_condition_no_scenario_checks_is_named(self) -> None:
        document = card(DAMAGE, {"type": "if", "condition": {"type": "Not", "condition": HAS_WAND}, "do": [GOLD]})
        measure = measured(document, played(HURT, RICH))
        turned_changes = [
            change for block in blocks_of(find("wizards").vocabulary, document) for change in block.conditions
        ]

        assert guards(measure) == {FIRST: "guarded", SECOND: "guarded", f"{SECOND}/do/0": "guarded"}
        assert measure.blocks[1].loose == ()
        assert [group[0][1] for group in turned_changes] == [f"{SECOND}/condition"]

    def test_that_is_all_that_its_list_holds_is_taken_out_with_it(self) -> None:
        block = blocks_of(find("wizards").vocabulary, card(DAMAGE))[0]
        valid = [change for change in block.removals if changed(find("wizards"), card(DAMAGE), change) is not None]

        assert block.removals[0] == ("remove", FIRST, None)
        assert valid

    def test_whose_result_others_name_goes_with_them(self) -> None:
        roll = {"type": "roll", "id": "r"}
        document = card(DAMAGE, roll, {"type": "gainGold", "amount": "$r.total"}, GOLD)
        removed = changed(find("wizards"), document, blocks_of(find("wizards").vocabulary, document)[1].removals[-1])
        blind, sharp = played(HURT), played({"seat": 0, "is": {"gold": 7}})

        assert removed is not None
        assert removed["behaviors"] == card(DAMAGE, GOLD)["behaviors"]
        assert guards(measured(document, blind))[SECOND] == "unguarded"
        assert guards(measured(document, sharp))[SECOND] == "guarded"

    def test_without_scenarios_is_unguarded(self) -> None:
        assert guards(measured(card(DAMAGE))) == {FIRST: "unguarded"}


class TestAScenario:
    def test_that_fails_or_tests_nothing_takes_no_part(self) -> None:
        wrong = played({"entity": "m", "is": {"health": 7}})

        assert measured(card(DAMAGE), wrong, played()).scenarios == 0

    def test_that_has_another_card_of_that_id_misses_nothing(self) -> None:
        own = {**played(HURT), "cards": [FOE, card(DAMAGE)]}

        assert guards(measured(card(DAMAGE), own)) == {FIRST: "unguarded"}


class TestTheRuns:
    def test_that_are_used_up_leave_blocks_unmeasured(self) -> None:
        measure = measured(card(DAMAGE, GOLD), played(HURT, RICH), runs=1)

        assert guards(measure) == {FIRST: "unmeasured", SECOND: "unmeasured"}
        assert measure.runs == 1

    def test_come_to_the_same_each_time(self) -> None:
        scenarios = (played(HURT), played(RICH, name="t"))

        assert measured(card(DAMAGE, GOLD), *scenarios) == measured(card(DAMAGE, GOLD), *scenarios)


class TestTexts:
    def test_are_read_as_they_are_typed(self) -> None:
        matching_strength = api.strength("wizards", "own.zap", ["{", "[]", json.dumps([played(HURT)])], [card(DAMAGE)])

        assert matching_strength is not None
        assert matching_strength.to_json() == {
            "card": "own.zap", "guarded": 1, "total": 1, "scenarios": 1, "runs": 2,
            "blocks": [{"path": FIRST, "kind": "damage", "guard": "guarded", "by": "s", "loose": []}],
        }  # fmt: skip

    def test_of_a_card_that_is_not_there_say_nothing(self) -> None:
        assert api.strength("wizards", "own.zip", [], [card(DAMAGE)]) is None
