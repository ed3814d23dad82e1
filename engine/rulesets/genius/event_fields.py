"""What the events of genius share: their fields with the words of them, and the rows in which they are declared."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from engine.language.spec import PRESENT, EventSpec, option, options, result
from engine.toolkit.nodes.events import event, named_players

from .words import DAMAGE_TYPES, SKILL_TYPES

PLAYER = {"playerUUID": "player"}
ACTION_KINDS = options(
    ("card", "A card", "打出手牌"), ("skill", "A skill", "使用技能"), ("switch", "A switch", "切换角色")
)
"""What the dice of an action are for."""
NUMBERS = {
    "mainDamage": result("the damage", "该伤害"),
    "mainDamageElement": result("the element of the damage", "伤害元素"),
    "piercingDamage": result("the piercing damage", "穿透伤害"),
    "reaction": result("the reaction", "元素反应"),
    "swirlCrystallizeType": result("the element that reacted", "参与反应的元素"),
    "damageType": result("the type of the damage", "伤害类型"),
    "isPlungingAttack": result("it is a plunging attack", "为下落攻击"),
    "isChargedAttack": result("it is a charged attack", "为重击"),
    "isSpread": result("a swirl spreads it", "为扩散伤害"),
    "paid": result("the number of dice paid", "支付的元素骰数", "it cost {n:die|dice}", "支付了{n:个元素骰}"),
    "skillID": result("the skill", "该技能"),
    "variable": result("the variable", "该变量"),
    "leaves": result("what the reaction leaves", "反应产生的实体"),
    "isRequested": result("another skill or a card asks for it", "由其他技能或手牌引发"),
    "skillType": result("the type of the skill", "技能类型"),
    "isPrepared": result("it was prepared", "为准备技能"),
    "amount": result("the amount", "该数值"),
    "health": result("the health left", "剩余生命值"),
    "element": result("the element", "该元素"),
    "action": result("the kind of action", "行动类型"),
    "isFast": result("it is a fast action", "为快速行动"),
}
WORDS = {"damageType": DAMAGE_TYPES, "skillType": SKILL_TYPES, "action": ACTION_KINDS}
"""The words of the fields that are texts."""
NO_SKILL = option("", "none", "无")
"""The skill type of an action that is no skill."""
THINGS_OF_PLAYERS = ("UUID", "toUUID", "entityUUID", "damageFrom")
"""The fields of things whose owner the player of an event is, the first that it has."""
CARD_PRESENT = {"cardUUID": PRESENT}
"""Something is said of the card."""


def row(name: str, en: str, zh: str, fields: Mapping[str, str], *row: Any, **parts: Any) -> EventSpec:
    """Return an event whose texts are the known words of its fields."""
    words = {key: words for key, words in {**WORDS, **parts.pop("words", {})}.items() if key in fields}
    things = (thing for thing in THINGS_OF_PLAYERS if thing in fields)
    players = named_players("所属玩家", playerUUID=(next(things, ""), "the player who does it", "行动的玩家"))
    return event(name, en, zh, fields, *row, results=NUMBERS | players, words=words, **parts)


changing = partial(row, mode="nested", stage="modify")
