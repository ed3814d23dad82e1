"""Texts of this game that show problem codes, and why one cannot be shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.language.spec.shapes import LocalizedText
from engine.ruleset import ProblemExample

_UNIT: Final = (
    '{ "id": "MY-001", "name": "Scouts", "version": "1.0.0", "faction": "NEUTRAL", "cardType": "UNIT", "rarity": "COMMON",\n'
    '  "deckLimit": 3, "isLegendary": false, "cost": { "supply": 1, "battery": 0 }, "tags": [], "keywords": [],\n'
    '  "stats": { "attack": 1, "shieldCap": 0, "healthCap": 2 }, "abilities": [] }'
)
_VESSEL: Final = (
    '{ "id": "VES-MY-001", "name": "Picket", "version": "1.0.0", "faction": "NEUTRAL", "cardType": "VESSEL", "rarity": "RARE",\n'
    '  "deckLimit": 2, "isLegendary": false, "cost": { "supply": 3, "battery": 0 }, "tags": [],\n'
    '  "keywords": [{ "name": "POINT_DEFENSE", "value": 2 }],\n'
    '  "stats": { "attack": 0, "shieldCap": 1, "healthCap": 4 },\n'
    '  "vesselStats": { "tonnageClass": "ESCORT", "hangars": 1, "payloadType": "MIXED", "shieldHardening": 0,\n'
    '    "pointDefense": 2, "multiSection": false, "sections": [] },\n'
    '  "abilities": [] }'
)


def _without(text: str, begin: str, end: str) -> str:
    """Return a text without the part from one mark up to the other."""
    at = text.index(begin)
    return text[:at] + text[text.index(end, at) :]


def _deck(*entries: tuple[str, int]) -> str:
    """Return a deck that begins with these entries; the sign `…` stands for the rest of it."""
    rows = "".join(f'  {{ "id": "{name}", "count": {count} }},\n' for name, count in entries)
    return f'{{ "deckId": "my-deck", "cards": [\n{rows}  …\n] }}'


RIGHT: Final = (("AEG-001", 3), ("AEG-002", 1))
"""What completes the rest of a deck to forty."""

CARDS: Mapping[str, tuple[str, str]] = {
    "E-STATS": (_without(_UNIT, '  "stats"', ' "abilities"'), _UNIT),
    "E-VESSEL": (_without(_VESSEL, '  "vesselStats"', '  "abilities"'), _VESSEL),
    "E-TOKEN": (_UNIT.replace(' "abilities"', ' "tokenTemplate": { "fallback": "STANDBY" }, "abilities"'), _UNIT),
    "W-LEGENDARY": (
        _UNIT.replace('"isLegendary": false', '"isLegendary": true'),
        _UNIT.replace('"deckLimit": 3, "isLegendary": false', '"deckLimit": 1, "isLegendary": true'),
    ),
    "W-KEYWORD": (_VESSEL.replace('"value": 2', '"value": 1'), _VESSEL),
}
"""A card with each code, and the same card without it."""

DECKS: Mapping[str, tuple[str, str]] = {
    code: (_deck(*entries), _deck(*RIGHT))
    for code, entries in {
        "E-DECK-TOTAL": RIGHT[:1],
        "E-DECK-UNKNOWN": (("AEG-OO1", 3), RIGHT[1]),
        "E-DECK-LIMIT": (("AEG-001", 4),),
        "E-DECK-LEGENDARY": (("AEG-011", 2), ("AEG-002", 2)),
        "E-DECK-TOKEN": (RIGHT[0], ("TOKEN-MILITIA", 1)),
        "W-DUPENTRY": (("AEG-001", 2), ("AEG-001", 1), RIGHT[1]),
    }.items()
}
"""A deck with each code, and the same deck without it."""

EXAMPLES: Mapping[str, ProblemExample] = {
    **{code: ProblemExample(*texts) for code, texts in CARDS.items()},
    **{code: ProblemExample(*texts, "deck") for code, texts in DECKS.items()},
}
UNSEEN: Mapping[str, LocalizedText] = {
    "E-DECK-VESSEL": LocalizedText(
        "Reported for a deck of a match with the setting `deckVessels`, which is off by default.",
        "仅当对局设置 `deckVessels` 开启、限制舰船数量时针对牌组给出；该设置缺省关闭。",
    ),
}
