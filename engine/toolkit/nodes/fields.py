"""Fields that effects of most games have: whom, how much, how many, which card, whose side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.language.spec import (
    Enum,
    Field,
    LocalizedText,
    Number,
    Option,
    Targets,
    TextLiteral,
    field,
    option,
    optional,
)
from engine.toolkit.card_fields import ID_TEXT

HIGH: Final = 99
"""The largest number that a card of most games writes."""


def target_field(kind: str, *doc: str) -> Field:
    """Return the field of what an effect is done to: a reference to things of this type, or a chooser of them."""
    return field("target", Targets(kind), "Target", "目标", *doc)


def amount_field(low: int = 0, high: int = HIGH) -> Field:
    """Return the field of how much damage, health or mana an effect is about."""
    return field("amount", Number(low, high), "Amount", "数值")


def change_field(name: str = "amount", most: int = HIGH) -> Field:
    """Return the field of a number that is added, below zero to take away."""
    return field(name, Number(-most, most), "Change", "变化")


def count_field(most: int) -> Field:
    """Return the field of how many cards, dice or tokens an effect is about."""
    return field("count", Number(1, most), "Number", "数量")


def card_field(name: str, kinds: tuple[str, ...], *texts: str, required: bool = True) -> Field:
    """Return the field of a card by its id; the checker refuses an id of no card of these kinds."""
    return field(name, ID_TEXT, *texts, required=required, names="card", kinds=kinds)


def side_field(sides: tuple[Option, ...]) -> Field:
    """Return the field of whose side is meant; the first word, one's own side, is meant where it is absent."""
    return optional("side", Enum(sides), "Side", "阵营", default=sides[0].name)


def role_field(roles: Mapping[str, LocalizedText]) -> Field:
    """Return the field of a condition that asks who something is, seen from the card itself."""
    return field("is", role_enum(roles), "Is", "是")


def role_enum(roles: Mapping[str, LocalizedText]) -> Enum:
    """Return the shape of a word for who something is, seen from the card itself."""
    return Enum(tuple(option(name, *title) for name, title in roles.items()))


def role_word(name: str, roles: Mapping[str, LocalizedText], *texts: str) -> Field:
    """Return the field of a trigger in which a word for someone stands for a condition; `texts` as of `optional`."""
    en, zh, *doc = texts
    return optional(name, role_enum(roles), en, zh, *doc, shorthand=True)


def counter_field(titles: Mapping[str, LocalizedText]) -> Field:
    """Return the field of a number that authors invent and cards remember: a name in letters of either language.

    Shapes: `called` is what rules text calls the numbers of shipped cards.
    """
    letters = LocalizedText(
        "letters, digits and _ without spaces, a letter first",
        "由字母、汉字、数字和 _ 组成且不含空格、以字母或汉字开头的文本",
    )
    return field(
        "name",
        TextLiteral(24, 1, r"^[A-Za-z\u4e00-\u9fff][A-Za-z0-9_\u4e00-\u9fff]{0,23}$", says=letters),
        "Name",
        "名称",
        "What the number is called; all cards that use one name mean the same.",
        "该数值的名称；使用同一名称的牌指同一数值。",
        called=titles,
        names_number=True,
    )
