"""An effect that changes nothing is counted as such, whatever kept it from changing anything."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.board import Board, gain, treasure

ME = "$onPlay.playerUUID"
DRAW = {"type": "drawCard", "amount": 1, "target": ME}


def counted(effect: dict[str, Any], *, empty: bool = False, **me: int) -> tuple[int, int]:
    """Return how often the effect of a spell was reached, and how often it changed nothing, in one play."""
    board = Board(treasure("t.x", [effect]), counting=True)
    (card,) = board.ready("t.x")
    if empty:
        board.clear(board.me, "deck")
        board.clear(board.me, "discard")
    board.set(board.me, **me)
    board.play(card)
    held = board.state.coverage or {}
    node = "t.x#/behaviors/0/do/0"
    return held.get((node, "reached"), 0), held.get((node, "noop"), 0)


@pytest.mark.parametrize(
    ("effect", "options", "noop"),
    [
        (DRAW, {}, 0),
        (DRAW, {"empty": True}, 1),
        (gain("gold", 2), {"gold": 0}, 0),
        (gain("gold", 0), {}, 1),
        (gain("freezing", -1), {"freezing": 0}, 1),
        ({"type": "removeTriggers", "mode": "id", "targets": ["nothing"]}, {}, 1),
        (
            {
                "type": "discardCard",
                "target": {"type": "cardChooser", "playerUUID": ME, "zone": "wand", "ask": ME, "min": 0},
            },
            {},
            1,
        ),
    ],
    ids=str,
)
def test_an_effect_that_changes_nothing_is_counted(effect: Any, options: Any, noop: int) -> None:
    assert counted(effect, **options) == (1, noop)
