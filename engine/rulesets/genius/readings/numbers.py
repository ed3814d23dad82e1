"""What the grammar of sentences means in `genius`: numbers and conditions."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import Reading, reading
from engine.toolkit.nodes.sentences import AMOUNT_PER, AMOUNT_PER_TARGET, AMOUNTS, LOGIC

from .templates import node


def _count(words: str, of: str) -> Reading:
    return reading("measure", words, {"type": "count", "of": of})


def _variable(target: Any, name: str) -> Any:
    return {"type": "variable", "target": target, "name": name}


HISTORY: Any = {"type": "Nth", "n": "%number", "who": "you", "within": "round"}


def _happened(event: str, who: str) -> Any:
    times = {"type": "timesThis", "event": event, "who": who, "within": "round"}
    return {"type": "GreaterThanOrEqual", "value1": times, "value2": "%number"}


NUMBERS: tuple[Reading, ...] = (
    AMOUNT_PER,
    AMOUNT_PER_TARGET,
    *AMOUNTS,
    *LOGIC,
    *(_count(words, "myHand") for words in ("card hand you", "card hand", "hand you", "card you", "you stat:card")),
    *(_count(words, "opponentHand") for words in ("card hand opponent", "hand opponent", "card opponent")),
    _count("you stat:dice", "myDice"),
    _count("opponent stat:dice", "opponentDice"),
    _count("summon ally all", "mySummons"),
    _count("summon all", "mySummons"),
    _count("summon enemy all", "opponentSummons"),
    _count("support ally all", "mySupports"),
    _count("support all", "mySupports"),
    _count("support enemy all", "opponentSupports"),
    reading(
        "statOf",
        "",
        _variable("%target", "%stat"),
        {"health": "health", "energy": "energy"},
    ),
    reading("measure", "stat:health", _variable({"type": "host"}, "health")),
    reading("countOf", "", {"type": "eachOf", "amount": 1, "of": "%target"}),
    reading(
        "measure",
        "times this",
        {"type": "timesThis", "event": "AFTER_PLAY_CARD", "who": "this", "within": "match", "earlier": True},
    ),
    reading(
        "measure",
        "times skills",
        {"type": "timesThis", "event": "AFTER_USE_SKILL", "who": "you", "within": "round"},
    ),
    _count("card", "myHand"),
    _count("hand", "myHand"),
    _count("card deck", "myPile"),
    _count("card deck you", "myPile"),
    _count("card deck opponent", "opponentPile"),
    _count("stat:dice", "myDice"),
    _count("stat:card", "myHand"),
    _count("opponent stat:card", "opponentHand"),
    _count("ally all", "myCharacters"),
    _count("enemy all", "opponentCharacters"),
    _count("round", "round"),
    *(
        reading(
            "measure",
            words,
            {"type": "timesThis", "event": event, "who": who, "within": "round"},
            {"match": {"within": "match"}, "turn": {}},
        )
        for words, event, who in (
            ("card played you", "AFTER_PLAY_CARD", "you"),
            ("card played", "AFTER_PLAY_CARD", "you"),
            ("card discarded", "ON_DISCARD", "you"),
            ("dead ally", "CHARACTER_DIE", "ally"),
            ("dead enemy", "CHARACTER_DIE", "enemy"),
            ("dead", "CHARACTER_DIE", "anyone"),
        )
    ),
    reading(
        "fact",
        "past switch you",
        {"type": "GreaterThanOrEqual", "value1": {"type": "count", "of": "mySwitches"}, "value2": "%number"},
    ),
    *(
        reading("fact", f"past {verb} {who}", _happened(event, of))
        for verb, event, whos in (
            ("play", "AFTER_PLAY_CARD", (("opponent", "opponent"),)),
            ("switch", "AFTER_CHANGE_CHARACTER", (("you", "you"), ("opponent", "opponent"))),
            (
                "skill",
                "AFTER_USE_SKILL",
                (("you", "you"), ("opponent", "opponent"), ("wearer", "this"), ("ally", "ally")),
            ),
            ("discard", "ON_DISCARD", (("you", "you"),)),
            ("die", "CHARACTER_DIE", (("ally", "ally"), ("enemy", "enemy"))),
            ("damaged", "AFTER_TAKES_DMG", (("ally", "ally"), ("enemy", "enemy"), ("wearer", "this"))),
            ("heal", "AFTER_HEAL", (("ally", "ally"), ("you", "you"))),
        )
        for who, of in whos
    ),
    *(
        reading("fact", f"past {verb} exact", {**HISTORY, "event": event})
        for verb, event in (
            ("play", "AFTER_PLAY_CARD"),
            ("switch", "AFTER_CHANGE_CHARACTER"),
            ("skill", "AFTER_USE_SKILL"),
            ("discard", "ON_DISCARD"),
        )
    ),
    *(
        reading(
            "fact",
            f"past skill{span} exact skilltype",
            {**HISTORY, "within": within, "event": "AFTER_USE_SKILL", "skillType": "%skilltype"},
        )
        for span, within in ((" match", "match"), ("", "round"))
    ),
    *(
        reading("fact", f"past {verb} match exact", {**HISTORY, "within": "match", "event": event})
        for verb, event in (
            ("play", "AFTER_PLAY_CARD"),
            ("switch", "AFTER_CHANGE_CHARACTER"),
            ("skill", "AFTER_USE_SKILL"),
        )
    ),
    reading("fact", "past before you", _happened("AFTER_PLAY_CARD", "you")),
    reading("fact", "past play you", {**HISTORY, "event": "AFTER_PLAY_CARD", "orLater": True}),
    reading("fact", "is active", node("IsActive", target="%target")),
    reading("fact", "is skilltype", node("SkillTypeIs", skillType="%skilltype")),
    reading("fact", "is dealt", node("ElementIs", element="%element")),
    reading("fact", "ended opponent", node("HasEnded", side="opponent")),
    reading("fact", "ended you", node("HasEnded", side="my")),
    reading("fact", "ended", node("HasEnded", side="my")),
    reading("fact", "plunging", node("IsPlunging")),
    reading("fact", "charged", node("IsCharged")),
    reading("or", "", {"type": "Or", "conditions": "%conditions"}),
    reading(
        "fact",
        "combo",
        {"type": "Nth", "n": 2, "event": "AFTER_PLAY_CARD", "who": "you", "within": "round", "orLater": True},
    ),
    reading("fact", "is element", node("HasAura", target="%target", element="%element")),
    reading("fact", "is reaction", node("ReactionIs", reaction="%reaction")),
    reading("fact", "is kind", node("Bears", target="%target", tag="%kind")),
    reading("fact", "lethal", {"type": "Equals", "value1": "$%label.lethal", "value2": True}),
)
