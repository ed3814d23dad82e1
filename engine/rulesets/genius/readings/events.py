"""What the grammar of sentences means in `genius`: when something is done, and the frames around it."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import Reading, reading, references
from engine.toolkit.nodes.sentences import skill_frames

from ..events import EVENTS as EVENT_SPECS
from .templates import BY, SKILLS, node

OF_IT = ("damageTo", "toUUID", "UUID", "cardUUID")


def _references(trigger: str) -> dict[str, str]:
    """Return how a sentence refers to the character or card that an event is of, and to its damage."""
    return references(EVENT_SPECS, trigger, it=OF_IT, source=("damageFrom",), much=("mainDamage", "amount"))


def _event(
    words: str,
    trigger: str,
    *conditions: Any,
    attributes: Any = None,
    is_default: bool = False,
) -> Reading:
    return reading(
        "event",
        words,
        {"triggerOn": trigger},
        attributes,
        conditions=list(conditions),
        **_references(trigger),
        isDefault=is_default,
    )


ADDS: Any = {
    "none": {},
    "any": {},
    "allplayers": {},
    **{f"by:{who}": {"conditions": [node("DoneBy", **{"is": word})]} for who, word in BY if " " not in who},
    **{f"to:{who}": {"conditions": [node("DoneTo", **{"is": word})]} for who, word in BY if " " not in who},
}


def _facts(trigger: str) -> Any:
    """Return what may be said of the card of an event besides."""
    cost = f"${trigger}.paid"
    signs = (
        ("cost<=", "LessThanOrEqual"),
        ("cost>=", "GreaterThanOrEqual"),
        ("dice<=", "LessThanOrEqual"),
        ("dice>=", "GreaterThanOrEqual"),
    )
    return {
        **SKILLS,
        **(
            {sign: node(kind, value1=cost, value2="%value") for sign, kind in signs}
            if trigger == "AFTER_PLAY_CARD"
            else {}
        ),
    }


def _role(verb: str, trigger: str, role: str, condition: str, default: str) -> tuple[Reading, ...]:
    return tuple(
        _event(
            f"{verb} {role}:{actor.replace('by:', role + ':')}",
            trigger,
            node(condition, **{"is": word}),
            attributes=_facts(trigger),
            is_default=actor == default,
        )
        for actor, word in BY
    )


EVENTS: tuple[Reading, ...] = (
    *_role("play", "AFTER_PLAY_CARD", "by", "DoneBy", "you"),
    *_role("play", "ON_PLAY_CARD", "by", "DoneBy", "you"),
    *_role("skill", "AFTER_USE_SKILL", "by", "DoneBy", "you"),
    *_role("attack", "AFTER_USE_SKILL", "by", "DoneBy", "wearer"),
    *_role("damages", "AFTER_TAKES_DMG", "by", "DoneBy", "wearer"),
    *_role("damaged", "AFTER_TAKES_DMG", "to", "DoneTo", "wearer"),
    *_role("die", "CHARACTER_DIE", "to", "DoneTo", "wearer"),
    *_role("kill", "CHARACTER_DIE", "by", "DoneBy", "wearer"),
    *_role("heal", "AFTER_HEAL", "to", "DoneTo", "wearer"),
    *_role("reaction", "AFTER_TAKES_DMG", "by", "DoneBy", "you"),
    *_role("discard", "ON_DISCARD", "by", "DoneBy", "you"),
    *_role("pass", "ON_DECLARE_END", "by", "DoneBy", "you"),
    *_role("tune", "ON_TUNE", "by", "DoneBy", "you"),
    *(
        reading(
            "event",
            verb,
            {"triggerOn": trigger},
            SKILLS,
            adds=ADDS,
            **_references(trigger),
        )
        for verb, trigger in (
            ("play", "AFTER_PLAY_CARD"),
            ("skill", "AFTER_USE_SKILL"),
            ("attack", "AFTER_USE_SKILL"),
            ("damages", "AFTER_TAKES_DMG"),
            ("damaged", "AFTER_TAKES_DMG"),
            ("die", "CHARACTER_DIE"),
            ("kill", "CHARACTER_DIE"),
            ("heal", "AFTER_HEAL"),
            ("reaction", "AFTER_TAKES_DMG"),
            ("discard", "ON_DISCARD"),
            ("switch", "AFTER_CHANGE_CHARACTER"),
            ("leave", "ON_CHANGE_CHARACTER"),
            ("summonleaves", "ON_SUMMON_REMOVE"),
            ("wouldie", "CHARACTER_WILL_DIE"),
            ("act", "AFTER_ANY_ACTION"),
        )
    ),
    reading("event", "*", {"triggerOn": "%event"}, adds=ADDS),
    _event("wouldie to:wearer", "CHARACTER_WILL_DIE", node("DoneTo", **{"is": "host"}), is_default=True),
    _event("wouldie to:this", "CHARACTER_WILL_DIE", node("DoneTo", **{"is": "host"})),
    _event("matchstart by:any", "BEGIN_MATCH"),
    _event("rollphase by:any", "BEGIN_ROLL_PHASE"),
    _event("switch by:you", "AFTER_CHANGE_CHARACTER", node("DoneBy", **{"is": "mine"}), is_default=True),
    _event("switch by:you", "AFTER_CHANGE_CHARACTER", node("DoneTo", **{"is": "mine"}), is_default=True),
    _event("switch by:ally", "AFTER_CHANGE_CHARACTER", node("DoneBy", **{"is": "mine"})),
    _event("switch by:ally", "AFTER_CHANGE_CHARACTER", node("DoneTo", **{"is": "mine"})),
    _event("switch by:opponent", "AFTER_CHANGE_CHARACTER", node("DoneTo", **{"is": "opponents"})),
    _event("switch by:enemy", "AFTER_CHANGE_CHARACTER", node("DoneTo", **{"is": "opponents"})),
    _event("switch by:wearer", "AFTER_CHANGE_CHARACTER", node("DoneTo", **{"is": "host"})),
    _event("switch by:this", "AFTER_CHANGE_CHARACTER", node("DoneTo", **{"is": "host"})),
    _event("deathrattle", "CHARACTER_DIE", node("DoneTo", **{"is": "host"})),
    _event("endphase by:any", "END_PHASE"),
    _event("turnend by:you", "END_PHASE"),
    _event("turnend by:any", "END_PHASE"),
    _event("roundend by:any", "END_PHASE"),
    _event("actionphase by:any", "BEGIN_ACTION_PHASE"),
    _event("turnstart by:you", "BEGIN_ACTION_PHASE"),
    _event("turnstart by:any", "BEGIN_ACTION_PHASE"),
    _event("roundstart by:any", "BEGIN_ACTION_PHASE"),
    reading("event", "nextturnstart", {"triggerOn": "BEGIN_ACTION_PHASE"}, frame="next"),
    reading("event", "nextroundstart", {"triggerOn": "BEGIN_ACTION_PHASE"}, frame="next"),
    *skill_frames({"turn": "round", "round": "round", "match": "match"}),
)
