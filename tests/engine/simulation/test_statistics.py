"""The intervals and verdicts of previews, against known values and by simulation with fixed seeds."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.kernel.chance import Stream
from engine.simulation.intervals import beta_share, jeffreys, rate_interval, wilson
from engine.simulation.report import signed
from engine.simulation.statistics import BOUND, Moments, guarded, half_width, likelihood_ratio, verdict
from engine.simulation.stopping import FLOOR, MIN_BLOCKS, MIN_VERDICT
from engine.simulation.tally import add

RUNS, LONGEST, LOOK = 200, 1_500, 50
SCALE = 4


def blocks(run: int, drift_percent: int) -> list[int]:
    """Return the values 4d of a run of blocks; the true mean of d is drift_percent / 100 of a quarter win."""
    stream = Stream(run, "blocks")
    return [stream.below(5) - 2 + (stream.below(100) < drift_percent) for _ in range(LONGEST)]


def looks(values: list[int]) -> list[Moments]:
    """Return the moments at each look from the first allowed one."""
    return [Moments.of(*values[:n]) for n in range(MIN_BLOCKS, LONGEST + 1, LOOK)]


def misses(moments: Moments, truth: float) -> bool:
    variance = guarded(moments.variance(SCALE), moments.n, FLOOR)
    return abs(moments.mean(SCALE) - truth) > half_width(moments.n, variance, 700)


class TestMoments:
    def test_add_up_in_any_order_to_the_same(self) -> None:
        parts = [Moments.of(1, 2), Moments.of(-4), Moments.of(3, 3, 0), Moments()]
        sums = {sum(order, Moments()) for order in permutations(parts)}

        assert sums == {Moments.of(1, 2, -4, 3, 3, 0)}

    def test_give_mean_and_variance_of_scaled_samples(self) -> None:
        held = Moments.of(4, 0, 0, 4)

        assert (held.mean(4), held.variance(4)) == (0.5, 0.25)


class TestTheConfidenceSequence:
    def test_has_the_width_of_the_published_formula(self) -> None:
        assert half_width(1_410, 0.06, 1_410) == pytest.approx(0.0198, abs=5e-5)

    def test_is_never_empty_for_a_sample_without_variance(self) -> None:
        assert half_width(50, guarded(0.0, 50, FLOOR), 1_400) > 0.02

    def test_rarely_misses_a_true_zero_however_often_one_looks(self) -> None:
        wrong = sum(any(misses(held, 0.0) for held in looks(blocks(run, 0))) for run in range(RUNS))

        assert wrong <= RUNS * 0.05

    def test_rarely_misses_a_true_change_however_often_one_looks(self) -> None:
        truth = 0.20 / SCALE
        wrong = sum(any(misses(held, truth) for held in looks(blocks(run, 20))) for run in range(RUNS))

        assert wrong <= RUNS * 0.05

    def test_is_wider_than_a_plain_interval_that_fails_when_peeked_at(self) -> None:
        def plain(held: Moments) -> bool:
            return abs(held.mean(SCALE)) > 1.96 * (held.variance(SCALE) / held.n) ** 0.5

        wrong = sum(any(plain(held) for held in looks(blocks(run, 0))) for run in range(RUNS))

        assert wrong > RUNS * 0.15


class TestTheVerdict:
    def test_follows_the_likelihood_ratio(self) -> None:
        assert likelihood_ratio(900, 0.02, 0.06) == pytest.approx(900 * 0.02 * 0.02 / 0.12)
        assert pytest.approx(2.944, abs=1e-3) == BOUND

    @pytest.mark.parametrize(
        ("mean", "decision"), [(0.05, "stronger"), (-0.05, "weaker"), (0.0, "even"), (0.0125, "open")]
    )
    def test_names_the_side_of_a_mean(self, mean: float, decision: str) -> None:
        assert verdict(1_200, mean, 0.06) == decision

    def test_seldom_calls_no_change_a_change(self) -> None:
        wrong = 0
        for run in range(RUNS):
            for held in looks(blocks(run, 0)):
                called = verdict(held.n, held.mean(SCALE), held.variance(SCALE))
                if held.n >= MIN_VERDICT and called != "open":
                    wrong += called in ("stronger", "weaker")
                    break

        assert wrong <= RUNS * 0.12


class TestRateIntervals:
    def test_give_wilson_for_a_large_sample(self) -> None:
        assert rate_interval(50, 100) == pytest.approx((0.40383, 0.59617), abs=1e-5)

    def test_give_jeffreys_for_nothing_out_of_ten(self) -> None:
        assert jeffreys(0, 10) == pytest.approx((0.0, 0.21720), abs=1e-4)

    def test_choose_by_the_sample(self) -> None:
        assert rate_interval(0, 400) == jeffreys(0, 400) != wilson(0, 400)

    def test_rest_on_a_beta_function_that_is_right(self) -> None:
        assert beta_share(0.5, 2, 3) == pytest.approx(0.6875)
        assert beta_share(0.3, 1, 1) == pytest.approx(0.3)


class TestTallies:
    def test_add_nested_counts_and_leave_their_operands_alone(self) -> None:
        left, right = {"a": 1, "b": {"x": [1, 2, 4]}}, {"b": {"x": [1, 3, 9], "y": 5}, "c": 2}
        both = add(left, right)

        assert both == add(right, left) == {"a": 1, "b": {"x": [2, 5, 13], "y": 5}, "c": 2}
        assert left == {"a": 1, "b": {"x": [1, 2, 4]}}


class TestSigned:
    def test_numbers_stand_as_print_has_them(self) -> None:
        assert [signed(value, 1) for value in (1.84, -9.8, 0.04, -0.04)] == ["+1.8", "−9.8", "0.0", "0.0"]
        assert signed(-3.2) == "−3"
