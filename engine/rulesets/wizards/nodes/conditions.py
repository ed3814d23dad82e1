"""Conditions of the game, beside those that all rulesets share. Source: 000 "条件 ConditionType"; WZ12."""

from __future__ import annotations

from typing import Any

from engine.kernel.state import State
from engine.language.spec.constructors import condition
from engine.language.spec.fields import Field, FieldAnalysis, FieldReference, optional
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.phrases import Case, Is, Wording
from engine.language.spec.search import search_words
from engine.language.spec.shapes import LocalizedText, Ref, Value
from engine.rulesets.wizards.nodes.fields import CARD, CARD_TYPE, PLAYER
from engine.rulesets.wizards.table import definition

OWN_ZONES = ("hand", "deck", "discard", "play", "wand", "undercurrent", "aside")


def has_wand(st: State, player: int | None) -> bool:
    """The player's wand slot is not empty (WZ12)."""
    return player is not None and bool(st.zone(player, "wand"))


def has_card(st: State, player: int | None, card: int | None) -> bool:
    """The card belongs to the player, in any zone."""
    return (
        player is not None
        and card in st.entities
        and st.entities[card]["holder"] == player
        and st.entities[card]["zone"] in OWN_ZONES
    )


def is_type(st: State, player: int | None, kind: str, card: int | None) -> bool:
    """The card, or with none named the player's newest card in the play area, is of the kind."""
    if card is None and player is not None:
        card = next(iter(st.zone(player, "play")[-1:]), None)
    if card not in st.entities or not st.entities[card]["def"]:
        return False
    return definition(st, card).words.get("cardType") == kind


def has_trigger(st: State, name: str | None, player: int | None) -> bool:
    """A trigger with this id is mounted; with a player named, one of that player's."""
    return any(
        listener.label == name and (player is None or listener.owner == player)
        for listener in st.listeners.values()
        if not listener.removes
    )


def _condition(
    name: str,
    title: LocalizedText,
    fields: tuple[Field, ...],
    phrase: LocalizedText,
    wording: Wording,
    run: Any,
    **parts: Any,
) -> NodeSpec:
    return condition(
        name,
        title,
        fields,
        DOCS[name],
        phrase,
        wording=wording,
        run=run,
        group="cards",
        **parts,
    )


DOCS = {
    "HasWand": LocalizedText("Holds while the player has a wand equipped.", "该玩家装备着魔杖时成立。"),
    "HasCard": LocalizedText(
        "Holds while the card is the player's: in hand, deck, discard pile, play area or wand slot.",
        "该牌属于该玩家时成立：在其手牌、牌堆、弃牌堆、出牌区或魔杖位中。",
    ),
    "HasNoCard": LocalizedText("Holds while the card is not one of the player's.", "该牌不属于该玩家时成立。"),
    "IsType": LocalizedText("Holds when the card is of the kind named.", "该牌是指定类型时成立。"),
    "HasTrigger": LocalizedText(
        "Holds while a trigger with this id is mounted, the player's where one is named: so an aura need not stack.",
        "带有该 id 的触发器存在时成立；若指定玩家则须属于该玩家。可用于使光环不叠加。",
    ),
    "IsNotType": LocalizedText("Holds when the card is not of the kind named.", "该牌不是指定类型时成立。"),
}


_ANY_CARD = optional(
    "cardUUID",
    Ref("card"),
    LocalizedText("Card", "卡牌"),
    LocalizedText(
        "When absent, the candidate in a filter, elsewhere the newest card in the player's play area.",
        "缺省时：在筛选条件中为候选，其他处为该玩家出牌区中最新的一张牌。",
    ),
    analysis=FieldAnalysis(is_candidate=True),
)
_TYPE_FIELDS = (PLAYER, CARD_TYPE, _ANY_CARD)

_NEWEST = {"cardUUID": Is.ABSENT}
_NEWEST_IS = LocalizedText("{playerUUID's newest card} is {cardType:a}", "{playerUUID}最新打出的牌是{cardType}牌")
_NEWEST_IS_NOT = LocalizedText(
    "{playerUUID's newest card} is not {cardType:a}", "{playerUUID}最新打出的牌不是{cardType}牌"
)

