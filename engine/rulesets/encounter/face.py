"""What a card's face shows. A face is total: of a document that is not right yet it shows what can be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.face import Face, Icon, Texts, Tone, facts, words_of
from engine.language.spec.shapes import LocalizedText, Option
from engine.ruleset.card_fields import RARITIES
from engine.rulesets.encounter.words import COLORS, EVENT_TAGS, TYPES, UNITS

Json = dict[str, Any]
TONES = (
    Tone("chalk", ("#7a766b", "#4c4941"), "#f6f4ee", ("#e4e0d3", "#a39d8b", "#34312a"), "plates"),
    Tone("ember", ("#9c3b2c", "#61211a"), "#fbefec", ("#f3c4a8", "#b9503a", "#43140d"), "flames"),
    Tone("fern", ("#3f7a3c", "#234b23"), "#eef6ec", ("#cbe2b4", "#5f9a52", "#1c3a1b"), "spores"),
    Tone("slate", ("#33609e", "#1c3b67"), "#edf3fb", ("#bcd4f2", "#4b7cc0", "#142e55"), "rings"),
    Tone("heather", ("#74468f", "#482a5c"), "#f5eff9", ("#d2b4e4", "#80539f", "#2c1539"), "orbits"),
    Tone("parchment", ("#8a6b35", "#57431f"), "#faf5e8", ("#eeddb0", "#ab8748", "#3a2c11"), "contours"),
)
COLOR_TONES = dict(zip((option.name for option in COLORS), (tone.name for tone in TONES), strict=False))
ICONS = (
    Icon("boots", ("M8 3v10l-4 4v4h16v-3l-8-4V3z",)),
    Icon("reach", ("M4 20L20 4", "M14 4h6v6")),
    Icon("hourglass-half", ("M7 3h10", "M7 21h10", "M8 3c0 5 8 5 8 9s-8 4-8 9", "M16 3c0 5-8 5-8 9s8 4 8 9")),
)
GEMS = {"common": "common", "rare": "rare", "epic": "epic"}


def face(document: Json, texts: Texts) -> Face:
    """Return what a card face shows; a language without text shows the source's."""
    kind = str(document.get("type", ""))
    colors = [word for word in _list(document.get("colors")) if isinstance(word, str)]
    tags = [word for word in _list(document.get("tags")) if isinstance(word, str)]
    fragments = [
        _title(TYPES, kind),
        *(_title(COLORS, word) for word in colors[:2]),
        *(EVENT_TAGS[word] for word in tags if word in EVENT_TAGS),
    ]
    line = [text for text in fragments if text.en]
    return Face(
        str(document.get("id", "")),
        kind,
        words_of(document, texts, "name"),
        words_of(document, texts, "description"),
        LocalizedText(" · ".join(text.en for text in line), " · ".join(text.zh for text in line)),
        tone=COLOR_TONES.get(colors[0], "parchment") if colors else "parchment",
        gem=GEMS.get(str(document.get("rarity")), "common"),
        rarity=_title(RARITIES, document.get("rarity")),
        cost=facts((LocalizedText("AP", "专注"), document.get("cost"), "zap", "/cost")) if "cost" in document else (),
        stats=_stats(document, kind),
    )


def _stats(document: Mapping[str, Any], kind: str) -> Any:
    """Return the numbers at the foot: of a unit its stats, of an event weight and amount, of a map its size."""
    if kind in UNITS:
        return facts(
            (LocalizedText("Attack", "攻击"), document.get("atk"), "swords", "/atk"),
            (LocalizedText("Health", "生命"), document.get("mhp"), "heart", "/mhp"),
            (LocalizedText("Movement", "移动"), document.get("mov"), "boots", "/mov"),
            (LocalizedText("Range", "距离"), document.get("rng"), "reach", "/rng"),
            (LocalizedText("Speed", "攻速"), document.get("spd"), "zap", "/spd"),
        )
    if kind == "event":
        return facts(
            (LocalizedText("Weight", "事件权"), document.get("weight"), "hourglass-half", "/weight"),
            (LocalizedText("Amount", "可变量"), document.get("amount"), "droplet", "/amount"),
        )
    if kind == "map":
        rows = [row for row in _list(document.get("rows")) if isinstance(row, str)]
        size = f"{len(rows[0])} × {len(rows)}" if rows else ""
        return facts((LocalizedText("Size", "尺寸"), size, "layers", "/rows"))
    if kind == "encounter":
        return facts(
            (LocalizedText("Units", "单位"), len(_list(document.get("units"))), "swords", "/units"),
            (LocalizedText("Heroes", "英雄"), len(_list(document.get("heroes"))), "shield", "/heroes"),
            (LocalizedText("Rounds", "回合"), document.get("limit") or "", "hourglass-half", "/limit"),
        )
    return ()


def _list(held: Any) -> Sequence[Any]:
    return held if isinstance(held, list) else []


def _title(options: tuple[Option, ...], name: Any) -> LocalizedText:
    """Return the name of a word, or the word itself if it is unknown."""
    word = name if isinstance(name, str) else ""
    return next((option.title for option in options if option.name == word), LocalizedText(word, word))
