"""The steps of a hit in halo (HA5, HA9), each on a table set up by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from engine.kernel.ground import EnvironmentId
from engine.kernel.signals import Signal
from engine.kernel.state import State
from engine.kernel.state_writers import set_var
from engine.rulesets.halo.damage import deal, sections
from engine.rulesets.halo.damage_math import BALLISTIC, GENERAL, KINDS, PLASMA, TRUE
from tests.engine.rulesets.halo_field import FOE, ME, NOW, Field
from tests.examples import some_of

BLOW = ["DAMAGE_CALC_STARTED", "SHIELD_DAMAGED", "HULL_OR_HEALTH_DAMAGED", "DAMAGE_DEALT", "LETHAL_CHECKED"]
NEXT_FOES, NEXT_OF_MINE = NOW + 1, NOW + 2


def blow(
    field: Field, amount: int, kind: str, target: int, source: int = 0, *extra: int, ordnance: bool = False
) -> list[str]:
    """Deal damage as one action and return the events."""
    field.do(lambda st, env: deal(st, source, (target, *extra), amount, kind, ordnance=ordnance))
    return field.event_names


class TestABlow:
    def test_breaks_the_shield_then_takes_health_and_tells_each_step(self) -> None:
        field = Field()
        source, target = field.put(ME, "alpha.front"), field.put(FOE, "alpha.front", shieldCap=2, healthCap=5)

        assert blow(field, 3, GENERAL, target, source) == BLOW
        assert field.vars(target, "shield", "health") == (0, 4)
        assert field.vars(target, "damaged", "lastHit") == (NOW, source)

    @pytest.mark.parametrize(
        ("kind", "shield", "health"), [(PLASMA, 0, 4), (GENERAL, 0, 4), (BALLISTIC, 0, 4), (TRUE, 0, 4)]
    )
    def test_of_3_on_a_shield_of_2_and_health_of_5_leaves_4(self, kind: str, shield: int, health: int) -> None:
        field = Field()
        target = field.put(FOE, "alpha.front", shieldCap=2, healthCap=5)
        blow(field, 3, kind, target)

        assert field.vars(target, "shield", "health") == (shield, health)

    def test_tells_sides_lane_amount_and_type(self) -> None:
        field = Field()
        source, target = field.put(ME, "bravo.back"), field.put(FOE, "bravo.front", shieldCap=1)
        blow(field, 3, BALLISTIC, target, source)
        shared = {"sourcePlayerId": ME, "targetPlayerId": FOE, "sourceEntityId": source, "targetEntityId": target}
        extra = {"lane": 2, "damageType": BALLISTIC}

        assert field.payloads("DAMAGE_CALC_STARTED") == [{**shared, **extra, "amount": 3, "ordnance": False, "base": 3}]
        assert field.payloads("SHIELD_DAMAGED") == [{**shared, **extra, "amount": 1}]
        assert field.payloads("HULL_OR_HEALTH_DAMAGED") == [{**shared, **extra, "amount": 2}]
        assert field.payloads("DAMAGE_DEALT") == [{**shared, **extra, "amount": 3}]

    def test_that_a_shield_stops_reaches_no_health(self) -> None:
        field = Field()
        target = field.put(FOE, "alpha.front", shieldCap=5)

        assert blow(field, 3, GENERAL, target) == ["DAMAGE_CALC_STARTED", "SHIELD_DAMAGED", "DAMAGE_DEALT"]
        assert field.vars(target, "shield", "health") == (2, 4)

    def test_that_kills_tells_by_how_much_it_was_too_much(self) -> None:
        field = Field()
        target = field.put(FOE, "alpha.front", healthCap=2)

        assert blow(field, 5, GENERAL, target)[-3:] == ["LETHAL_CHECKED", "OVERKILL_APPLIED", "KILL_OCCURRED"]
        assert field.payloads("OVERKILL_APPLIED")[0]["amount"] == 3
        assert [field.payloads(event)[0]["amount"] for event in ("HULL_OR_HEALTH_DAMAGED", "DAMAGE_DEALT")] == [2, 2]

    @pytest.mark.parametrize("kind", KINDS)
    def test_of_nothing_does_nothing(self, kind: str) -> None:
        field = Field()
        target = field.put(FOE, "alpha.front", healthCap=1, st__MARKED=NOW)

        assert blow(field, 0, kind, target) == ["DAMAGE_CALC_STARTED"]
        assert field.vars(target, "health", "damaged") == (1, 0)

    def test_hits_each_target_in_turn_and_passes_over_one_that_has_left(self) -> None:
        field = Field()
        first, removed, last = (field.put(FOE, zone) for zone in ("alpha.front", "discard", "charlie.back"))
        blow(field, 1, GENERAL, first, 0, removed, last)

        assert [reported["targetEntityId"] for reported in field.payloads("DAMAGE_DEALT")] == [first, last]
        assert field.var(removed, "health") == 4

    def test_passes_over_one_who_has_no_health_left_so_the_first_who_slew_it_keeps_the_kill(self) -> None:
        field = Field()
        first, second = field.put(ME, "alpha.front"), field.put(ME, "alpha.front")
        target = field.put(FOE, "alpha.front")

        def twice(st: State, env_id: EnvironmentId) -> Signal:
            deal(st, second, (target,), 5, GENERAL)
            return deal(st, first, (target,), 5, GENERAL)

        field.do(twice)

        assert field.event_names.count("DAMAGE_CALC_STARTED") == 1
        assert [reported["sourceEntityId"] for reported in field.payloads("KILL_OCCURRED")] == [first]

    def test_against_a_player_hurts_the_base(self) -> None:
        field = Field()
        source = field.put(ME, "alpha.front")

        assert blow(field, 3, PLASMA, FOE, source) == ["DAMAGE_CALC_STARTED", "BASE_DAMAGED"]
        assert field.var(FOE, "base") == 27

    def test_of_a_suppressed_attacker_is_weaker_against_a_base_too(self) -> None:
        field = Field()
        source = field.put(ME, "alpha.front", st__SUPPRESSED=NOW)
        field.set(FOE, st__MARKED=NOW)
        blow(field, 3, GENERAL, FOE, source)

        assert field.var(FOE, "base") == 28


class TestListenersOfTheCalculation:
    @pytest.mark.parametrize("at", ["unit", "base"])
    def test_change_the_amount_and_that_is_reported(self, at: str) -> None:
        field = Field()
        unit = field.put(FOE, "alpha.front", healthCap=30)
        place = field.state.program.events["DAMAGE_CALC_STARTED"].fields.index("amount")
        field.modify(
            "DAMAGE_CALC_STARTED",
            lambda st, env, reported, commit: (*reported[:place], reported[place] + 1, *reported[place + 1 :]),
        )
        blow(field, 2, GENERAL, unit if at == "unit" else FOE)
        left = field.var(unit, "health") if at == "unit" else field.var(FOE, "base")

        assert left == 27
        assert [reported["amount"] for reported in field.payloads("DAMAGE_MODIFIED")] == [3]
        assert [(reported["base"], reported["amount"]) for reported in field.payloads("DAMAGE_CALC_STARTED")] == [
            (2, 3)
        ]


class TestStatuses:
    @pytest.mark.parametrize(
        ("mine", "theirs", "expected"),
        [
            ({}, {"st__MARKED": NOW}, 6),
            ({}, {"st__MARKED": NOW - 1}, 7),
            ({"st__SUPPRESSED": NOW}, {}, 8),
            ({"st__SUPPRESSED": NOW + 1, "stacks__SUPPRESSED": 2}, {}, 9),
            ({}, {"st__COVER": NOW}, 8),
            ({}, {"st__COVER": NOW, "stacks__COVER": 3}, 10),
            ({"st__SUPPRESSED": NOW}, {"st__COVER": NOW, "st__MARKED": NOW}, 8),
        ],
    )
    def test_change_a_blow_of_3_on_health_10(self, mine: dict[str, int], theirs: dict[str, int], expected: int) -> None:
        field = Field()
        source = field.put(ME, "alpha.front", **mine)
        target = field.put(FOE, "alpha.front", healthCap=10, **theirs)
        blow(field, 3, GENERAL, target, source)

        assert field.var(target, "health") == expected

    def test_of_cover_are_reported_and_do_not_count_for_ordnance(self) -> None:
        field = Field()
        source, rocket = field.put(ME, "alpha.front"), field.put(ME, "alpha.front", "t.rocket")
        ship = field.put(ME, "alpha.orbit", "t.plasma_beam")
        target = field.put(FOE, "alpha.front", healthCap=20, st__COVER=NOW)

        assert blow(field, 3, GENERAL, target, source)[:3] == [
            "DAMAGE_CALC_STARTED",
            "COVER_MITIGATED",
            "DAMAGE_MODIFIED",
        ]
        assert field.payloads("COVER_MITIGATED")[0]["amount"] == 1
        assert field.payloads("DAMAGE_MODIFIED")[0]["amount"] == 2
        assert "COVER_MITIGATED" not in blow(field, 3, GENERAL, target, rocket)
        assert "COVER_MITIGATED" not in blow(field, 3, GENERAL, target, source, ordnance=True)
        assert "COVER_MITIGATED" in blow(field, 3, GENERAL, target, ship)

    def test_can_stop_a_blow(self) -> None:
        field = Field()
        target = field.put(FOE, "alpha.front", st__COVER=NOW)

        assert blow(field, 1, TRUE, target) == ["DAMAGE_CALC_STARTED", "COVER_MITIGATED", "DAMAGE_MODIFIED"]
        assert field.vars(target, "health", "damaged") == (4, 0)


class TestHeadshot:
    def test_doubles_a_blow_on_a_target_without_shield(self) -> None:
        field = Field()
        source = field.put(ME, "alpha.front", kw="HEADSHOT")
        bare, shielded_response = field.put(FOE, "alpha.front"), field.put(FOE, "alpha.front", shieldCap=1)

        assert "HEADSHOT_TRIGGERED" in blow(field, 2, GENERAL, bare, source)
        assert "HEADSHOT_TRIGGERED" not in blow(field, 2, GENERAL, shielded_response, source)
        assert (field.var(bare, "health"), field.var(shielded_response, "health")) == (0, 3)


class TestPlasma:
    def test_marks_its_target_once_a_turn(self) -> None:
        field = Field()
        target = field.put(FOE, "alpha.front", shieldCap=9)

        assert "PLASMA_TAG_APPLIED" in blow(field, 1, PLASMA, target)
        assert field.var(target, "plasma") == NOW
        assert "PLASMA_TAG_APPLIED" not in blow(field, 1, PLASMA, target)

    def test_doubles_the_first_ballistic_blow_of_the_turn_on_what_it_marked(self) -> None:
        field = Field()
        target = field.put(FOE, "alpha.front", healthCap=20)
        healths = []
        for amount, kind in ((2, PLASMA), (3, GENERAL), (3, BALLISTIC), (3, BALLISTIC)):
            blow(field, amount, kind, target)
            healths.append(field.var(target, "health"))

        assert healths == [19, 16, 10, 7]

    def test_of_an_earlier_turn_doubles_nothing(self) -> None:
        field = Field()
        target = field.put(FOE, "alpha.front", healthCap=20, plasma=NOW - 1, comboed=NOW - 1)
        blow(field, 3, BALLISTIC, target)

        assert field.var(target, "health") == 17

    def test_and_headshot_multiply_each_other(self) -> None:
        field = Field()
        source = field.put(ME, "alpha.front", kw="HEADSHOT")
        target = field.put(FOE, "alpha.front", healthCap=20, plasma=NOW)
        blow(field, 3, BALLISTIC, target, source)

        assert field.var(target, "health") == 8


class TestKeywords:
    def test_sentinel_passes_the_shield(self) -> None:
        field = Field()
        source, target = field.put(ME, "alpha.front", kw="SENTINEL"), field.put(FOE, "alpha.front", shieldCap=3)

        assert "SHIELD_DAMAGED" not in blow(field, 3, GENERAL, target, source)
        assert field.vars(target, "shield", "health") == (3, 1)
        blow(field, 3, PLASMA, target, source)
        assert field.vars(target, "shield", "health") == (3, 0)

    @pytest.mark.parametrize(("kind", "expected"), [(GENERAL, 3), (BALLISTIC, 3), (PLASMA, 3), (TRUE, 2)])
    def test_armor_takes_one_off_what_reaches_health(self, kind: str, expected: int) -> None:
        field = Field()
        target = field.put(FOE, "alpha.front", kw="ARMOR", healthCap=4)
        blow(field, 2, kind, target)

        assert field.var(target, "health") == expected

    def test_armor_leaves_1_and_does_not_spare_the_shield(self) -> None:
        field = Field()
        target = field.put(FOE, "alpha.front", kw="ARMOR", shieldCap=2)
        blow(field, 3, GENERAL, target)

        assert field.vars(target, "shield", "health") == (0, 3)

    @pytest.mark.parametrize(("owner", "until"), [(FOE, NEXT_FOES), (ME, NEXT_OF_MINE)])
    def test_emp_stops_a_vehicle_through_its_owners_next_turn(self, owner: int, until: int) -> None:
        field = Field()
        source = field.put(3 - owner, "alpha.front", kw="EMP")
        car, man = field.put(owner, "alpha.front", "t.vehicle"), field.put(owner, "alpha.back")
        shielded_response = field.put(owner, "alpha.back", kw="VEHICLE", shieldCap=3)

        assert blow(field, 1, GENERAL, car, source)[-3:] == ["STATUS_APPLIED", "EMP_APPLIED", "LETHAL_CHECKED"]
        blow(field, 1, GENERAL, man, source, shielded_response)
        assert [field.var(one, "st.DISABLED") for one in (car, man, shielded_response)] == [until, 0, until]

    def test_emp_does_nothing_to_a_vehicle_that_it_did_not_damage(self) -> None:
        field = Field()
        source = field.put(ME, "alpha.front", kw="EMP")
        car = field.put(FOE, "alpha.front", "t.vehicle", st__COVER=NOW)

        assert "EMP_APPLIED" not in blow(field, 1, GENERAL, car, source)


class TestVessels:
    def test_harden_against_the_first_damage_of_a_turn(self) -> None:
        field = Field()
        ship = field.put(FOE, "alpha.orbit", "t.mixed", healthCap=20, kw={"SHIELD_HARDENING": 2})
        healths = []
        for amount in (3, 3):
            blow(field, amount, GENERAL, ship)
            healths.append(field.var(ship, "health"))
        field.set(ship, hardened=NOW - 1)
        blow(field, 1, TRUE, ship)

        assert [*healths, field.var(ship, "health")] == [19, 16, 16]

    def test_keep_their_hardening_for_a_blow_that_has_weight(self) -> None:
        field = Field()
        ship = field.put(FOE, "alpha.orbit", "t.mixed", kw={"SHIELD_HARDENING": 2})
        blow(field, 0, GENERAL, ship)
        blow(field, 3, GENERAL, ship)

        assert field.var(ship, "health") == 3

    def flagship(self, field: Field, **extra: Any) -> int:
        """A ship of a generator of 6 and a critical core of 8, its health their sum."""
        parts = {"section__0": 6, "section__1": 8, "critical__1": 1}
        return field.put(FOE, "alpha.orbit", "t.mac", healthCap=14, shieldCap=2, **parts, **extra)

    @pytest.mark.parametrize(
        ("amount", "expected", "health"),
        [(2, (6, 8), 14), (7, (1, 8), 9), (8, (0, 8), 8), (11, (0, 5), 5), (16, (0, 0), 0)],
    )
    def test_of_sections_lose_them_in_listed_order(self, amount: int, expected: tuple[int, ...], health: int) -> None:
        field = Field()
        ship = self.flagship(field)
        blow(field, amount, GENERAL, ship)

        assert sections(field.state, ship) == expected
        assert field.var(ship, "health") == health

    def test_are_lost_with_a_critical_section(self) -> None:
        field = Field()
        ship = self.flagship(field, critical__0=1)
        blow(field, 8, GENERAL, ship)

        assert sections(field.state, ship) == (0, 8)
        assert field.var(ship, "health") == 0

    def test_of_sections_can_be_hit_too_hard(self) -> None:
        field = Field()
        ship = self.flagship(field)
        blow(field, 20, GENERAL, ship)

        assert field.payloads("OVERKILL_APPLIED")[0]["amount"] == 4


class TestSettings:
    """Each number of the arithmetic is the config's."""

    @pytest.mark.parametrize(
        ("config", "amount", "kind", "mine", "theirs", "expected"),
        [
            ({"markedPoints": 2}, 3, GENERAL, {}, {"st__MARKED": NOW}, 15),
            ({"suppressedPoints": 2}, 3, GENERAL, {"st__SUPPRESSED": NOW}, {}, 19),
            ({"coverPoints": 2}, 3, GENERAL, {}, {"st__COVER": NOW}, 19),
            ({"coverFirst": True}, 1, GENERAL, {}, {"st__COVER": NOW, "st__MARKED": NOW}, 20),
            ({"coverFirst": False}, 1, GENERAL, {}, {"st__COVER": NOW, "st__MARKED": NOW}, 19),
            ({"headshotFactor": 3}, 3, GENERAL, {"kw": "HEADSHOT"}, {}, 11),
            ({"comboFactor": 3}, 3, BALLISTIC, {}, {"plasma": NOW}, 11),
            ({"factorsMultiply": False}, 3, BALLISTIC, {"kw": "HEADSHOT"}, {"plasma": NOW}, 14),
            ({"plasmaSplit": "doubled"}, 3, PLASMA, {}, {"shieldCap": 2}, 18),
            ({"plasmaSplit": "points"}, 3, PLASMA, {}, {"shieldCap": 2}, 19),
            ({"armorPoints": 2}, 5, GENERAL, {}, {"kw": "ARMOR"}, 17),
            ({"sectionOverflow": False}, 9, GENERAL, {}, {"section__0": 4, "section__1": 16}, 16),
            ({"criticalDestroys": False}, 4, GENERAL, {}, {"section__0": 4, "section__1": 16, "critical__0": 1}, 16),
            ({"criticalDestroys": True}, 4, GENERAL, {}, {"section__0": 4, "section__1": 16, "critical__0": 1}, 0),
        ],
        ids=str,
    )
    def test_leave_of_health_20(
        self,
        config: dict[str, Any],
        amount: int,
        kind: str,
        mine: dict[str, Any],
        theirs: dict[str, Any],
        expected: int,
    ) -> None:
        field = Field(**config)
        source, target = field.put(ME, "alpha.front", **mine), field.put(FOE, "alpha.front", healthCap=20, **theirs)
        blow(field, amount, kind, target, source)

        assert field.var(target, "health") == expected


