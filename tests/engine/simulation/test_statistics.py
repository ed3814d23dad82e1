"""The numbers under the intervals of previews: against published tables, and exact where they must be."""

from __future__ import annotations

from itertools import permutations
from math import sqrt
from statistics import NormalDist

import pytest

from engine.simulation.presets import ALPHA, CRITICAL, INTERIM_ANALYSES, secondary_critical
from engine.simulation.rate_intervals import beta_share, clustered_interval, jeffreys, rate_interval, wilson
from engine.simulation.report import signed
from engine.simulation.statistics import Moments, Ratio, half_width, regularized_variance
from engine.simulation.tally import add
from tests.engine.simulation.group_sequential import critical_values, crossed

MILLION = 1_000_000


class TestMoments:
    def test_add_up_in_any_order_to_the_same(self) -> None:
        parts = [Moments.of(1, 2), Moments.of(-4), Moments.of(3, 3, 0), Moments()]
        sums = {sum(order, Moments()) for order in permutations(parts)}

        assert sums == {Moments.of(1, 2, -4, 3, 3, 0)}

    def test_give_mean_and_variance_of_scaled_samples(self) -> None:
        held = Moments.of(4, 0, 0, 4)

        assert (held.mean(4), held.variance(4)) == (0.5, 0.25)


class TestTheRecursion:
    """Against Jennison and Turnbull, Group Sequential Methods (2000), tables 2.1 and 2.3, two-sided 5 %."""

    @pytest.mark.parametrize(("interim_analyses", "value"), [(2, 2.178), (5, 2.413), (8, 2.512)])
    def test_agrees_with_the_table_of_pocock(self, interim_analyses: int, value: float) -> None:
        assert crossed([value] * interim_analyses) == pytest.approx(0.05, abs=2e-4)

    @pytest.mark.parametrize(("interim_analyses", "value"), [(2, 1.977), (5, 2.040), (8, 2.072)])
    def test_agrees_with_the_table_of_o_brien_and_fleming(self, interim_analyses: int, value: float) -> None:
        bounds = [value * sqrt(interim_analyses / look) for look in range(1, interim_analyses + 1)]

        assert crossed(bounds) == pytest.approx(0.05, abs=2e-4)


class TestTheCriticalValues:
    def test_spend_what_the_plan_says(self) -> None:
        early = ALPHA["early"] / 10_000 / (INTERIM_ANALYSES - 1)
        wanted = critical_values([early] * (INTERIM_ANALYSES - 1) + [ALPHA["final"] / 10_000])

        assert [value / MILLION for value in CRITICAL] == pytest.approx(wanted, abs=5e-5)
        assert crossed([value / MILLION for value in CRITICAL]) == pytest.approx(0.045, abs=2e-5)
        assert sum(ALPHA[name] for name in ("pilot", "early", "final")) == ALPHA["total"]

    def test_of_one_secondary_interval_add_up_to_its_five_percent(self) -> None:
        spent = [2 * NormalDist().cdf(-value / MILLION) for value in secondary_critical(1)]

        assert sum(spent) == pytest.approx(0.05, abs=1e-6)

    def test_of_many_secondary_intervals_share_it(self) -> None:
        spent = [2 * NormalDist().cdf(-value / MILLION) for value in secondary_critical(10)]

        assert 10 * sum(spent) == pytest.approx(0.05, abs=1e-5)


class TestAnInterval:
    def test_is_as_wide_as_the_formula_says(self) -> None:
        assert half_width(1_200, 0.05, 2_067_619) == pytest.approx(2.067619 * sqrt(0.05 / 1_200))

    def test_is_never_empty_for_a_sample_without_variance(self) -> None:
        assert half_width(160, regularized_variance(0.0, 160, 0.25, 2), 2_067_619) > 0.008


class TestRateIntervals:
    """Against Brown, Cai and DasGupta (2001) and R's `binom` package."""

    def test_give_wilson_for_a_large_sample(self) -> None:
        assert rate_interval(50, 100) == pytest.approx((0.40383, 0.59617), abs=1e-5)

    def test_give_jeffreys_for_nothing_out_of_ten(self) -> None:
        assert jeffreys(0, 10) == pytest.approx((0.0, 0.21720), abs=1e-4)

    def test_choose_by_the_sample(self) -> None:
        assert rate_interval(0, 400) == jeffreys(0, 400) != wilson(0, 400)

    def test_are_wider_at_a_higher_level(self) -> None:
        assert wilson(50, 100, 3.0)[0] < wilson(50, 100)[0]
        assert jeffreys(0, 10, 3.0)[1] > jeffreys(0, 10)[1]

    def test_rest_on_a_beta_function_that_is_right(self) -> None:
        assert beta_share(0.5, 2, 3) == pytest.approx(0.6875)
        assert beta_share(0.3, 1, 1) == pytest.approx(0.3)


class TestAClusteredShare:
    def test_is_worth_its_matches_where_they_are_independent(self) -> None:
        pairs = [(0, 2), (1, 2), (1, 2), (2, 2)] * 25
        share = ratio_of(pairs)

        assert share.effective() == pytest.approx(200 * 99 / 100)
        assert clustered_interval(share) == pytest.approx(wilson(99, 198))

    def test_is_worth_its_blocks_where_the_matches_of_a_block_are_alike(self) -> None:
        assert ratio_of([(0, 2), (2, 2)] * 50).effective() == pytest.approx(100 * 99 / 100)

    def test_is_worth_its_blocks_where_all_were_alike(self) -> None:
        assert ratio_of([(2, 2)] * 50).effective() == 50

    def test_of_nothing_may_be_anything(self) -> None:
        assert clustered_interval(Ratio()) == (0.0, 1.0)


def ratio_of(pairs: list[tuple[int, int]]) -> Ratio:
    """Return the sums over blocks of (part, whole)."""
    return sum((Ratio(1, a, b, a * a, b * b, a * b) for a, b in pairs), Ratio())


class TestTallies:
    def test_add_nested_counts_and_leave_their_operands_alone(self) -> None:
        remaining, right = {"a": 1, "b": {"x": [1, 2, 4]}}, {"b": {"x": [1, 3, 9], "y": 5}, "c": 2}
        both = add(remaining, right)

        assert both == add(right, remaining) == {"a": 1, "b": {"x": [2, 5, 13], "y": 5}, "c": 2}
        assert remaining == {"a": 1, "b": {"x": [1, 2, 4]}}


class TestSigned:
    def test_numbers_stand_as_print_has_them(self) -> None:
        assert [signed(value, 1) for value in (1.84, -9.8, 0.04, -0.04)] == ["+1.8", "−9.8", "0.0", "0.0"]
        assert signed(-3.2) == "−3"
