"""The function of an effect gets, for each shape of a field, the value that the tutorial's table names."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from engine import api
from tests.engine.third_ruleset import EXAMPLE, EXAMPLES

PROBE = """
from engine.language.spec import (
    BooleanLiteral, IntegerLiteral, ListOf, Number, Ref, Targets, TextLiteral, Value, field, one_of, optional
)

CALLS = []


@game.effect(
    "probe", "Probe", "探测",
    field("number", Number(0, 20), "N", "数"),
    field("targets", Targets("player"), "T", "目标"),
    field("ref", Ref("player"), "R", "引用"),
    field("value", Value("int"), "V", "值"),
    field("plain", IntegerLiteral(0, 9), "I", "整数"),
    field("flag", BooleanLiteral(), "F", "是否"),
    field("text", TextLiteral(max=80), "X", "文字"),
    field("side", one_of(("left", "left", "左侧"), ("right", "right", "右侧")), "S", "侧"),
    field("list", ListOf(Number(0, 9)), "L", "列表"),
    optional("more", Number(0, 9), "M", "更多"),
    optional("word", TextLiteral(max=80), "W", "词"),
    phrase=("Probe {targets}.", "探测{targets}。"),
)
def probe(t, number, targets, ref, value, plain, flag, text, side, list, more, word):
    CALLS.append((number, targets, ref, value, plain, flag, text, side, list, more, word))


RULESET = """


def test_a_function_gets_what_the_page_says(tmp_path: Path) -> None:
    home = tmp_path / EXAMPLE
    shutil.copytree(EXAMPLES / EXAMPLE, home, ignore=shutil.ignore_patterns("__pycache__"))
    file = home / "__init__.py"
    file.write_text(file.read_text("utf-8").replace("RULESET = ", PROBE), "utf-8")
    node = {
        "type": "probe",
        "number": 3,
        "targets": {"type": "hero", "who": "you"},
        "ref": "$self.playerUUID",
        "value": 4,
        "plain": 5,
        "flag": True,
        "text": "abc",
        "side": "left",
        "list": [1, 2],
    }
    card = {
        "id": "my.probe",
        "name": "Probe",
        "type": "spell",
        "cost": 0,
        "behaviors": [{"at": "onCast", "do": [node]}],
    }
    scenario = {
        "format": "scenario/1",
        "ruleset": EXAMPLE,
        "name": "probe",
        "source": "EM1",
        "cards": [card],
        "given": {"seats": [{"hand": [{"card": "my.probe", "as": "c"}]}, {}]},
        "when": [{"seat": 0, "do": "play", "entity": "c"}],
        "then": [{"seat": 0, "is": {"health": 20}}],
    }
    api.search_rulesets([tmp_path])
    try:
        (outcome,) = api.scenario_outcomes(EXAMPLE, json.dumps([scenario]), [])
        calls = sys.modules[f"engine.rulesets.{EXAMPLE}"].CALLS
    finally:
        api.search_rulesets([])

    assert (outcome.ok, list(outcome.failures)) == (True, [])
    assert calls[-1] == (3, (1,), 1, 4, 5, True, "abc", "left", (1, 2), 0, None)
