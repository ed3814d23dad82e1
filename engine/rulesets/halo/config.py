"""Every number of the rules, and every reading that the document leaves open, under its HA id.

HA14 (which targets, ops and effects there are) and HA15 (a keyword that takes X, written without it) are readings of the language,
settled before a match begins, and have no setting.
"""

from __future__ import annotations

from typing import Any

from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Setting

INFECTED_FORM = "TOKEN-COMBAT-FORM"
"""The token that the game's own rules name for INFECT; it serves a set that has not the one of the setting."""

SETTINGS: tuple[Setting, ...] = (
    Setting("startHand", 5, "HA1", LocalizedText("Cards in the first hand", "起始手牌数")),
    Setting(
        "firstSkipsDraw",
        True,
        "HA1",
        LocalizedText("Whether the first player skips the first draw", "先手是否跳过首次抽牌"),
    ),
    Setting(
        "secondExtra",
        1,
        "HA1",
        LocalizedText("Cards more in the first hand of who goes second", "后手起始手牌多出的张数"),
    ),
    Setting("draws", 1, "HA1", LocalizedText("Cards drawn at the start of a turn", "每回合开始时的抽牌数")),
    Setting(
        "handCap", 10, "HA1", LocalizedText("Most cards in hand; the excess is discarded", "手牌上限，超出部分弃置")
    ),
    Setting(
        "fatigue",
        1,
        "HA1",
        LocalizedText("Base damage for a draw from an empty deck, 0 for none", "牌库为空时抽牌受到的基地伤害，0 为无"),
    ),
    Setting("supplyStart", 0, "HA2", LocalizedText("Supply cap before the first turn", "首回合之前的补给上限")),
    Setting("supplyGrowth", 1, "HA2", LocalizedText("Supply cap gained each turn", "补给上限每回合增加")),
    Setting("supplyMost", 10, "HA2", LocalizedText("Highest supply cap", "补给上限的最大值")),
    Setting("batteryMost", 3, "HA2", LocalizedText("Most battery that is kept", "电池保有上限")),
    Setting("batteryKeeps", True, "HA2", LocalizedText("Whether unspent battery stays", "未用的电池是否保留")),
    Setting(
        "conversions", 1, "HA2", LocalizedText("Cards turned into battery in a turn", "每回合可转化为电池的手牌数")
    ),
    Setting(
        "rejectedCard",
        "discard",
        "HA2",
        LocalizedText(
            "Where a card goes whose play was cancelled, unpaid: discard or hand",
            "出牌被取消且未付费的牌去向：discard 弃牌堆，hand 手牌",
        ),
    ),
    Setting(
        "rejectedPays",
        False,
        "HA2",
        LocalizedText("Whether a cancelled play is paid all the same", "被取消的出牌是否仍须付费"),
    ),
    Setting(
        "shieldsRefill",
        "undamaged",
        "HA3",
        LocalizedText(
            "Whose shields refill when the turn starts: undamaged in the opponent's last turn, all, or none",
            "回合开始时恢复护盾者：undamaged 对手上一回合未受伤者，all 全部，none 无",
        ),
    ),
    Setting(
        "deploymentFatigue",
        True,
        "HA3",
        LocalizedText(
            "Whether a unit waits a turn before it attacks, DROP_POD excepted",
            "单位部署当回合是否不能攻击（DROP_POD 除外）",
        ),
    ),
    Setting(
        "frontFirst", True, "HA4", LocalizedText("Whether a front row must be attacked first", "是否必须先攻击前排")
    ),
    Setting(
        "baseGuarded",
        True,
        "HA4",
        LocalizedText("Whether a unit in the lane guards the base behind it", "战线上有单位时是否护住其后的基地"),
    ),
    Setting(
        "camoGuards",
        False,
        "HA4",
        LocalizedText(
            "Whether a hidden unit in front, which nobody can attack, covers those behind it",
            "前排的隐身单位（无法被攻击）是否掩护其后的单位",
        ),
    ),
    Setting("coverPoints", 1, "HA5", LocalizedText("Damage that cover takes off", "掩护减免的伤害")),
    Setting(
        "coverFirst",
        False,
        "HA5",
        LocalizedText("Whether cover is taken off before the kind of damage counts", "掩护是否先于伤害类型计算"),
    ),
    Setting("markedPoints", 1, "HA5", LocalizedText("Damage more on a marked target", "对被标记目标增加的伤害")),
    Setting(
        "suppressedPoints", 1, "HA5", LocalizedText("Damage less from a suppressed source", "被压制者造成的伤害减少")
    ),
    Setting(
        "headshotFactor",
        2,
        "HA5",
        LocalizedText("Factor of HEADSHOT on a target without shield", "HEADSHOT 对无护盾目标的倍数"),
    ),
    Setting(
        "factorsMultiply",
        True,
        "HA5",
        LocalizedText(
            "Whether headshot and combo multiply each other; else the larger counts", "爆头与连击是否相乘，否则取较大者"
        ),
    ),
    Setting(
        "comboFactor", 2, "HA5", LocalizedText("Factor of a ballistic hit after plasma", "等离子之后实弹命中的倍数")
    ),
    Setting(
        "plasmaSplit",
        "points",
        "HA5",
        LocalizedText(
            "How plasma passes from shield to health: points, each breaking two of shield, or doubled, halving what is over",
            "等离子从护盾到生命的换算：points 每点击破两点护盾，doubled 先加倍再将溢出减半",
        ),
    ),
    Setting("armorPoints", 1, "HA5", LocalizedText("Damage that ARMOR takes off", "ARMOR 减免的伤害")),
    Setting(
        "rangedUnanswered",
        True,
        "HA6",
        LocalizedText(
            "Whether a RANGED attacker in the back row is hit back by RANGED units alone",
            "后排的 RANGED 攻击者是否只会被 RANGED 单位还击",
        ),
    ),
    Setting("mutualCombat", True, "HA6", LocalizedText("Whether the one attacked hits back", "被攻击者是否同时还击")),
    Setting(
        "bonusPerMatch",
        True,
        "HA7",
        LocalizedText("Whether a damage bonus counts the matches of its condition", "伤害加成是否按条件的匹配数计算"),
    ),
    Setting("missCap", 75, "HA8", LocalizedText("Highest chance to miss, per cent", "未命中几率上限（%）")),
    Setting("orbitSlots", 1, "HA9", LocalizedText("Vessels of a side over a lane", "每方每条战线上空的舰船数")),
    Setting("capitals", 1, "HA9", LocalizedText("CAPITAL vessels of a side", "每方旗舰数")),
    Setting(
        "criticalDestroys",
        True,
        "HA9",
        LocalizedText("Whether losing a critical section destroys the vessel", "失去关键部位是否摧毁舰船"),
    ),
    Setting(
        "sectionOverflow",
        True,
        "HA9",
        LocalizedText(
            "Whether damage that a section cannot take goes on to the next", "部位承受不了的伤害是否转给下一部位"
        ),
    ),
    Setting(
        "deckVessels",
        False,
        "HA9",
        LocalizedText(
            "Whether a deck holds at most 6 vessels, 1 of them CAPITAL", "牌组是否至多含 6 张舰船卡，其中旗舰至多 1 张"
        ),
    ),
    Setting("frontSlots", 2, "HA10", LocalizedText("Units of a side in a front row", "每方前排单位数")),
    Setting("backSlots", 2, "HA10", LocalizedText("Units of a side in a back row", "每方后排单位数")),
    Setting(
        "fullRow",
        "discard",
        "HA10",
        LocalizedText(
            "What becomes of a token without room whose template does not say: discard or standby",
            "无处放置且模板未说明的衍生物去向：discard 丢弃，standby 待命区",
        ),
    ),
    Setting(
        "otherRow",
        True,
        "HA10",
        LocalizedText("Whether a full row gives way to the other of the lane", "该排已满时是否改放同战线另一排"),
    ),
    Setting("base", 30, "HA11", LocalizedText("Points of a base", "基地生命")),
    Setting(
        "controlNeedsEmptyFront",
        True,
        "HA11",
        LocalizedText("Whether an enemy in front denies control of a lane", "对方前排有单位时是否不算控制该战线"),
    ),
    Setting("lanesToWin", 3, "HA11", LocalizedText("Lanes that must be held to win", "控制获胜所需的战线数")),
    Setting(
        "streakToWin", 2, "HA11", LocalizedText("Own turns in a row that they must be held", "须连续控制的己方回合数")
    ),
    Setting("turnCap", 60, "HA11", LocalizedText("Turns after which nobody wins", "回合上限，届时平局")),
    Setting(
        "infectOnce", True, "HA12", LocalizedText("Whether a kill infects once at most", "一次击杀是否至多感染一次")
    ),
    Setting(
        "infectToken",
        "TOKEN-THRALL",
        "HA12",
        LocalizedText(
            "Token that INFECT makes; TOKEN-COMBAT-FORM where the match has none of that id",
            "INFECT 生成的衍生物；对局中没有该标识时为 TOKEN-COMBAT-FORM",
        ),
    ),
    Setting(
        "strikePoints",
        2,
        "HA13",
        LocalizedText("Strength of a strike without ORBITAL_BATTERY", "没有 ORBITAL_BATTERY 时轨道打击的强度"),
    ),
    Setting(
        "strikeVessels",
        True,
        "HA13",
        LocalizedText("Whether a strike may hit the vessel opposite", "轨道打击能否攻击对面的舰船"),
    ),
    Setting(
        "strikeFatigue",
        True,
        "HA13",
        LocalizedText("Whether a vessel waits a turn before it strikes", "舰船入场当回合是否不能打击"),
    ),
    Setting(
        "paintedFactor",
        (3, 2),
        "HA13",
        LocalizedText("Factor of a strike on a painted target", "对被标定目标的打击倍数（分子、分母）"),
    ),
    Setting(
        "sourceIsSelf",
        True,
        "HA16",
        LocalizedText(
            "Whether an ability that speaks of its source answers for its own card alone",
            "提到来源的能力是否只响应其自身卡牌",
        ),
    ),
    Setting("fields", 1, "HA17", LocalizedText("FIELD cards of a player", "每名玩家的场地牌数")),
    Setting(
        "tacticalInSkirmish",
        True,
        "HA17",
        LocalizedText("Whether tactical cards may be played in the skirmish", "交战阶段能否打出战术牌"),
    ),
    Setting(
        "crashDivisor",
        2,
        "HA18",
        LocalizedText("A crash deals the hull's cap divided by this", "坠毁伤害为舰体上限除以"),
    ),
    Setting(
        "loadDivisor", 2, "HA19", LocalizedText("Loading costs the supply divided by this", "装载费用为补给费用除以")
    ),
    Setting("dropCost", 1, "HA19", LocalizedText("Supply for a drop", "投送所需补给")),
    Setting("hijackCost", 2, "HA19", LocalizedText("Supply for a hijack", "劫持所需补给")),
)


def defaults() -> dict[str, Any]:
    """Return the config with every setting at its default."""
    return {setting.name: setting.value for setting in SETTINGS}
