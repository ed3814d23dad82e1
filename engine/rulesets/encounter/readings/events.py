"""What the grammar of sentences means in `encounter`: when something is done, and the frames around it."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import Reading, reading, references
from engine.toolkit.nodes.sentences import skill_frames

from ..events import EVENTS as EVENT_SPECS


def _references(trigger: str, subject: str) -> dict[str, str]:
    """Return how a sentence refers to the unit or card that an event is of, to what did it, and to its amount."""
    return references(
        EVENT_SPECS,
        trigger,
        it=(subject, "unitUUID", "attackerUUID"),
        source=("sourceUUID", "attackerUUID"),
        much=("amount",),
    )


def unit_facts(target: str) -> Any:
    return {
        "color": {"type": "HasColor", "target": target, "color": "%color"},
        "status": {"type": "HasStatus", "target": target, "status": "%status"},
        "terrain": {"type": "OnTerrain", "target": target, "terrain": "%terrain"},
    }


def _event(
    words: str,
    trigger: str,
    own: Any = None,
    *,
    subject: str = "unitUUID",
    attributes: Any = None,
    is_default: bool = False,
) -> Reading:
    return reading(
        "event",
        words,
        {"triggerOn": trigger, **(own or {})},
        attributes,
        **_references(trigger, subject),
        isDefault=is_default,
    )


ACTORS = ("ally", "enemy", "hero", "leader")


def _role(role: str, verb: str, trigger: str, subject: str, key: str) -> tuple[Reading, ...]:
    return (
        _event(f"{verb} {role}:this", trigger, subject=subject, is_default=True, own={key: "host"}),
        *(_event(f"{verb} {role}:{who}", trigger, subject=subject, own={key: who}) for who in ACTORS),
        _event(f"{verb} {role}:ally {role}:other", trigger, subject=subject, own={key: "otherAlly"}),
        _event(f"{verb} {role}:leader {role}:ally", trigger, subject=subject, own={key: "leader"}),
        _event(f"{verb} {role}:hero {role}:ally", trigger, subject=subject, own={key: "hero"}),
        _event(f"{verb} {role}:unit", trigger, subject=subject),
    )


WHOS: Any = (
    ("this", "host"),
    *((who, who) for who in ACTORS),
    ("you", "ally"),
    ("opponent", "enemy"),
    ("adjacent", "adjacent"),
    ("here", "here"),
)

ADDS: Any = {
    "none": {},
    "any": {},
    "allplayers": {},
    **{f"{role}:{who}": {"keys": {role: key}} for role in ("by", "to") for who, key in WHOS},
    **{f"{role}:other": {"keys": {role: "otherAlly"}} for role in ("by", "to")},
}


def _any(verb: str, trigger: str, subject: str = "unitUUID") -> Reading:
    """Return an event of whatever is said of it."""
    return reading(
        "event",
        verb,
        {"triggerOn": trigger},
        unit_facts(f"${trigger}.{subject}") if subject else {},
        adds=ADDS,
        **_references(trigger, subject),
    )


def _player(verb: str, trigger: str) -> tuple[Reading, ...]:
    return (
        _event(f"{verb} by:you", trigger, own={"by": "ally"}, subject="cardUUID", is_default=True),
        _event(f"{verb} by:opponent", trigger, own={"by": "enemy"}, subject="cardUUID"),
        _event(f"{verb} by:enemy", trigger, own={"by": "enemy"}, subject="cardUUID"),
        _event(f"{verb} by:allplayers", trigger, subject="cardUUID"),
    )


UNITS_OF = {
    ("attack", "Fought"): "attackerUUID",
    ("attack", "AnnounceAttack"): "attackerUUID",
    ("attacked", "AnnounceAttack"): "defenderUUID",
    ("capture", "RegionChange"): "",
}
"""The unit that an event is of, where its field is called otherwise."""

EVENTS: tuple[Reading, ...] = (
    *_role("to", "die", "Dead", "unitUUID", "to"),
    *_role("by", "kill", "Dead", "unitUUID", "by"),
    *_role("by", "attack", "Fought", "unitUUID", "by"),
    *_role("to", "damaged", "BeDamaged", "unitUUID", "to"),
    *_role("by", "damages", "BeDamaged", "unitUUID", "by"),
    *_role("to", "deploy", "Deployed", "unitUUID", "to"),
    *_role("by", "move", "Moved", "unitUUID", "by"),
    *_role("to", "heal", "Healed", "unitUUID", "to"),
    _event("attacked to:this", "AnnounceAttack", own={"to": "host"}, subject="defenderUUID"),
    _event("attacked to:ally", "AnnounceAttack", own={"to": "ally"}, subject="defenderUUID"),
    reading(
        "event",
        "move by:enemy to:adjacent",
        {"triggerOn": "Moved", "by": "enemy"},
        it="$Moved.unitUUID",
        conditions=[{"type": "DoneBy", "is": "adjacent"}],
    ),
    *(
        _any(verb, trigger, UNITS_OF.get((verb, trigger), "unitUUID"))
        for verb, trigger in (
            ("die", "Dead"),
            ("kill", "Dead"),
            ("attack", "Fought"),
            ("damaged", "BeDamaged"),
            ("damages", "BeDamaged"),
            ("deploy", "Deployed"),
            ("move", "Moved"),
            ("heal", "Healed"),
            ("attacked", "AnnounceAttack"),
            ("attack", "AnnounceAttack"),
            ("hit", "Damage"),
            ("castability", "ActiveAbility"),
            ("capture", "RegionChange"),
        )
    ),
    reading("event", "*", {"triggerOn": "%event"}, adds=ADDS, it="$%event.unitUUID"),
    *_player("play", "CastCard"),
    *_player("draw", "DrawCard"),
    _event("capture by:you", "RegionChange", own={"by": "ally"}),
    _event("capture to:region", "RegionChange", own={"by": "ally"}),
    _event("capture by:you to:region", "RegionChange", own={"by": "ally"}),
    _event("battlecry", "Deployed", own={"to": "host"}),
    _event("deathrattle", "Dead", own={"to": "host"}),
    _event("overkill", "Overkill", own={"by": "host"}),
    _event("retaliate", "BeDamaged", own={"to": "host"}),
    _event("turnstart by:you", "BP"),
    _event("turnstart by:any", "BP"),
    _event("turnend by:you", "EP"),
    _event("turnend by:any", "EP"),
    _event("mainphase by:any", "MPBegin"),
    reading("event", "nextturnstart", {"triggerOn": "BP"}, frame="next"),
    *skill_frames({"turn": "turn", "round": "round", "match": "match"}),
)
