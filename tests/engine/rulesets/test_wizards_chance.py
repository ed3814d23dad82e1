"""Dice, random numbers and outcomes by weight: within their bounds, as likely as they say, the same in a replay."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.language.text.describe import describe
from engine.rulesets.wizards.vocabulary import WIZARDS
from tests.engine.board import Board, Json, treasure
from tests.engine.language import cards as written

ME = "$onPlay.playerUUID"


def gold(amount: Any) -> Json:
    return {"type": "gold", "mode": "set", "amount": amount, "target": ME}


def outcome(*effects: Json, seed: int = 7) -> int:
    """Return the gold that a card gives."""
    board = Board(treasure("t.x", list(effects)), seats=2, seed=seed)
    (card,) = board.ready("t.x")
    me = board.me
    board.play(card)
    return int(board.var(me, "gold"))


def outcomes(*effects: Json, count: int = 60) -> list[int]:
    return [outcome(*effects, seed=seed) for seed in range(count)]


class TestChance:
    @pytest.mark.parametrize(
        ("roll", "result", "bounds"),
        [
            ({}, "total", (1, 6)),
            ({"sides": 2}, "total", (1, 2)),
            ({"dice": 2, "sides": 4}, "total", (2, 8)),
            ({"dice": 3, "sides": 4}, "highest", (1, 4)),
            ({"dice": 3, "sides": 4}, "lowest", (1, 4)),
        ],
        ids=str,
    )
    def test_of_dice_stays_within_its_bounds(self, roll: Json, result: str, bounds: tuple[int, int]) -> None:
        found = outcomes({"type": "roll", "id": "r", **roll}, gold(f"$r.{result}"))

        assert bounds[0] <= min(found) < max(found) <= bounds[1]

    def test_is_the_same_again(self) -> None:
        effects = {"type": "roll", "id": "r", "sides": 10}, gold("$r.total")

        assert outcomes(*effects, count=5) == outcomes(*effects, count=5)

    def test_of_a_number_reaches_both_ends(self) -> None:
        found = Counter(outcomes(gold({"type": "random", "min": 3, "max": 5})))

        assert set(found) == {3, 4, 5}

    def test_of_outcomes_follows_their_weights(self) -> None:
        options = [{"weight": 3, "do": [gold(1)]}, {"do": [gold(2)]}]
        counts = Counter(outcomes({"type": "randomly", "options": options}, count=200))

        assert set(counts) == {1, 2}
        assert 2 < counts[1] / counts[2] < 4.5

    def test_is_refused_where_nothing_may_be_drawn(self) -> None:
        change = {"type": "changeHit", "mode": "add", "amount": {"type": "random", "min": 1, "max": 6}}
        modify = {"type": "modify", "stat": "manaCost", "op": "add", "value": {"type": "random", "min": 1, "max": 6}, "mode": "round"}  # fmt: skip

        for effect in (written.mount("onHit", change), modify):
            assert "E-INLINE" in [code for code, _ in written.reported(written.treasure(effect))]


TEXTS = [
    (({"type": "roll", "id": "r"}, {"type": "damage", "amount": "$r.total", "target": written.CHOOSER}), "Roll a die. Deal damage to a monster of your choice equal to the number rolled.", None),
    (({"type": "roll", "id": "r", "sides": 2}, {"type": "if", "condition": {"type": "Equals", "value1": "$r.total", "value2": 1}, "do": [written.DRAW]}), "Roll a die with 2 sides. If the number rolled is 1, draw a card.", None),
    (({"type": "roll", "id": "r", "dice": 2}, {"type": "damage", "amount": "$r.total", "target": written.CHOOSER}), "Roll 2 dice. Deal damage to a monster of your choice equal to the total rolled.", "掷2个骰子。对你选择的一个怪物造成等量的伤害。"),
    (({"type": "roll", "id": "r", "dice": 2}, {"type": "damage", "amount": {"type": "max", "values": ["$r.total", "$r.highest"]}, "target": written.CHOOSER}), "Roll 2 dice. Deal damage to a monster of your choice equal to the total rolled or the highest number rolled, whichever is higher.", "掷2个骰子。对你选择的一个怪物造成X点伤害，X为掷出的总点数和掷出的最大点数中的较大者。"),
    (({"type": "damage", "amount": {"type": "random", "min": 1, "max": 6}, "target": written.CHOOSER},), "Deal damage to a monster of your choice equal to a random number between 1 and 6.", "对你选择的一个怪物造成等同于1到6的随机数的伤害。"),
    (({"type": "randomly", "options": [{"do": [written.DRAW]}, {"do": [gold(2)]}]},), "One of these happens at random: draw a card; or your gold becomes 2.", "随机发生以下之一：抽1张牌；或你的金币变为2枚。"),
]  # fmt: skip


@pytest.mark.parametrize(("effects", "english", "chinese"), TEXTS, ids=range(len(TEXTS)))
def test_is_said_as_a_card_says_it(effects: tuple[Json, ...], english: str, chinese: str | None) -> None:
    card = written.treasure(*effects)

    assert describe(WIZARDS, card, "en") == english
    assert chinese is None or describe(WIZARDS, card, "zh") == chinese
