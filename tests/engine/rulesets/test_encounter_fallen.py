"""What cards say of a unit that has just died: where it was, for its own last words and for those who hear of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.encounter_field import Field, ability, at, skill, unit

SOLDIER = unit("soldier", atk=20)
IDLE = unit("idle", atk=0, mov=0)


def after_fight(hears: Any, *extra: Any, foe: str = "idle") -> Field:
    """Return the table after a soldier who bears what is heard in region a has killed a unit beside it."""
    fighter = unit("fighter", "hears", atk=20)
    mine = {"field": [at("fighter", 2, 3, "me"), at("idle", 1, 1, "mine")]}
    theirs = {"field": [at(foe, 3, 3, "foe"), at("idle", 8, 5, "far"), at("idle", 2, 4, "near")]}
    field = Field([fighter, IDLE, ability("hears", hears), *extra], mine, theirs)
    field.do("attack:me", "foe")
    assert not field.contains("foe")
    return field


def listening(word: str, event: str = "Dead") -> Any:
    """Return a triggered part that gains AP when an opposing unit that a word means dies."""
    enemy, meant = {"type": "DoneTo", "is": "enemy"}, {"type": "DoneTo", "is": word}
    return skill(event, {"type": "changeAp", "amount": 3}, when=[enemy, meant])


class TestAUnitThatHasJustDied:
    @pytest.mark.parametrize("word", ["here", "adjacent"])
    def test_died_where_it_was(self, word: str) -> None:
        assert after_fight(listening(word)).player(0, "ap") == 3

    @pytest.mark.parametrize("word", ["here", "adjacent"])
    def test_did_not_die_near_somebody_far_away(self, word: str) -> None:
        sentinel = unit("sentinel", "hears", atk=0, mov=0)
        mine = {"field": [at("soldier", 2, 3, "me"), at("sentinel", 8, 1, "s")]}
        theirs = {"field": [at("idle", 3, 3, "foe"), at("idle", 8, 5, "far")]}
        field = Field([SOLDIER, IDLE, sentinel, ability("hears", listening(word))], mine, theirs)
        field.do("attack:me", "foe")

        assert field.player(0, "ap") == 0


class TestWhatWasPrinted:
    FALLEN = "$Dead.unitUUID"
    FOE = unit("foe", atk=0, mov=0, tags=["beast"], colors=["red"])

    def gained(self, *when: Any) -> Any:
        """Return what a part gains that asks something of the unit that has died."""
        hears = skill("Dead", {"type": "changeAp", "amount": 3}, when=when)
        return after_fight(hears, self.FOE, foe="foe").player(0, "ap")

    @pytest.mark.parametrize(
        ("asked", "ap"),
        [
            ({"type": "HasTag", "tag": "beast"}, 3),
            ({"type": "HasTag", "tag": "drone"}, 0),
            ({"type": "HasColor", "color": "red"}, 3),
            ({"type": "HasColor", "color": "white"}, 0),
            ({"type": "OnTerrain", "terrain": "plain"}, 3),
            ({"type": "OnTerrain", "terrain": "mist"}, 0),
        ],
    )
    def test_is_known_after_its_death(self, asked: Any, ap: int) -> None:
        assert self.gained({**asked, "target": self.FALLEN}) == ap


class TestLastWords:
    def test_are_not_said_for_another_unit(self) -> None:
        """A unit that hears of other friendly units does not hear of itself."""
        other_skill = skill("Dead", {"type": "changeAp", "amount": 3}, when=[{"type": "DoneTo", "is": "otherAlly"}])
        mine = {"field": [at("soldier", 2, 3, "me"), at("idle", 1, 1, "mine")]}
        theirs = {"field": [at("speaker", 3, 3, "foe"), at("idle", 8, 5, "far")]}
        field = Field([SOLDIER, IDLE, unit("speaker", "said", mhp=1), ability("said", other_skill)], mine, theirs)
        field.do("attack:me", "foe")

        assert not field.contains("foe")
        assert field.player(1, "ap") == 0

    @pytest.mark.parametrize(
        ("which", "wounded_units"),
        [("adjacent", {"me"}), ("here", {"me", "mine"}), ("nearest", {"me"})],
    )
    def test_reach_who_is_near_where_the_unit_died(self, which: str, wounded_units: set[str]) -> None:
        """The nearest is not the first of its side: `mine` was placed first."""
        target = {"type": "units", "side": "enemy", "which": which}
        printed_skill = skill(
            "Dead", {"type": "damage", "target": target, "amount": 1}, when=[{"type": "DoneTo", "is": "host"}]
        )
        speaker = unit("speaker", "said", mhp=1)
        mine = {"field": [at("idle", 1, 1, "mine"), at("soldier", 2, 3, "me"), at("idle", 8, 1, "away")]}
        theirs = {"field": [at("speaker", 3, 3, "foe"), at("idle", 8, 5, "far")]}
        field = Field([SOLDIER, IDLE, speaker, ability("said", printed_skill)], mine, theirs)
        field.do("attack:me", "foe")

        assert not field.contains("foe")
        assert {name for name in ("me", "mine", "away") if field.of(name, "health") < 10} == wounded_units
