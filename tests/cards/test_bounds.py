"""What a card costs grows with its length, not with its square: a card may be 1 MiB long, and a page about it takes at most 2 seconds.

Work is counted in calls, which no busy machine changes; `make targets ONLY=sweep` measures every page in processor time.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import pytest

from cards.gateway import faces, pack_names, validation, wording
from cards.web.comparing import compared
from tests.cards.conftest import RULESET, card_text

MAX_RATIO = 2.4  # times the calls for twice the card, beside what every card costs


def calls(act: Callable[[], Any]) -> int:
    """Return how many functions are called, those of Python's own included."""
    count = 0

    def count_call(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count_call)
    try:
        act()
    finally:
        sys.setprofile(before)
    return count


def nested(depth: int) -> dict[str, Any]:
    """Return an effect with an unknown one deep inside."""
    effect: dict[str, Any] = {"type": "stop"}
    for _ in range(depth):
        effect = {"type": "repeat", "times": 2, "do": [effect]}
    return effect


LARGE: dict[str, Callable[[int], dict[str, Any]]] = {
    "unknown effects": lambda n: {
        "behaviors": [{"at": "x" * 40, "do": [{"type": f"a{n}-{no}"}]} for no in range(4 * n)]
    },
    "one unknown effect": lambda n: {"behaviors": [{"at": "onPlay", "do": [{"type": f"a{n}"}] * (4 * n)}]},
    "nested effects": lambda n: {"behaviors": [{"at": "onPlay", "do": [nested(12)] * n}]},
    "long names": lambda n: {f"key{no}": "x" * 900 for no in range(n)},
}


@pytest.mark.parametrize("name", LARGE)
def test_twice_the_card_costs_about_twice(name: str) -> None:
    def look(size: int) -> None:
        text = card_text("base.stone", **LARGE[name](size))
        report = validation.validate(RULESET, text)
        assert report.document is not None
        faces.face(RULESET, report.document, {})
        wording.rules_texts(RULESET, report.document)

    look(8)  # what is prepared once
    one, two = calls(lambda: look(60)), calls(lambda: look(120))
    assert two <= MAX_RATIO * one, (one, two)


def test_the_same_rules_text_is_written_once() -> None:
    document = json.loads(card_text("base.stone", **LARGE["unknown effects"](50)))
    first = calls(lambda: wording.rules_texts(RULESET, document))
    assert calls(lambda: wording.rules_texts(RULESET, document)) < first / 20


def test_the_same_rules_text_of_a_pack_with_keywords_is_written_once_for_each_declaration() -> None:
    def game(zh: str) -> pack_names.Game:
        keyword = {"id": "DROWSY", "cardType": "KEYWORD", "name": "Drowsy", "version": "1.0.0"}
        return pack_names.game("halo", pack_names.PackNames(["DROWSY"], {"DROWSY": (keyword, {"zh": {"name": zh}})}))

    op = {"op": "HAS_KEYWORD", "args": ["TARGET", "DROWSY"]}
    draw = {"type": "DRAW", "target": "OWNER", "params": {"count": 1}}
    unit = {"id": "u", "cardType": "UNIT", "abilities": [{"id": "a", "trigger": "UNIT_DEPLOYED", "conditions": [op], "effects": [draw] * 40}]}  # fmt: skip
    first = calls(lambda: wording.rules_texts(game("瞌睡"), unit))

    assert calls(lambda: wording.rules_texts(game("瞌睡"), unit)) < first / 4
    assert "瞌睡" in wording.rules_texts(game("瞌睡"), unit)["zh"]
    assert "困倦" in wording.rules_texts(game("困倦"), unit)["zh"]


def test_lines_that_are_all_alike_are_compared_at_once() -> None:
    one = calls(lambda: compared("a\n" * 200, "a\n" * 200 + "b"))
    assert calls(lambda: compared("a\n" * 400, "a\n" * 400 + "b")) <= MAX_RATIO * one
