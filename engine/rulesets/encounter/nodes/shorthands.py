"""What cards of encounter say often, in one word: each opens into the chooser of units that it stands for. Source: docs/adr/0092."""

from __future__ import annotations

from engine.toolkit.nodes.short import damaging, short_chooser

UNITS, CHOSEN = ("units", "unit"), ("chooseUnit", "unit")
ROWS = (
    (
        CHOSEN,
        "chosenEnemy",
        ("An opposing unit of your choice", "你选择的一个敌方单位"),
        ("an enemy, target enemy, enemy of your choice", "一个敌方单位、一个敌人、目标敌人"),
        {"side": "enemy"},
    ),
    (
        CHOSEN,
        "randomEnemy",
        ("A random opposing unit", "随机一个敌方单位"),
        ("random enemy", "随机敌人、随机敌方单位"),
        {"side": "enemy", "pick": "random"},
    ),
    (
        CHOSEN,
        "otherAlly",
        ("Another unit of yours of your choice", "你选择的另一个友方单位"),
        ("another ally, another unit of yours", "另一个友军、其他友方单位"),
        {"not": "host"},
    ),
    (
        UNITS,
        "allEnemies",
        ("All opposing units", "所有敌方单位"),
        ("all enemies, every enemy", "所有敌人、敌方全体"),
        {"side": "enemy", "which": "all"},
    ),
    (
        UNITS,
        "allAllies",
        ("All your units", "所有友方单位"),
        ("all allies, your units, team", "所有友军、友方全体"),
        {"which": "all"},
    ),
    (
        UNITS,
        "adjacentEnemies",
        ("Adjacent opposing units", "相邻的敌方单位"),
        ("adjacent enemies, enemies next to it", "相邻敌人、旁边敌人"),
        {"side": "enemy", "which": "adjacent"},
    ),
    (
        UNITS,
        "adjacentAllies",
        ("Your adjacent units", "相邻的友方单位"),
        ("adjacent allies, neighbours", "相邻友军、旁边友军"),
        {"which": "adjacent"},
    ),
    (
        UNITS,
        "nearestEnemy",
        ("The nearest opposing unit", "最近的敌方单位"),
        ("nearest enemy, closest enemy", "最近的敌人"),
        {"side": "enemy", "which": "nearest"},
    ),
)
SHORT_CHOOSERS = tuple(
    short_chooser(of, name, title, search, damaging(), **fields) for of, name, title, search, fields in ROWS
)
