"""What the grammar of sentences means in `encounter`: whom and what they mean: targets, cards, and the reach of rules."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import Reading, reading

BOUNDS: Any = {
    "health<=": {"healthAtMost": "%value"},
    "health>=": {"healthAtLeast": "%value"},
    "attack<=": {"attackAtMost": "%value"},
    "attack>=": {"attackAtLeast": "%value"},
    "health=": {"healthAtMost": "%value", "healthAtLeast": "%value"},
    "attack=": {"attackAtMost": "%value", "attackAtLeast": "%value"},
}


def _filter(condition: Any) -> Any:
    return {"filter": condition}


CANDIDATE = "$candidate.UUID"

HEALTH: Any = {"type": "stat", "target": CANDIDATE, "name": "health"}

FULL: Any = {"type": "stat", "target": CANDIDATE, "name": "mhp"}

UNITS: Any = {
    **BOUNDS,
    "hero": {"kind": "hero"},
    "other": {"not": "host"},
    "wounded": _filter({"type": "LessThan", "value1": HEALTH, "value2": FULL}),
    "unhurt": _filter({"type": "GreaterThanOrEqual", "value1": HEALTH, "value2": FULL}),
    "terrain": _filter({"type": "OnTerrain", "target": CANDIDATE, "terrain": "%value"}),
    "status": _filter({"type": "HasStatus", "target": CANDIDATE, "status": "%value"}),
    "color": _filter({"type": "HasColor", "target": CANDIDATE, "color": "%value"}),
}

CHOICE: Any = {
    **UNITS,
    "within": {"range": "%value"},
    "adjacent": {"range": 1},
    "random": {"pick": "random"},
    "count": {"min": "%value", "max": "%value"},
}

SIDES = (("enemy", "enemy"), ("ally", "ally"), ("", "any"))

THIS: Any = {"type": "host"}

CARDS: Any = {
    "random": {"pick": "random"},
    "kind": {"kind": "%value"},
    "color": {"color": "%value"},
    "cost<=": {"costAtMost": "%value"},
    "cost>=": {"costAtLeast": "%value"},
    "count": {"min": "%value", "max": "%value"},
    "all": {"pick": "all"},
}


def _units(side: str, which: str) -> Any:
    return {"type": "units", "side": side, "which": which}


THINGS: tuple[Reading, ...] = (
    *(
        row
        for words, side in SIDES
        for row in (
            reading("thing", f"{words} all adjacent", _units(side, "adjacent"), UNITS),
            reading("thing", f"{words} all other", _units(side, "others"), UNITS),
            reading("thing", f"{words} all here", _units(side, "here"), UNITS),
            reading("thing", f"{words} all", _units(side, "all"), UNITS),
            reading("thing", f"{words} all", {"type": "chooseUnit", "side": side, "pick": "all"}, CHOICE),
            reading(
                "thing",
                f"{words} nearest",
                _units(side, "nearest"),
                {**UNITS, "other": {}} if side == "enemy" else UNITS,
            ),
            reading("thing", f"{words} leader", _units(side, "leader")),
            reading(
                "thing",
                f"{words}",
                {"type": "chooseUnit", "side": side},
                CHOICE if side == "enemy" else {**CHOICE, "adjacent": {"range": 1, "not": "host"}},
            ),
            reading("thing", f"{words} lowhealth", _units(side, "weakest"), UNITS),
            reading("thing", f"{words} mostInjured", _units(side, "weakest"), UNITS),
            reading("thing", f"{words} highattack", _units(side, "strongest"), UNITS),
        )
    ),
    reading("thing", "leader all", _units("any", "leader")),
    reading("thing", "leader allplayers", _units("any", "leader")),
    reading("thing", "this", THIS),
    reading("thing", "wearer", THIS),
    reading("thing", "target", "$target.unitUUID"),
    *(reading("aim", words, "$target.unitUUID") for words in ("ally", "enemy", "")),
    reading("thing", "cell", {"type": "chooseUnit", "side": "any"}),
    reading("thing", "cell target", "$target.unitUUID"),
    reading("thing", "you", "ally"),
    reading("thing", "opponent", "enemy"),
    reading("thing", "enemy player", "enemy"),
    *(
        reading("thing", f"card {zone}", {"type": "cards", "zone": "hand"}, CARDS)
        for zone in ("hand you", "hand", "you", "")
    ),
    *(
        reading(f"scope {role}", words, {key: who}, {"ally": {}} if words in ("leader", "hero") else {})
        for role, key in (("target", "to"), ("source", "by"))
        for words, who in (
            ("this", "host"),
            ("ally other", "otherAlly"),
            ("ally adjacent", "adjacent"),
            ("ally", "ally"),
            ("enemy", "enemy"),
            ("leader", "leader"),
            ("hero", "hero"),
        )
    ),
    reading("scope", "this", {"to": "host"}),
    reading("scope", "ally adjacent", {"to": "adjacentAllies"}),
    reading("scope", "enemy adjacent", {"to": "adjacentEnemies"}),
    reading("scope", "ally other", {"to": "otherAllies"}),
    reading("scope", "ally", {"to": "allies"}),
    reading("scope", "enemy", {"to": "enemies"}),
    reading("scope", "ally here", {"to": "alliesHere"}),
    reading("scope", "enemy here", {"to": "enemiesHere"}),
    reading("scope", "", {"to": "all"}),
)
