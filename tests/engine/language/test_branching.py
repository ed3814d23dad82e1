"""Computed numbers, and the control nodes beside 000's own, as cards on a table use them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.digest import digest
from engine.kernel.machine import apply
from tests.engine.board import Board, bolt, gain, treasure

ME = "$onPlay.playerUUID"


def mana_after(amount: Any) -> int:
    """Return the mana of a player who had none and gains an amount."""
    board = Board(treasure("t.card", [gain("mana", amount)]))
    (card,) = board.ready("t.card", mana=0)
    player = board.me
    board.play(card)
    return int(board.var(player, "mana"))


class TestArithmetic:
    @pytest.mark.parametrize(
        ("amount", "wanted"),
        [
            ({"type": "add", "values": [1, 2, 4]}, 7),
            ({"type": "sub", "value1": 9, "value2": 4}, 5),
            ({"type": "mul", "value1": 3, "value2": 4}, 12),
            ({"type": "mul", "value1": 7, "value2": 1, "divisor": 2}, 3),
            ({"type": "mul", "value1": 7, "value2": 1, "divisor": 2, "round": "ceil"}, 4),
            ({"type": "min", "values": [5, 3, 8]}, 3),
            ({"type": "max", "values": [5, 3, 8]}, 8),
            ({"type": "clamp", "value": 9, "max": 6}, 6),
            ({"type": "clamp", "value": 1, "min": 2}, 2),
            ({"type": "clamp", "value": 5, "min": 2, "max": 6}, 5),
            ({"type": "add", "values": [{"type": "mul", "value1": 2, "value2": 3}, {"type": "sub", "value1": 5, "value2": 1}]}, 10),
        ],
    )  # fmt: skip
    def test_computes(self, amount: Any, wanted: int) -> None:
        assert mana_after(amount) == wanted

    def test_makes_the_whole_missing_where_a_part_is(self) -> None:
        board = Board(
            treasure(
                "t.card",
                [
                    {"type": "drawCard", "id": "d", "amount": 1, "target": ME},
                    gain(
                        "mana",
                        {
                            "type": "add",
                            "values": [5, {"type": "getCardProperty", "cardUUID": "$d.UUID", "property": "manaCost"}],
                        },
                    ),
                ],
            )
        )
        (card,) = board.ready("t.card", mana=0)
        player = board.me
        board.clear(player, "deck")
        board.clear(player, "discard")
        board.play(card)

        assert board.var(player, "mana") == 0


class TestForeach:
    def test_does_its_effects_once_for_each_target_read_before_the_first_pass(self) -> None:
        item = {
            "type": "foreach",
            "id": "each",
            "in": {"type": "allMonsters"},
            "do": [{"type": "damage", "amount": {"type": "mul", "value1": "{each.index}", "value2": 2}, "target": "$each.target"}],
        }  # fmt: skip
        board = Board(treasure("t.card", [item, gain("mana", "{each.count}")]))
        (card,) = board.ready("t.card", mana=0)
        player, monsters = board.me, board.slots()
        board.play(card)

        assert [30 - board.var(eid, "health") for eid in monsters] == [2 * (i + 1) for i in range(len(monsters))]
        assert board.var(player, "mana") == len(monsters)


class TestChoose:
    def board(self) -> tuple[Board, int]:
        options = [{"label": "hit", "do": [bolt(7)]}, {"do": [gain("mana", 4)]}]
        board = Board(treasure("t.card", [{"type": "choose", "id": "c", "ask": ME, "options": options}, gain("gold", "{c.chosen}")]))  # fmt: skip
        (card,) = board.ready("t.card", mana=0)
        board.set(board.me, gold=0)
        board.do(f"play:{card}")
        return board, card

    def test_asks_the_player_and_does_the_one(self) -> None:
        board, _ = self.board()
        player = board.me
        assert board.step.decision is not None
        assert (board.step.decision.kind, board.step.decision.options) == ("choice", ("1", "2"))
        board.do("2")

        assert (board.var(player, "mana"), board.var(player, "gold")) == (4, 2)

    def test_may_ask_again_inside_an_option(self) -> None:
        board, _ = self.board()
        player, monster = board.me, board.slots()[0]
        board.do("1")
        board.do(str(monster))

        assert (board.var(monster, "health"), board.var(player, "gold")) == (23, 1)

    def test_two_answers_from_one_state_are_two_matches(self) -> None:
        board, _ = self.board()
        before = digest(board.state)
        ends = {digest(apply(board.state, (option,)).state) for option in ("1", "2")}

        assert (len(ends), digest(board.state)) == (2, before)


class TestStop:
    def test_leaves_out_what_follows_in_its_block(self) -> None:
        condition = {"type": "HasWand", "playerUUID": ME}
        board = Board(
            treasure("t.card", [gain("mana", 2), {"type": "if", "condition": condition, "do": [], "elsedo": [{"type": "stop"}]}, gain("mana", 5)])
        )  # fmt: skip
        (card,) = board.ready("t.card", mana=0)
        player = board.me
        board.play(card)

        assert board.var(player, "mana") == 2
