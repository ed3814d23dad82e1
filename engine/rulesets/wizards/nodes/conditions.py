"""Conditions of the game, beside those that all rulesets share. Source: 000 "条件 ConditionType"; WZ12."""

from __future__ import annotations

from functools import partial

from engine.language.spec import ABSENT, LocalizedText, Ref, Value, case, condition, field, optional
from engine.toolkit.nodes import Amount
from engine.toolkit.rules import State, definition

from .fields import CARD, CARD_TYPE, PLAYER

OWN_ZONES = ("hand", "deck", "discard", "play", "wand", "undercurrent", "aside")


def has_wand(st: State, player: Amount) -> bool:
    """The player's wand slot is not empty (WZ12)."""
    return player is not None and bool(st.zone(player, "wand"))


def has_card(st: State, player: Amount, card: Amount) -> bool:
    """The card belongs to the player, in any zone."""
    return (
        player is not None
        and card in st.entities
        and st.entities[card]["holder"] == player
        and st.entities[card]["zone"] in OWN_ZONES
    )


def is_type(st: State, player: Amount, kind: str, card: Amount) -> bool:
    """The card, or with none named the player's newest card in the play area, is of the kind."""
    if card is None and player is not None:
        card = next(iter(st.zone(player, "play")[-1:]), None)
    if card not in st.entities or not st.entities[card]["def"]:
        return False
    return definition(st, card).words.get("cardType") == kind


def has_trigger(st: State, name: str | None, player: Amount) -> bool:
    """A trigger with this id is mounted; with a player named, one of that player's."""
    return any(
        listener.label == name and (player is None or listener.owner == player)
        for listener in st.listeners.values()
        if not listener.removes
    )


_condition = partial(condition, group="cards")


_ANY_CARD = optional(
    "cardUUID",
    Ref("card"),
    "Card",
    "卡牌",
    "When absent, the candidate in a filter, elsewhere the newest card in the player's play area.",
    "缺省时：在筛选条件中为候选，其他处为该玩家出牌区中最新的一张牌。",
    is_candidate=True,
)
_TYPE_FIELDS = (PLAYER, CARD_TYPE, _ANY_CARD)

_NEWEST = {"cardUUID": ABSENT}
_NEWEST_IS = LocalizedText("{playerUUID's newest card} is {cardType:a}", "{playerUUID}最新打出的牌是{cardType}牌")
_NEWEST_IS_NOT = LocalizedText(
    "{playerUUID's newest card} is not {cardType:a}", "{playerUUID}最新打出的牌不是{cardType}牌"
)

CONDITIONS = (
    _condition(
        "HasWand",
        "Has a wand",
        "装备了魔杖",
        (PLAYER,),
        "Holds while the player has a wand equipped.",
        "该玩家装备着魔杖时成立。",
        "{playerUUID} has a wand",
        "{playerUUID}装备了魔杖",
        "{playerUUID} does not have a wand",
        "{playerUUID}没有装备魔杖",
        run=has_wand,
        search=("wand equipped, weapon, has weapon", "魔杖、装备、持有魔杖"),
    ),
    _condition(
        "HasCard",
        "Has the card",
        "拥有指定卡牌",
        (PLAYER, CARD),
        "Holds while the card is the player's: in hand, deck, discard pile, play area or wand slot.",
        "该牌属于该玩家时成立：在其手牌、牌堆、弃牌堆、出牌区或魔杖位中。",
        "{playerUUID} owns {cardUUID}",
        "{playerUUID}拥有{cardUUID}",
        "{playerUUID} does not own {cardUUID}",
        "{playerUUID}不拥有{cardUUID}",
        run=has_card,
        search=("owns card, has card, holds", "持有、拥有、有这张牌"),
    ),
    _condition(
        "HasNoCard",
        "Does not have the card",
        "没有指定卡牌",
        (PLAYER, CARD),
        "Holds while the card is not one of the player's.",
        "该牌不属于该玩家时成立。",
        "{playerUUID} does not own {cardUUID}",
        "{playerUUID}不拥有{cardUUID}",
        "{playerUUID} owns {cardUUID}",
        "{playerUUID}拥有{cardUUID}",
        run=lambda st, player, card: not has_card(st, player, card),
        search=("lacks card, without card, does not own", "没有、缺少、未持有"),
    ),
    _condition(
        "IsType",
        "Is of a kind",
        "是指定类型",
        _TYPE_FIELDS,
        "Holds when the card is of the kind named.",
        "该牌是指定类型时成立。",
        "{cardUUID} is {cardType:a}",
        "{cardUUID}是{cardType}牌",
        "{cardUUID} is not {cardType:a}",
        "{cardUUID}不是{cardType}牌",
        cases=(case(_NEWEST, *_NEWEST_IS, *_NEWEST_IS_NOT),),
        narrows=("cardUUID", LocalizedText("{cardType}", "{cardType}牌")),
        run=is_type,
        search=("kind, type, is a spell, category", "类型、种类、是某类牌"),
    ),
    _condition(
        "IsNotType",
        "Is not of a kind",
        "不是指定类型",
        _TYPE_FIELDS,
        "Holds when the card is not of the kind named.",
        "该牌不是指定类型时成立。",
        "{cardUUID} is not {cardType:a}",
        "{cardUUID}不是{cardType}牌",
        "{cardUUID} is {cardType:a}",
        "{cardUUID}是{cardType}牌",
        cases=(case(_NEWEST, *_NEWEST_IS_NOT, *_NEWEST_IS),),
        narrows=("cardUUID", LocalizedText("card that is not {cardType:a}", "非{cardType}牌")),
        run=lambda st, player, kind, card: not is_type(st, player, kind, card),
        search=("other kind, not type, except kind", "不是某类、其他类型、排除类型"),
    ),
    _condition(
        "HasTrigger",
        "Has a trigger",
        "存在触发器",
        (
            field("id", Value("text"), "Id", "标识", names="trigger"),
            optional("playerUUID", Ref("player"), "Player", "玩家", "Anybody's when absent.", "缺省时不限玩家。"),
        ),
        "Holds while a trigger with this id is mounted, the player's where one is named: so an aura need not stack.",
        "带有该 id 的触发器存在时成立；若指定玩家则须属于该玩家。可用于使光环不叠加。",
        "{playerUUID} has {id:effects}",
        "{playerUUID}拥有{id:effects}",
        "{playerUUID} does not have {id:effects}",
        "{playerUUID}没有{id:effects}",
        cases=(
            case(
                {"playerUUID": ABSENT},
                "{id:effects} is in play",
                "存在{id:effects}",
                "{id:effects} is not in play",
                "不存在{id:effects}",
            ),
        ),
        run=has_trigger,
        search=("trigger active, effect active, has effect", "触发器存在、效果生效中、已有效果"),
    ),
)
