"""Choosers: who picks what. Source: 000 "monsterChooser"; kind, ask, min, max."""

from __future__ import annotations

from typing import Any

from engine.kernel.state import State
from engine.language.choosing import choosing
from engine.language.registry import Field, NodeSpec
from engine.language.shapes import Bi, Enum, Option
from engine.rulesets.wizards.table import monsters, players


def _players(st: State, env: dict[str, Any], which: str | None) -> tuple[int, ...]:
    """Return the players that may be picked, the acting one first."""
    me = env["?owner"]
    return tuple(p for p in players(st) if which != "others" or p != me)


MONSTER_CHOOSER = NodeSpec(
    "chooser",
    "monsterChooser",
    Bi("A monster", "选择怪物"),
    choosing("monster"),
    doc=Bi("Asks a player to pick monsters on the table.", "由玩家从场上的怪物中选择。"),
    says=Bi("a monster", "一个怪物"),
    gives="monster",
    run=lambda st, env: monsters(st),
)
ALL_MONSTERS = NodeSpec(
    "chooser",
    "allMonsters",
    Bi("Every monster", "所有怪物"),
    (),
    doc=Bi("Every monster on the table; nobody is asked.", "场上所有怪物，无需选择。"),
    says=Bi("every monster", "所有怪物"),
    gives="monster",
    run=lambda st, env: monsters(st),
)
PLAYER_CHOOSER = NodeSpec(
    "chooser",
    "playerChooser",
    Bi("A player", "选择玩家"),
    (
        *choosing("player"),
        Field(
            "which",
            Enum((Option("all", Bi("anyone", "任意玩家")), Option("others", Bi("another player", "其他玩家")))),
            Bi("Which", "范围"),
            required=False,
            doc=Bi("Whether the player may pick themself.", "能否选择自己。"),
            default="all",
        ),
    ),
    doc=Bi("Asks a player to pick players.", "由玩家从玩家中选择。"),
    says=Bi("a player", "一名玩家"),
    gives="player",
    run=_players,
)
CHOOSERS = (MONSTER_CHOOSER, ALL_MONSTERS, PLAYER_CHOOSER)
