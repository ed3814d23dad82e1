"""Every number of the rules and every reading that the documents leave open, under its GE id."""

from __future__ import annotations

from typing import Any

from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Setting

BONUS = (
    ("melt", 2),
    ("vaporize", 2),
    ("overloaded", 2),
    ("frozen", 1),
    ("superconduct", 1),
    ("electroCharged", 1),
    ("bloom", 1),
    ("burning", 1),
    ("quicken", 1),
    ("crystallize", 1),
    ("swirl", 0),
)
"""Damage that a reaction adds, by its name."""
LEAVES = (
    ("crystallize", "genius.rule.crystal"),
    ("burning", "genius.rule.embers"),
    ("bloom", "genius.rule.seed"),
    ("quicken", "genius.rule.thicket"),
)
"""What a reaction leaves behind, by its name: the id of a card; nothing where the match has none of that id."""

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "firstPlayer",
        "random",
        "GE1",
        LocalizedText("Who acts first: random, or the first seat (fixed)", "首轮先手：random 随机，fixed 固定为首位"),
    ),
    Setting(
        "firstToEndLeads",
        True,
        "GE1",
        LocalizedText("Whether the first to end a round acts first in the next", "先结束回合者是否在下一轮先手"),
    ),
    Setting("dice", 8, "GE2", LocalizedText("Dice rolled each round", "每轮投掷的骰子数")),
    Setting("rerolls", 1, "GE2", LocalizedText("Rerolls after a roll", "投掷后可重投的次数")),
    Setting("diceMost", 16, "GE2", LocalizedText("Most dice that a player holds", "骰子持有上限")),
    Setting(
        "sortByAll",
        False,
        "GE2",
        LocalizedText(
            "Whether dice of all living characters are sorted first, not the active one's alone",
            "骰子排序是否优先所有存活角色的元素，而非仅出战角色",
        ),
    ),
    Setting("switchCost", 1, "GE3", LocalizedText("Dice that a switch costs", "切换角色所需骰子数")),
    Setting("draws", 2, "GE3", LocalizedText("Cards drawn at the end of a round", "每轮结束时的抽牌数")),
    Setting(
        "energyGain",
        1,
        "GE3",
        LocalizedText("Energy that a skill gives which is no burst", "非元素爆发的技能获得的充能"),
    ),
    Setting("reactionBonus", BONUS, "GE4", LocalizedText("Damage that a reaction adds", "元素反应增加的伤害")),
    Setting("reactionLeaves", LEAVES, "GE4", LocalizedText("What a reaction leaves behind", "元素反应产生的实体")),
    Setting(
        "reactionPierces",
        1,
        "GE4",
        LocalizedText("Piercing damage of superconduct and electro-charged", "超导与感电的穿透伤害"),
    ),
    Setting("swirlDamage", 1, "GE4", LocalizedText("Damage that a swirl spreads", "扩散的伤害")),
    Setting(
        "frozenBonus",
        2,
        "GE4",
        LocalizedText(
            "Damage that a frozen character takes more from physical and pyro", "冻结角色受到的物理与火元素伤害增加"
        ),
    ),
    Setting("rounds", 15, "GE5", LocalizedText("Rounds after which nobody wins", "轮数上限，届时平局")),
    Setting(
        "recreates",
        True,
        "GE6",
        LocalizedText(
            "Whether an entity made again where it is is updated, not doubled", "同一区域重复创建实体时是否更新而非新增"
        ),
    ),
    Setting("summonsMost", 4, "GE7", LocalizedText("Summons of a player", "召唤物上限")),
    Setting("supportsMost", 4, "GE7", LocalizedText("Supports of a player", "支援区上限")),
    Setting(
        "handMost",
        10,
        "GE7",
        LocalizedText(
            "Cards in hand; of those gained beyond it random ones burn", "手牌上限，超出时随机烧毁新获得的牌"
        ),
    ),
    Setting("startHand", 5, "GE8", LocalizedText("Cards in the first hand", "起始手牌数")),
    Setting(
        "legendInHand",
        True,
        "GE8",
        LocalizedText("Whether the first hand holds every arcane legend of the deck", "起始手牌是否必含牌组中的秘传牌"),
    ),
    Setting(
        "legends",
        1,
        "GE8",
        LocalizedText("Arcane legends that a player may play in a match", "每名玩家每局可打出的秘传牌数"),
    ),
    Setting(
        "tie",
        "text",
        "GE9",
        LocalizedText(
            "Listeners of one zone: text, by registration; reference, the current player's first, characters from the active one, and damage events last",
            "同一区域内的响应顺序：text 依注册先后；reference 当前玩家优先、从出战角色起依次，且伤害事件最后",
        ),
    ),
    Setting(
        "overloadSwitches",
        True,
        "GE10",
        LocalizedText("Whether overloaded switches the active character", "超载是否强制切换出战角色"),
    ),
    Setting(
        "preparedReplaces",
        True,
        "GE10",
        LocalizedText("Whether a prepared skill replaces the next action", "准备技能是否替代下一次行动"),
    ),
)


def defaults() -> dict[str, Any]:
    """Return the config with every setting at its default; tables are mappings."""
    return {one.name: dict(one.value) if isinstance(one.value, tuple) else one.value for one in SETTINGS}
