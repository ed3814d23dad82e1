"""What a card's face shows. A face is total: of a document that is not right yet it shows what can be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.face import Face, Texts, Tone, facts, words_of
from engine.language.spec.shapes import LocalizedText, Option
from engine.rulesets.halo.words import (
    FACTIONS,
    KEYWORDS,
    PAYLOADS,
    RARITIES,
    SIX_KINDS,
    SLOT_NAMES,
    TONNAGES,
    TWO_KINDS,
)

Json = dict[str, Any]
TONES = (
    Tone("steel", ("#4f6478", "#2b3a49"), "#eff3f6", ("#c9d6e0", "#6c8296", "#26323d"), "plates"),
    Tone("arcane", ("#6c49ab", "#442a78"), "#f4f0fb", ("#8a67cc", "#442a78", "#1b0f36"), "orbits"),
    Tone("bloom", ("#6b6f1d", "#3f420d"), "#f6f6e4", ("#25270a", "#767a1f", "#dbe07a"), "spores"),
    Tone("relic", ("#8a641c", "#553b0c"), "#fbf4e3", ("#f6dd9c", "#b1812a", "#3c2808"), "rings"),
)
"""Blue-grey metal, violet, sickly green, old gold."""
FACTION_TONES = {
    "UNSC": "steel",
    "AEGIS": "steel",
    "COVENANT": "arcane",
    "CHOIR": "arcane",
    "FLOOD": "bloom",
    "BLOOM": "bloom",
    "FORERUNNER": "relic",
    "VAULT": "relic",
}
"""The colours of each faction; the neutral one has none."""
GEMS = {"COMMON": "common", "RARE": "rare", "EPIC": "epic", "LEGENDARY": "legendary"}


def face(document: Json, texts: Texts, names: Mapping[str, LocalizedText] = MappingProxyType({})) -> Face:
    """Return what a card face shows; a language without text shows the source's; `named` is what the pack's keywords are called."""
    kind, faction = (
        _title((*SIX_KINDS, *TWO_KINDS), document.get("cardType")),
        _title(FACTIONS, document.get("faction")),
    )
    tonnage = _title(TONNAGES, _part(document, "vesselStats").get("tonnageClass"))
    line = [part for part in (kind, tonnage, faction) if part.en]
    cost, stats, vessel = (_part(document, key) for key in ("cost", "stats", "vesselStats"))
    return Face(
        str(document.get("id", "")),
        str(document.get("cardType", "")),
        words_of(document, texts, "name"),
        words_of(document, texts, "description"),
        LocalizedText(" · ".join(part.en for part in line), " · ".join(part.zh for part in line)),
        tone=FACTION_TONES.get(str(document.get("faction")), "none"),
        gem=GEMS.get(str(document.get("rarity")), "common"),
        rarity=_title(RARITIES, document.get("rarity")),
        keywords=tuple(_keyword(part, names) for part in _list(document.get("keywords")) if isinstance(part, dict)),
        cost=facts(
            (LocalizedText("Supply", "补给"), cost.get("supply"), "package", "/cost/supply"),
            (LocalizedText("Battery", "电池"), cost.get("battery") or "", "zap", "/cost/battery"),
            *_prices(cost.get("resources"), names),
        ),
        stats=facts(
            (LocalizedText("Attack", "攻击"), stats.get("attack"), "swords", "/stats/attack"),
            (LocalizedText("Shield", "护盾"), stats.get("shieldCap"), "shield", "/stats/shieldCap"),
            (LocalizedText("Health", "生命"), stats.get("healthCap"), "heart", "/stats/healthCap"),
            (
                LocalizedText("Payload", "武器"),
                _title(PAYLOADS, vessel.get("payloadType")),
                "crosshair",
                "/vesselStats/payloadType",
            ),
        ),
    )


def _part(document: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    held = document.get(key)
    return held if isinstance(held, dict) else {}


def _list(held: Any) -> Sequence[Any]:
    return held if isinstance(held, list) else []


def _prices(held: Any, names: Mapping[str, LocalizedText]) -> Iterator[tuple[LocalizedText, Any, str, str]]:
    """Yield what a card costs of the pack's resources."""
    for place, price in enumerate(_list(held)):
        name = price.get("resource") if isinstance(price, dict) else None
        if isinstance(name, str):
            yield (
                names.get(name, LocalizedText(name, name)),
                price.get("amount"),
                "sparkles",
                f"/cost/resources/{place}/amount",
            )


def _keyword(keyword: Mapping[str, Any], names: Mapping[str, LocalizedText]) -> LocalizedText:
    """Return a keyword with its number, as `Shielded 2`."""
    name = keyword.get("name")
    title = names[name] if isinstance(name, str) and name in names else _title(KEYWORDS, name)
    numbers = [str(held) for name in SLOT_NAMES if type(held := keyword.get(name)) is int]
    return LocalizedText(
        " ".join([title.en, ", ".join(numbers)]).strip(), " ".join([title.zh, "、".join(numbers)]).strip()
    )


def _title(options: tuple[Option, ...], name: Any) -> LocalizedText:
    """Return the name of a word, or the word itself if it is unknown."""
    word = name if isinstance(name, str) else ""
    return next((option.title for option in options if option.name == word), LocalizedText(word, word))