CONDITIONS = (
    _condition(
        "HasWand",
        LocalizedText("Has a wand", "装备了魔杖"),
        (PLAYER,),
        LocalizedText("{playerUUID} has a wand", "{playerUUID}装备了魔杖"),
        Wording(negated=LocalizedText("{playerUUID} does not have a wand", "{playerUUID}没有装备魔杖")),
        has_wand,
        search=search_words("wand equipped, weapon, has weapon", "魔杖、装备、持有魔杖"),
    ),
    _condition(
        "HasCard",
        LocalizedText("Has the card", "拥有指定卡牌"),
        (PLAYER, CARD),
        LocalizedText("{playerUUID} owns {cardUUID}", "{playerUUID}拥有{cardUUID}"),
        Wording(negated=LocalizedText("{playerUUID} does not own {cardUUID}", "{playerUUID}没有{cardUUID}")),
        has_card,
        search=search_words("owns card, has card, holds", "持有、拥有、有这张牌"),
    ),
    _condition(
        "HasNoCard",
        LocalizedText("Does not have the card", "没有指定卡牌"),
        (PLAYER, CARD),
        LocalizedText("{playerUUID} does not own {cardUUID}", "{playerUUID}没有{cardUUID}"),
        Wording(negated=LocalizedText("{playerUUID} owns {cardUUID}", "{playerUUID}拥有{cardUUID}")),
        lambda st, player, card: not has_card(st, player, card),
        search=search_words("lacks card, without card, does not own", "没有、缺少、未持有"),
    ),
    _condition(
        "IsType",
        LocalizedText("Is of a kind", "是指定类型"),
        _TYPE_FIELDS,
        LocalizedText("{cardUUID} is {cardType:a}", "{cardUUID}是{cardType}牌"),
        Wording(
            cases=(Case(_NEWEST, _NEWEST_IS, _NEWEST_IS_NOT),),
            negated=LocalizedText("{cardUUID} is not {cardType:a}", "{cardUUID}不是{cardType}牌"),
            narrows=("cardUUID", LocalizedText("{cardType}", "{cardType}牌")),
        ),
        is_type,
        search=search_words("kind, type, is a spell, category", "类型、种类、是某类牌"),
    ),
    _condition(
        "IsNotType",
        LocalizedText("Is not of a kind", "不是指定类型"),
        _TYPE_FIELDS,
        LocalizedText("{cardUUID} is not {cardType:a}", "{cardUUID}不是{cardType}牌"),
        Wording(
            cases=(Case(_NEWEST, _NEWEST_IS_NOT, _NEWEST_IS),),
            negated=LocalizedText("{cardUUID} is {cardType:a}", "{cardUUID}是{cardType}牌"),
            narrows=("cardUUID", LocalizedText("card that is not {cardType:a}", "不是{cardType}的牌")),
        ),
        lambda st, player, kind, card: not is_type(st, player, kind, card),
        search=search_words("other kind, not type, except kind", "不是某类、其他类型、排除类型"),
    ),
    _condition(
        "HasTrigger",
        LocalizedText("Has a trigger", "存在触发器"),
        (
            Field("id", Value("text"), LocalizedText("Id", "标识"), reference=FieldReference(names="trigger")),
            optional(
                "playerUUID",
                Ref("player"),
                LocalizedText("Player", "玩家"),
                LocalizedText("Anybody's when absent.", "缺省时不限玩家。"),
            ),
        ),
        LocalizedText("{playerUUID} has {id:effects}", "{playerUUID}拥有{id:effects}"),
        Wording(
            cases=(
                Case(
                    {"playerUUID": Is.ABSENT},
                    LocalizedText("{id:effects} is in play", "存在{id:effects}"),
                    LocalizedText("{id:effects} is not in play", "不存在{id:effects}"),
                ),
            ),
            negated=LocalizedText("{playerUUID} does not have {id:effects}", "{playerUUID}没有{id:effects}"),
        ),
        has_trigger,
        search=search_words("trigger active, effect active, has effect", "触发器存在、效果生效中、已有效果"),
    ),
)
