"""The words of the trade that may stand for an event of halo, and what a card does when it is played. Source: docs/adr/0141; SOURCE.md, extensions."""

from __future__ import annotations

from engine.json_values import Json
from engine.language.spec import EventWord, LocalizedText, search_words
from engine.toolkit.nodes.played import played_field

THIS_CARD: Json = {"type": "SOURCE_IS_SELF"}
OWN_TURN: Json = {"type": "IS_OWN_TURN"}
PLAYED_KEY = "effects"
TACTICAL = "TACTICAL"
PLAYED_AT = {
    TACTICAL: "CARD_PLAY_VALIDATED",
    "UNIT": "UNIT_DEPLOYED",
    "TOKEN": "UNIT_DEPLOYED",
    "VESSEL": "UNIT_DEPLOYED",
    "ARMORY": "ARMORY_ATTACHED",
    "FIELD": "FIELD_ACTIVATED",
}
"""The event of a card's own that comes when it is played."""


def _word(name: str, titles: tuple[str, str], event: str, condition: Json, search: tuple[str, str]) -> EventWord:
    op = str(condition["type"])
    return EventWord(
        name,
        LocalizedText(*titles),
        LocalizedText(f"Stands for `{event}` with the condition `{op}`.", f"等同于带条件 `{op}` 的 `{event}`。"),
        event,
        (condition,),
        search_words(*search),
    )


EVENT_WORDS = (
    _word("BATTLECRY", ("Battlecry", "战吼"), "UNIT_DEPLOYED", THIS_CARD, ("battlecry, when deployed", "战吼、部署时")),
    _word(
        "DEATHRATTLE",
        ("Deathrattle", "亡语"),
        "KILL_OCCURRED",
        {"type": "TARGET_IS_SELF"},
        ("deathrattle, when it dies", "亡语、阵亡时"),
    ),
    _word(
        "OVERKILL",
        ("Overkill", "溢出伤害"),
        "OVERKILL_APPLIED",
        THIS_CARD,
        ("overkill, excess damage, the rest", "溢出伤害、过量伤害"),
    ),
    _word(
        "START_OF_TURN",
        ("Start of your turn", "你的回合开始时"),
        "TURN_STARTED",
        OWN_TURN,
        ("start of your turn", "你的回合开始、回合开始"),
    ),
    _word(
        "END_OF_TURN",
        ("End of your turn", "你的回合结束时"),
        "TURN_ENDED",
        OWN_TURN,
        ("end of your turn", "你的回合结束、回合结束"),
    ),
)
WORDS_BY_NAME = {word.name: word for word in EVENT_WORDS}
PLAYED_FIELD = played_field(
    PLAYED_KEY,
    LocalizedText(
        "an ability that answers to this card's own deployment, its attaching, or its play",
        "以此牌自身的部署、装备或打出为触发的能力",
    ),
)


def played_ability(card: Json) -> Json:
    """Return the ability, without its effects, that answers when a card of this kind is played."""
    trigger = PLAYED_AT.get(str(card.get("cardType")), PLAYED_AT[TACTICAL])
    return {"id": "played", "trigger": trigger, "conditions": [THIS_CARD]}
