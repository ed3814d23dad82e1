"""What a card's face shows. A face is total: of a document that is not right yet it shows what can be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from engine.face import Face, Texts, facts
from engine.language.spec import LocalizedText
from engine.ruleset import Json
from engine.toolkit.faces import card_face, facts_at, joined, title_of, tone
from engine.toolkit.reading import objects, part

from .words import (
    FACTIONS,
    KEYWORDS,
    PAYLOADS,
    RARITIES,
    SIX_KINDS,
    SLOT_NAMES,
    TONNAGES,
    TWO_KINDS,
)

TONES = (
    tone("steel", "#4f6478 #2b3a49", "#eff3f6", "#c9d6e0 #6c8296 #26323d", "plates"),
    tone("arcane", "#6c49ab #442a78", "#f4f0fb", "#8a67cc #442a78 #1b0f36", "orbits"),
    tone("bloom", "#6b6f1d #3f420d", "#f6f6e4", "#25270a #767a1f #dbe07a", "spores"),
    tone("relic", "#8a641c #553b0c", "#fbf4e3", "#f6dd9c #b1812a #3c2808", "rings"),
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


def face(document: Json, texts: Texts, names: Mapping[str, LocalizedText] = MappingProxyType({})) -> Face:
    """Return what a card face shows; a language without text shows the source's; `named` is what the pack's keywords are called."""
    cost, vessel = part(document, "cost"), part(document, "vesselStats")
    payload = title_of(PAYLOADS, vessel.get("payloadType"))
    return card_face(
        document,
        texts,
        (
            title_of((*SIX_KINDS, *TWO_KINDS), document.get("cardType")),
            title_of(TONNAGES, vessel.get("tonnageClass")),
            title_of(FACTIONS, document.get("faction")),
        ),
        RARITIES,
        kind=str(document.get("cardType", "")),
        tone=FACTION_TONES.get(str(document.get("faction")), "none"),
        keywords=tuple(_keyword(keyword, names) for _, keyword in objects(document, "keywords")),
        cost=facts(
            (LocalizedText("Supply", "补给"), cost.get("supply"), "package", "/cost/supply"),
            (LocalizedText("Battery", "电池"), cost.get("battery") or "", "zap", "/cost/battery"),
            *_prices(cost, names),
        ),
        stats=(
            *facts_at(
                document,
                ("Attack", "攻击", "swords", "/stats/attack"),
                ("Shield", "护盾", "shield", "/stats/shieldCap"),
                ("Health", "生命", "heart", "/stats/healthCap"),
            ),
            *facts((LocalizedText("Payload", "武器"), payload, "crosshair", "/vesselStats/payloadType")),
        ),
    )


def _prices(
    cost: Mapping[str, Any], names: Mapping[str, LocalizedText]
) -> Iterator[tuple[LocalizedText, Any, str, str]]:
    """Yield what a card costs of the pack's resources."""
    for place, price in objects(cost, "resources"):
        name = price.get("resource")
        if isinstance(name, str):
            title = names.get(name, LocalizedText(name, name))
            yield title, price.get("amount"), "sparkles", f"/cost/resources/{place}/amount"


def _keyword(keyword: Mapping[str, Any], names: Mapping[str, LocalizedText]) -> LocalizedText:
    """Return a keyword with its number, as `Shielded 2`."""
    name = keyword.get("name")
    title = names[name] if isinstance(name, str) and name in names else title_of(KEYWORDS, name)
    numbers = [str(value) for slot in SLOT_NAMES if type(value := keyword.get(slot)) is int]
    return joined((title, joined((LocalizedText(number, number) for number in numbers), ", ", "、")), " ", " ")
