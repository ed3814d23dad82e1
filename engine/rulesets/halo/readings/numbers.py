"""What the grammar of sentences means in `halo`: numbers and conditions."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import Reading, reading
from engine.toolkit.nodes.sentences import AMOUNT_PER, AMOUNTS, COMPARISONS

from .templates import condition


def _happened(event: str, who: str) -> Any:
    return condition(
        "GreaterThanOrEqual", {"type": "TIMES_THIS", "event": event, "who": who, "within": "%within"}, "%number"
    )


def _nth(event: str, who: str, *more: Any) -> Any:
    return condition("NTH", "%number", event, who, "%within", *more)


NUMBERS: tuple[Reading, ...] = (
    AMOUNT_PER,
    reading(
        "eachOf",
        "",
        {
            "type": "eachOf",
            "amount": "%number",
            "per": "%per?",
            "of": "%target",
            "only": "%attributes?",
            "max": "%max?",
        },
    ),
    *AMOUNTS,
    reading("not", "", {"op": "Not", "args": ["%condition"]}),
    reading("and", "", {"op": "And", "args": ["%conditions"]}),
    reading(
        "compare",
        "",
        {"op": "%op", "args": ["%first", "%second"]},
        COMPARISONS,
    ),
    reading("measure", "you stat:supply", {"type": "STAT_OF", "target": "OWNER", "stat": "supply"}),
    reading("measure", "base ally stat:health", {"type": "STAT_OF", "target": "OWNER", "stat": "base"}),
    reading("measure", "base stat:health", {"type": "STAT_OF", "target": "OWNER", "stat": "base"}),
    reading("measure", "base enemy stat:health", {"type": "STAT_OF", "target": "OPPONENT", "stat": "base"}),
    reading("measure", "card you", {"type": "STAT_OF", "target": "OWNER", "stat": "hand"}),
    reading("measure", "card hand", {"type": "STAT_OF", "target": "OWNER", "stat": "hand"}),
    reading("measure", "card hand you", {"type": "STAT_OF", "target": "OWNER", "stat": "hand"}),
    reading("measure", "hand you", {"type": "STAT_OF", "target": "OWNER", "stat": "hand"}),
    reading("measure", "you stat:card", {"type": "STAT_OF", "target": "OWNER", "stat": "hand"}),
    reading("countOf", "", {"type": "COUNT_OF", "target": "%target", "only": "%attributes?"}),
    reading(
        "statOf",
        "",
        {"type": "STAT_OF", "target": "%target", "stat": "%stat"},
        {"attack": "attack", "health": "health", "maxhealth": "healthCap", "shield": "shield", "cost": "cost"},
    ),
    *(
        reading("measure", words, {"type": "STAT_OF", "target": "OPPONENT", "stat": stat})
        for words, stat in (
            ("base opponent stat:health", "base"),
            ("opponent stat:supply", "supply"),
            ("card opponent", "hand"),
            ("card opponent hand", "hand"),
            ("hand opponent", "hand"),
            ("opponent stat:card", "hand"),
            ("lane opponent", "lanes"),
            ("lane enemy", "lanes"),
        )
    ),
    reading(
        "measure",
        "times this",
        {"type": "TIMES_THIS", "event": "CARD_PLAY_VALIDATED", "who": "this", "within": "match", "earlier": True},
    ),
    reading("measure", "hand", {"type": "STAT_OF", "target": "OWNER", "stat": "hand"}),
    reading("measure", "stat:supply", {"type": "STAT_OF", "target": "OWNER", "stat": "supply"}),
    reading("measure", "stat:battery", {"type": "STAT_OF", "target": "OWNER", "stat": "battery"}, {"you": {}}),
    reading(
        "measure", "lane", {"type": "STAT_OF", "target": "OWNER", "stat": "lanes"}, {"you": {}, "ally": {}, "all": {}}
    ),
    *(
        reading(
            "measure",
            words,
            {"type": "TIMES_THIS", "event": event, "who": who, "within": "turn"},
            {"match": {"within": "match"}, "turn": {}},
        )
        for words, event, who in (
            ("dead ally", "KILL_OCCURRED", "ally"),
            ("dead enemy", "KILL_OCCURRED", "enemy"),
            ("dead", "KILL_OCCURRED", "anyone"),
            ("card played you", "CARD_PLAY_VALIDATED", "you"),
            ("card played", "CARD_PLAY_VALIDATED", "you"),
            ("card drawn", "CARD_DRAWN", "you"),
            ("card discarded", "CARD_DISCARDED", "you"),
        )
    ),
    *(
        reading("fact", f"past {verb} {who}", _happened(event, of))
        for verb, event, whos in (
            ("die", "KILL_OCCURRED", ("ally", "enemy", "this")),
            ("draw", "CARD_DRAWN", ("you", "opponent")),
            ("discard", "CARD_DISCARDED", ("you", "opponent")),
            ("play", "CARD_PLAY_VALIDATED", ("opponent",)),
            ("deploy", "UNIT_DEPLOYED", ("you", "opponent", "ally", "enemy", "this")),
            ("attack", "ATTACK_DECLARED", ("this", "ally", "enemy")),
            ("move", "UNIT_MOVED", ("this", "ally", "enemy")),
            ("damaged", "DAMAGE_DEALT", ("this", "ally", "enemy")),
        )
        for who, of in ((who, who) for who in whos)
    ),
    reading("fact", "past die", _happened("KILL_OCCURRED", "anyone")),
    reading("fact", "past draw exact", _nth("CARD_DRAWN", "you")),
    reading("fact", "past discard exact", _nth("CARD_DISCARDED", "you")),
    reading("fact", "past deploy exact", _nth("UNIT_DEPLOYED", "you")),
    reading("fact", "entered", condition("ENTERED_THIS_TURN", "%target")),
    reading("fact", "lane you", condition("HOLDS_LANE", "OWNER", 1)),
    reading("fact", "lane opponent", condition("HOLDS_LANE", "OPPONENT", 1)),
    reading("fact", "lane", condition("HOLDS_LANE", "OWNER", 1)),
    reading("fact", "is damagetype", condition("DAMAGE_TYPE_IS", "%damagetype")),
    reading("fact", "is status", condition("STATUS_IS", "%status")),
    reading("or", "", {"op": "Or", "args": ["%conditions"]}),
    reading("fact", "combo", condition("NTH", 2, "CARD_PLAY_VALIDATED", "you", "turn", True)),
    reading("fact", "past before you", _happened("CARD_PLAY_VALIDATED", "you")),
    reading("fact", "past play exact", condition("NTH", "%number", "CARD_PLAY_VALIDATED", "you", "%within")),
    reading("fact", "past play you", condition("NTH", "%number", "CARD_PLAY_VALIDATED", "you", "%within", True)),
    reading("fact", "is tag", condition("HAS_TAG", "%target", "%tag")),
    reading("fact", "is keyword", condition("HAS_KEYWORD", "%target", "%keyword")),
    reading("fact", "is kind", condition("IS_KIND", "%target", "%kind")),
)
