"""What a card's face shows. A face is total: of a document that is not right yet it shows what can be read."""

from __future__ import annotations

from typing import Any

from engine.face import Face, Texts, Tone, facts, tone_of, words_of
from engine.language.spec.shapes import LocalizedText
from engine.rulesets.wizards.vocabulary import RARITIES, SCHOOLS

Json = dict[str, Any]
KIND_NAMES = {
    "spell": LocalizedText("Spell", "法术"),
    "wand": LocalizedText("Wand", "魔杖"),
    "occult": LocalizedText("Occult", "秘术"),
    "undercurrent": LocalizedText("Undercurrent", "暗流"),
}
TONES = (
    Tone("fire", ("#b8431c", "#7d2a10"), "#fdf1e8", ("#3a0d05", "#c9350c", "#ffd98a"), "flames", near="#ff9a3c8c"),
    Tone("frost", ("#2a76a6", "#174d72"), "#edf5fa", ("#d9f0fb", "#2a76a6", "#0d2c44"), "shards"),
    Tone("arcane", ("#6c49ab", "#442a78"), "#f4f0fb", ("#8a67cc", "#442a78", "#1b0f36"), "orbits"),
    Tone(
        "ridge",
        ("#5a7232", "#39491d"),
        "#f4f6ea",
        ("#f3d8a0", "#e9a86b", "#8a5a34"),
        "ridges",
        near="#3b3a2061",
        far="#23210f6b",
    ),
    Tone("lantern", ("#14727c", "#0a474f"), "#eaf5f5", ("#0a3a41", "#14727c", "#052a2f")),
)
"""Ember red, ice blue and violet for the schools; meadow green for monsters, deep teal for other explorations."""
GEMS = {"ori": "starter", "com": "common", "leg": "legendary"}
TYPE_NAMES = {"monster": LocalizedText("Monster", "怪物"), "event": LocalizedText("Event", "事件")}


def face(document: Json, texts: Texts) -> Face:
    """Return what a card face shows; a language without text shows the source's."""
    name, text = words_of(document, texts, "name"), words_of(document, texts, "description")
    card = str(document.get("id", ""))
    if "level" in document:
        kind = TYPE_NAMES.get(str(document.get("type")), LocalizedText("Exploration", "探索"))
        line = LocalizedText(f"{kind.en} {document['level']}", f"{kind.zh} {document['level']}")
        printed_document = document | ({"health": _sum_text(document["bodies"])} if document.get("bodies") else {})
        stats = facts(
            (
                LocalizedText("HP", "生命"),
                printed_document.get("health"),
                "",
                "/bodies" if document.get("bodies") else "/health",
            ),
            (LocalizedText("Bounty", "赏金"), printed_document.get("reward"), "", "/reward"),
        )
        return Face(card, "exploration", name, text, line, tone="ridge" if stats else "lantern", stats=stats)
    kind = KIND_NAMES.get(str(document.get("cardType", "spell")), KIND_NAMES["spell"])
    school, rarity = _title(SCHOOLS, document.get("school")), _title(RARITIES, document.get("rarity"))
    return Face(
        card,
        "treasure",
        name,
        text,
        LocalizedText(f"{kind.en} · {school.en}", f"{kind.zh} · {school.zh}"),
        tone=tone_of(document.get("school"), TONES),
        gem=GEMS.get(str(document.get("rarity")), "common"),
        rarity=rarity,
        cost=facts((LocalizedText("Mana", "法力"), document.get("manaCost"), "", "/manaCost")),
        stats=facts((LocalizedText("Rarity", "稀有度"), rarity, "", "/rarity")),
    )


def _sum_text(bodies: Any) -> str:
    return "+".join(map(str, bodies)) if isinstance(bodies, list) else str(bodies)


def _title(options: Any, name: Any) -> LocalizedText:
    return next(
        (option.title for option in options if option.name == name), LocalizedText(str(name or ""), str(name or ""))
    )
