"""Bad input of encounter: each code at its place, in both languages, with a remedy that works."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import api
from engine.errors import Problem
from engine.rulesets.encounter import RULESET
from tests.engine.rulesets.encounter_field import ability, event, ground, order

Json = dict[str, Any]
WIDE = ("aaabbb", "aaabbb")


def problems_of(document: Json) -> list[Problem]:
    """Return what the checker says of a card by itself: that it names unknown cards does not matter."""
    return [one for one in api.validate("encounter", json.dumps(document)).problems if one.code != "E-REF"]


def codes_and_places(document: Json) -> list[tuple[str, str]]:
    """Return the codes and places of the problems of a card."""
    return [(one.code, one.path) for one in problems_of(document)]


def land(*rows: str, regions: tuple[str, ...] = WIDE) -> Json:
    """Return a map."""
    return ground("my.map", rows, regions)


def placed(x: int, side: str = "opponent", y: int = 1) -> Json:
    """Return a unit that an encounter places."""
    return {"unit": "my.unit", "x": x, "y": y, "side": side}


def fight(*units: Json, **extra: Any) -> Json:
    """Return an encounter whose player holds region a."""
    card = {"id": "my.fight", "type": "encounter", "name": "Fight", "rarity": "common", "map": "my.map"}
    holdings = extra.pop("holdings", [{"region": "a", "control": "player"}])
    return {**card, "heroes": ["my.hero"], "units": list(units), "holdings": holdings, **extra}


def test_advises_another_event_where_a_trigger_names_no_stage() -> None:
    action = {"type": "damage", "target": {"type": "units", "side": "enemy", "which": "nearest"}, "amount": 2}
    skill = {"id": "v", "triggerOn": "Damage", "action": [action]}
    ability = {"id": "my.vendetta", "type": "ability", "name": "Vendetta", "rarity": "epic", "skills": [skill]}

    messages = {one.message["en"] for one in problems_of(ability) if one.code == "E-INLINE"}

    assert messages
    assert all("expected another event" in message for message in messages)


class TestKinds:
    """What a card may say follows from its kind, so nothing else is said of a card that is of none."""

    UNIT: Json = {"id": "my.u", "name": "U", "rarity": "common", "colors": ["white"], "atk": 1, "mhp": 6}

    @pytest.mark.parametrize("word", ["minion", 7, None])
    def test_are_asked_for_where_a_word_is_none_of_them(self, word: Any) -> None:
        problems = problems_of({**self.UNIT, "type": word})

        assert [one.path for one in problems] == ["/type"]
        assert "a kind of card" in problems[0].message["en"]

    def test_are_all_listed(self) -> None:
        problem = problems_of({**self.UNIT, "type": "minion"})[0]

        assert {"ability", "unit", "hero", "encounter"} <= set(problem.wanted)

    def test_are_missed(self) -> None:
        assert codes_and_places(self.UNIT) == [("E-SCHEMA", "")]

    def test_are_offered_by_their_title(self) -> None:
        card = {"id": "my.e", "type": "event", "name": "E", "rarity": "common", "cost": {"aligned": 1}}

        assert [one.nearest for one in api.validate("genius", json.dumps(card)).problems] == ["eventCard"]


class TestMaps:
    @pytest.mark.parametrize(
        ("rows", "regions", "where"),
        [
            (("......", "....."), WIDE, "/rows/1"),
            (("......", "......"), ("aaabbb", "aaab"), "/regions/1"),
            (("......",), WIDE, "/regions"),
        ],
    )
    def test_have_rows_of_one_length(self, rows: tuple[str, ...], regions: tuple[str, ...], where: str) -> None:
        assert codes_and_places(land(*rows, regions=regions)) == [("E-MAP", where)]

    def test_have_a_road(self) -> None:
        assert codes_and_places(land("..#...", "..#...", regions=("aa..bb", "aa..bb"))) == [("E-ROAD", "/rows")]
        assert codes_and_places(land("..#...", "......", regions=("aa..bb", "aa..bb"))) == []

    def test_have_regions_that_can_be_held(self) -> None:
        assert codes_and_places(land("...###", "...###")) == [("E-REGION", "/regions")]

    def test_are_warned_of_regions_in_two_parts(self) -> None:
        assert codes_and_places(land("......", "......", regions=("a....a", "bbbbbb"))) == [("W-REGION", "/regions")]


class TestEncounters:
    def test_place_one_thing_in_a_place(self) -> None:
        twice = [{"region": "a", "control": "player"}, {"region": "a", "control": "opponent"}]

        assert codes_and_places(fight(placed(3), placed(4), placed(3))) == [("E-PLACE", "/units/2")]
        assert codes_and_places(fight(placed(3), holdings=twice)) == [("E-PLACE", "/holdings/1/region")]

    def test_have_two_sides(self) -> None:
        assert codes_and_places(fight(placed(3, "player"))) == [("E-SIDE", "/units")]
        assert codes_and_places(fight(placed(3, "player"), opponents=["my.villain"])) == []

    def test_are_warned_of_a_unit_among_those_of_the_other_side(self) -> None:
        """Two of the other side must be nearer than any of its own; where it has none beside itself, it may be meant so."""
        mine, foes = [placed(1, "player"), placed(2, "player")], [placed(7), placed(8)]

        assert codes_and_places(fight(*mine, placed(6, "player"), *foes)) == [("W-STRAY", "/units/2/side")]
        assert codes_and_places(fight(*mine, placed(6), *foes)) == []
        assert codes_and_places(fight(*mine, placed(4, "player"), *foes)) == []
        assert codes_and_places(fight(placed(6, "player"), *foes)) == []

    def test_are_warned_where_the_player_cannot_deploy(self) -> None:
        assert codes_and_places(fight(placed(3), holdings=[{"region": "a", "control": "neutral"}])) == [
            ("W-GROUND", "/holdings")
        ]


class TestEvents:
    def test_weigh_something_or_are_key_events(self) -> None:
        gain = {"type": "changeAp", "amount": 1}
        key = {"enters": [{"type": "Controls", "count": 2}]}
        weightless = {name: value for name, value in event("rain", gain).items() if name != "weight"}

        assert codes_and_places(weightless) == [("W-WEIGHT", "")]
        assert codes_and_places({**weightless, "weight": 0}) == []
        assert codes_and_places(event("rain", gain, **key)) == [("E-WEIGHT", "/weight")]
        assert codes_and_places({**weightless, **key}) == []


class TestAbilities:
    def test_do_something(self) -> None:
        assert codes_and_places(ability("calm")) == [("W-IDLE", "")]


class TestChangesOfAP:
    """AP is set to its limit at the start of its player's turn (001§2.1), and cards are paid for in the main phase alone."""

    @pytest.mark.parametrize(
        ("event", "side", "is_lost"),
        [
            ("BP", "ally", False),
            ("MPBegin", "ally", False),
            ("MPEnd", "ally", True),
            ("EP", "ally", True),
            ("MPBegin", "enemy", True),
            ("BeDamaged", "ally", False),
            ("BeDamaged", "enemy", False),
        ],
    )
    def test_that_nothing_can_be_paid_with_are_warned(self, event: str, side: str, is_lost: bool) -> None:
        change = {"type": "changeAp", "amount": 1, "side": side}
        card = ability("tax", skills=[{"id": "s", "triggerOn": event, "action": [change]}])

        assert codes_and_places(card) == ([("W-LOST", "/skills/0/action/0")] if is_lost else [])

    def test_of_a_later_moment_are_judged_by_that(self) -> None:
        change = {"type": "changeAp", "amount": -1, "side": "enemy"}
        later = {"type": "when", "triggerOn": "BeDamaged", "action": [change]}

        assert codes_and_places(order("tax", change)) == [("W-LOST", "/spell/action/0")]
        assert codes_and_places(order("tax", later)) == []


class TestTexts:
    @pytest.mark.parametrize("code", RULESET.problem_codes)
    def test_show_each_code_with_a_line_and_what_helps(self, code: str) -> None:
        """Of the example in the reference: the wrong text has the code and a line, the right one does not."""
        example = RULESET.problem_examples[code]
        problems = [problem for problem in api.validate("encounter", example.before).problems if problem.code == code]

        assert problems
        assert problems[0].line > 0
        assert all(len(problems[0].message[language]) > 8 for language in ("en", "zh"))
        assert code not in [problem.code for problem in api.validate("encounter", example.after).problems]


class TestStaticParts:
    @pytest.mark.parametrize(("read", "codes"), [("spd", [("E-STATCYCLE", "/static/0/stat")]), ("mov", [])])
    def test_read_no_stat_that_they_feed(self, read: str, codes: list[tuple[str, str]]) -> None:
        """Two units with such an ability would ask each other without end."""
        value = {"type": "stat", "target": {"type": "units", "which": "strongest"}, "name": read}
        card = ability("my.ability", static=[{"stat": "spd", "op": "add", "value": value, "to": "allies"}])

        assert [one for one in codes_and_places(card) if one[0].startswith("E-")] == codes
