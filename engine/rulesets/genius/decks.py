"""What a deck must keep to: three characters and thirty action cards. Source: 002 card definitions; rules of the game: SOURCE.md."""

from __future__ import annotations

from engine.language.spec import LocalizedText
from engine.packs.deck_needs import DeckNeed
from engine.packs.decks import DeckPart, DeckRules

from .deck_fields import CHARACTERS as NEEDED_CHARACTERS
from .deck_fields import NEED, TRAITS

CHARACTERS, CARDS, COPIES = 3, 30, 2
RULES = DeckRules(
    size=CHARACTERS + CARDS,
    limit=COPIES,
    need=DeckNeed(
        LocalizedText("characters", "角色"),
        NEED,
        NEEDED_CHARACTERS,
        {"/type": "character"},
        {trait: f"/{trait}" for trait, *_ in TRAITS},
    ),
    parts=(
        DeckPart(
            LocalizedText("characters", "角色牌"),
            CHARACTERS,
            CHARACTERS,
            {"/type": "character"},
            key="characters",
            limit=1,
        ),
        DeckPart(LocalizedText("event cards", "事件牌"), 0, CARDS, {"/type": "eventCard"}),
        DeckPart(LocalizedText("equipment cards", "装备牌"), 0, CARDS, {"/type": "equipment"}),
        DeckPart(LocalizedText("support cards", "支援牌"), 0, CARDS, {"/type": "support"}),
    ),
)
DEFAULT = ("tide-and-frost", "ember-and-storm")
