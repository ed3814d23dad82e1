"""Whole matches of genius: they end, are the same each time and under replay, and greedy bots beat random ones."""

from __future__ import annotations

from typing import Any

import pytest

from engine import api


def played(seed: int, *bots: str) -> dict[str, Any]:
    """Return the replay file of a match that was played to its end."""
    return api.play(api.new_match("genius", seed=seed, seats=2, bots_by_seat=bots))


class TestMatches:
    @pytest.mark.parametrize("bots", [("random",), ("greedy", "random")])
    def test_are_the_same_each_time(self, bots: tuple[str, ...]) -> None:
        assert played(7, *bots) == played(7, *bots)

    def test_replay_to_the_same_end(self) -> None:
        assert api.replay(played(3, "greedy"))["mismatch"] is None

    def test_end_without_an_abort(self) -> None:
        results = [played(seed, "random")["result"] for seed in range(25)]

        assert {result["reason"] for result in results} <= {"all defeated", "round cap"}

    def test_are_won_by_greedy_bots_against_random_ones(self) -> None:
        results = [played(seed, "greedy", "random")["result"] for seed in range(10)]

        assert sum(result["winner"] == 0 for result in results) >= 9
