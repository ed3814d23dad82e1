"""Every number of the rules and every reading that the documents leave open, under its GE id."""

from __future__ import annotations

from engine.toolkit.settings import settings

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

SETTINGS = settings(
    (
        "firstPlayer",
        "random",
        "GE1",
        "Who acts first: random, or the first seat (fixed)",
        "首轮先手：random 随机，fixed 固定为首位",
    ),
    (
        "firstToEndLeads",
        True,
        "GE1",
        "Whether the first to end a round acts first in the next",
        "先结束回合者是否在下一轮先手",
    ),
    ("dice", 8, "GE2", "Dice rolled each round", "每轮投掷的骰子数"),
    ("rerolls", 1, "GE2", "Rerolls after a roll", "投掷后可重投的次数"),
    ("diceMost", 16, "GE2", "Most dice that a player holds", "骰子持有上限"),
    (
        "sortByAll",
        False,
        "GE2",
        "Whether dice of all living characters are sorted first, not the active one's alone",
        "骰子排序是否优先所有存活角色的元素，而非仅出战角色",
    ),
    ("switchCost", 1, "GE3", "Dice that a switch costs", "切换角色所需骰子数"),
    ("draws", 2, "GE3", "Cards drawn at the end of a round", "每轮结束时的抽牌数"),
    ("energyGain", 1, "GE3", "Energy that a skill gives which is no burst", "非元素爆发的技能获得的充能"),
    ("reactionBonus", BONUS, "GE4", "Damage that a reaction adds", "元素反应增加的伤害"),
    ("reactionLeaves", LEAVES, "GE4", "What a reaction leaves behind", "元素反应产生的实体"),
    ("reactionPierces", 1, "GE4", "Piercing damage of superconduct and electro-charged", "超导与感电的穿透伤害"),
    ("swirlDamage", 1, "GE4", "Damage that a swirl spreads", "扩散的伤害"),
    (
        "frozenBonus",
        2,
        "GE4",
        "Damage that a frozen character takes more from physical and pyro",
        "冻结角色受到的物理与火元素伤害增加",
    ),
    ("rounds", 15, "GE5", "Rounds after which the match is a draw", "轮数上限，届时平局"),
    (
        "recreates",
        True,
        "GE6",
        "Whether an entity made again where it is is updated, not doubled",
        "同一区域重复创建实体时是否更新而非新增",
    ),
    ("summonsMost", 4, "GE7", "Summons of a player", "召唤物上限"),
    ("supportsMost", 4, "GE7", "Supports of a player", "支援区上限"),
    (
        "handMost",
        10,
        "GE7",
        "Cards in hand; of those gained beyond it random ones burn",
        "手牌上限，超出时随机烧毁新获得的牌",
    ),
    ("startHand", 5, "GE8", "Cards in the first hand", "起始手牌数"),
    (
        "legendInHand",
        True,
        "GE8",
        "Whether the first hand holds every arcane legend of the deck",
        "起始手牌是否必含牌组中的秘传牌",
    ),
    ("legends", 1, "GE8", "Arcane legends that a player may play in a match", "每名玩家每局可打出的秘传牌数"),
    (
        "tie",
        "text",
        "GE9",
        "Listeners of one zone: text, by registration; reference, the current player's first, characters from the active one, and damage events last",
        "同一区域内的响应顺序：text 依注册先后；reference 当前玩家优先、从出战角色起依次，且伤害事件最后",
    ),
    ("overloadSwitches", True, "GE10", "Whether overloaded switches the active character", "超载是否强制切换出战角色"),
    (
        "preparedReplaces",
        True,
        "GE10",
        "Whether a prepared skill replaces the next action",
        "准备技能是否替代下一次行动",
    ),
)
