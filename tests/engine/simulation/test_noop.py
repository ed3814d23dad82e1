"""An effect that changes nothing is counted as such, whatever kept it from changing anything."""

from __future__ import annotations

from typing import Any

import pytest

from engine import api
from engine.rulesets import find
from engine.simulation.interim_results import Facts
from engine.simulation.report import flags
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


def test_flags_call_a_node_by_its_title() -> None:
    place = "/behaviors/0/do/0"
    card = treasure("t.x", [DRAW])
    more: dict[str, Any] = {"baseline": None, "pool": [document for document, _ in api.card_set("wizards")]}
    spec = api.preview_plan("wizards", candidate=card, preset="smoke", bots=("random",), **more)
    node = {"reached": 90, "noop": 90, "matches": [80, 80, 80], "weighed": 80, "idle": [80, 90, 90, 110, 110, 110]}
    counts = {"covered": [100, 100, 100], "cover": {f"t.x#{place}": node}}
    facts = Facts(find("wizards"), spec, counts, 1, None)
    never_facts = Facts(find("wizards"), spec, {"covered": [2000, 2000, 2000], "cover": {}}, 1, None)

    (mostly,) = (each for each in flags(facts) if each["id"] == "noEffect")
    (silent,) = (each for each in flags(never_facts) if each["id"] == "brokenText")
    assert (mostly["node"], silent["node"]) == (place, place)
    assert mostly["text"]["en"].startswith("“Draw cards” mostly changes nothing")
    assert mostly["text"]["zh"].startswith("“抽牌”多半没有效果")
    assert silent["text"]["en"].startswith("Broken text: “Draw cards” was never reached")
    assert silent["text"]["zh"].startswith("文本失效：“抽牌”从未执行")
