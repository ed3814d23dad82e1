"""Every reading of the rules of genius is a setting: each is flipped here, and something else happens; GE9 is among the conformance cases."""

from __future__ import annotations

from typing import Any

import pytest

from engine import api
from engine.rulesets.genius.config import SETTINGS
from engine.rulesets.genius.dice import show
from engine.rulesets.genius.words import CRYO, ELECTRO, HYDRO
from tests.engine.rulesets.genius_field import Field, damage, duel, entity, event_card, skill


def flip(**config: Any) -> Any:
    return {"config": config}


def first_state(**config: Any) -> Any:
    match = api.new_match("genius", seed=3, seats=2, config=config)
    return next(iter(match.steps()))[0].state


def rolled(field: Field) -> Field:
    """End the round and return the field at the reroll."""
    field.do("end")
    field.do("end")
    return field


class TestGE1:
    def test_the_first_player(self) -> None:
        assert {first_state(firstPlayer="fixed").globals["firstPlayer"] for _ in range(3)} == {-1}

    @pytest.mark.parametrize(("leads", "first"), [(True, -2), (False, -1)])
    def test_whoever_ended_first(self, leads: bool, first: int) -> None:
        field = duel(active=1, **flip(firstToEndLeads=leads))
        field.state.globals["nextFirst"] = -1
        rolled(field)

        assert field.state.globals["firstPlayer"] == first


class TestGE2:
    def test_dice_and_rerolls(self) -> None:
        field = rolled(duel(**flip(dice=5, rerolls=0)))

        assert (field.player(0, "diceNum"), field.asked().kind) == (5, "main")

    def test_the_most_dice(self) -> None:
        field = duel(skill("gain", {"type": "gainDice", "kind": "omni", "count": 9}), **flip(diceMost=10))
        field.use()

        assert field.player(0, "diceNum") == 10

    def test_the_order_of_dice(self) -> None:
        field = duel(own={"omni": 0, "hydro": 1, "electro": 3}, **flip(sortByAll=True))

        assert show(field.state, -1)[0] == HYDRO
        assert show(duel(own={"omni": 0, "hydro": 1, "electro": 3}).state, -1)[0] == ELECTRO


class TestGE3:
    def test_the_cost_of_a_switch(self) -> None:
        field = duel(own={"omni": 1}, **flip(switchCost=2))

        assert not any(word.startswith("switch") for word in field.offers())

    def test_draws_and_energy(self) -> None:
        cards = [event_card("paper")]
        field = duel(cards=cards, own={"pile": [{"card": "paper"}] * 5}, **flip(draws=3, energyGain=2))
        field.use()
        assert field.of("hero", "power") == 2
        field.do("end")
        field.do("end")
        assert len(field.state.zone(-1, "hands")) == 3


class TestGE4:
    @pytest.mark.parametrize(
        ("config", "element", "aura", "health"),
        [
            ({"reactionBonus": {"melt": 5}}, "pyro", CRYO, [4, 10]),
            ({"reactionPierces": 3}, "electro", CRYO, [8, 7]),
            ({"swirlDamage": 2}, "anemo", HYDRO, [9, 8]),
            ({"reactionLeaves": {"crystallize": ""}}, "geo", HYDRO, [8, 10]),
        ],
    )
    def test_what_reactions_do(self, config: Any, element: str, aura: int, health: list[int]) -> None:
        field = duel(skill("hit", damage(1, element)), other={"people": {"foe1": {"aura": aura}}}, config=config)
        field.use()

        assert [field.of("foe1", "health"), field.of("foe2", "health")] == health

    def test_what_a_frozen_character_takes_more(self) -> None:
        field = duel(skill("hit", damage(1)), other={"people": {"foe1": {"isFrozen": 1}}}, **flip(frozenBonus=4))
        field.use()

        assert field.of("foe1", "health") == 5


class TestGE5:
    def test_the_last_round(self) -> None:
        field = rolled(duel(**flip(rounds=1)))

        assert (field.state.result.outcome, field.state.result.reason) == ("draw", "round cap")


class TestGE6:
    def test_what_is_made_again(self) -> None:
        call = {"type": "summon", "summon": "s"}
        for second, count in ((True, 1), (False, 2)):
            field = duel(
                skill("call", call),
                cards=[entity("s", "summon", usage=2)],
                own={"summons": [{"card": "s"}]},
                **flip(recreates=second),
            )
            field.use()
            assert len(field.state.zone(-1, "summons")) == count


class TestGE7:
    def test_the_room_for_summons_and_supports(self) -> None:
        cards = [
            entity("a", "summon", usage=2),
            entity("b", "summon", usage=2),
            entity("s", "support"),
            entity("t", "support"),
        ]
        own = {"summons": [{"card": "a"}], "supports": [{"card": "s", "as": "s"}], "hands": [{"card": "t", "as": "t"}]}
        field = duel(
            skill("call", {"type": "summon", "summon": "b"}),
            cards=cards,
            own=own,
            **flip(summonsMost=1, supportsMost=1),
        )
        field.do("play:t", "s")
        field.use()

        assert (len(field.state.zone(-1, "summons")), len(field.state.zone(-1, "supports")), field.contains("s")) == (
            1,
            1,
            False,
        )

    def test_the_most_cards_in_hand(self) -> None:
        field = duel(
            skill("draw", {"type": "drawCards", "count": 3}),
            cards=[event_card("p")],
            own={"pile": [{"card": "p"}] * 3},
            **flip(handMost=2),
        )
        field.use()

        assert len(field.state.zone(-1, "hands")) == 2


class TestGE8:
    def test_the_first_hand(self) -> None:
        assert len(first_state(startHand=3).zone(-1, "hands")) == 3

    def test_legends_in_the_first_hand(self) -> None:
        def holds_legend(state: Any) -> bool:
            tags = [state.program.cards[state.entities[eid]["def"]].tags for eid in state.zone(-1, "hands")]
            return any("legend" in one for one in tags)

        assert holds_legend(first_state())
        assert not all(
            holds_legend(
                next(iter(api.new_match("genius", seed=seed, seats=2, config={"legendInHand": False}).steps()))[0].state
            )
            for seed in range(6)
        )

    def test_legends_that_may_be_played(self) -> None:
        hand = [{"card": "oath", "as": "one"}, {"card": "oath", "as": "two"}]
        field = duel(cards=[event_card("oath", tags=["legend"])], own={"hands": hand}, **flip(legends=2))
        field.do("play:one")

        assert "play:two" in field.offers()


class TestGE10:
    def test_the_switch_of_an_overload(self) -> None:
        field = duel(
            skill("hit", damage(1, "pyro")),
            other={"people": {"foe1": {"aura": ELECTRO}}},
            **flip(overloadSwitches=False),
        )
        field.use()

        assert field.player(1, "active") == field.of("foe1", "id")

    def test_prepared_skills(self) -> None:
        fall = skill("fall", damage(3), isPreparedSkill=True)
        del fall["cost"]
        field = duel(skill("raise", {"type": "prepareSkill", "skill": "fall"}), fall, **flip(preparedReplaces=False))
        field.use()
        field.do("end")

        assert field.of("foe1", "health") == 10


def test_every_rule_has_a_setting() -> None:
    assert {one.rule for one in SETTINGS} == {f"GE{number}" for number in range(1, 11)}
