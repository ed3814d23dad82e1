"""Worked cases of 001: the numbered ones of the conformance list, and each setting of `encounter` flipped."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import api
from engine.rulesets.encounter.fight import requests, table_of_speed
from engine.rulesets.encounter.table import attack_of
from tests.engine.rulesets.encounter_field import (
    Field,
    ability,
    answered,
    at,
    duel,
    encounter,
    event,
    hero,
    opened,
    order,
    skill,
    static,
    unit,
)

SPEEDS = {
    -4: (-4,), -3: (-3,), -2: (-2,), -1: (-1,), 0: (0,), 1: (1,), 2: (2, 0), 3: (3, 1), 4: (4, 2), 5: (5, 3, 0),
}  # fmt: skip
TO_HOST = {"type": "DoneTo", "is": "host"}
T = "$target.unitUUID"
SOLDIER = unit("soldier")
IDLE = unit("idle", atk=0, mov=0)


def damage_taken(found: list[tuple[str, Any]]) -> list[tuple[int, int]]:
    """Return who was damaged and by how much, in order."""
    return [(payload[2], payload[3]) for name, payload in found if name == "BeDamaged"]


def order_of(field: Field) -> list[tuple[int, str]]:
    """Return the requests of the fight of one against two: priority, and A for the attacker or D."""
    names = field.scene.names
    return [(priority, "AD"[side]) for priority, side in requests(field.state, names["one"], names["two"])]


class TestRequests:
    @pytest.mark.parametrize("speed", SPEEDS)
    def test_are_those_of_the_table(self, speed: int) -> None:
        """Conformance 36 to 45."""
        assert table_of_speed(speed) == SPEEDS[speed]

    def test_add_the_priority_of_the_unit(self) -> None:
        """Conformance 46."""
        field = duel(unit("a", spd=3, prispd=2), SOLDIER, config={"attackerBonus": 0})

        assert [one for one in order_of(field) if one[1] == "A"] == [(5, "A"), (3, "A")]

    def test_of_the_attacker_come_first_at_equal_speed_and_a_dead_defender_does_not_strike(self) -> None:
        """Conformance 47."""
        field = duel(unit("a", atk=10), SOLDIER)

        assert order_of(field) == [(1, "A"), (0, "D")]
        field.do("attack:one", "two")
        assert not field.contains("two")
        assert field.of("one", "health") == 10

    def test_of_the_defender_are_no_more_than_those_of_the_attacker(self) -> None:
        """Conformance 48."""
        fast = unit("fast", spd=5)

        assert order_of(duel(unit("a", spd=1), fast)) == [(5, "D"), (2, "A")]
        assert len(order_of(duel(unit("a", spd=1), fast, config={"capsDefender": False}))) == 4

    def test_of_one_priority_happen_at_the_same_time(self) -> None:
        """Conformance 50, EN2."""
        first, second = unit("a", spd=1, mhp=2), unit("b", spd=2, mhp=2)
        field = duel(first, second)
        field.do("attack:one", "two")
        assert (field.contains("one"), field.contains("two")) == (False, False)

        field = duel(first, second, config={"simultaneous": False})
        field.do("attack:one", "two")
        assert (field.contains("one"), field.contains("two")) == (True, False)

    def test_need_their_own_dealer_in_range(self) -> None:
        """Conformance 52, EN3."""
        field = duel(unit("a", rng=2), unit("b", spd=1), distance=2)
        field.do("attack:one", "two")
        assert (field.of("one", "health"), field.of("two", "health")) == (10, 8)

        field = duel(unit("a", rng=2), unit("b", spd=1), distance=2, config={"ownRange": False})
        field.do("attack:one", "two")
        assert field.of("one", "health") == 8

    def test_are_slower_or_faster_by_keywords_and_as_many(self) -> None:
        """Conformance 53."""
        slow = ability("slow", static=[static("prispd", -2)])
        quick = ability("quick", static=[static("prispd", 1)])
        first = duel(unit("a", "slow", spd=3), SOLDIER, slow, config={"attackerBonus": 0})
        second = duel(unit("a", "quick", spd=5), SOLDIER, quick, config={"attackerBonus": 0})

        assert [one for one, side in order_of(first) if side == "A"] == [1, -1]
        assert [one for one, side in order_of(second) if side == "A"] == [6, 4, 1]

    def test_of_a_speed_beyond_the_table_are_those_at_its_end(self) -> None:
        """EN1."""
        drill = ability("drill", static=[static("spd", 9)])

        assert [one for one, side in order_of(duel(unit("a", "drill"), SOLDIER, drill)) if side == "A"] == [6, 4, 1]


class TestHands:
    @pytest.mark.parametrize(("count", "hand", "deck"), [(1, 7, 2), (2, 7, 2)])
    def test_draw_while_there_is_room_for_the_card_that_was_played(self, count: int, hand: int, deck: int) -> None:
        """Conformance 54 and 55."""
        card = order("draws", {"type": "drawCards", "count": count})
        field = self.full(card)
        field.do("play:card")

        assert (len(field.cards(0, "hand")), len(field.cards(0, "deck"))) == (hand, deck)

    def test_draw_one_and_return_two(self) -> None:
        """001§2.2, the third example."""
        field = self.full(order("draws", {"type": "drawCards", "count": 3}, {"type": "shuffleBack", "count": 2}))
        field.do("play:card")

        assert (len(field.cards(0, "hand")), len(field.cards(0, "deck"))) == (5, 4)

    def test_draw_nothing_from_an_empty_deck(self) -> None:
        """Conformance 57."""
        field = self.full(order("draws", {"type": "drawCards", "count": 2}), deck=0)
        found = field.do("play:card")

        assert "DrawCard" not in [name for name, _ in found]
        assert len(field.cards(0, "hand")) == 6

    def full(self, card: Any, deck: int = 3) -> Field:
        """Return a table whose player holds seven cards, the first of them this one."""
        hand = [{"card": card["id"], "as": "card"}, *[{"card": "spark"}] * 6]
        mine = {"handCap": 7, "hand": hand, "deck": [{"card": "spark"}] * deck, "field": [at("idle", 1, 1)]}
        return Field([card, IDLE], mine, {"field": [at("idle", 8, 5, "foe")]})


class TestTurns:
    @pytest.mark.parametrize("ap", [5, 1])
    def test_begin_with_ap_at_its_limit(self, ap: int) -> None:
        """Conformance 58."""
        mine = {"ap": ap, "apCap": 3, "field": [at("idle", 1, 1)]}
        field = Field([IDLE], mine, {"field": [at("idle", 8, 5, "foe")]}, phase="BP")

        assert field.player(0, "ap") == 3

    def test_go_through_their_steps_in_the_order_of_the_graph(self) -> None:
        """Conformance 61."""
        cry = ability(
            "cry", *[{**skill(name, {"type": "changeAp", "amount": 1}), "id": name.lower()} for name in STEPS]
        )
        mine = {
            "field": [at("idle", 1, 1)],
            "perks": [{"card": "cry"}],
            "draws": 1,
            "handCap": 7,
            "deck": [{"card": "spark"}],
        }
        mine |= {"recovery": [{"card": "lead"}]}
        table = {"axis": [{"card": "rain"}]}
        cards = [IDLE, cry, hero("lead"), event("rain", {"type": "changeAp", "amount": 1})]
        field = Field(cards, mine, {"field": [at("idle", 8, 5, "foe")]}, phase="BP", table=table)
        field.answer("B1")
        names = [name for name, _ in field.scene.happened]

        wanted = ["RestoreAp", "Deployed", "BP", "EventTriggered", "DrawCard", "Prepare", "MPBegin"]
        assert [name for name in names if name in wanted] == wanted

    def test_restore_actions_to_their_defaults_and_not_above(self) -> None:
        """Conformance 65."""
        field = duel(unit("a", at=2), SOLDIER)
        field.turns(2)

        assert [field.of("one", name) for name in ("at", "mt", "ct")] == [2, 1, 0]

    def test_return_standby_to_the_deck_before_the_draw(self) -> None:
        """Conformance 73, EN9."""
        mine = {
            "ap": 3,
            "handCap": 7,
            "draws": 0,
            "apCap": 3,
            "hand": [{"card": "spark", "as": "card"}],
            "field": [at("idle", 1, 1)],
        }
        field = Field([IDLE], mine, {"field": [at("idle", 8, 5, "foe")]})
        field.do("play:card")
        assert field.cards(0, "standby") == ["spark"]
        field.turns(2)
        assert (field.cards(0, "standby"), field.cards(0, "deck")) == ([], ["spark"])

    def test_end_the_match_at_the_limit(self) -> None:
        """EN12."""
        field = Field(
            [IDLE], {"field": [at("idle", 1, 1)]}, {"field": [at("idle", 8, 5, "foe")]}, table={"round": 4, "limit": 4}
        )
        field.turns(2)

        assert (field.state.result.outcome, field.state.result.reason) == ("draw", "limit")


STEPS = ("RestoreAp", "BP", "Prepare", "MPBegin")


class TestDeploying:
    def test_is_offered_on_free_cells_of_own_uncontested_regions(self) -> None:
        """Conformance 62."""
        cards = [
            IDLE,
            SOLDIER,
            {
                "id": "call",
                "type": "summon",
                "name": "call",
                "rarity": "common",
                "colors": ["white"],
                "cost": 0,
                "unit": "soldier",
            },
        ]
        mine = {"hand": [{"card": "call", "as": "card"}], "field": [at("idle", 1, 1)]}
        field = Field(cards, mine, {"field": [at("idle", 8, 5, "foe")]})
        field.answer("play:card")
        assert field.offers() == [f"{c}{r}" for r in range(1, 6) for c in "ABC" if (c, r) != ("A", 1)]

        field = Field(cards, mine, {"field": [at("idle", 3, 3, "foe")]})
        assert field.offers() == ["end"]

    def test_gives_no_action_but_casts_and_swift_an_attack(self) -> None:
        """Conformance 63 and 64."""
        swift = ability("swift", static=[static("swift", 1)])
        cards = [IDLE, swift, unit("plain", ct=1), unit("quick", "swift")]
        cards += [
            {
                "id": f"call-{name}",
                "type": "summon",
                "name": name,
                "rarity": "common",
                "colors": ["white"],
                "cost": 0,
                "unit": name,
            }
            for name in ("plain", "quick")
        ]
        hand = [{"card": "call-plain", "as": "first"}, {"card": "call-quick", "as": "second"}]
        field = Field(cards, {"hand": hand, "field": [at("idle", 1, 1)]}, {"field": [at("idle", 8, 5, "foe")]})
        field.do("play:first", "B2")
        field.do("play:second", "C2")
        _, plain, quick = field.state.zone(1, "field")

        assert [field.state.entities[plain][name] for name in ("at", "mt", "ct")] == [0, 0, 1]
        assert [field.state.entities[quick][name] for name in ("at", "mt", "ct")] == [1, 0, 0]

    def test_lets_a_static_part_hold_before_the_cry(self) -> None:
        """Conformance 79."""
        cry = skill(
            "Deployed",
            {
                "type": "damage",
                "target": {"type": "units", "side": "enemy", "which": "nearest"},
                "amount": {"type": "stat", "target": {"type": "host"}, "name": "atk"},
            },
            when=[TO_HOST],
        )
        cards = [IDLE, ability("both", cry, static=[static("atk", 3)]), unit("herald", "both"), SOLDIER]
        cards += [
            {
                "id": "call",
                "type": "summon",
                "name": "call",
                "rarity": "common",
                "colors": ["white"],
                "cost": 0,
                "unit": "herald",
            }
        ]
        field = Field(
            cards,
            {"hand": [{"card": "call", "as": "card"}], "field": [at("idle", 1, 1)]},
            {"field": [at("soldier", 8, 5, "foe")]},
        )
        field.do("play:card", "B2")

        assert field.of("foe", "health") == 5

    def test_casts_take_ct_before_at(self) -> None:
        """Conformance 64."""
        bolt = ability(
            "bolt", cast={"target": "enemy", "range": 3, "action": [{"type": "damage", "target": T, "amount": 1}]}
        )
        for ct in (1, 0):
            field = duel(unit("a", "bolt", ct=ct), SOLDIER, bolt)
            spell = field.state.zone(field.scene.names["one"], "abilities")[0]
            field.scene.names["spell"] = spell
            field.do(next(word for word in field.offers() if word.startswith("cast")), "two")
            assert [field.of("one", name) for name in ("ct", "at")] == [0, ct]


class TestHeroes:
    def test_recover_and_are_deployed_again_and_act(self) -> None:
        """Conformance 72, EN8."""
        cards = [hero("lead", mhp=2, cooldown=2), unit("killer", atk=9), IDLE]
        field = Field(
            cards,
            {"field": [at("lead", 5, 3, "lead"), at("idle", 1, 1)]},
            {"field": [at("killer", 6, 3, "foe")]},
            active=1,
        )
        field.do("attack:foe", "lead")
        assert field.of("lead", "zone") == "recovery"
        assert field.of("lead", "cooldown") == 2
        field.turns(1)
        assert field.of("lead", "cooldown") == 1
        field.turns(2)
        assert field.asked().kind == "cell"
        field.answer("C3")
        assert [field.of("lead", name) for name in ("zone", "at", "mt", "health")] == ["field", 1, 1, 2]

    def test_do_not_act_at_once_where_the_setting_says_so(self) -> None:
        """EN5."""
        field = Field(
            [hero("lead"), IDLE],
            {"recovery": [{"card": "lead", "as": "lead"}], "field": [at("idle", 1, 1)]},
            {"field": [at("idle", 8, 5, "foe")]},
            phase="BP",
            config={"heroActs": False},
        )
        field.answer("B1")

        assert [field.of("lead", name) for name in ("at", "mt")] == [0, 0]

    def test_are_deployed_in_prepare_where_the_setting_says_so(self) -> None:
        """EN14."""
        matches = {}
        for first in (True, False):
            tick = ability("tick", skill("BP", {"type": "changeAp", "amount": 1}))
            field = Field(
                [hero("lead"), IDLE, tick],
                {"perks": [{"card": "tick"}], "recovery": [{"card": "lead"}], "field": [at("idle", 1, 1)]},
                {"field": [at("idle", 8, 5, "foe")]},
                phase="BP",
                config={"heroesFirst": first},
            )
            matches[first] = field.player(0, "ap")

        assert matches == {True: 0, False: 1}

    def test_die_at_the_cost_of_death_pages(self) -> None:
        """Conformance 59, EN13."""
        cards = [hero("lead", mhp=2), unit("killer", atk=9), IDLE]
        for pages, over in ((2, True), (1, False)):
            field = Field(
                cards,
                {"deathPage": pages, "field": [at("lead", 5, 3, "lead"), at("idle", 1, 1)]},
                {"field": [at("killer", 6, 3, "foe")]},
                active=1,
                table={"pageLimit": 3},
            )
            field.do("attack:foe", "lead")
            assert (field.player(0, "deathPage"), field.state.result is not None) == (pages + 1, over)

    def test_jump_over_the_limit_and_lose(self) -> None:
        """Conformance 59."""
        card = order("doom", {"type": "deathPages", "amount": 3})
        field = Field(
            [card, IDLE],
            {"deathPage": 2, "hand": [{"card": "doom", "as": "card"}], "field": [at("idle", 1, 1)]},
            {"field": [at("idle", 8, 5, "foe")]},
            table={"pageLimit": 3},
        )
        field.do("play:card")

        assert (field.player(0, "deathPage"), field.state.result.winner) == (5, 1)

    def test_keep_their_cards_boons(self) -> None:
        """001§5.3.5: the carrier has what its cards grant."""
        mail = ability("mail", skill("Damage", {"type": "reduceDamage", "amount": 1}, when=[TO_HOST]))
        cards = [mail, order("boon", {"type": "drawCards", "count": 1}, grants=["mail"]), hero("lead", "boon"), IDLE]
        mine = {
            "recovery": [{"card": "lead", "as": "lead"}],
            "deck": [{"card": "boon", "carrier": 1}],
            "field": [at("idle", 1, 1)],
        }
        field = Field(cards, mine, {"field": [at("idle", 8, 5, "foe")]}, phase="BP")
        field.answer("B1")

        assert [
            field.state.entities[eid]["def"] for eid in field.state.zone(field.scene.names["lead"], "abilities")
        ] == ["mail"]

    def test_strengthen_damage_of_their_colour(self) -> None:
        """001§6.3.6, EN13."""
        burn = order("burn", {"type": "damage", "target": T, "amount": 1, "color": "red"}, target="enemy")
        mine = {"hand": [{"card": "burn", "as": "card", "carrier": 1}], "field": [at("lead", 1, 1, "lead")]}
        field = Field([burn, hero("lead", enhance={"red": 2}), SOLDIER], mine, {"field": [at("soldier", 8, 5, "foe")]})
        field.do("play:card", "foe")

        assert field.of("foe", "health") == 7


class TestOpening:
    def test_deploys_the_protagonist_and_draws_two(self) -> None:
        """Conformance 60; 001§1.1: limits and perks come with the encounter."""
        keen = ability("keen", static=[static("atk", 1, "allies")])
        state = opened(keen, encounter(perks=["keen"], ap=4, hand=6, deathPages=2))
        assert (state.pending[0].prompt, state.pending[0].source) == ("deploy", state.zone(1, "recovery")[0])
        state = answered(state, "B2")

        assert [state.entities[eid]["def"] for eid in state.zone(1, "field")] == ["idle", "lead"]
        assert len(state.zone(1, "hand")) == 3  # two, and the card of the first turn
        assert [state.entities[1][name] for name in ("deathPage", "ap", "handCap")] == [0, 4, 6]
        assert attack_of(state, state.zone(1, "field")[1]) == 3

    @pytest.mark.parametrize("seed", range(3))
    def test_plays_the_encounter_that_the_setting_names(self, seed: int) -> None:
        for document, _ in api.card_set("encounter"):
            if document["type"] == "encounter":
                match = api.new_match("encounter", seed=seed, seats=2, config={"encounter": document["id"]})
                assert next(iter(match.steps()))[0].state.globals["encounter"] == document["id"]


class TestProblems:
    def test_say_where_the_carrier_of_a_card_cannot_be_changed(self) -> None:
        """Conformance 78: no effect names a carrier, so a card that does is refused."""
        wrong = order("steal", {"type": "changeStat", "target": T, "stat": "carrier", "amount": 1}, target="ally")
        problems = api.validate("encounter", json.dumps(wrong)).problems

        assert "E-ENUM" in [one.code for one in problems]
