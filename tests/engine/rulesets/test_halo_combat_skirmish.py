"""Attacks, hijacks and statuses in halo (HA3, HA4, HA6), each on a table set up by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.events import cancel
from engine.kernel.state_writers import set_var
from engine.rulesets.halo import hijack, skirmish, statuses
from tests.engine.rulesets.halo_field import FOE, ME, NOW, Field, card


class TestWhoMayAttack:
    @pytest.mark.parametrize(
        ("unit", "may"),
        [
            ({}, True),
            ({"attack": 0}, False),
            ({"entered": NOW}, False),
            ({"entered": NOW, "kw": "DROP_POD"}, True),
            ({"entered": NOW - 1}, True),
            ({"attacked": NOW}, False),
            ({"attacked": NOW - 2}, True),
            ({"st__DISABLED": NOW}, False),
            ({"st__DISABLED": NOW - 1}, True),
            ({"st__SUPPRESSED": NOW}, True),
        ],
        ids=str,
    )
    def test_depends_on_what_it_has_done_and_on_what_lies_on_it(self, unit: dict[str, Any], may: bool) -> None:
        field = Field()
        one = field.put(ME, "alpha.back", **unit)

        assert list(skirmish.options(field.state, ME)) == ([("attack", one)] if may else [])

    def test_depends_on_something_to_attack(self) -> None:
        field = Field()
        field.put(ME, "alpha.front")
        field.put(FOE, "alpha.front", kw="CAMO")

        assert list(skirmish.options(field.state, ME)) == []

    def test_is_nobody_of_the_opponent(self) -> None:
        field = Field()
        field.put(FOE, "alpha.front")

        assert list(skirmish.options(field.state, ME)) == []


class TestTargets:
    def lane(self, unit: str = "", first: str | None = "", second: str | None = "", **config: Any) -> list[str]:
        """Return what a unit of some keywords may attack, where the enemy has one in front and one behind, or not."""
        field = Field(**config)
        response = field.put(ME, "alpha.front", kw=unit)
        names = {FOE: "base"}
        for zone, keywords in (("front", first), ("back", second)):
            if keywords is not None:
                names[field.put(FOE, f"alpha.{zone}", kw=keywords)] = zone
        field.put(FOE, "bravo.front")
        field.put(FOE, "alpha.orbit", "t.mixed")
        return [names[target] for target in skirmish.targets(field.state, response)]

    def test_are_the_front_row_first(self) -> None:
        assert self.lane() == ["front"]
        assert self.lane(first=None) == ["back"]

    def test_of_a_ranged_unit_are_both_rows(self) -> None:
        assert self.lane("RANGED") == ["front", "back"]

    def test_are_the_base_where_no_enemy_unit_lies(self) -> None:
        assert self.lane(first=None, second=None) == ["base"]
        assert self.lane("RANGED", first=None) == ["back"]

    def test_are_not_those_in_camo_who_cover_nobody_but_the_base(self) -> None:
        assert self.lane(first="CAMO") == ["back"]
        assert self.lane(first="CAMO", second=None) == []
        assert self.lane("RANGED", second="CAMO") == ["front"]

    def test_follow_the_settings(self) -> None:
        assert self.lane(frontFirst=False) == ["front", "back"]
        assert self.lane(baseGuarded=False) == ["front", "base"]
        assert self.lane(first="CAMO", camoGuards=True) == []
        assert self.lane(first="CAMO", camoGuards=False) == ["back"]

    def test_are_asked_for_where_there_are_several(self) -> None:
        field = Field()
        response = field.put(ME, "alpha.front")
        foes = tuple(field.put(FOE, "alpha.front") for _ in range(2))
        field.act(skirmish.attack, response)
        decision = field.step.decision

        assert decision is not None
        assert (decision.seat, decision.kind, decision.options, decision.source) == (0, "target", foes, response)


class TestAnExchange:
    def test_hits_both_at_once_and_tells_it_in_order(self) -> None:
        field = Field()
        mine, theirs = field.put(ME, "alpha.front", attack=4), field.put(FOE, "alpha.front", attack=4)
        field.act(skirmish.attack, mine)

        assert field.event_names[:2] == ["ATTACK_DECLARED", "TARGET_LOCKED"]
        assert [reported["sourceEntityId"] for reported in field.payloads("DAMAGE_DEALT")] == [mine, theirs]
        assert field.event_names[-3:] == ["COMBAT_EXCHANGED", "KILL_OCCURRED", "KILL_OCCURRED"]
        assert [reported["sourceEntityId"] for reported in field.payloads("KILL_OCCURRED")] == [mine, theirs]
        assert field.var(mine, "attacked") == NOW
        assert [field.var(one, "health") for one in (mine, theirs)] == [0, 0]

    def test_uses_the_type_and_keywords_of_each(self) -> None:
        field = Field()
        mine = field.put(ME, "alpha.front", attack=3, kw="PLASMA", shieldCap=2)
        theirs = field.put(FOE, "alpha.front", attack=3, kw="BALLISTIC SENTINEL", shieldCap=2, healthCap=5)
        field.act(skirmish.attack, mine)

        assert [reported["damageType"] for reported in field.payloads("DAMAGE_DEALT")] == ["PLASMA", "BALLISTIC"]
        assert field.vars(theirs, "shield", "health") == (0, 4)
        assert field.vars(mine, "shield", "health") == (2, 1)

    def test_is_struck_back_with_the_attack_from_before_the_blow(self) -> None:
        field = Field()
        mine, theirs = field.put(ME, "alpha.front", attack=1), field.put(FOE, "alpha.front", attack=2)
        field.hear("DAMAGE_CALC_STARTED", lambda st, env: set_var(st, theirs, "attack", 0))
        field.act(skirmish.attack, mine)

        assert field.var(mine, "health") == 2

    def test_with_one_of_no_attack_is_one_sided(self) -> None:
        field = Field()
        mine, theirs = field.put(ME, "alpha.front"), field.put(FOE, "alpha.front", attack=0)
        field.act(skirmish.attack, mine)

        assert field.vars(mine, "health", "damaged") == (4, 0)
        assert field.event_names.count("DAMAGE_CALC_STARTED") == 1
        assert field.var(theirs, "health") == 2

    def test_with_a_base_hurts_it(self) -> None:
        field = Field()
        mine = field.put(ME, "charlie.back", attack=3)
        field.act(skirmish.attack, mine)

        assert field.event_names == [
            "ATTACK_DECLARED",
            "TARGET_LOCKED",
            "DAMAGE_CALC_STARTED",
            "BASE_DAMAGED",
            "COMBAT_EXCHANGED",
        ]
        assert field.payloads("ATTACK_DECLARED") == [
            {"sourcePlayerId": ME, "targetPlayerId": FOE, "sourceEntityId": mine, "targetEntityId": None, "lane": 3}
        ]
        assert field.var(FOE, "base") == 27

    @pytest.mark.parametrize(
        ("row", "unit", "target", "config", "health"),
        [
            ("back", "RANGED", "", {}, 4),
            ("back", "RANGED", "RANGED", {}, 2),
            ("front", "RANGED", "", {}, 2),
            ("back", "", "", {}, 2),
            ("back", "RANGED", "", {"rangedUnanswered": False}, 2),
            ("front", "", "", {"mutualCombat": False}, 4),
        ],
    )
    def test_is_mutual_unless_the_attacker_is_out_of_reach(
        self, row: str, unit: str, target: str, config: dict[str, Any], health: int
    ) -> None:
        field = Field(**config)
        mine = field.put(ME, f"alpha.{row}", kw=unit)
        field.put(FOE, "alpha.front", kw=target)
        field.act(skirmish.attack, mine)

        assert field.var(mine, "health") == health

    def test_breaks_camo(self) -> None:
        field = Field()
        mine = field.put(ME, "alpha.front", kw="CAMO")
        field.put(FOE, "alpha.front")
        field.act(skirmish.attack, mine)

        assert field.event_names[:3] == ["ATTACK_DECLARED", "CAMO_BROKEN", "TARGET_LOCKED"]
        assert field.var(mine, "kw.CAMO") == 0

    def test_does_not_come_when_the_attack_is_cancelled_but_the_attack_is_spent(self) -> None:
        field = Field()
        mine, theirs = field.put(ME, "alpha.front", kw="CAMO"), field.put(FOE, "alpha.front")
        field.hear("ATTACK_DECLARED", lambda st, env: cancel(st, st.environments[env].flight), "before")
        field.act(skirmish.attack, mine)

        assert field.event_names == ["ATTACK_DECLARED"]
        assert field.vars(mine, "attacked", "kw.CAMO") == (NOW, 1)
        assert field.var(theirs, "health") == 4

    @pytest.mark.parametrize("account", ["attacker", "target"])
    def test_does_not_come_when_one_of_the_two_fell_to_what_answered(self, account: str) -> None:
        field = Field()
        mine, theirs = field.put(ME, "alpha.front"), field.put(FOE, "alpha.front")
        fallen, second = (mine, theirs) if account == "attacker" else (theirs, mine)
        field.hear("ATTACK_DECLARED", lambda st, env: set_var(st, fallen, "health", 0), "before")
        field.act(skirmish.attack, mine)

        assert "TARGET_LOCKED" not in field.event_names
        assert field.var(second, "health") == 4


class TestHijack:
    def set_up(self, *, zone: str = "alpha.front", **config: Any) -> tuple[Field, int, int]:
        field = Field(**config)
        return field, field.put(ME, "alpha.back", kw="HIJACK"), field.put(FOE, zone, "t.vehicle")

    def test_pays_2_and_takes_the_vehicle_over_for_the_units_attack(self) -> None:
        field, unit, car = self.set_up()
        assert hijack.options(field.state, ME) == [("hijack", unit)]
        field.act(hijack.hijack, unit)

        assert field.event_names == ["RESOURCE_SPENT", "UNIT_REPOSITIONED", "HIJACK_EXECUTED"]
        assert field.vars(car, "holder", "zone", "own", "printedOwner") == (ME, "alpha.front", ME, FOE)
        assert field.var(ME, "supply") == 8
        assert (field.var(unit, "attacked"), field.var(car, "attacked")) == (NOW, NOW)
        assert list(skirmish.options(field.state, ME)) == []
        assert field.payloads("HIJACK_EXECUTED")[0]["lane"] == 1

    def test_makes_the_vehicles_abilities_answer_for_the_new_owner_with_what_it_carries(self) -> None:
        field, unit, _ = self.set_up(zone="bravo.front")
        field.know(card("t.tank", tags=("VEHICLE",), ability="TARGET_LOCKED"), card("t.gun", "ARMORY"))
        car = field.put(FOE, "alpha.front", "t.tank")
        gear = field.put(car, "armory", "t.gun")
        field.act(hijack.hijack, unit)
        listeners = [one for one in field.state.listeners.values() if one.host == car]

        assert [one.owner for one in listeners] == [ME]
        assert field.state.listener_index["TARGET_LOCKED"]["after"] == (listeners[0].id,)
        assert field.vars(gear, "own", "holder") == (ME, car)

    @pytest.mark.parametrize("zone", ["alpha.front", "alpha.back"])
    def test_keeps_the_row_where_there_is_room(self, zone: str) -> None:
        field, unit, car = self.set_up(zone=zone)
        field.act(hijack.hijack, unit)

        assert field.var(car, "zone") == zone

    def test_goes_to_the_other_row_or_nowhere(self) -> None:
        field, unit, car = self.set_up(zone="alpha.back")
        field.put(ME, "alpha.back")
        field.act(hijack.hijack, unit)
        full, second, _ = self.set_up()
        for row in ("front", "front", "back"):
            full.put(ME, f"alpha.{row}")

        assert field.var(car, "zone") == "alpha.front"
        assert hijack.targets(full.state, second) == ()

    @pytest.mark.parametrize(
        ("change", "may"),
        [
            ({}, True),
            ({"supply": 1}, False),
            ({"attacked": NOW}, False),
            ({"entered": NOW}, False),
            ({"kw__HIJACK": 0}, False),
            ({"st__DISABLED": NOW}, False),
        ],
        ids=str,
    )
    def test_needs_supply_the_keyword_and_an_attack(self, change: dict[str, int], may: bool) -> None:
        field, unit, _ = self.set_up()
        field.set(ME if "supply" in change else unit, **change)

        assert bool(hijack.options(field.state, ME)) is may

    def test_seizes_vehicles_of_the_lane_alone_and_none_in_camo(self) -> None:
        field, unit, car = self.set_up(zone="bravo.front")
        field.put(FOE, "alpha.front")
        field.put(FOE, "alpha.back", kw="VEHICLE CAMO")

        assert hijack.targets(field.state, unit) == ()
        assert field.var(car, "own") == FOE

    def test_costs_what_the_config_says(self) -> None:
        field, unit, _ = self.set_up(hijackCost=3)
        field.act(hijack.hijack, unit)

        assert field.var(ME, "supply") == 7


class TestDeploymentFatigue:
    def test_can_be_switched_off(self) -> None:
        field = Field(deploymentFatigue=False)
        one = field.put(ME, "alpha.front", entered=NOW)

        assert list(skirmish.options(field.state, ME)) == [("attack", one)]


class TestStatuses:
    def set_up(self, field: Field, target: int, name: str, turns: int, count: int = 1) -> str:
        field.do(lambda st, env: statuses.apply(st, 0, target, name, turns, count))
        return field.event_names[0]

    def test_hold_this_turn_and_as_many_more_as_are_said(self) -> None:
        field = Field()
        response = field.put(FOE, "alpha.front")

        assert self.set_up(field, response, "MARKED", 2) == "STATUS_APPLIED"
        assert field.vars(response, "st.MARKED", "stacks.MARKED") == (NOW + 1, 1)
        assert (
            field.payloads("STATUS_APPLIED")[0] | {"status": "MARKED", "turns": 2, "stacks": 1}
            == field.payloads("STATUS_APPLIED")[0]
        )

    def test_are_refreshed_and_never_cut_short(self) -> None:
        field = Field()
        response = field.put(FOE, "alpha.front")
        reported = [self.set_up(field, response, "MARKED", turns) for turns in (1, 3, 1)]

        assert reported == ["STATUS_APPLIED", "STATUS_REFRESHED", "STATUS_REFRESHED"]
        assert field.vars(response, "st.MARKED", "stacks.MARKED") == (NOW + 2, 1)

    def test_stack_as_far_as_they_may(self) -> None:
        field = Field()
        response = field.put(FOE, "alpha.front")
        reported = [self.set_up(field, response, "SUPPRESSED", 1, count) for count in (1, 1, 2, 1)]

        assert reported == ["STATUS_APPLIED", "STATUS_STACKED", "STATUS_STACKED", "STATUS_REFRESHED"]
        assert field.var(response, "stacks.SUPPRESSED") == 3

    def test_that_have_ended_begin_anew(self) -> None:
        field = Field()
        response = field.put(FOE, "alpha.front", st__COVER=NOW - 1, stacks__COVER=3)

        assert self.set_up(field, response, "COVER", 1) == "STATUS_APPLIED"
        assert field.var(response, "stacks.COVER") == 1

    def test_end_with_their_last_turn(self) -> None:
        field = Field()
        ends, stays = (
            field.put(FOE, "alpha.front", st__MARKED=NOW, stacks__MARKED=1),
            field.put(ME, "alpha.orbit", "t.mac", st__DISABLED=NOW + 1),
        )
        field.do(lambda st, env: statuses.expire(st))

        assert field.event_names == ["STATUS_EXPIRED"]
        assert field.vars(ends, "st.MARKED", "stacks.MARKED") == (0, 0)
        assert field.var(stays, "st.DISABLED") == NOW + 1

    def test_are_named_in_both_languages(self) -> None:
        assert [status.name for status in statuses.STATUSES] == ["MARKED", "SUPPRESSED", "COVER", "DISABLED"]
        assert all(text.en and text.zh for status in statuses.STATUSES for text in (status.title, status.doc))
