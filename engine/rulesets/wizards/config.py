"""Every number of the rules, and every reading that the document leaves open, under its WZ id."""

from __future__ import annotations

from typing import Any

from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Setting

SETTINGS: tuple[Setting, ...] = (
    Setting("hand", 7, "WZ1", LocalizedText("Cards in hand after preparing", "准备阶段后手牌补满至")),
    Setting("manaCap", 20, "WZ7", LocalizedText("Most mana a player can hold", "法力上限")),
    Setting("goldCap", 10, "WZ7", LocalizedText("Most gold a player can hold", "金币上限")),
    Setting("freezingCap", 10, "WZ7", LocalizedText("Most freezing on a player", "冻结上限")),
    Setting("startGold", 3, "WZ7", LocalizedText("Gold at the start", "初始金币")),
    Setting(
        "moreStartGold",
        ((2, 0), (3, 2), (4, 0)),
        "WZ14",
        LocalizedText("Gold at the start on top of that, by seats", "按人数增加的初始金币"),
    ),
    Setting(
        "reshuffleInBattle",
        False,
        "WZ1",
        LocalizedText("Whether an empty deck is refilled in battle", "战斗中牌堆耗尽时是否洗回弃牌堆"),
    ),
    Setting(
        "manaCostLasts",
        "match",
        "WZ2",
        LocalizedText(
            "How long a changed mana cost lasts: the match, or as long as the card has its owner",
            "法力消耗的改变持续到：match 本局结束，owner 离开其拥有者",
        ),
    ),
    Setting("thaw", True, "WZ7", LocalizedText("Whether freezing ends with the battle", "冻结值是否在战斗结束时清零")),
    Setting(
        "healthZeroPays",
        False,
        "WZ7",
        LocalizedText(
            "Whether a monster that loses its health without damage pays", "怪物非因伤害而失去全部生命时是否给予奖励"
        ),
    ),
    Setting(
        "preventedHealth",
        1,
        "WZ7",
        LocalizedText("Health of a monster whose death was prevented", "死亡被阻止的怪物保留的生命值"),
    ),
    Setting(
        "steps",
        (("III", 3), ("VI", 6), ("IX", 9), ("XII", 12)),
        "WZ3",
        LocalizedText("Steps for a defeated monster, by level", "击败怪物所得步数，按等级"),
    ),
    Setting(
        "openFrom",
        (("III", 1), ("VI", 1), ("IX", 2), ("XII", 3)),
        "WZ4",
        LocalizedText("Loop that opens a level", "开放各等级的圈数"),
    ),
    Setting(
        "soloFight",
        True,
        "WZ4",
        LocalizedText(
            "Whether a level XII monster is chosen and fought alone at once", "XII 级怪物是否由玩家挑选并立即单独战斗"
        ),
    ),
    Setting("kickCells", 1, "WZ5", LocalizedText("Cells that a kick moves", "踢人使其前进的格数")),
    Setting(
        "kickAcrossLoops", True, "WZ5", LocalizedText("Whether one kicks markers of other loops", "能否踢不同圈的标记")
    ),
    Setting(
        "wheel",
        (
            "none",
            "tavern",
            "common:3",
            "common:5",
            "tavern",
            "common:3",
            "common:5",
            "tavern",
            "common:3",
            "common:5",
            "advance:2",
            "legendary:3",
        ),
        "WZ5",
        LocalizedText("What the cells I to XII give, and of how many", "时间轮 I 至 XII 格的奖励与数量"),
    ),
    Setting("reversals", 1, "WZ6", LocalizedText("Reversals that a player has", "每名玩家的逆转次数")),
    Setting(
        "reversePlays",
        (2, 3, 4, 5),
        "WZ6",
        LocalizedText("Cards played in a reversed turn, by rank", "逆转时序时可打出的牌数，按名次"),
    ),
    Setting("shopSize", 4, "WZ8", LocalizedText("Cards in the shop; the slot is the price", "商店牌数；栏位即价格")),
    Setting("refreshPrice", 1, "WZ8", LocalizedText("Gold to refresh the shop", "刷新商店所需金币")),
    Setting("forgetPrice", 2, "WZ8", LocalizedText("Gold to forget a card", "遗忘一张牌所需金币")),
    Setting("purchases", 1, "WZ8", LocalizedText("Purchases in one visit to the shop", "每次补给可购买的张数")),
    Setting("forgets", 1, "WZ8", LocalizedText("Cards forgotten in one visit to the tavern", "每次补给可遗忘的张数")),
    Setting(
        "triggersOutliveCard",
        True,
        "WZ10",
        LocalizedText("Whether triggers stay when their card leaves its owner", "卡牌离开拥有者后其触发器是否保留"),
    ),
    Setting(
        "counterRefunds",
        False,
        "WZ11",
        LocalizedText("Whether a countered card's mana comes back", "被反制的牌是否退还法力"),
    ),
    Setting(
        "undercurrents",
        "slot",
        "WZ15",
        LocalizedText(
            "Where a gained undercurrent goes: slot, face down at once, or discard, to be set by playing it",
            "获得的暗流去向：slot 立即面朝下放置，discard 进入弃牌堆并由打出放置",
        ),
    ),
    Setting(
        "copiesKeepTargets",
        True,
        "WZ16",
        LocalizedText("Whether a copied play keeps its targets", "复制的出牌是否沿用目标"),
    ),
    Setting("winLoop", ((2, 6), (3, 6), (4, 5)), "WZ9", LocalizedText("Loop that wins, by seats", "获胜圈数，按人数")),
    Setting(
        "roundCap", 40, "WZ9", LocalizedText("Rounds after which the best marker wins", "回合上限，届时领先者获胜")
    ),
    Setting(
        "slots",
        4,
        "WZ14",
        LocalizedText("Monster slots on the table, neutral ones included", "场上怪物位总数（含中立位）"),
    ),
    Setting(
        "legendaryOffer",
        ((2, 3), (3, 5)),
        "WZ5",
        LocalizedText("Legendaries offered to all when a loop is first entered", "首次进入某圈时每人可选的传说牌数"),
    ),
)

LEVELS = ("III", "VI", "IX", "XII")
CELLS = 12


def defaults() -> dict[str, Any]:
    """Return the config with every setting at its default; tables are dicts."""
    out: dict[str, Any] = {}
    for setting in SETTINGS:
        value = setting.value
        is_table = isinstance(value, tuple) and value and isinstance(value[0], tuple)
        out[setting.name] = dict(value) if is_table else value
    return out
