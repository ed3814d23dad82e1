"""Cards that put parts of the language together as an anonymous visitor had before: each is right, reads as it is printed, and plays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.language.text.describe import describe
from engine.packs.reader import Document
from engine.rulesets import find
from engine.scenario import run_document

FILE = Path(__file__).parents[2] / "fixtures" / "odd" / "wizards.json"
SCENARIOS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
TEXTS: dict[str, tuple[str, str]] = {
    "odd.treasure.common.running_tab": (
        "Whenever another player plays a card, if 3 or more mana is paid for it, you may pay this card's cost; if you do, that player's debt counter rises this round by the mana paid for it; that round, the next time another player defeats a monster, that player loses 1 gold; gain gold equal to that player's debt counter (at most 3).",
        "每当有其他玩家打出卡牌时，若为其支付至少3点法力，你可以支付此牌的消耗；若如此做，本轮中该玩家的“debt”计数增加为其支付的法力；该轮中，下一次有其他玩家击败怪物时，该玩家失去1枚金币，你获得数量等同于该玩家的“debt”计数（至多3）的金币。",
    ),
    "odd.treasure.common.loaded_pendulum": (
        "Fire cards that you play deal additional damage equal to this card's swing counter with each hit. Whenever you play a card, roll a die; if the number rolled is at least 5, this card's swing counter rises by 1; otherwise, its swing counter becomes 0.",
        "你打出的火焰牌造成的伤害增加等同于此牌的“swing”计数的点数。每当你打出卡牌时，掷一个骰子；若掷出的点数不小于5，此牌的“swing”计数增加1；否则，其“swing”计数变为0。",
    ),
    "odd.exploration.III.quilted_hydra": (
        "Players cannot damage this card if the school of that hit is frost. At most twice: whenever a player damages this card, if any damage is in excess, one of these happens at random: (3 in 4) this card gains a new body in front, its health equal to the excess damage; or (1 in 4) that player moves a cell back.",
        "若该次伤害的派系是冰霜，玩家不能对此牌造成伤害。每当有玩家对此牌造成伤害时，若有伤害溢出，随机发生以下之一：（3/4）此牌在最前增加一个个体，其生命值等于溢出的伤害；或（1/4）该玩家后退1格。（至多2次）",
    ),
    "odd.treasure.common.ash_echo": (
        "If your resonance is at least 2, this card costs 1 less.\nDeal damage to a monster of your choice equal to a random number between 1 and 3. After the next time you play a card and the last card that you played this round is a fire card, for each of its targets: deal damage to it equal to the mana paid for that card plus the excess damage.",
        "若你的共鸣不小于2，此牌的法力消耗减少1点。\n对你选择的一个怪物造成等同于1到3的随机数的伤害。下一次你打出卡牌且你本轮最近打出的一张牌是火焰牌后，依次对其目标：对其造成X点伤害，X是为该牌支付的法力加溢出的伤害。",
    ),
    "odd.exploration.VI.time_broker": (
        "For every player (A):\n• Player A chooses one:\n  • Player A loses 2 gold. If player A lost exactly 2 gold, for every player (B) other than player A: player B loses a step and gains 1 gold.\n  • Player A becomes a wizard of fire. This round, the gold limit of all players is lowered by 1.",
        "依次对每名玩家（甲）：\n• 玩家甲选择一项：\n  • 玩家甲失去2枚金币。若玩家甲失去了恰好2枚金币，依次对每名除玩家甲以外的玩家（乙）：玩家乙失去1步，获得1枚金币。\n  • 玩家甲的派系变为火焰。本轮中，所有玩家的金币上限减少1。",
    ),
}
"""What each of them prints in English and Chinese, judged by hand."""


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: one["name"])
class TestAnOddCard:
    def test_plays(self, scenario: dict[str, Any]) -> None:
        document = Document(scenario, json.dumps(scenario, ensure_ascii=False), file="scenario.json")
        (found,) = run_document(document, lambda name: (find(name), api.card_set(name)))

        assert [failure.to_json() for failure in found.failures] == []

    def test_has_no_problem(self, scenario: dict[str, Any]) -> None:
        found = api.validate("wizards", json.dumps(scenario["cards"][0])).problems

        assert [problem.to_json() for problem in found] == []

    def test_reads_as_it_is_printed(self, scenario: dict[str, Any]) -> None:
        card = scenario["cards"][0]
        said = tuple(describe(find("wizards").vocabulary, card, lang) for lang in ("en", "zh"))

        assert said == TEXTS[card["id"]]
