"""The effects of encounter on the map: pushes, moves, deployments, terrain and regions. Source: 001§3, §6.1."""

from __future__ import annotations

from engine.language.nodes.declaring import effect
from engine.language.spec.fields import Field
from engine.language.spec.phrases import Case, Is, Wording
from engine.language.spec.shapes import Enum, IntegerLiteral, LocalizedText, Number, Targets
from engine.rulesets.encounter.nodes import handlers
from engine.rulesets.encounter.nodes.effect_fields import ENEMY, GOALS, HURT, ONE_OR_MORE, SIDE, TARGET, card_field
from engine.rulesets.encounter.words import LEVELS, LEVELS_ZH, TERRAINS

MAP_EFFECTS = (
    effect(
        "push",
        "board",
        LocalizedText("Push", "推开"),
        (TARGET, Field("steps", Number(1, 9), LocalizedText("Steps", "格数"))),
        LocalizedText("Away from the bearer, as far as cells are free.", "远离携带者，直到没有空格。"),
        LocalizedText("Push {target} {steps:step|steps} away.", "将{target}推开{steps:格}。"),
        handlers.push,
        ("push, knock back, shove", "推开、击退"),
        "arrow-right",
        HURT,
    ),
    effect(
        "deploy",
        "board",
        LocalizedText("Deploy", "部署"),
        (
            card_field("unit", ("unit",), LocalizedText("Unit", "单位")),
            SIDE,
            ONE_OR_MORE,
            Field(
                "turns",
                Number(1, 9),
                LocalizedText("Turns", "回合数"),
                required=False,
                doc=LocalizedText("Then it leaves; it stays when absent.", "之后离场；缺省为一直在场。"),
            ),
        ),
        LocalizedText(
            "On free cells of regions that the side controls and that are not contested; the side chooses each cell (001§6.1).",
            "部署在该方控制且未陷入争夺的战区空格上，由该方逐一选择格子（001§6.1）。",
        ),
        LocalizedText("Deploy {unit:called a}.", "部署一个{unit:called}。"),
        handlers.deploy_unit,
        ("summon, deploy, create unit, reinforce", "召唤、部署、增援"),
        "plus",
        ("Deployed",),
        draws_chance=True,
        suspends=True,
        wording=Wording(
            cases=tuple(
                Case(
                    {**side, **count, **turns},
                    LocalizedText(f"{who} {many}{en}.", f"{zh}部署{many_zh}{{unit:called}}{zh_end}。"),
                )
                for side, who, zh in ((ENEMY, "The opponent deploys", "对手"), ({}, "Deploy", ""))
                for count, many, many_zh in (
                    ({"count": Is.PRESENT}, "{count} {unit:called} units", "{count:个}"),
                    ({}, "{unit:called a}", "一个"),
                )
                for turns, en, zh_end in (
                    ({"turns": Is.PRESENT}, " for {turns:turn|turns}", "，持续{turns:回合}"),
                    ({}, "", ""),
                )
            )
        ),
    ),
    effect(
        "changeTerrain",
        "board",
        LocalizedText("Change the ground", "改变地形"),
        (
            Field("at", Targets("unit"), LocalizedText("Around", "中心")),
            Field("level", IntegerLiteral(1, 6), LocalizedText("Level", "范围等级")),
            Field("terrain", Enum(TERRAINS[:5]), LocalizedText("Terrain", "地形")),
        ),
        LocalizedText("A burst of cells; walls stay.", "爆发范围内的格子；墙壁不变。"),
        LocalizedText("The ground around {at} becomes {terrain} ground.", "{at}周围变为{terrain}地形。"),
        handlers.change_terrain,
        ("terrain, burn ground, fog, mist", "地形、点燃、起雾"),
        "layers",
        wording=Wording(
            keys=LocalizedText("ground|becomes?|terrain", "地形|变为"),
            cases=(
                Case(
                    {"level": 1},
                    LocalizedText("The ground under {at} becomes {terrain} ground.", "{at}所在格变为{terrain}地形。"),
                ),
                *(
                    Case(
                        {"level": level},
                        LocalizedText(
                            f"The ground in {'an' if LEVELS[level][0] == 'e' else 'a'} {LEVELS[level]} burst around {{at}} becomes {{terrain}} ground.",
                            f"{{at}}周围{LEVELS_ZH[level]}爆发范围变为{{terrain}}地形。",
                        ),
                    )
                    for level in range(2, 7)
                ),
            ),
        ),
    ),
    effect(
        "takeRegion",
        "board",
        LocalizedText("Take a region", "占领战区"),
        (TARGET,),
        LocalizedText("Even a contested one; the rules look again at once.", "包括争夺中的战区；之后照常检查。"),
        LocalizedText("{target} takes control of its region.", "{target}占领所在战区。"),
        handlers.take_region,
        ("capture, control, take region", "占领、控制权"),
        "flag",
        GOALS,
    ),
    effect(
        "win",
        "board",
        LocalizedText("Win", "获胜"),
        (),
        LocalizedText("The encounter ends when all of this instant is done.", "此刻的一切结算后遭遇结束。"),
        LocalizedText("You win the encounter.", "你赢得这场遭遇。"),
        handlers.win,
        ("win, victory, goal", "胜利、目标"),
        "star",
        wording=Wording(keys=LocalizedText("wins?|victory", "赢得|获胜|胜利")),
    ),
    effect(
        "lose",
        "board",
        LocalizedText("Lose", "落败"),
        (),
        LocalizedText("The encounter ends when all of this instant is done.", "此刻的一切结算后遭遇结束。"),
        LocalizedText("You lose the encounter.", "你输掉这场遭遇。"),
        handlers.lose,
        ("lose, defeat, fail", "失败、落败"),
        "ban",
        wording=Wording(keys=LocalizedText("loses? the (?:encounter|match|game)|defeat", "输掉|落败|失败")),
    ),
)
