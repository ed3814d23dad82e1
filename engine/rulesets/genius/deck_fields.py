"""What a card asks of the deck that holds it: characters of an element, a country or a weapon. Source: official cards; this project's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engine.language.spec import (
    PRESENT,
    Case,
    Enum,
    IntegerLiteral,
    LocalizedText,
    ObjectShape,
    TextLiteral,
    Wording,
    case,
    field,
    optional,
    record,
)

from .words import COUNTRIES, ELEMENTS, WEAPONS

NEED = "deckNeed"
CHARACTERS = "characters"
TRAITS = (
    ("element", "of the element {element}", "{element}元素"),
    ("country", "from {country}", "来自{country}"),
    ("weaponType", "with a {weaponType}", "武器为{weaponType}"),
)
"""What is asked of the characters, by the field of their cards."""


def _sentences() -> Iterator[Case]:
    """Yield a sentence for each set of traits that is asked for, the largest first; of one character it is said in a word."""
    for *flags, is_one in product((True, False), repeat=len(TRAITS) + 1):
        traits = [trait for trait, is_there in zip(TRAITS, flags, strict=True) if is_there]
        when = {part[0]: PRESENT for part in traits} | ({CHARACTERS: 1} if is_one else {})
        count = "one character" if is_one else "{characters:character|characters}"
        of = "的" if any(flags[1:]) else ""
        yield case(
            when,
            " ".join([f"only for decks with at least {count}", *(part[1] for part in traits)]),
            f"组牌条件：至少{{characters}}名{'、'.join(part[2] for part in traits)}{of}角色",
        )


DECK_NEED = record(
    NEED,
    "Deck condition",
    "组牌条件",
    field(CHARACTERS, IntegerLiteral(1, 3), "Characters", "角色数", "How many of them at least.", "至少需要的名数。"),
    optional("element", Enum(ELEMENTS), "Element", "元素", "Of this element.", "属于该元素。"),
    optional(
        "country", TextLiteral(40, 1), "Country", "所属国家", "From this country.", "来自该国家。", called=COUNTRIES
    ),
    optional("weaponType", Enum(WEAPONS), "Weapon", "武器类型", "That bear this weapon.", "使用该类武器。"),
    phrase=LocalizedText(
        "only for decks with at least {characters:character|characters}", "组牌条件：至少{characters}名角色"
    ),
    wording=Wording(cases=tuple(_sentences())),
)
NEED_FIELD = optional(
    NEED,
    ObjectShape(NEED),
    "Deck condition",
    "组牌条件",
    "How many characters of a kind a deck must have to hold the card; matches themselves do not ask for it.",
    "携带此牌的牌组须有的某类角色名数；仅在组牌时检查。",
)
