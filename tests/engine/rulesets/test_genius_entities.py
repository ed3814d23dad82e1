"""Entities, variables, skills and requests of 002, in genius."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.kernel.entities import area
from engine.kernel.scopes import skill as running_skill
from engine.rulesets.genius.nodes import handlers
from engine.rulesets.genius.table import enter
from engine.rulesets.genius.words import CRYO
from engine.toolkit.nodes.bounds import MAX_COUNT, clamp_count
from tests.engine.rulesets.genius_field import character, damage, duel, entity, event_card, passive, skill

SPEND = {"type": "changeVariable", "name": "usage", "amount": -1}


def status(behavior: str, first: int, **more: Any) -> Any:
    config = {"initialValue": first, "recreateBehavior": behavior, **more}
    return entity("mark", "status", varConfigs={"points": config})


def attach(**overrides: int) -> Any:
    target = {"type": "characters", "which": "active"}
    return {
        "type": "attach",
        "target": target,
        "status": "mark",
        **({"overrideVariables": overrides} if overrides else {}),
    }


def problems_of(card: Any, *others: Any) -> list[str]:
    known_names = frozenset(document["id"] for document in others)
    return [
        problem.code
        for problem in api.validate("genius", json.dumps(card), known_ids=known_names).problems
        if problem.severity == "error"
    ]


class TestVariables:
    @pytest.mark.parametrize(
        ("behavior", "first", "old", "now", "extra"),
        [
            ("overwrite", 1, 3, 1, {}),
            ("takeMax", 5, 3, 5, {}),
            ("takeMax", 1, 3, 3, {}),
            ("append", 2, 3, 5, {}),
            ("append", 2, 3, 4, {"appendLimit": 4}),
            ("append", 2, 6, 6, {"appendLimit": 4}),
            ("append", 2, 3, 7, {"appendValue": 4}),
            ("keep", 1, 3, 3, {}),
        ],
    )
    def test_of_what_is_made_again_follow_their_behaviour(
        self, behavior: str, first: int, old: int, now: int, extra: Any
    ) -> None:
        """Conformance 82, 83, 86."""
        cards = [status(behavior, first, **extra), entity("other", "status")]
        held = [{"card": "mark", "as": "mark"}, {"card": "other", "as": "other"}]
        field = duel(skill("again", attach()), cards=cards, own={"attached": held})
        field.state.entities[field.scene.names["mark"]]["points"] = old
        field.use()
        lying = field.state.zone(field.scene.names["hero"], "characters")

        assert lying == (field.scene.names["mark"], field.scene.names["other"])
        assert field.of("mark", "points") == now

    def test_take_other_initial_values(self) -> None:
        """Conformance 85."""
        field = duel(skill("mark", attach(points=7)), cards=[status("overwrite", 1)])
        field.use()
        (made,) = field.state.zone(field.scene.names["hero"], "characters")

        assert field.state.entities[made]["points"] == 7

    def test_that_nobody_has_cannot_be_overridden(self, tmp_path: Path) -> None:
        """Conformance 85."""
        hero = character("hero", skill("mark", attach(nonsense=7)))
        file = tmp_path / "cards.json"
        file.write_text(json.dumps([hero, status("overwrite", 1)]), "utf-8")
        (found,) = [one for one in api.load([file], "genius").problems if one.severity == "error"]

        assert (found.path, found.line > 0) == ("/0/skills/0/action/0/overrideVariables/nonsense", True)

    def test_are_whole_numbers(self) -> None:
        """Conformance 87."""
        assert problems_of(status("overwrite", "three")) != []  # type: ignore[arg-type]  # that is the point


class TestEntities:
    def test_have_negative_ids_of_their_own(self) -> None:
        """Conformance 88."""
        field = duel()
        ids = list(field.state.entities)

        assert all(eid < 0 for eid in ids)
        assert len(set(ids)) == len(ids)

    def test_of_a_character_lie_in_its_area_in_the_order_of_entry(self) -> None:
        """Conformance 89."""
        cards = [entity("a", "status"), entity("b", "equipment"), entity("c", "status")]
        field = duel(cards=cards)
        hero = field.scene.names["hero"]
        enters = [enter(field.state, name, -1, hero) for name in ("a", "b", "c")]

        assert field.state.zone(hero, "characters") == tuple(enters)
        assert [area(field.state, eid).host for eid in (hero, *enters)] == [hero] * 4
        assert area(field.state, enters[0]).player == -1

    def test_without_usage_or_duration_leave(self) -> None:
        """002 varConfigs: what has no usage or duration left leaves."""
        worn_entity = entity("worn", "status", varConfigs={"duration": {"initialValue": 1}})
        spent = entity("spent", "summon", passive("s", "AFTER_USE_SKILL", SPEND), usage=1)
        field = duel(
            cards=[worn_entity, spent],
            own={"attached": [{"card": "worn", "as": "worn"}], "summons": [{"card": "spent", "as": "spent"}]},
        )
        field.use()
        assert (field.contains("spent"), field.contains("worn")) == (False, True)
        field.do("end")
        field.do("end")
        assert not field.contains("worn")

    def test_of_a_defeated_character_leave_with_it(self) -> None:
        """Conformance 109."""
        field = duel(
            skill("kill", damage(10)),
            cards=[entity("worn", "equipment")],
            other={"attached": [{"card": "worn", "as": "worn"}], "people": {"foe1": {"aura": CRYO, "power": 2}}},
        )
        field.use()

        assert not field.contains("worn")
        assert [field.of("foe1", name) for name in ("isAlive", "health", "aura", "power")] == [0, 0, 0, 0]

    def test_beyond_the_room_for_summons_do_not_come(self) -> None:
        """Conformance 108."""
        cards = [entity(f"s{n}", "summon", usage=2) for n in range(5)]
        call = {"type": "summon", "summon": "s4"}
        field = duel(skill("call", call), cards=cards, own={"summons": [{"card": f"s{n}"} for n in range(4)]})
        field.use()

        assert len(field.state.zone(-1, "summons")) == 4


class TestSkills:
    def test_are_answered_when_they_are_done(self) -> None:
        """Conformance 90."""
        answer = passive(
            "n", "AFTER_TAKES_DMG", {"type": "heal", "target": {"type": "characters", "which": "active"}, "amount": 1}
        )
        field = duel(
            skill("twice", damage(1), damage(1)),
            cards=[entity("c", "combatStatus", answer)],
            own={"combatStatuses": [{"card": "c"}], "people": {"hero": {"health": 5}}},
        )
        events = field.use()
        last = max(place for place, name in enumerate(events) if name == "EXECUTE_DAMAGE")

        assert events.count("AFTER_HEAL") == 2
        assert events.index("AFTER_HEAL") > last

    def test_that_change_an_event_may_not_ask(self) -> None:
        """Conformance 91."""
        draw = {"type": "drawCards", "count": 1}

        assert "E-INLINE" in problems_of(entity("c", "combatStatus", passive("n", "DAMAGE_ADD", draw)))

    def test_that_are_asked_for_name_the_one_that_asked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Conformance 92."""
        observations = []
        deal = handlers.resolve_damage

        def spy(state: Any, damages: Any) -> int:
            observations.append(running_skill(state))
            return deal(state, damages)

        monkeypatch.setattr(handlers, "resolve_damage", spy)
        talent = entity(
            "talent", "eventCard", {"id": "play", "skillType": "card", "action": [{"type": "useSkill", "skill": "hit"}]}
        )
        field = duel(skill("hit", damage(2)), cards=[talent], own={"hands": [{"card": "talent", "as": "card"}]})
        field.do("play:card")
        (info,) = observations

        assert info is not None
        assert info.caller == field.scene.names["hero"]
        assert info.by is not None
        assert (info.by.card, info.by.caller) == (field.scene.names["card"], field.scene.names["hero"])
        assert field.of("foe1", "health") == 8

    def test_that_are_prepared_replace_the_next_action(self) -> None:
        """GE10."""
        fall = skill("fall", damage(3), isPreparedSkill=True)
        del fall["cost"]
        field = duel(skill("raise", {"type": "prepareSkill", "skill": "fall"}), fall)
        field.use()
        assert field.asked().seat == 1
        field.do("end")

        assert field.of("foe1", "health") == 7
        assert field.asked().seat == 0

    def test_that_are_prepared_are_lost_with_a_switch(self) -> None:
        """Conformance 92."""
        absent = {"type": "switchTo", "target": {"type": "characters", "side": "opponent", "which": "next"}}
        fall = skill("fall", damage(3), isPreparedSkill=True)
        del fall["cost"]
        field = duel(
            skill("raise", {"type": "prepareSkill", "skill": "fall"}),
            fall,
            cards=[event_card("away", absent)],
            other={"hands": [{"card": "away", "as": "away"}]},
        )
        field.use()
        field.do("play:away")
        field.do("end")

        assert field.of("foe1", "health") == 10
        assert field.asked().kind == "main"


