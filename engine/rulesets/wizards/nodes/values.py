"""Values: what cards read off the table. Source: 000 "getCardProperty"."""

from __future__ import annotations

from engine.kernel.state import State
from engine.language.registry import Field, NodeSpec
from engine.language.shapes import Bi, Enum, Option
from engine.rulesets.wizards.nodes.fields import CARD
from engine.rulesets.wizards.table import definition


def card_property(st: State, card: int | None, key: str) -> int | None:
    """Return a number of a card as it is now."""
    if card is None or card not in st.ents:
        return None
    return st.ents[card].get(key, definition(st, card).numbers.get(key))


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
    (CARD, Field("property", Enum(PROPERTIES), Bi("Property", "属性"), reads=True)),
    doc=Bi(
        "A number of a card as it is now; null when there is no such card.", "卡牌当前的某项数值；没有该牌时为 null。"
    ),
    says=Bi("the {property} of {cardUUID}", "{cardUUID}的{property}"),
    gives="int",
    run=card_property,
)
VALUES = (GET_CARD_PROPERTY,)
