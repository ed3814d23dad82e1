"""What the grammar of sentences means in `encounter`: numbers and conditions."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import Reading, reading
from engine.toolkit.nodes.sentences import AMOUNT_PER, AMOUNT_PER_TARGET, AMOUNTS, LOGIC

from .templates import STATS


def _count(words: str, of: str) -> Reading:
    return reading("measure", words, {"type": "count", "of": of})


HISTORY: Any = {"type": "Nth", "n": "%number", "who": "you", "within": "%within"}


def _happened(event: str, who: str) -> Any:
    times = {"type": "timesThis", "event": event, "who": who, "within": "%within"}
    return {"type": "GreaterThanOrEqual", "value1": times, "value2": "%number"}


NUMBERS: tuple[Reading, ...] = (
    AMOUNT_PER,
    AMOUNT_PER_TARGET,
    *AMOUNTS,
    *LOGIC,
    _count("ally all", "myUnits"),
    _count("enemy all", "opponentUnits"),
    _count("region you", "myRegions"),
    _count("region ally", "myRegions"),
    _count("region all", "myRegions"),
    _count("region ally all", "myRegions"),
    _count("region enemy all", "opponentRegions"),
    *(
        _count(words, "myHand")
        for words in ("card hand you", "card hand", "hand you", "hand", "card you", "you stat:card")
    ),
    _count("you stat:ap", "myAp"),
    *(
        reading(
            "measure",
            words,
            {"type": "timesThis", "event": "Dead", "who": who, "within": "round"},
            {"turn": {"within": "turn"}, "match": {"within": "match"}, "all": {}},
        )
        for words, who in (("ally dead", "ally"), ("enemy dead", "enemy"), ("dead", "anyone"))
    ),
    reading(
        "measure",
        "times this",
        {"type": "timesThis", "event": "CastCard", "who": "this", "within": "match", "earlier": True},
    ),
    _count("all", "myUnits"),
    _count("stat:ap", "myAp"),
    _count("card", "myHand"),
    _count("stat:pages", "deathPages"),
    _count("stat:axis", "axis"),
    _count("region enemy", "opponentRegions"),
    _count("region opponent", "opponentRegions"),
    _count("region", "myRegions"),
    *(
        reading(
            "measure",
            words,
            {"type": "timesThis", "event": event, "who": who, "within": "turn"},
            {"match": {"within": "match"}},
        )
        for words, event, who in (
            ("card played you", "CastCard", "you"),
            ("card played", "CastCard", "you"),
            ("card drawn", "DrawCard", "you"),
        )
    ),
    reading("statOf", "", {"type": "stat", "target": "%target", "name": "%stat"}, STATS),
    reading(
        "fact",
        "combo",
        {"type": "Nth", "n": 2, "event": "CastCard", "who": "you", "within": "turn", "orLater": True},
    ),
    reading("fact", "past before you", _happened("CastCard", "you")),
    reading("fact", "past play exact", {**HISTORY, "event": "CastCard"}),
    reading("fact", "past play you", {**HISTORY, "event": "CastCard", "orLater": True}),
    reading("fact", "past die ally", _happened("Dead", "ally")),
    reading("fact", "past die enemy", _happened("Dead", "enemy")),
    reading("fact", "past move this", _happened("Moved", "this")),
    reading("fact", "past attack this", _happened("Fought", "this")),
    *(
        reading("fact", f"past {verb} {who}", _happened(event, of))
        for verb, event, whos in (
            ("play", "CastCard", ("opponent",)),
            ("draw", "DrawCard", ("you", "opponent")),
            ("die", "Dead", ("this",)),
            ("move", "Moved", ("ally", "enemy")),
            ("attack", "Fought", ("ally", "enemy")),
            ("damaged", "BeDamaged", ("this", "ally", "enemy")),
            ("heal", "Healed", ("this", "ally")),
            ("deploy", "Deployed", ("ally", "enemy", "this")),
        )
        for who, of in ((who, who) for who in whos)
    ),
    reading("fact", "past draw exact", {**HISTORY, "event": "DrawCard"}),
    reading("fact", "past die", _happened("Dead", "anyone")),
    *(
        reading("fact", f"is {who}", {"type": "IsUnit", "target": "%target", "is": key})
        for who, key in (
            ("hero", "hero"),
            ("leader", "leader"),
            ("adjacent", "adjacent"),
            ("ally", "ally"),
            ("enemy", "enemy"),
        )
    ),
    reading("fact", "ranged", {"type": "IsRanged", "target": "%target"}),
    reading("fact", "hasability", {"type": "HasAbility", "target": "%target"}),
    reading("fact", "region opponent", {"type": "Controls", "side": "enemy"}),
    reading("fact", "is tag", {"type": "HasTag", "target": "%target", "tag": "%tag"}),
    reading("or", "", {"type": "Or", "conditions": "%conditions"}),
    reading("fact", "is status", {"type": "HasStatus", "target": "%target", "status": "%status"}),
    reading("fact", "is terrain", {"type": "OnTerrain", "target": "%target", "terrain": "%terrain"}),
    reading("fact", "is color", {"type": "HasColor", "target": "%target", "color": "%color"}),
    reading("fact", "region you", {"type": "Controls", "side": "ally"}),
    reading("fact", "region", {"type": "Controls", "side": "ally"}),
    reading("fact", "lethal", {"type": "Equals", "value1": "$%label.lethal", "value2": True}),
)
