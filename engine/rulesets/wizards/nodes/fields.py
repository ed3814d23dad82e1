"""Fields that conditions, values and choosers share, and what their words mean on the table."""

from __future__ import annotations

from engine.kernel.state import State
from engine.language.spec.constructors import options
from engine.language.spec.fields import Field, optional
from engine.language.spec.shapes import Enum, LocalizedText, Option, Ref, Value
from engine.rulesets.wizards.config import LEVELS
from engine.rulesets.wizards.table import TABLE, after, monsters, players

PLAYER = Field("playerUUID", Ref("player"), LocalizedText("Player", "玩家"), aliases=("playUUID",))
CARD = Field("cardUUID", Ref("card"), LocalizedText("Card", "卡牌"))
CARD_TYPES = (
    Option("spell", LocalizedText("spell", "法术"), also=("sorcery", "instant", "action", "巫术", "瞬间")),
    Option(
        "wand", LocalizedText("wand", "魔杖"), also=("weapon", "equipment", "artifact", "staff", "武器", "装备", "神器")
    ),
    Option("occult", LocalizedText("occult", "秘术"), also=("exhaust", "ritual", "消耗", "仪式")),
    Option("undercurrent", LocalizedText("undercurrent", "暗流"), also=("trap", "secret", "陷阱", "奥秘")),
)
CARD_TYPE = Field("cardType", Enum(CARD_TYPES), LocalizedText("Kind of card", "卡牌类型"))

OWN_ZONES = (
    Option("hand", LocalizedText("the hand", "手牌")),
    Option("deck", LocalizedText("the deck", "牌堆"), also=("library", "draw pile", "牌库")),
    Option("discard", LocalizedText("the discard pile", "弃牌堆"), also=("graveyard", "墓地")),
    Option("play", LocalizedText("the play area", "打出区"), also=("battlefield", "board", "场上", "战场")),
    Option("wand", LocalizedText("the wand slot", "魔杖栏")),
    Option("undercurrent", LocalizedText("the undercurrent slot", "暗流栏")),
    Option("aside", LocalizedText("the cards set aside", "搁置区")),
)
TABLE_ZONES = (
    Option("shop", LocalizedText("the shop", "商店")),
    Option("common", LocalizedText("the common pile", "普通牌堆")),
    Option("commonDiscard", LocalizedText("the common discard pile", "公共弃牌堆")),
    Option("legendary", LocalizedText("the legendary pile", "传说牌堆")),
    Option("slot", LocalizedText("the monster slots", "怪物位")),
    *(Option(level, LocalizedText(f"the pile of level {level}", f"第{level}级牌堆")) for level in LEVELS),
)
_TABLE_NAMES = frozenset(option.name for option in TABLE_ZONES)
ZONE = Field("zone", Enum((*OWN_ZONES, *TABLE_ZONES)), LocalizedText("Zone", "区域"))
OWNERS_FIELD = optional(
    "whose",
    Enum(
        options(
            ("own", "that player's", "该玩家的"),
            ("others", "the other players'", "其他玩家的"),
            ("all", "all players'", "所有玩家的"),
        )
    ),
    LocalizedText("Whose", "归属"),
    LocalizedText("Seen from the player; the table's zones are nobody's.", "以该玩家为准；公共区域不属于任何人。"),
    default="own",
)
CARDS_OF = (Field("playerUUID", Value("player"), LocalizedText("Player", "玩家")), OWNERS_FIELD, ZONE)


def seats(st: State, player: int, which: str | None) -> tuple[int, ...]:
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


def cards_in(st: State, player: int | None, owners: str | None, zone: str) -> tuple[int, ...]:
    """Return the cards of a zone: a player's, the others' or all players', or the table's."""
    if zone in _TABLE_NAMES:
        return monsters(st) if zone == "slot" else st.zone(TABLE, zone)
    if player is None:
        return ()
    return tuple(card for one in seats(st, player, owners or "own") for card in st.zone(one, zone))
