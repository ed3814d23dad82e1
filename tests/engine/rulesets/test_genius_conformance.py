"""What 002 and 004 ask of genius, case by case."""

from __future__ import annotations

from typing import Any

import pytest

from engine import api
from engine.kernel.mutations import SetVariable
from engine.rulesets.genius.actions import options
from engine.rulesets.genius.dice import add_dice, check_dice, dice_of, show
from engine.rulesets.genius.setup import deal
from engine.rulesets.genius.table import PLAYERS, burn, draw, put_back
from engine.rulesets.genius.words import ALIGNED, ANY, CRYO, ELECTRO, ELEMENT, HYDRO, OMNI, PYRO
from tests.engine.rulesets.genius_field import Field, damage, duel, entity, event_card, passive, skill

STEPS = ["INFUSION", "DAMAGE_ADD", "DAMAGE_ADD_AFTER_REACTION", "DEALING_DAMAGE", "DIVIDE_DAMAGE", "EXECUTE_DAMAGE"]
HOST = [{"type": "DoneBy", "is": "host"}]
SPEND = {"type": "changeVariable", "name": "usage", "amount": -1}


def order_of(field: Field) -> list[str]:
    """Return the names of the entities whose usage fell, in order."""
    log = [entry for entry in field.scene.step.log if isinstance(entry, SetVariable) and entry.name == "usage"]
    return [str(field.scene.label(entry.entity)) for entry in log]


class TestPhases:
    def test_come_in_order_and_whoever_has_ended_is_passed_over(self) -> None:
        """Conformance 94."""
        field = duel()
        phases = [field.state.globals["phase"]]
        field.do("end")
        turns = []
        for _ in range(2):
            turns.append(field.asked().seat)
            field.use(1)
        field.do("end")
        phases.append(field.state.globals["phase"])

        assert turns == [1, 1]
        assert phases == ["ACTION_PHASE", "ROLL_PHASE"]
        assert field.state.globals["round"] == 2

    def test_begin_with_hands_and_characters_for_both_at_once(self) -> None:
        """Conformance 94."""
        match = api.new_match("genius", seed=5, seats=2)
        observations = []
        for step, _ in match.steps():
            phase = step.state.globals["phase"]
            if phase not in observations[-1:]:
                observations.append(phase)

        assert observations[:5] == ["SET_CARD", "SET_CHARACTER", "ROLL_PHASE", "ACTION_PHASE", "ROLL_PHASE"]

    def test_let_the_first_to_end_act_first_in_the_next_round(self) -> None:
        """Conformance 94."""
        field = duel(active=1)
        field.do("end")
        field.do("end")

        assert field.state.globals["firstPlayer"] == -2

    def test_insert_the_choice_of_a_character_and_go_on(self) -> None:
        """Conformance 109."""
        field = duel(
            skill("kill", damage(10), {"type": "gainDice", "kind": "omni", "count": 1}),
            cards=[entity("after", "support", passive("a", "AFTER_USE_SKILL", SPEND), usage=3)],
            own={"supports": [{"card": "after", "as": "after"}]},
        )
        field.use()

        assert field.state.globals["specialPhase"] == "SET_CHARACTER"
        assert field.asked().seat == 1
        assert field.offers() == ["foe2", "foe3"]
        assert field.of("after", "usage") == 3
        field.answer("foe3")
        assert field.of("after", "usage") == 2
        assert (field.state.globals["specialPhase"], field.asked().seat) == ("", 1)

    def test_ask_both_at_once_after_a_double_knock_out(self) -> None:
        """Conformance 109."""
        hero = {"type": "characters", "which": "active"}
        field = duel(skill("boom", damage(10, "piercing"), damage(10, "piercing", hero)))
        field.use()

        assert [one.seat for one in field.state.pending] == [0, 1]
        field.answer("mate2", seat=0)
        field.answer("foe2", seat=1)
        assert (field.of("mate2", "id"), field.of("foe2", "id")) == (
            field.player(0, "active"),
            field.player(1, "active"),
        )


