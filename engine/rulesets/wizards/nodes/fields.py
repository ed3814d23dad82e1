"""Fields that conditions, values and choosers share, and what their words mean on the table."""

from __future__ import annotations

from engine.language.spec import Enum, Ref, Value, field, one_of, option, optional
from engine.toolkit.nodes import Amount, Entities
from engine.toolkit.rules import State

from ..config import LEVELS
from ..table import TABLE, after, monsters, players

PLAYER = field("playerUUID", Ref("player"), "Player", "玩家", aliases=("playUUID",))
CARD = field("cardUUID", Ref("card"), "Card", "卡牌")
CARD_TYPES = (
    option("spell", "spell", "法术", also=("sorcery", "instant", "action", "巫术", "瞬间")),
    option("wand", "wand", "魔杖", also=("weapon", "equipment", "artifact", "staff", "武器", "装备", "神器")),
    option("occult", "occult", "秘术", also=("exhaust", "ritual", "消耗", "仪式")),
    option("undercurrent", "undercurrent", "暗流", also=("trap", "secret", "陷阱", "奥秘")),
)
CARD_TYPE = field("cardType", Enum(CARD_TYPES), "Kind of card", "卡牌类型")

OWN_ZONES = (
    option("hand", "the hand", "手牌"),
    option("deck", "the deck", "牌堆", also=("library", "draw pile", "牌库")),
    option("discard", "the discard pile", "弃牌堆", also=("graveyard", "墓地")),
    option("play", "the play area", "打出区", also=("battlefield", "board", "场上", "战场")),
    option("wand", "the wand slot", "魔杖栏"),
    option("undercurrent", "the undercurrent slot", "暗流栏"),
    option("aside", "the cards set aside", "搁置区"),
)
TABLE_ZONES = (
    option("shop", "the shop", "商店"),
    option("common", "the common pile", "普通牌堆"),
    option("commonDiscard", "the common discard pile", "公共弃牌堆"),
    option("legendary", "the legendary pile", "传说牌堆"),
    option("slot", "the monster slots", "怪物位"),
    *(option(level, f"the pile of level {level}", f"第{level}级牌堆") for level in LEVELS),
)
_TABLE_NAMES = frozenset(option.name for option in TABLE_ZONES)
ZONE = field("zone", Enum((*OWN_ZONES, *TABLE_ZONES)), "Zone", "区域")
OWNERS_FIELD = optional(
    "whose",
    one_of(
        ("own", "that player's", "该玩家的"),
        ("others", "the other players'", "其他玩家的"),
        ("all", "all players'", "所有玩家的"),
    ),
    "Whose",
    "归属",
    "Seen from the player; the table's zones are nobody's.",
    "以该玩家为准；公共区域不属于任何人。",
    default="own",
)
CARDS_OF = (field("playerUUID", Value("player"), "Player", "玩家"), OWNERS_FIELD, ZONE)


def seats(st: State, player: int, which: str | None) -> Entities:
    """Return the players that a word means, starting from one of them."""
    match which:
        case "own" | "self":
            return (player,)
        case "next":
            return (after(st, player),)
        case "previous":
            return (after(st, player, -1),)
        case _:
            count = len(players(st))
            return tuple(after(st, player, step) for step in range(1 if which == "others" else 0, count))


def cards_in(st: State, player: Amount, owners: str | None, zone: str) -> Entities:
    """Return the cards of a zone: a player's, the others' or all players', or the table's."""
    if zone in _TABLE_NAMES:
        return monsters(st) if zone == "slot" else st.zone(TABLE, zone)
    if player is None:
        return ()
    return tuple(card for one in seats(st, player, owners or "own") for card in st.zone(one, zone))
