"""The measurement of balance: it repeats by its seeds, it counts rightly, and a small sample keeps its goals."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.balance_wizards import MEASUREMENTS, Ended, Measurement, is_whole, play, row

FOUR = next(each for each in MEASUREMENTS if each.title == "four greedy")


def ended(seat: int, reason: str = "loop reached", rounds: int = 10) -> Ended:
    return Ended(seat, "greedy", reason, rounds, frozenset(), ())


class TestAMeasurement:
    def test_repeats_a_match_by_its_seed(self) -> None:
        bots = ("random", "random")

        assert play(bots, 3) == play(bots, 3) != play(bots, 4)

    def test_turns_the_bots_by_a_seat_with_each_seed(self) -> None:
        bots = ("greedy", "random", "random", "random")
        seats = [(play(bots, seed).bot, play(bots, seed).seat) for seed in range(2)]

        assert seats == [("greedy", 0), ("greedy", 3)]

    def test_prints_who_won_how_matches_ended_and_how_long_they_were(self) -> None:
        matches = [*(ended(seat % 4, rounds=8 + seat) for seat in range(8)), *[ended(0, "round cap", 40)] * 2]

        expected = (
            "| four greedy | 10 | seats win 40.0, 20.0, 20.0, 20.0 % | 80.0 %, 0 | 8, 13, 40 |"
            " no seat > 30 %, ≥ 95 % by the win rule: missed |"
        )
        assert expected == row(FOUR, matches)

    def test_misses_its_goal_by_one_match_that_broke_off(self) -> None:
        whole = [ended(seat % 4) for seat in range(40)]

        assert [is_whole(whole), is_whole([*whole[1:], ended(0, "budget")])] == [True, False]

    @pytest.mark.parametrize("each", MEASUREMENTS[:4], ids=lambda each: each.title)
    def test_keeps_its_goal_in_a_small_sample(self, each: Measurement) -> None:
        assert each.is_met([play(each.bots, seed) for seed in range(4)])
