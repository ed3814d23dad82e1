"""Conditions of the game, beside those that all rulesets share. Source: 000 "条件 ConditionType"; WZ12."""

from __future__ import annotations

from typing import Any

from engine.kernel.state import State
from engine.language.registry import Field, NodeSpec
from engine.language.sayings import Case, Is, Wording
from engine.language.shapes import Bi, Ref, Value
from engine.rulesets.wizards.nodes.fields import CARD, CARD_TYPE, PLAYER
from engine.rulesets.wizards.table import definition

OWN_ZONES = ("hand", "deck", "discard", "play", "wand", "undercurrent")


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
    if card not in st.ents or not st.ents[card]["def"]:
        return False
    return definition(st, card).words.get("cardType") == kind


def has_trigger(st: State, name: str | None, player: int | None) -> bool:
    """A trigger with this id is mounted; with a player named, one of that player's."""
    return any(
        listener.label == name and (player is None or listener.owner == player)
        for listener in st.lst.values()
        if not listener.removes
    )


def _condition(name: str, title: Bi, fields: tuple[Field, ...], says: Bi, wording: Wording, run: Any) -> NodeSpec:
    return NodeSpec("condition", name, title, fields, DOCS[name], says, wording, run=run, group="cards")


DOCS = {
    "HasWand": Bi("Holds while the player has a wand equipped.", "该玩家装备着魔杖时成立。"),
    "HasCard": Bi(
        "Holds while the card is the player's: in hand, deck, discard pile, play area or wand slot.",
        "该牌属于该玩家时成立：在其手牌、牌堆、弃牌堆、出牌区或魔杖位中。",
    ),
    "HasNoCard": Bi("Holds while the card is not one of the player's.", "该牌不属于该玩家时成立。"),
    "IsType": Bi("Holds when the card is of the kind named.", "该牌是指定类型时成立。"),
    "HasTrigger": Bi(
        "Holds while a trigger with this id is mounted, the player's where one is named: so an aura need not stack.",
        "带有该 id 的触发器存在时成立；若指定玩家则须属于该玩家。可用于使光环不叠加。",
    ),
    "IsNotType": Bi("Holds when the card is not of the kind named.", "该牌不是指定类型时成立。"),
}


_ANY_CARD = Field(
    "cardUUID",
    Ref("card"),
    Bi("Card", "卡牌"),
    required=False,
    doc=Bi("The newest card in the player's play area when absent.", "缺省时为该玩家出牌区中最新的一张牌。"),
)
_TYPE_FIELDS = (PLAYER, CARD_TYPE, _ANY_CARD)

_NEWEST = {"cardUUID": Is.ABSENT}
_NEWEST_IS = Bi("{playerUUID's newest card} is {cardType:a}", "{playerUUID}最新打出的牌是{cardType}牌")
_NEWEST_IS_NOT = Bi("{playerUUID's newest card} is not {cardType:a}", "{playerUUID}最新打出的牌不是{cardType}牌")

CONDITIONS = (
    _condition(
        "HasWand", Bi("Has a wand", "装备了魔杖"), (PLAYER,), Bi("{playerUUID} has a wand", "{playerUUID}装备了魔杖"),
        Wording(negated=Bi("{playerUUID} does not have a wand", "{playerUUID}没有装备魔杖")), has_wand,
    ),
    _condition(
        "HasCard", Bi("Has the card", "拥有指定卡牌"), (PLAYER, CARD), Bi("{playerUUID} owns {cardUUID}", "{playerUUID}拥有{cardUUID}"),
        Wording(negated=Bi("{playerUUID} does not own {cardUUID}", "{playerUUID}没有{cardUUID}")), has_card,
    ),
    _condition(
        "HasNoCard", Bi("Does not have the card", "没有指定卡牌"), (PLAYER, CARD),
        Bi("{playerUUID} does not own {cardUUID}", "{playerUUID}没有{cardUUID}"),
        Wording(negated=Bi("{playerUUID} owns {cardUUID}", "{playerUUID}拥有{cardUUID}")),
        lambda st, player, card: not has_card(st, player, card),
    ),
    _condition(
        "IsType", Bi("Is of a kind", "是指定类型"), _TYPE_FIELDS, Bi("{cardUUID} is {cardType:a}", "{cardUUID}是{cardType}牌"),
        Wording(
            cases=(Case(_NEWEST, _NEWEST_IS, _NEWEST_IS_NOT),),
            negated=Bi("{cardUUID} is not {cardType:a}", "{cardUUID}不是{cardType}牌"),
            narrows=("cardUUID", Bi("{cardType}", "{cardType}牌")),
        ),
        is_type,
    ),
    _condition(
        "IsNotType", Bi("Is not of a kind", "不是指定类型"), _TYPE_FIELDS, Bi("{cardUUID} is not {cardType:a}", "{cardUUID}不是{cardType}牌"),
        Wording(
            cases=(Case(_NEWEST, _NEWEST_IS_NOT, _NEWEST_IS),),
            negated=Bi("{cardUUID} is {cardType:a}", "{cardUUID}是{cardType}牌"),
            narrows=("cardUUID", Bi("card that is not {cardType:a}", "不是{cardType}的牌")),
        ),
        lambda st, player, kind, card: not is_type(st, player, kind, card),
    ),
    _condition(
        "HasTrigger", Bi("Has a trigger", "存在触发器"),
        (Field("id", Value("text"), Bi("Id", "标识"), names="trigger"), Field("playerUUID", Ref("player"), Bi("Player", "玩家"), required=False, doc=Bi("Anybody's when absent.", "缺省时不限玩家。"))),
        Bi("{playerUUID} has {id:effects}", "{playerUUID}拥有{id:effects}"),
        Wording(
            cases=(
                Case(
                    {"playerUUID": Is.ABSENT}, Bi("{id:effects} is in play", "存在{id:effects}"),
                    Bi("{id:effects} is not in play", "不存在{id:effects}"),
                ),
            ),
            negated=Bi("{playerUUID} does not have {id:effects}", "{playerUUID}没有{id:effects}"),
        ),
        has_trigger,
    ),
)  # fmt: skip