class TestAnswers:
    def test_to_a_blow_come_when_the_action_is_done(self) -> None:
        field = Field()
        first, second = field.put(FOE, "alpha.front"), field.put(FOE, "alpha.front")
        observations: list[int] = []

        def look(st: State, env_id: EnvironmentId) -> None:
            observations.append(st.entities[second]["health"])
            set_var(st, second, "health", 4)

        field.hear("DAMAGE_DEALT", look)
        blow(field, 1, GENERAL, first, 0, second)

        assert observations == [3, 4]


KEYWORDS = ("ARMOR", "PLASMA", "HEADSHOT", "SENTINEL", "EMP", "CAMO", "VEHICLE")
SMALL = some.integers(0, 12)


class TestAnyBlow:
    @settings(max_examples=some_of(150), deadline=None)
    @given(
        amount=SMALL,
        kind=some.sampled_from(KINDS),
        mine=some.sets(some.sampled_from(KEYWORDS)),
        theirs=some.sets(some.sampled_from(KEYWORDS)),
        points=some.tuples(SMALL, some.integers(1, 12)),
        before=some.tuples(some.integers(0, 3), some.integers(0, 3), some.integers(0, 1)),
        sections=some.lists(some.integers(1, 6), max_size=3),
    )
    def test_tells_what_was_lost_and_takes_no_more_than_there_is(
        self,
        amount: int,
        kind: str,
        mine: set[str],
        theirs: set[str],
        points: tuple[int, int],
        before: tuple[int, int, int],
        sections: list[int],
    ) -> None:
        field = Field()
        lying = zip(("COVER", "SUPPRESSED", "MARKED"), before, strict=True)
        statuses = {
            f"{part}__{name}": NOW if part == "st" else count
            for name, count in lying
            if count
            for part in ("st", "stacks")
        }
        parts = {f"section__{place}": left for place, left in enumerate(sections)}
        shield, health = points[0], sum(sections) or points[1]
        source = field.put(ME, "alpha.front", kw=" ".join(sorted(mine)), **statuses)
        target = field.put(
            FOE, "alpha.front", kw=" ".join(sorted(theirs)), shieldCap=shield, healthCap=health, **parts, **statuses
        )
        reported = blow(field, amount, kind, target, source)
        off_shield, off_health = shield - field.var(target, "shield"), health - field.var(target, "health")
        dealt_total = sum(one["amount"] for one in field.payloads("DAMAGE_DEALT"))

        assert field.var(target, "shield") >= 0 and off_shield >= 0 and off_health >= 0
        assert dealt_total == off_shield + off_health
        assert ("KILL_OCCURRED" in reported) == (off_health == health)
        assert ("SHIELD_DAMAGED" in reported, "HULL_OR_HEALTH_DAMAGED" in reported) == (off_shield > 0, off_health > 0)
        assert amount or not dealt_total
