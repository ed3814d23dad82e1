"""What is said of counts, of words that can never be, and of texts that must be made of certain letters."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.errors import Problem
from engine.language.spec.vocabulary import Vocabulary
from engine.packs.card import read_card
from engine.rulesets.genius.vocabulary import GENIUS
from engine.rulesets.halo.vocabulary import HALO
from engine.rulesets.wizards.vocabulary import WIZARDS
from tests.engine.language.cards import DRAW, HIT, ME, mount, read, reported, treasure
from tests.engine.rulesets.halo_cases import card

HAND = {"type": "countCards", "playerUUID": ME, "zone": "hand"}


def property_of(name: str) -> dict[str, Any]:
    return {"type": "getPlayerProperty", "playerUUID": ME, "property": name}


def school(word: str) -> dict[str, Any]:
    read_ = {"type": "getCardProperty", "cardUUID": "$onPlay.cardUUID", "property": "school"}
    return treasure({"type": "if", "condition": {"type": "Equals", "value1": read_, "value2": word}, "do": [DRAW]})


class TestANumberOfPasses:
    @pytest.mark.parametrize(
        "times", [HAND, property_of("hand"), {"type": "add", "values": [property_of("rank"), 3]}], ids=str
    )
    def test_may_be_a_count_of_a_zone(self, times: Any) -> None:
        found = reported(treasure({"type": "loop", "times": times, "do": [HIT]}))

        assert (found == []) is (times.get("type") != "add")

    def test_that_nothing_bounds_names_the_cure(self) -> None:
        (problem,) = read(treasure({"type": "loop", "times": property_of("freezing"), "do": [HIT]})).problems

        assert problem.code == "E-LOOP"
        assert "min" in problem.message["en"]
        assert "clamp" in problem.message["zh"]
        assert problem.fix is not None
        assert reported(treasure({"type": "loop", "times": problem.fix[0]["value"], "do": [HIT]})) == []


class TestAWordThatIsCompared:
    def test_is_warned_of_when_it_can_never_be(self) -> None:
        (problem,) = read(school("ice")).problems

        assert (problem.code, problem.found) == ("W-UNREACH", "ice")
        assert "frost" in problem.message["en"]

    def test_has_its_older_spelling_fixed(self) -> None:
        value = {"type": "getCardProperty", "cardUUID": "$onPlay.cardUUID", "property": "rarity"}
        condition = {"type": "Equals", "value1": "common", "value2": value}
        (problem,) = read(treasure({"type": "if", "condition": condition, "do": [DRAW]})).problems

        assert problem.nearest == "com"

    def test_is_fine_when_it_can_be(self) -> None:
        assert reported(school("frost")) == []

    def test_is_looked_at_in_an_event_too(self) -> None:
        condition = {"type": "Equals", "value1": "$onDefeat.level", "value2": "IV"}

        assert [code for code, _ in reported(treasure(mount("onDefeat", DRAW, condition=condition)))] == ["W-UNREACH"]

    @pytest.mark.parametrize(
        ("vocabulary", "condition", "near"),
        [
            (WIZARDS, {"type": "Equals", "value1": "$onHit.kind", "value2": "spel"}, "spell"),
            (WIZARDS, {"type": "Equals", "value1": "burning", "value2": "$onHit.school"}, None),
            (GENIUS, {"type": "Equals", "value1": "$AFTER_TAKES_DMG.damageType", "value2": "burts"}, "burst"),
            (GENIUS, {"type": "Equals", "value1": "pyro", "value2": "$AFTER_TAKES_DMG.damageType"}, None),
        ],
        ids=lambda value: value.ruleset if isinstance(value, Vocabulary) else None,
    )
    def test_may_be_a_word_of_an_event_alone(self, vocabulary: Vocabulary, condition: Any, near: str | None) -> None:
        document = _listens(vocabulary, condition)
        (problem,) = [one for one in read_card(vocabulary, json.dumps(document)).problems if one.code == "W-UNREACH"]

        assert problem.nearest == near
        assert all(word in problem.message["zh"] for word in problem.wanted)

    def test_of_an_event_is_fine_when_it_can_be(self) -> None:
        for vocabulary, field, word in ((WIZARDS, "$onHit.kind", "copy"), (GENIUS, "$CALCULATE_DICE.skillType", "")):
            document = _listens(vocabulary, {"type": "Equals", "value1": field, "value2": word})

            assert [one.code for one in read_card(vocabulary, json.dumps(document)).problems] == []

    def test_is_one_that_the_effect_knows(self) -> None:
        change = {"type": "changeHitSchool", "school": "fier"}
        (problem,) = read(treasure(mount("onHitSchool", change))).problems

        assert (problem.code, problem.nearest) == ("W-UNREACH", "fire")
        assert reported(treasure(mount("onHitSchool", {**change, "school": "frost"}))) == []


def _listens(vocabulary: Vocabulary, condition: Any) -> Any:
    """Return a card with a trigger on the event that the condition reads."""
    event = next(str(one)[1:].partition(".")[0] for one in condition.values() if str(one).startswith("$"))
    if vocabulary is WIZARDS:
        change = {"type": "changeHit", "mode": "add", "amount": 1}
        return treasure(mount(event, change, condition=condition))
    do = [{"type": "reduceCost", "amount": 1}] if event == "CALCULATE_DICE" else [{"type": "drawCards", "count": 1}]
    skill = {"id": "s", "triggerOn": event, "filter": [condition], "action": do}
    return {"id": "x.status", "type": "status", "name": "S", "rarity": "common", "skills": [skill]}


def first(vocabulary: Any, document: Any) -> Problem:
    return read_card(vocabulary, json.dumps(document)).problems[0]


class TestATextOfCertainLetters:
    @pytest.mark.parametrize(
        ("vocabulary", "document", "said"),
        [
            (WIZARDS, treasure(HIT, id="a b"), "without spaces"),
            (WIZARDS, treasure(HIT, id="小石子"), "English letters"),
            (HALO, card("x", "UNIT", version="1.0"), "1.0.0"),
            (HALO, card("x", "UNIT", tags=["light infantry"]), "capitals"),
        ],
        ids=["space", "chinese", "version", "tag"],
    )
    def test_is_reported_which(self, vocabulary: Any, document: Any, said: str) -> None:
        assert said in first(vocabulary, document).message["en"]
