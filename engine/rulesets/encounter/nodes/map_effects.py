"""The effects of encounter on the map: pushes, moves, deployments, terrain and regions. Source: 001§3, §6.1."""

from __future__ import annotations

from typing import Any

from engine.language.spec import PRESENT, Enum, IntegerLiteral, Number, Targets, case, field, optional
from engine.toolkit.nodes import card_field, effect

from ..words import LEVELS, LEVELS_ZH, TERRAINS
from . import handlers
from .effect_fields import DURATION, ENEMY, GOALS, HURT, ONE_OR_MORE, SIDE, TARGET

_FOR_TURNS: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({"turns": PRESENT}, " for {turns:turn|turns}", "，持续{turns:回合}"),
    ({}, "", ""),
)
MAP_EFFECTS = (
    effect(
        "push",
        "board",
        "Push",
        "推开",
        (TARGET, field("steps", Number(1, 9), "Steps", "格数")),
        "Away from the bearer, as far as cells are free.",
        "远离携带者，直到没有空格。",
        "Push {target} {steps:step|steps} away.",
        "将{target}推开{steps:格}。",
        handlers.push,
        ("push, knock back, shove", "推开、击退"),
        "arrow-right",
        HURT,
    ),
    effect(
        "deploy",
        "board",
        "Deploy",
        "部署",
        (
            card_field("unit", ("unit",), "Unit", "单位", required=False),
            SIDE,
            ONE_OR_MORE,
            optional(
                "turns",
                Number(1, 9),
                "Turns",
                "回合数",
                "Then it leaves; it stays when absent.",
                "之后离场；缺省为一直在场。",
                search=DURATION,
            ),
            optional(
                "copyOf",
                Targets("unit"),
                "Copy of",
                "复制",
                "A unit on the map, as its card is printed, instead of `unit`; a hero is not copied.",
                "代替 `unit`：场上的一个单位，以其卡牌的初始属性为准；英雄不能被复制。",
            ),
        ),
        "On free cells of regions that the side controls and that are not contested; the side chooses each cell (001§6.1).",
        "部署在该方控制且未陷入争夺的战区空格上，由该方逐一选择格子（001§6.1）。",
        "Deploy {unit:called a}.",
        "部署一个{unit:called}。",
        handlers.deploy_unit,
        ("summon, deploy, create unit, reinforce", "召唤、部署、增援"),
        "plus",
        ("Deployed",),
        draws_chance=True,
        suspends=True,
        cases=tuple(
            case(
                {**side, "copyOf": PRESENT, **count, **turns},
                f"{who} {many_copies} of {{copyOf}}{en}.",
                f"{zh}部署{{copyOf}}的{many_zh}复制{zh_end}。",
            )
            for side, who, zh in ((ENEMY, "The opponent deploys", "对手"), ({}, "Deploy", ""))
            for count, many_copies, many_zh in (
                ({"count": PRESENT}, "{count:copy|copies}", "{count:个}"),
                ({}, "a copy", "一个"),
            )
            for turns, en, zh_end in _FOR_TURNS
        )
        + tuple(
            case({**side, **count, **turns}, f"{who} {many}{en}.", f"{zh}部署{many_zh}{{unit:called}}{zh_end}。")
            for side, who, zh in ((ENEMY, "The opponent deploys", "对手"), ({}, "Deploy", ""))
            for count, many, many_zh in (
                ({"count": PRESENT}, "{count} {unit:called} units", "{count:个}"),
                ({}, "{unit:called a}", "一个"),
            )
            for turns, en, zh_end in _FOR_TURNS
        ),
    ),
    effect(
        "changeTerrain",
        "board",
        "Change the ground",
        "改变地形",
        (
            field("at", Targets("unit"), "Around", "中心"),
            field("level", IntegerLiteral(1, 6), "Level", "范围等级"),
            field("terrain", Enum(TERRAINS[:5]), "Terrain", "地形"),
        ),
        "A burst of cells; walls stay.",
        "爆发范围内的格子；墙壁不变。",
        "The ground around {at} becomes {terrain} ground.",
        "{at}周围变为{terrain}地形。",
        handlers.change_terrain,
        ("terrain, burn ground, fog, mist", "地形、点燃、起雾"),
        "layers",
        keys=("ground|becomes?|terrain", "地形|变为"),
        cases=(
            case({"level": 1}, "The ground under {at} becomes {terrain} ground.", "{at}所在格变为{terrain}地形。"),
            *(
                case(
                    {"level": level},
                    f"The ground in {'an' if LEVELS[level][0] == 'e' else 'a'} {LEVELS[level]} burst around {{at}} becomes {{terrain}} ground.",
                    f"{{at}}周围{LEVELS_ZH[level]}爆发范围变为{{terrain}}地形。",
                )
                for level in range(2, 7)
            ),
        ),
    ),
    effect(
        "takeRegion",
        "board",
        "Take a region",
        "占领战区",
        (TARGET,),
        "Even a contested one; the rules look again at once.",
        "包括争夺中的战区；之后照常检查。",
        "{target} takes control of its region.",
        "{target}占领所在战区。",
        handlers.take_region,
        ("capture, control, take region", "占领、控制权"),
        "flag",
        GOALS,
    ),
    effect(
        "win",
        "board",
        "Win",
        "获胜",
        (),
        "The encounter ends when all of this instant is done.",
        "此刻的一切结算后遭遇结束。",
        "You win the encounter.",
        "你赢得这场遭遇。",
        handlers.win,
        ("win, victory, goal", "胜利、目标"),
        "star",
        keys=("wins?|victory", "赢得|获胜|胜利"),
    ),
    effect(
        "lose",
        "board",
        "Lose",
        "落败",
        (),
        "The encounter ends when all of this instant is done.",
        "此刻的一切结算后遭遇结束。",
        "You lose the encounter.",
        "你输掉这场遭遇。",
        handlers.lose,
        ("lose, defeat, fail", "失败、落败"),
        "ban",
        keys=("loses? the (?:encounter|match|game)|defeat", "输掉|落败|失败"),
    ),
)
