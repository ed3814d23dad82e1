"""The measurement of halo's balance: it repeats by its seeds, it counts rightly, and a small sample keeps its goals."""

from __future__ import annotations

from tests.engine.rulesets.balance_halo import (
    GREEDY,
    MEASUREMENTS,
    RANDOM,
    Ended,
    by_rule,
    decks,
    first,
    is_even,
    play,
    row,
    share,
)

AGAINST_RANDOM, EVEN, CHANCE = MEASUREMENTS
NAMES = tuple(decks())


def ended(
    seat: int = 0, began: int = 0, met: tuple[str, str] = (NAMES[0], NAMES[1]), reason: str = "lanes held"
) -> Ended:
    return Ended(seat, began, GREEDY, met[seat] if seat >= 0 else "", met, reason, 20)


class TestAMeasurement:
    def test_repeats_a_match_by_its_seed(self) -> None:
        bots = (RANDOM, RANDOM)

        assert play(bots, 3) == play(bots, 3) != play(bots, 4)

    def test_lets_every_deck_meet_every_deck_in_both_seats(self) -> None:
        met = {play((RANDOM, RANDOM), seed).decks for seed in range(len(NAMES) ** 2)}

        assert met == {(mine, theirs) for mine in NAMES for theirs in NAMES}

    def test_turns_bots_that_differ_after_each_round_of_pairs(self) -> None:
        rounds = [0, len(NAMES) ** 2]
        seats = [(one.seat, one.bot) for one in (play((GREEDY, RANDOM), seed) for seed in rounds)]

        assert seats == [(0, GREEDY), (1, GREEDY)]

    def test_counts_who_began_the_decks_and_the_cap(self) -> None:
        matches = [ended(0, 0), ended(1, 0), ended(1, 1), ended(-1, reason="turn cap")]

        assert first(matches) == 2 / 3
        assert share(matches, NAMES[0]) == 1 / 3
        assert by_rule(matches) == 3 / 4

    def test_misses_its_goal_by_one_match_that_broke_off(self) -> None:
        pairs = [(mine, theirs) for mine in NAMES for theirs in NAMES if mine != theirs]
        fair = [ended(seat, began, met) for met in pairs for seat in (0, 1) for began in (0, 1)]

        assert [is_even(fair), is_even([*fair[1:], ended(0, reason="budget")])] == [True, False]

    def test_prints_who_won_how_matches_ended_and_how_long_they_were(self) -> None:
        expected = (
            "| random against random | 2 | the first player wins 50.0 % | 100.0 %, 0 | 20, 20, 20 | none aborted: met |"
        )
        assert expected == row(CHANCE, [ended(0, 0), ended(1, 0)])

    def test_keeps_its_goals_in_a_small_sample(self) -> None:
        """A few matches between greedy bots show only how they end; the full measurement compares decks and seats."""
        against = [play(AGAINST_RANDOM.bots, seed) for seed in range(16)]
        among = [play(EVEN.bots, seed) for seed in range(8)]

        assert AGAINST_RANDOM.is_met(against)
        assert by_rule(among) == 1.0
