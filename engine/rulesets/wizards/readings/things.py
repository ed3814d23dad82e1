"""What the grammar of sentences means in `wizards`: whom and what they mean: targets, cards, and the reach of rules."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import OWNER, THIS_CARD, Reading, reading

from .templates import KINDS, OWNERS, ZONES, of_card

ATTRIBUTES: Any = {
    "other": {"not": "this"},
    "level": {"level": "%value"},
    "health<=": {"healthAtMost": "%value"},
    "health>=": {"healthAtLeast": "%value"},
}

CANDIDATE: Any = "$candidate.UUID"

CHOICE: Any = {
    **ATTRIBUTES,
    "random": {"pick": "random"},
    "count": {"min": "%value", "max": "%value"},
    "wounded": {
        "filter": {
            "type": "LessThan",
            "value1": of_card(CANDIDATE, "health"),
            "value2": of_card(CANDIDATE, "maxHealth"),
        }
    },
    "unhurt": {
        "filter": {
            "type": "GreaterThanOrEqual",
            "value1": of_card(CANDIDATE, "health"),
            "value2": of_card(CANDIDATE, "maxHealth"),
        }
    },
}

CARDS: Any = {
    **KINDS,
    **OWNERS,
    "random": {"pick": "random"},
    "all": {"pick": "all"},
    "count": {"min": "%value", "max": "%value"},
    "top": {"top": "%value", "pick": "all"},
    "other": {"not": "this"},
}

MONSTER: Any = {"type": "monsterChooser"}

ALL_MONSTERS: Any = {"type": "allMonsters"}


def _player(which: str, **more: Any) -> Any:
    return {"type": "playerChooser", "which": which, **more}


def _cards(words: str, **fields: Any) -> Reading:
    return reading("thing", words, {"type": "cardChooser", **fields}, CARDS)


THINGS: tuple[Reading, ...] = (
    reading("thing", "all", ALL_MONSTERS, ATTRIBUTES),
    reading("thing", "enemy all", ALL_MONSTERS, ATTRIBUTES),
    reading("thing", "", MONSTER, CHOICE),
    reading("thing", "enemy", MONSTER, CHOICE),
    reading("thing", "ally", MONSTER, CHOICE),
    reading("thing", "enemy all", {**MONSTER, "pick": "all"}, CHOICE),
    reading("thing", "this", THIS_CARD),
    reading("thing", "you", OWNER),
    reading("thing", "others", _player("others", pick="all")),
    reading("thing", "opponent", _player("others", pick="all")),
    reading("thing", "otherplayer", _player("others"), {"random": {"pick": "random"}}),
    reading("thing", "allplayers", _player("all", pick="all")),
    reading("thing", "nextplayer", _player("next")),
    reading("thing", "anyplayer", _player("all"), {"random": {"pick": "random"}}),
    *(_cards(f"card {zone}", zone=zone_name) for zone, zone_name in ZONES),
    *(_cards(zone, zone=zone_name, pick="all") for zone, zone_name in ZONES),
    reading(
        "thing",
        "card last",
        {"type": "playedCard", "playerUUID": OWNER, "back": 1, "within": "round"},
        {"you": {}, "kind:spell": {}},
    ),
    _cards("card", zone="hand"),
    reading("moment", "", "$onDrawExploration.cardUUID"),
    reading("scope", "this", {"who": "this"}),
    reading("scope", "enemy", {}),
)