class TestRequests:
    def test_for_rerolls_wait_until_the_skill_is_done(self) -> None:
        """Conformance 93."""
        field = duel(skill("roll", {"type": "reroll", "count": 1}, damage(1)), own={"omni": 0, "pyro": 8})
        field.answer("skill1:hero")

        assert field.asked().kind == "dice"
        assert field.of("foe1", "health") == 9
        field.answer("P1", "P2")
        assert field.player(0, "diceNum") == 7

    def test_for_hands_return_cards_and_draw_as_many(self) -> None:
        """002 requests, 004 SET_CARD: as many cards are drawn as were returned."""
        cards = [event_card("new"), event_card("paper"), event_card("ask", {"type": "switchHands"})]
        own = {
            "hands": [{"card": "ask", "as": "ask"}, {"card": "paper", "as": "paper"}],
            "pile": [{"card": "new", "as": f"n{n}"} for n in range(3)],
        }
        field = duel(cards=cards, own=own)
        field.do("play:ask")
        assert field.asked().kind == "cards"
        field.answer("paper")
        assert field.state.zone(-1, "hands") == (field.scene.names["n0"],)
        assert field.scene.names["paper"] in field.state.zone(-1, "pile")

    def test_for_a_card_make_the_one_that_is_selected(self) -> None:
        """Conformance 93."""
        cards = [
            event_card("one"),
            event_card("two"),
            event_card("ask", {"type": "selectCard", "cards": ["one", "two"]}),
        ]
        field = duel(cards=cards, own={"hands": [{"card": "ask", "as": "ask"}]})
        field.do("play:ask", "two")
        (made,) = field.state.zone(-1, "hands")

        assert field.state.entities[made]["def"] == "two"


