"""Every number of the rules, and every reading that the document leaves open, under its WZ id."""

from __future__ import annotations

from typing import Any

from engine.language.shapes import Bi
from engine.ruleset import Setting

SETTINGS = (
    Setting("hand", 7, "WZ1", Bi("Cards in hand after preparing", "准备阶段后手牌补满至")),
    Setting("manaCap", 20, "WZ7", Bi("Most mana a player can hold", "法力上限")),
    Setting("goldCap", 10, "WZ7", Bi("Most gold a player can hold", "金币上限")),
    Setting("freezingCap", 10, "WZ7", Bi("Most freezing on a player", "冻结上限")),
    Setting("startGold", 3, "WZ7", Bi("Gold at the start", "初始金币")),
    Setting(
        "steps",
        (("III", 3), ("VI", 6), ("IX", 9), ("XII", 12)),
        "WZ3",
        Bi("Steps for a defeated monster, by level", "击败怪物所得步数，按等级"),
    ),
    Setting(
        "openFrom",
        (("III", 1), ("VI", 1), ("IX", 2), ("XII", 3)),
        "WZ4",
        Bi("Loop that opens a level", "开放各等级的圈数"),
    ),
    Setting(
        "reversePlays",
        (2, 3, 4, 5),
        "WZ6",
        Bi("Cards played in a reversed turn, by rank", "逆转时序时可打出的牌数，按名次"),
    ),
    Setting("shopSize", 4, "WZ8", Bi("Cards in the shop; the slot is the price", "商店牌数；栏位即价格")),
    Setting("refreshPrice", 1, "WZ8", Bi("Gold to refresh the shop", "刷新商店所需金币")),
    Setting("forgetPrice", 2, "WZ8", Bi("Gold to forget a card", "遗忘一张牌所需金币")),
    Setting("winLoop", ((2, 6), (3, 6), (4, 5)), "WZ9", Bi("Loop that wins, by seats", "获胜圈数，按人数")),
    Setting("roundCap", 40, "WZ9", Bi("Rounds after which the best marker wins", "回合上限，届时领先者获胜")),
    Setting("slots", 4, "WZ14", Bi("Monster slots on the table, neutral ones included", "场上怪物位总数（含中立位）")),
    Setting(
        "legendaryOffer",
        ((2, 3), (3, 5)),
        "WZ5",
        Bi("Legendaries offered to all when a loop is first entered", "首次进入某圈时每人可选的传说牌数"),
    ),
)

LEVELS = ("III", "VI", "IX", "XII")
CELLS = 12
WHEEL = (
    ("none", 0), ("tavern", 0), ("common", 3), ("common", 5), ("tavern", 0), ("common", 3),
    ("common", 5), ("tavern", 0), ("common", 3), ("common", 5), ("advance", 2), ("legendary", 3),
)  # fmt: skip
"""What the cells I to XII of the time wheel give: what, and of how many."""


def defaults() -> dict[str, Any]:
    """Return the config with every setting at its default; tables are dicts."""
    out: dict[str, Any] = {}
    for setting in SETTINGS:
        value = setting.value
        is_table = isinstance(value, tuple) and value and isinstance(value[0], tuple)
        out[setting.name] = dict(value) if is_table else value
    return out
