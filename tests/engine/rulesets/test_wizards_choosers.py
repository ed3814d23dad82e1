"""Choosers: whom they may take, how they are picked, and that no one is asked where there is no choice."""

from __future__ import annotations

import pytest

from tests.engine.board import Board, Json, treasure


def hit(amount: int, **chooser: object) -> Json:
    return {"type": "damage", "amount": amount, "target": {"type": "monsterChooser", **chooser}}


def wounded(board: Board) -> list[int]:
    return [30 - board.var(monster, "health") for monster in board.slots()]


class TestPick:
    @pytest.mark.parametrize(
        ("how", "hit_slots"), [("all", [2, 2, 2, 2]), ("first", [2, 0, 0, 0]), ("last", [0, 0, 0, 2])]
    )
    def test_takes_without_asking(self, how: str, hit_slots: list[int]) -> None:
        board = Board(treasure("t.hit", [hit(2, pick=how)]))
        (card,) = board.ready("t.hit")
        board.play(card)

        assert wounded(board) == hit_slots

    def test_at_random_takes_so_many_different_ones(self) -> None:
        board = Board(treasure("t.hit", [hit(2, pick="random", max=3)]))
        (card,) = board.ready("t.hit")
        board.play(card)

        assert sorted(wounded(board)) == [0, 2, 2, 2]

    def test_asks_for_the_number_that_is_wanted(self) -> None:
        board = Board(treasure("t.hit", [hit(2, min=0, max=2)]))
        (card,) = board.ready("t.hit")
        board.play(card)

        assert board.step.decision is not None
        assert (board.step.decision.min, board.step.decision.max) == (0, 2)


class TestFilter:
    def weak(self, **more: object) -> Json:
        health = {"type": "getCardProperty", "cardUUID": "$candidate.UUID", "property": "health"}
        return hit(2, filter={"type": "LessThan", "value1": health, "value2": 30}, **more)

    def test_keeps_those_that_meet_it(self) -> None:
        board = Board(treasure("t.hit", [self.weak(pick="all")]))
        (card,) = board.ready("t.hit")
        board.set(board.slots()[1], health=20)
        board.play(card)

        assert wounded(board) == [0, 12, 0, 0]

    def test_that_leaves_one_asks_nobody_and_one_that_leaves_none_does_nothing(self) -> None:
        for healths, after in (({1: 20}, [0, 12, 0, 0]), ({}, [0, 0, 0, 0])):
            board = Board(treasure("t.hit", [self.weak()]))
            (card,) = board.ready("t.hit")
            for slot, health in healths.items():
                board.set(board.slots()[slot], health=health)
            board.play(card)

            assert wounded(board) == after
