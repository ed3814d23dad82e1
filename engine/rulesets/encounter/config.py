"""Every number of the rules and every reading that the document leaves open, under its EN id."""

from __future__ import annotations

from typing import Any

from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Setting

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "encounter",
        "first",
        "EN0",
        LocalizedText(
            "The encounter that is played, by its card's id; “first” is the first of the set",
            "所进行的遭遇（卡牌标识）；first 为卡包中的第一个",
        ),
    ),
    Setting(
        "map",
        "plain",
        "EN0",
        LocalizedText(
            "The map of a match without an encounter, by its card's id; “plain” is a plain field",
            "没有遭遇时使用的地图（卡牌标识）；plain 为平地",
        ),
    ),
    Setting(
        "attackerBonus",
        1,
        "EN1",
        LocalizedText("Priority that the attacker's requests gain", "进攻方伤害请求的优先级加成"),
    ),
    Setting(
        "capsDefender",
        True,
        "EN1",
        LocalizedText(
            "Whether the defender has no more requests than the attacker", "被攻击方的请求数是否不超过进攻方"
        ),
    ),
    Setting(
        "simultaneous",
        True,
        "EN2",
        LocalizedText(
            "Whether opposing requests of one priority resolve at the same time", "双方优先级相同的请求是否同时结算"
        ),
    ),
    Setting(
        "ownRange",
        True,
        "EN3",
        LocalizedText(
            "Whether each request needs its own dealer in range; else the attacker's range counts for both",
            "每个请求是否以其来源自身的攻击距离判断；否则均以进攻方为准",
        ),
    ),
    Setting(
        "passAllies",
        True,
        "EN4",
        LocalizedText("Whether a path may pass through allied units", "移动路径能否穿过我方单位"),
    ),
    Setting(
        "heroActs",
        True,
        "EN5",
        LocalizedText("Whether a hero may act on the turn it is deployed", "英雄能否在部署的回合行动"),
    ),
    Setting(
        "asksCell",
        True,
        "EN5",
        LocalizedText(
            "Whether a side chooses the cell of each unit that an effect deploys; else the nearest free one is taken",
            "效果部署单位时是否由该方选择格子；否则取最近的空格",
        ),
    ),
    Setting("burn", 1, "EN6", LocalizedText("Damage of burning ground", "烧灼地形的伤害")),
    Setting("curse", 1, "EN6", LocalizedText("Attack that a cursed unit loses", "诅咒减少的攻击力")),
    Setting("stumble", 1, "EN6", LocalizedText("Movement that a stumbling unit loses", "绊足减少的移动力")),
    Setting(
        "emptiedKeeps",
        True,
        "EN7",
        LocalizedText("Whether an emptied region keeps its controller", "无单位的战区是否保持控制者"),
    ),
    Setting(
        "cooldownPer",
        4,
        "EN8",
        LocalizedText(
            "Health that a hero recovers in a turn: its cooldown is its maximum health divided by this, rounded up",
            "英雄每回合恢复的生命值：冷却回合数为最大生命值除以此数（向上取整）",
        ),
    ),
    Setting(
        "standbyShuffles",
        True,
        "EN9",
        LocalizedText(
            "Whether standby is shuffled into the deck; else it goes under the deck",
            "待命区的牌是否洗入牌库；否则置于牌库底",
        ),
    ),
    Setting(
        "areaCorners",
        False,
        "EN10",
        LocalizedText("Whether a burst of level 5 has its corners", "五级爆发范围是否包含四角"),
    ),
    Setting("axis", 3, "EN11", LocalizedText("Length of the event axis", "事件轴长度")),
    Setting("axisLeast", 3, "EN11", LocalizedText("Least that the axis shrinks to", "事件轴的最小长度")),
    Setting("axisMost", 6, "EN11", LocalizedText("Most that the axis grows to", "事件轴的最大长度")),
    Setting(
        "rounds",
        30,
        "EN12",
        LocalizedText(
            "Rounds after which an encounter without a limit of its own is a draw", "未设回合上限的遭遇在此回合数后平局"
        ),
    ),
    Setting(
        "loseFirst",
        True,
        "EN12",
        LocalizedText("Whether losing counts before winning at the same instant", "同时达成胜败条件时是否先判负"),
    ),
    Setting(
        "deathPage",
        1,
        "EN13",
        LocalizedText("Death pages for each hero of the player that falls", "玩家英雄阵亡时增加的死页"),
    ),
    Setting(
        "enhance",
        1,
        "EN13",
        LocalizedText("What a point of affinity adds to a number of its colour", "每点适性对同色数值的加成"),
    ),
    Setting(
        "heroesFirst",
        True,
        "EN14",
        LocalizedText(
            "Whether heroes are deployed before BP; else in Prepare", "英雄是否在 BP 之前部署；否则在准备步骤部署"
        ),
    ),
    Setting(
        "shortestPath",
        False,
        "EN15",
        LocalizedText("Whether a path is the shortest before it is the safest", "路径是否先取最短、再取危险最少"),
    ),
    Setting(
        "halfTurns",
        True,
        "EN16",
        LocalizedText(
            "Whether a turn of a status is two ends of turns, one of each side; else one end of its own side's turn",
            "状态的一回合是否按双方各一次回合结束计；否则仅按所属方的回合结束计",
        ),
    ),
    Setting(
        "keyAtCheckpoint",
        True,
        "EN17",
        LocalizedText(
            "Whether key events are tested at each checkpoint; else when the axis rolls",
            "关键事件是否在每个检查点检测；否则仅在事件轴滚动时检测",
        ),
    ),
    Setting(
        "ap",
        3,
        "EN12",
        LocalizedText("AP limit of an encounter without one of its own", "未设专注上限的遭遇的专注上限"),
    ),
    Setting("apMost", 99, "EN12", LocalizedText("Most AP", "专注的最大值")),
    Setting(
        "hand",
        7,
        "EN12",
        LocalizedText("Hand limit of an encounter without one of its own", "未设手牌上限的遭遇的手牌上限"),
    ),
    Setting("startHand", 2, "EN12", LocalizedText("Cards in the first hand", "起始手牌数")),
    Setting("draws", 1, "EN12", LocalizedText("Cards drawn in a turn", "每回合抽牌数")),
)


def defaults() -> dict[str, Any]:
    """Return the config with every setting at its default."""
    return {one.name: one.value for one in SETTINGS}
