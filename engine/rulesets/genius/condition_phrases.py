"""What the conditions of genius say about an event, so that the rules text can put it into the event's sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.spec import ConditionPhrase, LocalizedText, titles

from .words import ELEMENTS, REACTIONS

LEAVING = "fromUUID"
"""The character that a switch takes out: a side that switches is its player."""
ENTERING = "entityUUID"
"""The entity that enters: on a side that does so, it is the side's."""
DOER = ("damageFrom", "UUID", LEAVING, ENTERING, "playerUUID")
RECEIVER = ("damageTo", "toUUID", "UUID", ENTERING)
HOST = LocalizedText("{host}", "{host}")
SIDES = {
    "mine": (LocalizedText("you", "我方"), "", LocalizedText("of yours", "")),
    "opponents": (LocalizedText("your opponent", "敌方"), "opposing", None),
}
ROLES = titles(
    ("myActive", "your active character", "我方出战角色"),
    ("opponentActive", "the opposing active character", "敌方出战角色"),
    ("myStandby", "a standby character of yours", "我方后台角色"),
    ("mySummon", "a summon of yours", "我方召唤物"),
    ("myCharacter", "a character of yours", "我方角色"),
)
Phrases = tuple[tuple[Mapping[str, Any], ConditionPhrase], ...]


def who_phrases(fields: tuple[str, ...]) -> Phrases:
    """Return what is said of the one in a field of an event, by the word that a condition has for it."""
    sides = tuple(
        (
            {"is": word},
            ConditionPhrase(
                tuple(field for field in fields if field not in (LEAVING, ENTERING)),
                things={"entity": side_name, "player": side_name},
                before=LocalizedText(before, side_name.zh),
                suffix=after_noun,
            ),
        )
        for word, (side_name, before, after_noun) in SIDES.items()
    )
    ones = tuple(({"is": word}, ConditionPhrase(fields, things={"": side_name})) for word, side_name in ROLES.items())
    itself = ({"is": "self"}, ConditionPhrase(fields, itself=True))
    return (*sides, *ones, itself, ({"is": "host"}, ConditionPhrase(fields, things={"": HOST})))


BY_ELEMENT: Phrases = tuple(
    (
        {"element": option.name},
        ConditionPhrase(("mainDamageElement", "element"), put=LocalizedText("{element}", "{element}元素")),
    )
    for option in ELEMENTS
)
PLAIN_ELEMENT = ConditionPhrase(("mainDamageElement",), put=LocalizedText("{element}", "{element}"))
OF_SKILL = ("skillType", "damageType")
BY_SKILL: Phrases = (
    ({"skillType": "summon"}, ConditionPhrase(("damageType",), put=LocalizedText("a summon", "召唤物"))),
    ({"skillType": "other"}, ConditionPhrase(("damageType",), put=LocalizedText("another effect", "其他效果"))),
)
PLAIN_SKILL = ConditionPhrase(OF_SKILL, put=LocalizedText("{skillType:a}", "{skillType}"))
OF_TAG = ConditionPhrase(("cardUUID", "cost"), put=LocalizedText("{tag:a} card", "{tag}牌"))
"""A card that is played or, where its cost is calculated, paid for."""
BY_REACTION: Phrases = tuple(
    ({"reaction": option.name}, ConditionPhrase(("reaction",), put=LocalizedText("{reaction}", "{reaction}")))
    for option in REACTIONS
)
OF_VARIABLE = ConditionPhrase(("variable",), put=LocalizedText("{name}", "{name}"))
BY_ACTION: Phrases = tuple(
    ({"action": word}, ConditionPhrase(("action",), word=word)) for word in ("skill", "card", "switch")
)