class TestDamage:
    def test_passes_its_steps_in_order(self) -> None:
        """Conformance 95."""
        events = duel(skill("hit", damage(2, "pyro"))).use()

        assert [name for name in events if name in STEPS] == STEPS
        assert events.index("AFTER_TAKES_DMG") > events.index("EXECUTE_DAMAGE")

    def test_is_changed_by_each_step_in_turn(self) -> None:
        """Conformance 95."""
        steps = {
            "INFUSION": {"type": "infuse", "element": "pyro"},
            "DAMAGE_ADD": {"type": "addDamage", "amount": 1},
            "DAMAGE_ADD_AFTER_REACTION": {"type": "addDamage", "amount": 2},
            "DEALING_DAMAGE": {"type": "multiplyDamage", "factor": 2},
            "DIVIDE_DAMAGE": {"type": "multiplyDamage", "factor": 1, "divisor": 2},
            "EXECUTE_DAMAGE": {"type": "reduceDamage", "amount": 3},
        }
        skills = [passive(name, name, effect) for name, effect in steps.items()]
        field = duel(
            skill("hit", damage(1)),
            cards=[entity("all", "combatStatus", *skills)],
            own={"combatStatuses": [{"card": "all"}]},
            other={"people": {"foe1": {"aura": CRYO}}},
        )
        field.use()

        assert field.of("foe1", "health") == 10 - ((1 + 1 + 2 + 2) * 2 // 2 - 3)
        assert field.of("foe1", "aura") == 0

    def test_that_a_swirl_spreads_waits_behind_the_rest_of_the_list(self) -> None:
        """Conformance 99."""
        field = duel(skill("swirl", damage(1, "anemo")), other={"people": {"foe1": {"aura": HYDRO}}})
        field.use()
        hurt = [payload[2] for name, payload in field.scene.happened if name == "AFTER_TAKES_DMG"]

        assert [field.scene.label(eid) for eid in hurt] == ["foe1", "foe2", "foe3"]
        assert [field.of(name, "health") for name in ("foe1", "foe2", "foe3")] == [9, 9, 9]
        assert [field.of(name, "aura") for name in ("foe1", "foe2", "foe3")] == [0, HYDRO, HYDRO]

    def test_that_overloads_the_active_character_switches_it_when_all_is_done(self) -> None:
        """Conformance 100."""
        field = duel(skill("twice", damage(1, "pyro"), damage(1)), other={"people": {"foe1": {"aura": ELECTRO}}})
        field.use()

        assert field.of("foe1", "health") == 10 - 3
        assert field.of("foe2", "health") == 9
        assert field.player(1, "active") == field.of("foe2", "id")

    def test_that_overloads_a_standby_character_switches_nobody(self) -> None:
        """Conformance 100."""
        standby = {"type": "characters", "side": "opponent", "which": "next"}
        field = duel(skill("far", damage(1, "pyro", standby)), other={"people": {"foe2": {"aura": ELECTRO}}})
        field.use()

        assert field.of("foe2", "health") == 7
        assert field.player(1, "active") == field.of("foe1", "id")

    def test_that_overloads_the_last_character_switches_nobody(self) -> None:
        """Conformance 100."""
        gone = {"health": 0, "isAlive": 0}
        people = {"foe1": {"aura": ELECTRO}, "foe2": gone, "foe3": gone}
        field = duel(skill("hit", damage(1, "pyro")), other={"people": people})
        field.use()

        assert field.player(1, "active") == field.of("foe1", "id")

    def test_that_pierces_skips_every_step(self) -> None:
        """Conformance 101."""
        wall = entity(
            "wall", "combatStatus", passive("w", "EXECUTE_DAMAGE", {"type": "absorbDamage"}), usage=5, tags=["shield"]
        )
        longer_entity = entity("more", "combatStatus", passive("m", "DAMAGE_ADD", {"type": "addDamage", "amount": 4}))
        field = duel(
            skill("pierce", damage(2, "piercing")),
            cards=[wall, longer_entity],
            own={"combatStatuses": [{"card": "more"}]},
            other={"combatShields": [{"card": "wall", "as": "wall"}]},
        )
        events = field.use()

        assert field.of("foe1", "health") == 8
        assert field.of("wall", "usage") == 5
        assert not set(events) & set(STEPS)

    @pytest.mark.parametrize(
        ("aura", "element", "health"),
        [("cryo", "pyro", 5), ("hydro", "pyro", 5), ("electro", "pyro", 5), ("dendro", "pyro", 6), ("cryo", "hydro", 6), ("electro", "hydro", 6), ("dendro", "hydro", 6), ("cryo", "electro", 6), ("dendro", "electro", 6), ("cryo", "anemo", 7), ("cryo", "geo", 6)],
    )  # fmt: skip
    def test_is_raised_by_every_reaction(self, aura: str, element: str, health: int) -> None:
        """Conformance 95."""
        field = duel(skill("hit", damage(3, element)), other={"people": {"foe1": {"aura": ELEMENT[aura]}}})
        field.use()

        assert (field.of("foe1", "health"), field.of("foe1", "aura")) == (health, 0)

    @pytest.mark.parametrize(("aura", "element"), [("electro", "hydro"), ("cryo", "electro")])
    def test_of_two_reactions_pierces_the_others(self, aura: str, element: str) -> None:
        """Conformance 95."""
        field = duel(skill("hit", damage(1, element)), other={"people": {"foe1": {"aura": ELEMENT[aura]}}})
        field.use()

        assert [field.of(name, "health") for name in ("foe2", "foe3")] == [9, 9]

    def test_freezes_who_then_can_use_no_skill(self) -> None:
        """Conformance 95."""
        field = duel(skill("hit", damage(1, "hydro")), other={"people": {"foe1": {"aura": CRYO}}})
        field.use()

        assert field.of("foe1", "isFrozen") == 1
        assert not any(word.startswith("skill") for word in field.offers())

    def test_of_fire_thaws_and_hurts_more(self) -> None:
        """Conformance 95."""
        field = duel(skill("hit", damage(1, "physical")), other={"people": {"foe1": {"isFrozen": 1}}})
        field.use()

        assert (field.of("foe1", "isFrozen"), field.of("foe1", "health")) == (0, 7)


class TestListeners:
    def card(self, name: str, kind: str, **more: Any) -> Any:
        return entity(name, kind, passive("n", "AFTER_USE_SKILL", SPEND), usage=5, **more)

    def cards(self) -> list[Any]:
        shapes = (
            ("status", "status"),
            ("shield", "combatStatus"),
            ("combat", "combatStatus"),
            ("summon", "summon"),
            ("support", "support"),
        )
        return [self.card(name, kind, **({"tags": ["shield"]} if name == "shield" else {})) for name, kind in shapes]

    def test_answer_zone_by_zone_whoever_came_first(self) -> None:
        """Conformance 96."""
        field = duel(cards=self.cards(), own={
            "supports": [{"card": "support", "as": "n5_support"}], "summons": [{"card": "summon", "as": "n4_summon"}],
            "combatStatuses": [{"card": "combat", "as": "n3_combat"}], "combatShields": [{"card": "shield", "as": "n2_shield"}],
            "attached": [{"card": "status", "as": "n1_status"}],
        })  # fmt: skip
        field.use()

        assert order_of(field) == ["n1_status", "n2_shield", "n3_combat", "n4_summon", "n5_support"]

    def test_of_one_zone_answer_in_the_order_of_registration(self) -> None:
        """Conformance 97."""
        field = duel(
            cards=self.cards(),
            active=1,
            own={"summons": [{"card": "summon", "as": "first"}]},
            other={"summons": [{"card": "summon", "as": "second"}]},
        )
        field.use(1)

        assert order_of(field) == ["first", "second"]

    def test_of_the_reference_answer_for_the_current_player_first(self) -> None:
        """Conformance 97."""
        field = duel(
            cards=self.cards(),
            active=1,
            config={"tie": "reference"},
            own={"summons": [{"card": "summon", "as": "first"}]},
            other={"summons": [{"card": "summon", "as": "second"}]},
        )
        field.use(1)

        assert order_of(field) == ["second", "first"]

    def test_of_the_reference_hear_of_damage_last_and_of_the_defeated_at_the_end(self) -> None:
        """Conformance 97."""
        everyone = {"type": "characters", "side": "opponent", "which": "all"}
        heal = {"type": "heal", "target": {"type": "characters", "which": "active"}, "amount": 1}
        page: dict[str, list[Any]] = {}
        for tie in ("text", "reference"):
            field = duel(
                skill("hit", damage(5, "piercing", everyone), heal),
                config={"tie": tie},
                own={"people": {"hero": {"health": 5}}},
                other={"people": {"foe1": {"health": 5}}},
            )
            events = field.use()
            hurt = [
                field.scene.label(payload[2]) for name, payload in field.scene.happened if name == "AFTER_TAKES_DMG"
            ]
            page[tie] = [hurt, events.index("AFTER_HEAL") < events.index("AFTER_TAKES_DMG")]

        assert page == {"text": [["foe1", "foe2", "foe3"], False], "reference": [["foe2", "foe3", "foe1"], True]}


class TestDice:
    @pytest.mark.parametrize(
        ("cost", "dice", "is_paid"),
        [
            (((ALIGNED, 3),), (PYRO, PYRO, OMNI), True),
            (((ALIGNED, 3),), (PYRO, HYDRO, OMNI), False),
            (((ALIGNED, 3),), (OMNI, OMNI, OMNI), True),
            (((ANY, 2),), (PYRO, HYDRO), True),
            (((PYRO, 1), (ANY, 2)), (OMNI, HYDRO, CRYO), True),
            (((PYRO, 2),), (PYRO, HYDRO), False),
            (((PYRO, 2),), (PYRO, PYRO, PYRO), False),
            (((ANY, 1),), (), False),
        ],
    )
    def test_pay_what_they_may(self, cost: Any, dice: Any, is_paid: bool) -> None:
        """Conformance 102."""
        assert check_dice(cost, dice) is is_paid

    def test_are_sorted_by_four_rules(self) -> None:
        """Conformance 104."""
        field = duel(own={"omni": 1, "cryo": 1, "hydro": 2, "pyro": 1, "electro": 2, "anemo": 1})

        assert show(field.state, -1) == (OMNI, PYRO, HYDRO, HYDRO, ELECTRO, ELECTRO, CRYO, 5)

    def test_are_no_more_than_sixteen(self) -> None:
        """GE2."""
        field = duel()

        assert add_dice(field.state, -1, [PYRO] * 20) == 8
        assert sum(dice_of(field.state, -1)) == 16

    def test_are_offered_by_payment_the_automatic_one_first(self) -> None:
        """Conformance 102."""
        field = duel(own={"omni": 1, "pyro": 1, "cryo": 1})
        field.answer("skill1:hero")

        assert field.offers() == ["1C", "1P", "1O"]


class TestTheMask:
    def discount(self) -> Any:
        when = [{"type": "ActionIs", "action": "skill"}]
        return entity(
            "less",
            "combatStatus",
            passive("l", "CALCULATE_DICE", {"type": "reduceCost", "amount": 1}, SPEND, when=when),
            usage=2,
        )

    def test_leaves_no_trace_and_the_action_uses_the_discount_once(self) -> None:
        """Conformance 103."""
        field = duel(cards=[self.discount()], own={"omni": 0, "combatStatuses": [{"card": "less", "as": "less"}]})
        before = field.digest()
        options(field.state, -1)
        options(field.state, -1)

        assert field.digest() == before
        assert "skill1:hero" in field.offers()
        field.use()
        assert field.of("less", "usage") == 1


class TestHands:
    def test_begin_with_five_cards_and_every_legend_of_the_deck(self) -> None:
        """Conformance 105."""
        for seed in range(8):
            match = api.new_match("genius", seed=seed, seats=2)
            state = next(iter(match.steps()))[0].state
            for player in PLAYERS:
                hand = state.zone(player, "hands")
                legends = [
                    eid
                    for eid in state.zone(player, "pile")
                    if "legend" in state.program.cards[state.entities[eid]["def"]].tags
                ]
                assert (len(hand), legends) == (5, [])

    def test_offer_no_second_legend(self) -> None:
        """Conformance 105."""
        legend = event_card("oath", tags=["legend"])
        hand = [{"card": "oath", "as": "one"}, {"card": "oath", "as": "two"}]
        field = duel(cards=[legend], own={"hands": hand})
        field.do("play:one")

        assert "play:two" not in field.offers()
        assert field.player(0, "playArcaneLegend") == 1

    def test_burn_random_cards_of_those_gained_beyond_ten(self) -> None:
        """GE7."""
        card = event_card("paper")
        hand = [{"card": "paper", "as": f"h{n}"} for n in range(9)]
        field = duel(cards=[card], own={"hands": hand, "pile": [{"card": "paper", "as": f"p{n}"} for n in range(4)]})
        kept = draw(field.state, -1, 4)

        assert (len(kept), len(field.state.zone(-1, "hands"))) == (1, 10)
        assert all(field.scene.names[f"h{n}"] in field.state.zone(-1, "hands") for n in range(9))
        assert burn(field.state, -1, ()) == ()

    def test_return_cards_to_random_places_and_leave_the_order_alone(self) -> None:
        """Conformance 107."""
        places = set()
        for seed in range(6):
            card = event_card("paper")
            field = duel(
                cards=[card],
                seed=seed,
                own={
                    "hands": [{"card": "paper", "as": "back"}],
                    "pile": [{"card": "paper", "as": f"p{n}"} for n in range(8)],
                },
            )
            order = field.state.zone(-1, "pile")
            put_back(field.state, field.scene.names["back"])
            now = field.state.zone(-1, "pile")
            places.add(now.index(field.scene.names["back"]))
            assert tuple(eid for eid in now if eid != field.scene.names["back"]) == order

        assert len(places) > 1

    def test_deal_the_decks_that_are_given(self) -> None:
        """Conformance 105."""
        assert deal({}, 2, {})["pile/0"] == ()


class TestSupports:
    def test_come_of_a_card_of_the_same_name_and_give_exactly_two_omni_dice(self) -> None:
        """Conformance 108."""
        give = {"type": "gainDice", "kind": "omni", "count": 2}
        patron = entity("patron", "support", passive("pay", "BEGIN_ACTION_PHASE", give, SPEND), usage=2)
        field = duel(cards=[patron], own={"hands": [{"card": "patron", "as": "card"}], "omni": 8})
        field.do("play:card")
        (support,) = field.state.zone(-1, "supports")

        assert field.state.entities[support]["def"] == "patron"
        field.do("end")
        field.do("end")
        field.answer(seat=0)
        field.answer(seat=1)
        assert field.player(0, "diceNum") == 10
        assert field.state.entities[support]["usage"] == 1

    def test_need_the_room_of_another_when_there_are_four(self) -> None:
        """GE7."""
        plain = entity("plain", "support", passive("n", "END_PHASE", SPEND), usage=9)
        held = [{"card": "plain", "as": f"s{n}"} for n in range(4)]
        field = duel(cards=[plain], own={"hands": [{"card": "plain", "as": "card"}], "supports": held})
        field.do("play:card", "s2")

        assert not field.contains("s2")
        assert len(field.state.zone(-1, "supports")) == 4


class TestFlags:
    def attack(self) -> Any:
        return skill("hit", damage(1), kind="normal")

    def test_of_a_plunging_attack_hold_after_a_switch_until_the_next_skill(self) -> None:
        """Conformance 110."""
        field = duel(self.attack(), own={"active": 2})
        field.do("switch:hero")
        assert field.player(0, "isAfterChange") == 1
        field.do("end")
        field.use()
        flags = [payload[9] for name, payload in field.scene.happened if name == "DAMAGE_ADD"]
        field.use()
        again = [payload[9] for name, payload in field.scene.happened if name == "DAMAGE_ADD"]

        assert (flags, again) == ([True], [False])

    def test_of_a_charged_attack_hold_with_an_even_number_of_dice(self) -> None:
        """004 is_charged_attack."""
        flags = []
        for dice in (7, 8):
            field = duel(self.attack(), own={"omni": dice})
            field.use()
            flags += [payload[10] for name, payload in field.scene.happened if name == "DAMAGE_ADD"]

        assert flags == [False, True]

    def test_of_a_quick_switch_keep_the_turn(self) -> None:
        """Conformance 110."""
        when = [{"type": "ActionIs", "action": "switch"}]
        step = entity("step", "combatStatus", passive("s", "CALCULATE_DICE", {"type": "makeFast"}, when=when))
        slow, quick = duel(), duel(cards=[step], own={"combatStatuses": [{"card": "step"}]})
        for field in (slow, quick):
            field.do("switch:mate1")

        assert (slow.asked().seat, quick.asked().seat) == (1, 0)
        assert (quick.player(0, "isQuickChange"), quick.player(0, "changeNum")) == (1, 1)
