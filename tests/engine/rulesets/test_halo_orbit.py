"""The orbital layer of halo (HA8, HA9, HA13, HA18, HA19), each on a table set up by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.kernel.entities import put
from engine.kernel.events import cancel
from engine.kernel.state import State
from engine.kernel.state_writers import set_var
from engine.rulesets.halo import drops, orbit, skirmish
from tests.engine.rulesets.halo_field import FOE, ME, NOW, Field


def chaff(points: int) -> Callable[[State, int], None]:
    """Return a step that raises the chance to miss of the strike that it answers."""
    return lambda st, env: orbit.raise_miss(st, st.environments[env].flight, points)


class TestWhoMayStrike:
    @pytest.mark.parametrize(
        ("what", "ship", "may"),
        [
            ("t.mixed", {}, True),
            ("t.mac", {}, True),
            ("t.plasma_beam", {}, True),
            ("t.point_defense", {}, False),
            ("t.mixed", {"entered": NOW}, False),
            ("t.mixed", {"entered": NOW, "kw": "DROP_POD"}, False),
            ("t.mixed", {"struck": NOW}, False),
            ("t.mixed", {"struck": NOW - 2}, True),
            ("t.mixed", {"st__DISABLED": NOW}, False),
        ],
        ids=str,
    )
    def test_is_a_ship_of_another_turn_with_a_payload_once(self, what: str, ship: dict[str, Any], may: bool) -> None:
        field = Field()
        response = field.put(ME, "alpha.orbit", what, **ship)
        field.put(FOE, "bravo.orbit", "t.mac")

        assert orbit.strikes(field.state, ME) == ([("strike", response)] if may else [])


class TestTargets:
    def lane(self, *foes: tuple[str, str], **config: Any) -> list[str]:
        """Return what a ship may strike where the enemy has units of some keywords in some zones."""
        field = Field(**config)
        ship = field.put(ME, "alpha.orbit", "t.mixed")
        names = {FOE: "base"}
        for zone, keywords in foes:
            what = "t.mixed" if zone.endswith("orbit") else "t.infantry"
            names[field.put(FOE, zone, what, kw=keywords)] = zone
        return [names[target] for target in orbit.targets(field.state, ship)]

    def test_are_the_units_of_the_lane_in_either_row(self) -> None:
        assert self.lane(("alpha.front", ""), ("alpha.back", ""), ("bravo.front", "")) == ["alpha.front", "alpha.back"]

    def test_are_the_base_where_no_unit_lies(self) -> None:
        assert self.lane(("bravo.front", "")) == ["base"]

    def test_are_the_ship_opposite(self) -> None:
        assert self.lane(("alpha.orbit", ""), ("alpha.front", "")) == ["alpha.front", "alpha.orbit"]
        assert self.lane(("alpha.orbit", ""), ("bravo.orbit", "")) == ["alpha.orbit", "base"]

    def test_are_not_those_in_camo(self) -> None:
        assert self.lane(("alpha.front", "CAMO")) == []

    def test_can_leave_out_ships(self) -> None:
        assert self.lane(("alpha.orbit", ""), strikeVessels=False) == ["base"]


class TestAStrike:
    def set_up(
        self, what: str = "t.mixed", ship: dict[str, Any] | None = None, **target: Any
    ) -> tuple[Field, int, int]:
        field = Field()
        return field, field.put(ME, "alpha.orbit", what, **(ship or {})), field.put(FOE, "alpha.front", **target)

    def test_is_declared_then_hits_and_tells_it(self) -> None:
        field, ship, target = self.set_up()
        field.act(orbit.strike, ship)

        assert field.event_names[:3] == ["ORBITAL_STRIKE_DECLARED", "ORBITAL_STRIKE", "DAMAGE_CALC_STARTED"]
        assert field.payloads("ORBITAL_STRIKE_DECLARED") == [
            {
                "sourcePlayerId": ME,
                "targetPlayerId": FOE,
                "sourceEntityId": ship,
                "targetEntityId": target,
                "lane": 1,
                "amount": 2,
                "damageType": "GENERAL",
                "missPct": 0,
            }
        ]
        assert field.vars(target, "health", "lastHit") == (2, ship)
        assert field.var(ship, "struck") == NOW
        assert field.state.rng == {}

    @pytest.mark.parametrize(("what", "expected"), [("t.mixed", (0, 2)), ("t.mac", (0, 1)), ("t.plasma_beam", (0, 2))])
    def test_is_of_the_type_of_its_payload(self, what: str, expected: tuple[int, int]) -> None:
        """5 against a shield of 2 and armoured health of 4: 2 left when plain, 1 when TRUE, and plasma halves the 4 that are over."""
        field, ship, target = self.set_up(what, {"kw": {"ORBITAL_BATTERY": 5}}, shieldCap=2, kw="ARMOR")
        field.act(orbit.strike, ship)

        assert field.vars(target, "shield", "health") == expected

    def test_is_as_strong_as_its_battery(self) -> None:
        field, ship, target = self.set_up(ship={"kw": {"ORBITAL_BATTERY": 3}})
        field.act(orbit.strike, ship)

        assert field.var(target, "health") == 1

    def test_hits_the_base_where_nothing_stands_before_it(self) -> None:
        field = Field()
        ship = field.put(ME, "alpha.orbit", "t.mac")
        field.act(orbit.strike, ship)

        assert field.var(FOE, "base") == 28

    def test_with_a_target_link_paints_first_and_is_half_as_strong_again(self) -> None:
        field, ship, target = self.set_up(ship={"kw": {"ORBITAL_BATTERY": 3, "TARGET_LINK": 1}}, healthCap=9)
        field.act(orbit.strike, ship)

        assert field.event_names[:3] == ["TARGET_PAINTED", "ORBITAL_STRIKE_DECLARED", "ORBITAL_STRIKE"]
        assert field.var(target, "health") == 5

    def test_is_no_ordnance_so_cover_counts(self) -> None:
        field, ship, target = self.set_up("t.plasma_beam", st__COVER=NOW, healthCap=9)
        field.act(orbit.strike, ship)

        assert "COVER_MITIGATED" in field.event_names
        assert field.var(target, "health") == 8

    def test_that_is_cancelled_is_spent(self) -> None:
        field, ship, target = self.set_up()
        field.hear("ORBITAL_STRIKE_DECLARED", lambda st, env: cancel(st, st.environments[env].flight), "before")
        field.act(orbit.strike, ship)

        assert field.event_names == ["ORBITAL_STRIKE_DECLARED"]
        assert (field.var(target, "health"), field.var(ship, "struck")) == (4, NOW)

    @pytest.mark.parametrize("who", ["ship", "target"])
    def test_comes_to_nothing_when_its_ship_or_target_fell_to_what_answered(self, who: str) -> None:
        field, ship, target = self.set_up()
        fallen = ship if who == "ship" else target
        field.hear("ORBITAL_STRIKE_DECLARED", lambda st, env: set_var(st, fallen, "health", 0), "before")
        field.act(orbit.strike, ship)

        assert "ORBITAL_STRIKE" not in field.event_names
        assert "DAMAGE_CALC_STARTED" not in field.event_names


class TestAMiss:
    def strikes(self, count: int, *chaffs: int, **config: Any) -> tuple[int, int]:
        """Strike so often and return how many missed, and the chance that the last miss tells."""
        field = Field(**config)
        ship = field.put(ME, "alpha.orbit", "t.mixed", slot=40)
        target = field.put(FOE, "alpha.front", healthCap=4)
        for points in chaffs:
            field.hear("ORBITAL_STRIKE_DECLARED", chaff(points), "before")
        misses, reported = 0, 0
        for _ in range(count):
            field.act(orbit.strike, ship)
            if field.event_names[-1] == "ORBITAL_STRIKE_MISSED":
                misses, reported = misses + 1, field.payloads("ORBITAL_STRIKE_MISSED")[0]["missPct"]
            field.set(target, health=4)
        assert field.state.rng == {"fx/40/strike": count}
        return misses, reported

    def test_comes_to_half_of_10000_strikes_through_one_chaff(self) -> None:
        """Conformance 131."""
        missed, reported = self.strikes(10_000, 50)

        assert 4850 <= missed <= 5150
        assert reported == 50

    def test_comes_to_75_per_cent_at_most_through_two(self) -> None:
        """Conformance 131."""
        missed, reported = self.strikes(1_000, 50, 50)

        assert 700 <= missed <= 800
        assert reported == 75

    def test_is_capped_by_the_config(self) -> None:
        missed, reported = self.strikes(20, 50, 50, missCap=100)

        assert (missed, reported) == (20, 100)

    @pytest.mark.parametrize(("draw", "health"), [(49, 4), (50, 2)])
    def test_is_a_draw_below_the_chance(self, draw: int, health: int) -> None:
        field = Field()
        ship, target = field.put(ME, "alpha.orbit", "t.mac", slot=40), field.put(FOE, "alpha.front")
        field.hear("ORBITAL_STRIKE_DECLARED", chaff(50), "before")
        field.script("fx/40/strike", draw)
        field.act(orbit.strike, ship)

        assert field.var(target, "health") == health

    def test_does_no_damage_and_says_what_it_would_have_been(self) -> None:
        field = Field(missCap=100)
        ship, target = field.put(ME, "alpha.orbit", "t.mac"), field.put(FOE, "alpha.front")
        field.hear("ORBITAL_STRIKE_DECLARED", chaff(100), "before")
        field.act(orbit.strike, ship)

        assert field.event_names == ["ORBITAL_STRIKE_DECLARED", "ORBITAL_STRIKE_MISSED"]
        assert field.payloads("ORBITAL_STRIKE_MISSED")[0]["amount"] == 2
        assert field.var(target, "health") == 4

    def test_is_raised_on_strikes_alone(self) -> None:
        field = Field()
        field.hear("ATTACK_DECLARED", chaff(50), "before")
        unit = field.put(ME, "alpha.front")
        field.act(skirmish.attack, unit)

        assert field.var(FOE, "base") == 28


class TestACrash:
    def test_hurts_every_unit_of_the_lane_on_both_sides_past_armour(self) -> None:
        field = Field()
        ship = field.put(FOE, "discard", "t.mac", healthCap=5)
        below = [
            field.put(player, zone, kw="ARMOR", healthCap=9)
            for player in (ME, FOE)
            for zone in ("alpha.front", "alpha.back")
        ]
        adjacent_response, above = field.put(ME, "bravo.front"), field.put(ME, "alpha.orbit", "t.mixed")
        field.do(lambda st, env: orbit.crash(st, ship, 1))

        assert [field.var(unit, "health") for unit in below] == [6, 6, 6, 6]
        assert [field.var(eid, "health") for eid in (adjacent_response, above)] == [4, 4]
        assert {reported["damageType"] for reported in field.payloads("DAMAGE_DEALT")} == {"TRUE"}
        assert field.payloads("CAPITAL_SHIP_CRASH_RESOLVED")[0]["amount"] == 3
        assert field.event_names[-1] == "CAPITAL_SHIP_CRASH_RESOLVED"

    def test_follows_the_death_of_a_flagship_and_what_it_slays_dies_too(self) -> None:
        field = Field()
        ship = field.put(ME, "alpha.orbit", "t.mac", kw={"ORBITAL_BATTERY": 9})
        flag = field.put(FOE, "alpha.orbit", "t.mac", healthCap=8)
        mine, theirs = field.put(ME, "alpha.front", healthCap=3), field.put(FOE, "alpha.front", healthCap=5)
        field.act(orbit.strike, ship, flag)
        reported = [name for name in field.event_names if "SHIP" in name or name == "KILL_OCCURRED"]

        assert reported == ["KILL_OCCURRED", "CAPITAL_SHIP_DESTROYED", "CAPITAL_SHIP_CRASH_RESOLVED", "KILL_OCCURRED"]
        assert field.vars(flag, "zone", "holder") == ("discard", FOE)
        assert (field.var(mine, "zone"), field.var(theirs, "health")) == ("discard", 1)
        assert field.payloads("KILL_OCCURRED")[1]["sourceEntityId"] == flag

    def test_does_not_follow_the_death_of_another_ship(self) -> None:
        field = Field()
        ship = field.put(ME, "alpha.orbit", "t.mac", kw={"ORBITAL_BATTERY": 9})
        other_response = field.put(FOE, "alpha.orbit", "t.mixed")
        field.act(orbit.strike, ship, other_response)

        assert "CAPITAL_SHIP_CRASH_RESOLVED" not in field.event_names
        assert field.var(other_response, "zone") == "discard"


class TestLoading:
    def set_up(
        self, *, card: dict[str, Any] | None = None, what: str = "t.infantry", hangars: int = 1, **config: Any
    ) -> tuple[Field, int, int]:
        field = Field(**config)
        ship = field.put(ME, "alpha.orbit", "t.mixed", hangars=hangars)
        return field, ship, field.put(ME, "hand", what, **{"supply": 3, "battery": 1, **(card or {})})

    def test_pays_half_the_supply_and_all_the_battery(self) -> None:
        field, ship, card = self.set_up()
        field.set(ME, battery=2)
        assert drops.options(field.state, ME) == [("load", card)]
        field.act(drops.load, card)

        assert field.event_names == ["RESOURCE_SPENT", "ORBITAL_LOAD_QUEUED"]
        assert field.vars(card, "zone", "holder", "loaded") == ("hangar", ship, NOW)
        assert field.vars(ME, "supply", "battery") == (8, 1)
        assert field.payloads("ORBITAL_LOAD_QUEUED")[0]["targetEntityId"] == card

    @pytest.mark.parametrize(("supply", "cost"), [(0, 1), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
    def test_costs_1_at_least(self, supply: int, cost: int) -> None:
        field, _, card = self.set_up(card={"supply": supply, "battery": 0})

        assert drops.load_cost(field.state, card) == (cost, 0)

    def test_needs_a_unit_a_berth_and_the_means(self) -> None:
        for lane in (
            self.set_up(),
            self.set_up(card={"battery": 0}, what="t.gear"),
            self.set_up(card={"battery": 0}, hangars=0),
            self.set_up(card={"battery": 0, "supply": 21}),
        ):
            field, _, _ = lane
            assert drops.options(field.state, ME) == []

    def test_asks_for_the_ship_where_several_have_berths(self) -> None:
        field, ship, card = self.set_up(card={"battery": 0})
        field.put(ME, "bravo.orbit", "t.mixed", hangars=0)
        third = field.put(ME, "charlie.orbit", "t.mixed", hangars=2)
        field.act(drops.load, card)
        assert field.step.decision is not None
        assert field.step.decision.options == (ship, third)
        field.act(drops.load, card, third)

        assert field.var(card, "holder") == third

    def test_is_full_when_the_hangars_are(self) -> None:
        field, ship, card = self.set_up(card={"battery": 0})
        field.put(ME, "hand", supply=1)
        field.act(drops.load, card)

        assert drops.options(field.state, ME) == []
        assert field.state.zone(ship, "hangar") == (card,)


class TestDropping:
    def set_up(self, *, hangars: int = 1, defence: int = 0, **config: Any) -> tuple[Field, int, int]:
        field = Field(**config)
        ship = field.put(ME, "bravo.orbit", "t.mixed", hangars=hangars)
        if defence:
            field.put(FOE, "bravo.orbit", "t.mixed", kw={"POINT_DEFENSE": defence})
        unit = field.put(ME, "hand", loaded=NOW - 2)
        self.stow(field, ship, unit)
        return field, ship, unit

    def stow(self, field: Field, ship: int, unit: int) -> None:
        field.write(lambda st: put(st, unit, ship, "hangar"))

    def test_pays_1_and_brings_the_unit_down_in_the_lane(self) -> None:
        field, ship, unit = self.set_up()
        assert drops.options(field.state, ME) == [("drop", unit)]
        field.act(drops.drop, unit, "bravo.back")

        assert field.event_names == ["RESOURCE_SPENT", "ORBITAL_DROP_RESOLVED", "UNIT_DEPLOYED"]
        assert field.vars(unit, "zone", "holder", "entered") == ("bravo.back", ME, NOW)
        assert field.var(ME, "supply") == 9
        assert field.payloads("ORBITAL_DROP_RESOLVED")[0]["sourceEntityId"] == ship

    def test_asks_for_a_place_of_the_lane_that_has_room(self) -> None:
        field, _, unit = self.set_up()
        for _ in range(2):
            field.put(ME, "bravo.front")
        field.put(ME, "bravo.back")
        field.act(drops.drop, unit)

        assert field.var(unit, "zone") == "bravo.back"

    def test_waits_for_the_next_own_turn_for_supply_and_for_room(self) -> None:
        field, _, unit = self.set_up()
        field.set(unit, loaded=NOW)
        assert drops.options(field.state, ME) == []
        field.set(unit, loaded=NOW - 2)
        field.set(ME, supply=0)
        assert drops.options(field.state, ME) == []
        field.set(ME, supply=1)
        assert drops.options(field.state, ME) == [("drop", unit)]
        for row in ("front", "front", "back", "back"):
            field.put(ME, f"bravo.{row}")

        assert drops.options(field.state, ME) == []

    def test_comes_as_often_a_turn_as_there_are_hangars(self) -> None:
        field, ship, first = self.set_up(hangars=2)
        second, third = field.put(ME, "hand"), field.put(ME, "hand")
        for unit in (second, third):
            self.stow(field, ship, unit)
        for unit in (first, second):
            field.act(drops.drop, unit, "bravo.front")
        assert drops.options(field.state, ME) == []
        field.set(ship, dropTurn=NOW - 2)

        assert drops.options(field.state, ME) == [("drop", third)]

    def test_is_sent_back_to_hand_as_printed_by_point_defence_so_often_a_turn(self) -> None:
        field, ship, first = self.set_up(hangars=2, defence=1)
        second = field.put(ME, "hand")
        self.stow(field, ship, second)
        field.act(drops.drop, first, "bravo.front")
        reported = field.event_names
        field.act(drops.drop, second, "bravo.front")

        assert reported == ["RESOURCE_SPENT", "POINT_DEFENSE_INTERCEPTED"]
        assert field.vars(first, "zone", "holder", "loaded", "entered") == ("hand", ME, 0, 0)
        assert field.var(second, "zone") == "bravo.front"
        assert field.var(ME, "supply") == 8

    def test_is_intercepted_again_on_another_turn(self) -> None:
        field, _, unit = self.set_up(defence=1)
        guard = field.state.zone(FOE, "bravo.orbit")[0]
        field.set(guard, intercepts=1, interceptTurn=NOW - 2)
        field.act(drops.drop, unit, "bravo.front")

        assert field.var(unit, "zone") == "hand"
        assert field.vars(guard, "intercepts", "interceptTurn") == (1, NOW)

    def test_passes_the_defence_of_another_lane(self) -> None:
        field, _, unit = self.set_up()
        field.put(FOE, "alpha.orbit", "t.mixed", kw={"POINT_DEFENSE": 5})
        field.act(drops.drop, unit, "bravo.front")

        assert field.var(unit, "zone") == "bravo.front"


class TestSettings:
    def test_of_strikes_change_their_strength(self) -> None:
        for config, keywords, remaining in (
            ({"strikePoints": 3}, "", 7),
            ({"paintedFactor": (2, 1)}, "TARGET_LINK", 6),
            ({}, "TARGET_LINK", 7),
        ):
            field = Field(**config)
            ship, target = (
                field.put(ME, "alpha.orbit", "t.mac", kw=keywords),
                field.put(FOE, "alpha.front", healthCap=10),
            )
            field.act(orbit.strike, ship)

            assert field.var(target, "health") == remaining

    def test_let_a_ship_strike_at_once(self) -> None:
        field = Field(strikeFatigue=False)
        ship = field.put(ME, "alpha.orbit", "t.mac", entered=NOW)

        assert orbit.strikes(field.state, ME) == [("strike", ship)]

    def test_make_a_crash_lighter(self) -> None:
        field = Field(crashDivisor=5)
        ship, unit = field.put(FOE, "discard", "t.mac", healthCap=10), field.put(ME, "alpha.front")
        field.do(lambda st, env: orbit.crash(st, ship, 1))

        assert field.var(unit, "health") == 2

    def test_change_what_loading_and_dropping_cost(self) -> None:
        field, _, card = TestLoading().set_up(card={"battery": 0}, loadDivisor=3)
        assert drops.load_cost(field.state, card) == (1, 0)
        field, _, unit = TestDropping().set_up(dropCost=3)
        field.act(drops.drop, unit, "bravo.front")

        assert field.var(ME, "supply") == 7
