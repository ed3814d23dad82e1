"""Conditions, values and choosers of the game, beside those that all rulesets share.

Source: 000 "条件 ConditionType" and its examples (HasWand, getCardProperty, monsterChooser); WZ12.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.state import State
from engine.language.registry import Field, NodeSpec
from engine.language.shapes import Bi, Enum, Option, Ref, Whole
from engine.rulesets.wizards.effects import card_property
from engine.rulesets.wizards.table import definition, monsters, players

PLAYER = Field("playerUUID", Ref("player"), Bi("Player", "玩家"), aliases=("playUUID",))
CARD = Field("cardUUID", Ref("card"), Bi("Card", "卡牌"))
CARD_TYPES = (
    Option("spell", Bi("spell", "法术")),
    Option("wand", Bi("wand", "魔杖")),
    Option("occult", Bi("occult", "秘术")),
)
CARD_TYPE = Field("cardType", Enum(CARD_TYPES), Bi("Kind of card", "卡牌类型"))
OWN_ZONES = ("hand", "deck", "discard", "play", "wand")


def has_wand(st: State, player: int | None) -> bool:
    """The player's wand slot is not empty (WZ12)."""
    return player is not None and bool(st.zone(player, "wand"))


def has_card(st: State, player: int | None, card: int | None) -> bool:
    """The card is one of the player's, wherever it lies."""
    return (
        player is not None
        and card in st.ents
        and st.ents[card]["holder"] == player
        and st.ents[card]["zone"] in OWN_ZONES
    )


def is_type(st: State, player: int | None, kind: str, card: int | None) -> bool:
    """The card, or with none named the player's newest card in the play area, is of the kind."""
    if card is None and player is not None:
        card = next(iter(st.zone(player, "play")[-1:]), None)
    return card in st.ents and definition(st, card).words.get("cardType", "spell") == kind


def _condition(name: str, title: Bi, fields: tuple[Field, ...], says: Bi, run: Any) -> NodeSpec:
    return NodeSpec("condition", name, title, fields, says=says, run=run, group="cards")


_ANY_CARD = Field("cardUUID", Ref("card"), Bi("Card", "卡牌"), required=False)
_TYPE_FIELDS = (PLAYER, CARD_TYPE, _ANY_CARD)

CONDITIONS = (
    _condition("HasWand", Bi("Has a wand", "装备了魔杖"), (PLAYER,), Bi("{playerUUID} has a wand", "{playerUUID}装备了魔杖"), has_wand),
    _condition("HasCard", Bi("Has the card", "拥有指定卡牌"), (PLAYER, CARD), Bi("{playerUUID} has {cardUUID}", "{playerUUID}拥有{cardUUID}"), has_card),
    _condition(
        "HasNoCard", Bi("Does not have the card", "没有指定卡牌"), (PLAYER, CARD), Bi("{playerUUID} does not have {cardUUID}", "{playerUUID}没有{cardUUID}"),
        lambda st, player, card: not has_card(st, player, card),
    ),
    _condition("IsType", Bi("Is of a kind", "是指定类型"), _TYPE_FIELDS, Bi("the card is a {cardType}", "该牌是{cardType}"), is_type),
    _condition(
        "IsNotType", Bi("Is not of a kind", "不是指定类型"), _TYPE_FIELDS, Bi("the card is not a {cardType}", "该牌不是{cardType}"),
        lambda st, player, kind, card: not is_type(st, player, kind, card),
    ),
)  # fmt: skip

PROPERTIES = (
    Option("manaCost", Bi("mana cost", "法力消耗")),
    Option("health", Bi("health", "生命值")),
    Option("maxHealth", Bi("most health", "生命值上限")),
    Option("reward", Bi("bounty", "赏金")),
)
GET_CARD_PROPERTY = NodeSpec(
    "value",
    "getCardProperty",
    Bi("Number of a card", "卡牌属性"),
    (CARD, Field("property", Enum(PROPERTIES), Bi("Property", "属性"))),
    doc=Bi(
        "A number of a card as it is now; null when there is no such card.", "卡牌当前的某项数值；没有该牌时为 null。"
    ),
    says=Bi("the {property} of {cardUUID}", "{cardUUID}的{property}"),
    gives="int",
    run=card_property,
)

_ASK = Field(
    "ask",
    Ref("player"),
    Bi("Asked of", "由谁选择"),
    required=False,
    doc=Bi("The acting player when absent.", "缺省时为当前玩家。"),
)
_MIN = Field("min", Whole(0, 20), Bi("At least", "至少"), required=False)
_MAX = Field("max", Whole(1, 20), Bi("At most", "至多"), required=False)


def _players(st: State, env: dict[str, Any], which: str | None) -> tuple[int, ...]:
    """Return the players that may be picked, the acting one first."""
    me = env["?owner"]
    return tuple(p for p in players(st) if which != "others" or p != me)


MONSTER_CHOOSER = NodeSpec(
    "chooser",
    "monsterChooser",
    Bi("A monster", "选择怪物"),
    (_ASK, _MIN, _MAX),
    doc=Bi("Monsters on the table, picked by a player.", "由玩家选择场上的怪物。"),
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
        _ASK,
        _MIN,
        _MAX,
        Field(
            "which",
            Enum((Option("all", Bi("anyone", "任意玩家")), Option("others", Bi("another player", "其他玩家")))),
            Bi("Which", "范围"),
            required=False,
        ),
    ),
    doc=Bi("Players, picked by a player.", "由玩家选择玩家。"),
    says=Bi("a player", "一名玩家"),
    gives="player",
    run=_players,
)
CHOOSERS = (MONSTER_CHOOSER, ALL_MONSTERS, PLAYER_CHOOSER)
