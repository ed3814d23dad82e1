"""The arithmetic of hits in halo, with both borders of every split."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.rulesets.halo.damage_math import KINDS, apply_cover, multiply, pass_armour, plasma, split_shield, spread

POINTS = some.integers(0, 60)


class TestPlasma:
    @pytest.mark.parametrize(
        ("points", "shield", "lost"),
        [
            (3, 2, (2, 1)),
            (0, 0, (0, 0)),
            (0, 4, (0, 0)),
            (2, 4, (4, 0)),
            (2, 5, (4, 0)),
            (2, 3, (3, 0)),
            (1, 1, (1, 0)),
            (1, 0, (0, 1)),
            (3, 0, (0, 1)),
            (4, 0, (0, 2)),
            (3, 3, (3, 1)),
            (3, 4, (4, 1)),
            (4, 4, (4, 1)),
            (6, 4, (4, 2)),
        ],
    )
    def test_takes_two_of_a_shield_for_a_point_and_half_of_the_rest(
        self, points: int, shield: int, lost: tuple[int, int]
    ) -> None:
        assert plasma(points, shield) == lost

    @pytest.mark.parametrize(
        ("points", "shield", "lost"), [(3, 2, (2, 2)), (2, 4, (4, 0)), (2, 3, (3, 1)), (1, 1, (1, 1)), (4, 4, (4, 2))]
    )
    def test_can_be_read_as_doubled_first(self, points: int, shield: int, lost: tuple[int, int]) -> None:
        assert plasma(points, shield, is_doubled=True) == lost

    @given(POINTS, POINTS, some.booleans())
    def test_takes_no_more_than_the_shield_has_and_reaches_health_through_a_broken_one_alone(
        self, points: int, shield: int, doubled: bool
    ) -> None:
        off_shield, off_health = plasma(points, shield, is_doubled=doubled)

        assert 0 <= off_shield <= shield
        assert off_health == 0 or off_shield == shield
        assert off_health <= points

    @given(POINTS, POINTS, some.booleans())
    def test_never_does_less_for_a_point_more(self, points: int, shield: int, doubled: bool) -> None:
        less, more = (plasma(one, shield, is_doubled=doubled) for one in (points, points + 1))

        assert more[0] >= less[0] and more[1] >= less[1]


class TestOtherDamage:
    @given(POINTS, POINTS)
    def test_is_lost_by_shield_first_and_none_of_it_is_lost_on_the_way(self, points: int, shield: int) -> None:
        off_shield, off_health = split_shield(points, shield)

        assert off_shield + off_health == points
        assert off_shield == shield or off_health == 0


class TestArmour:
    @pytest.mark.parametrize(
        ("amount", "kind", "left"),
        [
            (3, "BALLISTIC", 2),
            (3, "GENERAL", 2),
            (1, "BALLISTIC", 1),
            (2, "GENERAL", 1),
            (0, "GENERAL", 0),
            (3, "TRUE", 3),
            (3, "PLASMA", 3),
            (1, "TRUE", 1),
        ],
    )
    def test_takes_one_off_but_leaves_one_and_stops_neither_plasma_nor_true(
        self, amount: int, kind: str, left: int
    ) -> None:
        assert pass_armour(amount, kind) == left

    @given(POINTS, some.sampled_from(KINDS), some.integers(0, 5))
    def test_never_makes_nothing_of_something(self, amount: int, kind: str, plates: int) -> None:
        assert (pass_armour(amount, kind, plates) > 0) == (amount > 0)


class TestStatusesAndCover:
    @pytest.mark.parametrize(
        ("amount", "by", "cover", "late", "early"),
        [
            (3, 0, 0, (3, 0), (3, 0)),
            (3, 1, 0, (4, 0), (4, 0)),
            (3, -1, 1, (1, 1), (1, 1)),
            (1, 1, 1, (1, 1), (0, 1)),
            (1, -1, 1, (0, 0), (0, 1)),
            (1, -3, 0, (0, 0), (0, 0)),
            (0, 1, 0, (0, 0), (0, 0)),
            (2, 0, 5, (0, 2), (0, 2)),
        ],
    )
    def test_change_a_blow_that_has_weight(
        self, amount: int, by: int, cover: int, late: tuple[int, int], early: tuple[int, int]
    ) -> None:
        assert apply_cover(amount, by, cover) == late
        assert apply_cover(amount, by, cover, cover_first=True) == early

    @given(some.integers(-5, 60), some.integers(-5, 5), some.integers(0, 5), some.booleans())
    def test_never_go_below_nothing(self, amount: int, by: int, cover: int, cover_first: bool) -> None:
        left, stopped = apply_cover(amount, by, cover, cover_first=cover_first)

        assert left >= 0 and 0 <= stopped <= cover


class TestFactors:
    def test_multiply_each_or_the_largest_alone(self) -> None:
        assert multiply(3, (2, 2)) == 12
        assert multiply(3, (2, 3), each=False) == 9
        assert multiply(3, (), each=False) == 3


class TestSections:
    def test_are_hit_in_listed_order_and_the_excess_goes_on(self) -> None:
        assert spread(5, (6, 8)) == (1, 8)
        assert spread(6, (6, 8)) == (0, 8)
        assert spread(9, (6, 8)) == (0, 5)
        assert spread(3, (0, 8)) == (0, 5)

    def test_can_each_stop_a_blow(self) -> None:
        assert spread(9, (6, 8), overflow=False) == (0, 8)
        assert spread(9, (0, 8), overflow=False) == (0, 0)

    @given(POINTS, some.lists(some.integers(0, 20), max_size=5))
    def test_lose_together_what_the_blow_has_or_all_they_have(self, amount: int, held: list[int]) -> None:
        assert sum(held) - sum(spread(amount, held)) == min(amount, sum(held))
