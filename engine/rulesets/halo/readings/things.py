"""What the grammar of sentences means in `halo`: whom and what they mean: targets, cards, and the reach of rules."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import Reading, reading

from .templates import CARDS, SIGNS, condition

BOUNDS = ("attack", "health", "cost")

ATTRIBUTES: Any = {
    "other": {"not": "this"},
    "tag": {"tag": "%value"},
    **{f"{stat}{sign}": {f"{stat}{key}": "%value"} for stat in BOUNDS for sign, key in SIGNS},
    **{f"{stat}=": {f"{stat}{key}": "%value" for _, key in SIGNS} for stat in BOUNDS},
}

IS_WOUNDED: Any = {
    "op": "LessThan",
    "args": [
        {"type": "STAT_OF", "target": "$candidate.UUID", "stat": "health"},
        {"type": "STAT_OF", "target": "$candidate.UUID", "stat": "healthCap"},
    ],
}

PICK: Any = {
    **ATTRIBUTES,
    "random": {"how": "RANDOM"},
    "count": {"min": "%value", "max": "%value"},
    "wounded": {"filter": IS_WOUNDED},
}


def _list(words: str, name: str) -> tuple[Reading, ...]:
    """Return a list of units as a target, and one of them that is chosen."""
    pick: Any = {"type": "PICK", "target": name, "params": {"id": "%label"}}
    return (
        reading("thing", f"{words} all", name, ATTRIBUTES, at="only"),
        reading("pick", words, pick, PICK, at="params"),
    )


def _pick_card(zone: str, target: str) -> Reading:
    pick: Any = {"type": "PICK_CARD", "target": target, "params": {"id": "%label"}}
    return reading("pick", f"card {zone}", pick, CARDS, at="params")


THINGS: tuple[Reading, ...] = (
    *_list("enemy", "ALL_ENEMIES"),
    *_list("ally", "ALL_ALLIES"),
    *_list("enemy here", "SOURCE_LANE_ENEMIES"),
    *_list("ally here", "SOURCE_LANE_ALLIES"),
    *_list("", "ALL_UNITS"),
    reading("thing", "enemy", "CHOSEN_ENEMY"),
    reading("thing", "ally", "CHOSEN_ALLY"),
    reading("chosen", "enemy", "CHOSEN_ENEMY", ATTRIBUTES, at="only"),
    reading("chosen", "ally", "CHOSEN_ALLY", ATTRIBUTES, at="only"),
    reading("thing", "this", "THIS"),
    reading("thing", "base enemy", "ENEMY_BASE"),
    reading("thing", "base ally", "OWNER_BASE"),
    reading("thing", "base", "OWNER_BASE"),
    reading("thing", "base opponent", "ENEMY_BASE"),
    reading("thing", "you", "OWNER"),
    reading("thing", "opponent", "OPPONENT"),
    reading("thing", "enemy player", "OPPONENT"),
    reading("thing", "allplayers", "EACH_PLAYER"),
    reading("thing", "hand you", "OWN_HAND"),
    reading("thing", "card hand", "OWN_HAND"),
    reading("thing", "card hand you", "OWN_HAND"),
    reading("thing", "hand", "OWN_HAND"),
    reading("thing", "card deck", "OWN_DECK", {"you": {}}),
    reading("thing", "deck", "OWN_DECK", {"you": {}}),
    reading("thing", "discards", "OWN_DISCARD"),
    reading("thing", "discards you", "OWN_DISCARD"),
    reading("thing", "card discards you", "OWN_DISCARD"),
    _pick_card("discards you", "OWN_DISCARD"),
    _pick_card("discards", "OWN_DISCARD"),
    _pick_card("hand you", "OWN_HAND"),
    _pick_card("hand", "OWN_HAND"),
    _pick_card("deck you", "OWN_DECK"),
    _pick_card("deck", "OWN_DECK"),
    reading(
        "pick",
        "card",
        {"type": "PICK_CARD", "target": "OWN_HAND", "params": {"id": "%label"}},
        {**CARDS, "you": {}},
        at="params",
    ),
    reading("scope", "this", {"to": "self"}, ATTRIBUTES),
    reading("scope", "ally other here", {"to": "otherAlliesHere"}, {"tag": {"tag": "%value"}}),
    reading("scope", "ally here", {"to": "alliesHere"}, {"tag": {"tag": "%value"}}),
    reading("scope", "ally other", {"to": "otherAllies"}, {"tag": {"tag": "%value"}}),
    reading("scope", "ally adjacent", {"to": "beside"}, {"tag": {"tag": "%value"}}),
    reading("scope", "adjacent", {"to": "beside"}, {"tag": {"tag": "%value"}}),
    reading("scope", "ally", {"to": "allies"}, {"tag": {"tag": "%value"}}),
    reading("scope", "enemy here", {"to": "enemiesHere"}, {"tag": {"tag": "%value"}}),
    reading("scope", "enemy", {"to": "enemies"}, {"tag": {"tag": "%value"}}),
    *(
        reading(f"scope {side}", words, {"conditions": conditions}, {"tag": {}})
        for side, role in (("target", "TARGET"), ("source", "SOURCE"))
        for words, conditions in (
            ("this", [condition(f"{role}_IS_SELF")]),
            (
                "ally other here",
                [
                    condition(f"IS_ALLY_{role}"),
                    condition("IN_THIS_LANE", role),
                    condition("Not", condition("IS_THIS", role)),
                ],
            ),
            ("ally here", [condition(f"IS_ALLY_{role}"), condition("IN_THIS_LANE", role)]),
            ("enemy here", [condition(f"IS_ENEMY_{role}"), condition("IN_THIS_LANE", role)]),
            ("ally other", [condition(f"IS_ALLY_{role}"), condition("Not", condition("IS_THIS", role))]),
            ("ally", [condition(f"IS_ALLY_{role}")]),
            ("enemy", [condition(f"IS_ENEMY_{role}")]),
        )
    ),
)
