"""What a deck of halo must keep to, and which decks a match is played with where none are given. Source: 003§7."""

from __future__ import annotations

from engine.language.spec import LocalizedText
from engine.packs.decks import Cap, DeckRules

from .words import KEYWORD, RESOURCE

RULES = DeckRules(
    size=40,
    limit=3,
    legendary=1,
    banned=({"/cardType": "TOKEN"}, {"/cardType": KEYWORD}, {"/cardType": RESOURCE}),
    caps=(
        Cap(LocalizedText("vessels", "舰船卡"), 6, {"/cardType": "VESSEL"}, "deckVessels", "E-DECK-VESSEL"),
        Cap(
            LocalizedText("capital ships", "旗舰"),
            1,
            {"/vesselStats/tonnageClass": "CAPITAL"},
            "deckVessels",
            "E-DECK-VESSEL",
        ),
    ),
)
DEFAULT = ("bastion-keys", "communion-growth")
"""One deck of each side."""
