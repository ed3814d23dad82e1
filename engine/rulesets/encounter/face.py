"""What a card's face shows. A face is total: of a document that is not right yet it shows what can be read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.face import Face, Icon, Texts, facts
from engine.language.spec import LocalizedText
from engine.ruleset import Json
from engine.toolkit.faces import card_face, facts_at, title_of, tone
from engine.toolkit.reading import items, words

from .words import COLORS, EVENT_TAGS, TYPES, UNITS, VARIANTS

TONES = (
    tone("chalk", "#7a766b #4c4941", "#f6f4ee", "#e4e0d3 #a39d8b #34312a", "plates"),
    tone("ember", "#9c3b2c #61211a", "#fbefec", "#f3c4a8 #b9503a #43140d", "flames"),
    tone("fern", "#3f7a3c #234b23", "#eef6ec", "#cbe2b4 #5f9a52 #1c3a1b", "spores"),
    tone("slate", "#33609e #1c3b67", "#edf3fb", "#bcd4f2 #4b7cc0 #142e55", "rings"),
    tone("heather", "#74468f #482a5c", "#f5eff9", "#d2b4e4 #80539f #2c1539", "orbits"),
    tone("parchment", "#8a6b35 #57431f", "#faf5e8", "#eeddb0 #ab8748 #3a2c11", "contours"),
)
COLOR_TONES = dict(zip((option.name for option in COLORS), (tone.name for tone in TONES), strict=False))
ICONS = (
    Icon("boots", ("M8 3v10l-4 4v4h16v-3l-8-4V3z",)),
    Icon("reach", ("M4 20L20 4", "M14 4h6v6")),
    Icon("hourglass-half", ("M7 3h10", "M7 21h10", "M8 3c0 5 8 5 8 9s-8 4-8 9", "M16 3c0 5-8 5-8 9s8 4 8 9")),
)


def face(document: Json, texts: Texts) -> Face:
    """Return what a card face shows; a language without text shows the source's."""
    colors = words(document, "colors")
    return card_face(
        document,
        texts,
        (
            title_of(TYPES, document.get("type")),
            *([title_of(VARIANTS, document["variant"])] if document.get("variant") else []),
            *(title_of(COLORS, word) for word in colors[:2]),
            *(EVENT_TAGS[word] for word in words(document, "tags") if word in EVENT_TAGS),
        ),
        tone=COLOR_TONES.get(colors[0], "parchment") if colors else "parchment",
        cost=facts_at(document, ("AP", "专注", "zap", "/cost")),
        stats=_stats(document, str(document.get("type"))),
    )


def _stats(document: Mapping[str, Any], kind: str) -> Any:
    """Return the numbers at the foot: of a unit its stats, of an event weight and amount, of a map its size."""
    if kind in UNITS:
        return facts_at(
            document,
            ("Attack", "攻击", "swords", "/atk"),
            ("Health", "生命", "heart", "/mhp"),
            ("Movement", "移动", "boots", "/mov"),
            ("Range", "距离", "reach", "/rng"),
            ("Speed", "攻速", "zap", "/spd"),
        )
    if kind == "event":
        amounts = document.get("amounts")
        amount_rows = [
            (name, name, "droplet", f"/amounts/{name}") for name in (amounts if isinstance(amounts, dict) else ())
        ]
        return facts_at(
            document,
            ("Weight", "事件权", "hourglass-half", "/weight"),
            ("Amount", "可变量", "droplet", "/amount"),
            *amount_rows[:4],
        )
    if kind == "map":
        rows = words(document, "rows")
        size = f"{len(rows[0])} × {len(rows)}" if rows else ""
        return facts((LocalizedText("Size", "尺寸"), size, "layers", "/rows"))
    if kind == "encounter":
        return facts(
            (LocalizedText("Units", "单位"), len(items(document, "units")), "swords", "/units"),
            (LocalizedText("Heroes", "英雄"), len(items(document, "heroes")), "shield", "/heroes"),
            (LocalizedText("Rounds", "回合"), document.get("limit") or "", "hourglass-half", "/limit"),
        )
    return ()