class TestDefeats:
    def test_are_prevented_by_what_answers_them(self) -> None:
        """Conformance 109."""
        stay = passive(
            "s", "CHARACTER_WILL_DIE", {"type": "survive", "health": 2}, SPEND, when=[{"type": "DoneTo", "is": "host"}]
        )
        field = duel(
            skill("kill", damage(10)),
            cards=[entity("ember", "status", stay, usage=1)],
            other={"attached": [{"card": "ember", "as": "ember"}]},
        )
        field.use()

        assert (field.of("foe1", "isAlive"), field.of("foe1", "health"), field.contains("ember")) == (1, 2, False)

    def test_of_a_whole_side_end_the_match(self) -> None:
        """Conformance 109."""
        gone = {"health": 0, "isAlive": 0}
        field = duel(skill("kill", damage(10)), other={"people": {"foe2": gone, "foe3": gone}})
        field.use()

        assert (field.state.result.outcome, field.state.result.winner) == ("win", 0)

    def test_of_both_sides_are_a_draw(self) -> None:
        """Conformance 109."""
        removed = {"health": 0, "isAlive": 0}
        mine = {"type": "characters", "which": "active"}
        field = duel(
            skill("boom", damage(10, "piercing"), damage(10, "piercing", mine)),
            own={"people": {"mate1": removed, "mate2": removed}},
            other={"people": {"foe2": removed, "foe3": removed}},
        )
        field.use()

        assert field.state.result.outcome == "draw"


class TestBadInput:
    @pytest.mark.parametrize(
        ("card", "code"),
        [
            (character("c", {"id": "s", "name": "s", "skillType": "normal", "action": []}), "E-SKILL"),
            (entity("s", "summon", {"id": "s", "skillType": "normal", "action": []}), "E-SKILL"),
            (
                entity("e", "eventCard", {"id": "s", "skillType": "card", "action": []}, cost={"any": 9, "pyro": 8}),
                "E-PAYMENT",
            ),
            (entity("t", "equipment", tags=["talent"]), "E-BEARER"),
            (entity("w", "equipment", tags=["weapon"]), "E-BEARER"),
            (
                entity(
                    "s",
                    "summon",
                    passive(
                        "n", "DAMAGE_ADD", {"type": "addDamage", "amount": 1}, when=[{"type": "DoneBy", "is": "host"}]
                    ),
                ),
                "E-HOST",
            ),
        ],
    )
    def test_is_named_with_a_code_and_a_remedy(self, card: Any, code: str) -> None:
        problems = [problem for problem in api.validate("genius", json.dumps(card)).problems if problem.code == code]

        assert problems
        assert all(problem.message["zh"] and problem.line for problem in problems)

    def test_of_a_deck_is_named_before_the_match(self) -> None:
        deck = {"deckId": "d", "characters": [{"id": "genius.character.isra", "count": 1}], "cards": []}
        with pytest.raises(Exception, match="E-DECK"):
            api.new_match("genius", seed=1, seats=2, decks=[deck, deck])


class TestAComputedNumber:
    @pytest.mark.parametrize(
        ("computed", "handled"), [(None, 0), (-9, 0), (0, 0), (3, 3), (16, 16), (361_669, MAX_COUNT)]
    )
    def test_of_cards_or_dice_is_bounded(self, computed: int | None, handled: int) -> None:
        """A generated card asked for 361,669 cards in hand, one mutation after the other, in one operation without a budget."""
        assert clamp_count(computed) == handled

    def test_of_cards_made_ends_at_once(self) -> None:
        many = {"type": "mul", "value1": 100_000, "value2": 100_000}
        made = event_card("more", {"type": "createCard", "card": "more", "count": many})
        field = duel(cards=[made], own={"hands": [{"card": "more", "as": "one"}]})
        field.do("play:one")

        assert len(field.state.zone(-1, "hands")) == 10
