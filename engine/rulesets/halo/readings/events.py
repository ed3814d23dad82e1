"""What the grammar of sentences means in `halo`: when something is done, and the frames around it."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import Reading, reading
from engine.language.spec.readings import references as references_of

from ..events import EVENTS as EVENT_SPECS
from .templates import condition


def _references(trigger: str, subject: str) -> dict[str, Any]:
    """Return how a sentence refers to what an event is of, to what did it, and to its amount."""
    return dict(references_of(EVENT_SPECS, trigger, it=(subject,), source=("sourceEntityId",), much=("amount",)))


def _event(words: str, trigger: str, *conditions: str, **options: Any) -> Reading:
    facts = [condition(op) for op in conditions]
    references: dict[str, Any] = _references(trigger, options.pop("it", "sourceEntityId"))
    attributes = options.pop("more", {})
    if "is_default" in options:
        references["isDefault"] = options.pop("is_default")
    return reading("event", words, {"trigger": trigger}, attributes, conditions=facts, **references, **options)


ADDS: Any = {
    "none": {},
    "allplayers": {},
    "any": {},
    "here": {"conditions": [condition("SAME_LANE")]},
    **{
        f"{role}:{who}": {"conditions": [holds]}
        for role, side in (("by", "SOURCE"), ("to", "TARGET"))
        for who, holds in (
            ("this", condition(f"{side}_IS_SELF")),
            ("ally", condition(f"IS_ALLY_{side}")),
            ("you", condition(f"IS_ALLY_{side}")),
            ("enemy", condition(f"IS_ENEMY_{side}")),
            ("opponent", condition(f"IS_ENEMY_{side}")),
            ("other", condition("Not", condition(f"{side}_IS_SELF"))),
        )
    },
}
"""What is added to an event for who does it and to whom."""

TARGET = "targetEntityId"

SIDES = (("this", "SOURCE_IS_SELF", "TARGET_IS_SELF"), ("ally", "IS_ALLY_SOURCE", "IS_ALLY_TARGET"))

SOURCES = (*SIDES, ("enemy", "IS_ENEMY_SOURCE", "IS_ENEMY_TARGET"))

SOURCE_TAG: Any = {"tag": condition("SOURCE_HAS_TAG", "%tag")}

TARGET_TAG: Any = {"tag": condition("TARGET_HAS_TAG", "%tag")}

CARD_FACTS: Any = {**SOURCE_TAG, "kind": condition("IS_KIND", "$CARD_PLAY_VALIDATED.sourceEntityId", "%kind")}


DECLARED_FACTS: Any = {**SOURCE_TAG, "kind": condition("IS_KIND", "$CARD_PLAY_DECLARED.sourceEntityId", "%kind")}


def _by_unit(verb: str, trigger: str) -> tuple[Reading, ...]:
    rows = tuple(
        _event(f"{verb} by:{actor}", trigger, op, more=SOURCE_TAG, is_default=actor == "this")
        for actor, op, _ in SOURCES
    )
    return (*rows, _event(f"{verb} by:unit", trigger))


def _to_unit(verb: str, trigger: str) -> tuple[Reading, ...]:
    rows = tuple(
        _event(f"{verb} to:{actor}", trigger, op, more=TARGET_TAG, it=TARGET, is_default=actor == "this")
        for actor, _, op in SOURCES
    )
    rows_here = tuple(
        reading(
            "event",
            f"{verb} to:{actor} here",
            {"trigger": trigger},
            TARGET_TAG,
            conditions=[condition(op), condition("SAME_LANE")],
            it=f"${trigger}.{TARGET}",
        )
        for actor, _, op in SOURCES[1:]
    )
    return (*rows, *rows_here, _event(f"{verb} to:unit", trigger, it=TARGET))


def _by_player(verb: str, trigger: str, attributes: Any) -> tuple[Reading, ...]:
    return (
        _event(f"{verb} by:you", trigger, "IS_ALLY_SOURCE", more=attributes, is_default=True),
        _event(f"{verb} by:opponent", trigger, "IS_ENEMY_SOURCE", more=attributes),
        _event(f"{verb} by:enemy", trigger, "IS_ENEMY_SOURCE", more=attributes),
        _event(f"{verb} by:allplayers", trigger, more=attributes),
    )


def _any(verb: str, trigger: str, attributes: Any, subject: str = "sourceEntityId") -> Reading:
    """Return an event of whatever is said of it."""
    return reading(
        "event",
        verb,
        {"trigger": trigger},
        attributes,
        adds=ADDS,
        **_references(trigger, subject),
    )


def _turn(words: str, trigger: str) -> tuple[Reading, ...]:
    return (
        _event(f"{words} by:you", trigger, "IS_OWN_TURN"),
        _event(f"{words} by:any", trigger),
        reading(
            "event",
            f"{words} by:opponent",
            {"trigger": trigger},
            conditions=[condition("Not", condition("IS_OWN_TURN"))],
        ),
    )


TRIGGER: Any = {
    "%...": "event",
    "limitPerTurn": "%perTurn?",
    "times": "%times?",
    "every": "%interval?",
    "conditions": "%conditions",
    "effects": "%do",
}

EVENTS: tuple[Reading, ...] = (
    *_to_unit("die", "KILL_OCCURRED"),
    *_by_unit("kill", "KILL_OCCURRED"),
    *_by_unit("attack", "ATTACK_DECLARED"),
    *_to_unit("damaged", "DAMAGE_DEALT"),
    *_by_unit("damages", "DAMAGE_DEALT"),
    *_by_unit("deploy", "UNIT_DEPLOYED"),
    *_by_unit("move", "UNIT_MOVED"),
    _event("deploy by:you", "UNIT_DEPLOYED", "IS_ALLY_SOURCE", more=SOURCE_TAG),
    _event("deploy by:opponent", "UNIT_DEPLOYED", "IS_ENEMY_SOURCE", more=SOURCE_TAG),
    _event("deploy to:enemy here", "UNIT_DEPLOYED", "IS_ENEMY_SOURCE", "SAME_LANE", more=SOURCE_TAG),
    _event("deploy to:ally here", "UNIT_DEPLOYED", "IS_ALLY_SOURCE", "SAME_LANE", more=SOURCE_TAG),
    _event("play by:you to:unit", "UNIT_DEPLOYED", "IS_ALLY_SOURCE", more=SOURCE_TAG),
    _event("play by:opponent to:unit", "UNIT_DEPLOYED", "IS_ENEMY_SOURCE", more=SOURCE_TAG),
    *(
        _any(verb, trigger, SOURCE_TAG)
        for verb, trigger in (
            ("kill", "KILL_OCCURRED"),
            ("attack", "ATTACK_DECLARED"),
            ("damages", "DAMAGE_DEALT"),
            ("deploy", "UNIT_DEPLOYED"),
            ("move", "UNIT_MOVED"),
        )
    ),
    *(
        _any(verb, trigger, TARGET_TAG, TARGET)
        for verb, trigger in (
            ("die", "KILL_OCCURRED"),
            ("damaged", "DAMAGE_DEALT"),
            ("attacked", "ATTACK_DECLARED"),
            ("shieldbreak", "SHIELD_DAMAGED"),
            ("wouldie", "UNIT_WOULD_DIE"),
            ("status", "STATUS_APPLIED"),
            ("hit", "DAMAGE_CALC_STARTED"),
        )
    ),
    _any("equip", "ARMORY_ATTACHED", {}),
    _any("discard", "CARD_DISCARDED", CARD_FACTS),
    reading("event", "*", {"trigger": "%event"}, adds=ADDS, it="$%event.targetEntityId", much="$%event.amount"),
    _event("shieldbreak to:this", "SHIELD_DAMAGED", "TARGET_IS_SELF", it=TARGET, is_default=True),
    _event("wouldie to:this", "UNIT_WOULD_DIE", "TARGET_IS_SELF", it=TARGET, is_default=True),
    _event("attacked to:this", "ATTACK_DECLARED", "TARGET_IS_SELF", it=TARGET, is_default=True),
    _event("hit to:this", "DAMAGE_CALC_STARTED", "TARGET_IS_SELF", it=TARGET, is_default=True),
    *_by_player("play", "CARD_PLAY_VALIDATED", CARD_FACTS),
    *_by_player("play", "CARD_PLAY_DECLARED", DECLARED_FACTS),
    *_by_player("draw", "CARD_DRAWN", {}),
    *_by_player("discard", "CARD_DISCARDED", {}),
    _event("battlecry", "UNIT_DEPLOYED", "SOURCE_IS_SELF"),
    _event("deathrattle", "KILL_OCCURRED", "TARGET_IS_SELF"),
    _event("overkill", "OVERKILL_APPLIED", "SOURCE_IS_SELF"),
    _event("playthis", "CARD_PLAY_VALIDATED", "SOURCE_IS_SELF"),
    reading(
        "event", "damaged to:base to:enemy", {"trigger": "BASE_DAMAGED"}, conditions=[condition("IS_ENEMY_TARGET")]
    ),
    reading("event", "damaged to:base to:ally", {"trigger": "BASE_DAMAGED"}, conditions=[condition("IS_ALLY_TARGET")]),
    *_turn("turnstart", "TURN_STARTED"),
    *_turn("turnend", "TURN_ENDED"),
    _event("roundstart by:any", "ROUND_STARTED"),
    _event("roundend by:any", "ROUND_ENDED"),
    reading("event", "nextturnstart", {"trigger": "TURN_STARTED"}, conditions=[condition("IS_OWN_TURN")], frame="next"),
    reading("frame", "", {"id": "%label", **TRIGGER}, of="ability"),
    reading("frame", "", {"type": "WHEN", "params": {**TRIGGER, "times": 1}}, of="effect", kind="next"),
    reading(
        "frame",
        "",
        {"type": "WHEN", "params": {"mode": "%mode?", **TRIGGER}},
        of="effect",
        once=True,
        modes={"turn": "turn", "round": "round", "match": "match"},
    ),
)
