"""What a card's face shows. A face is total: of a document that is not right yet it shows what can be read."""

from __future__ import annotations

from typing import Any

from engine.face import Face, Texts, facts, tone_of
from engine.language.spec import LocalizedText, titles
from engine.ruleset import Json
from engine.toolkit.faces import card_face, facts_at, title_of, tone

from .vocabulary import RARITIES, SCHOOLS

KIND_NAMES = titles(
    ("spell", "Spell", "法术"),
    ("wand", "Wand", "魔杖"),
    ("occult", "Occult", "秘术"),
    ("undercurrent", "Undercurrent", "暗流"),
)
TONES = (
    tone("fire", "#b8431c #7d2a10", "#fdf1e8", "#3a0d05 #c9350c #ffd98a", "flames", near="#ff9a3c8c"),
    tone("frost", "#2a76a6 #174d72", "#edf5fa", "#d9f0fb #2a76a6 #0d2c44", "shards"),
    tone("arcane", "#6c49ab #442a78", "#f4f0fb", "#8a67cc #442a78 #1b0f36", "orbits"),
    tone("ridge", "#5a7232 #39491d", "#f4f6ea", "#f3d8a0 #e9a86b #8a5a34", "ridges", near="#3b3a2061", far="#23210f6b"),
    tone("lantern", "#14727c #0a474f", "#eaf5f5", "#0a3a41 #14727c #052a2f"),
)
"""Ember red, ice blue and violet for the schools; meadow green for monsters, deep teal for other explorations."""
GEMS = {"ori": "starter", "com": "common", "leg": "legendary"}
TYPE_NAMES = {"monster": LocalizedText("Monster", "怪物"), "event": LocalizedText("Event", "事件")}


def face(document: Json, texts: Texts) -> Face:
    """Return what a card face shows; a language without text shows the source's."""
    if "level" in document:
        kind = TYPE_NAMES.get(str(document.get("type")), LocalizedText("Exploration", "探索"))
        bodies = document.get("bodies")
        health = (_sum_text(bodies), "", "/bodies") if bodies else (document.get("health"), "", "/health")
        bounty = facts_at(document, ("Bounty", "赏金", "", "/reward"))
        stats = (*facts((LocalizedText("HP", "生命"), *health)), *bounty)
        line = LocalizedText(f"{kind.en} {document['level']}", f"{kind.zh} {document['level']}")
        tone = "ridge" if stats else "lantern"
        return card_face(
            document, texts, (line,), kind="exploration", tone=tone, gem="", rarity=LocalizedText("", ""), stats=stats
        )
    kind = KIND_NAMES.get(str(document.get("cardType", "spell")), KIND_NAMES["spell"])
    rarity = title_of(RARITIES, document.get("rarity"))
    return card_face(
        document,
        texts,
        (kind, title_of(SCHOOLS, document.get("school"))),
        RARITIES,
        kind="treasure",
        tone=tone_of(document.get("school"), TONES),
        gem=GEMS.get(str(document.get("rarity")), "common"),
        cost=facts_at(document, ("Mana", "法力", "", "/manaCost")),
        stats=facts((LocalizedText("Rarity", "稀有度"), rarity, "", "/rarity")),
    )


def _sum_text(bodies: Any) -> str:
    return "+".join(map(str, bodies)) if isinstance(bodies, list) else str(bodies)
