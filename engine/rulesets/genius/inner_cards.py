"""Statuses, combat statuses and summons that are written in the effect that makes them. Source: docs/adr/0174; SOURCE.md, extensions."""

from __future__ import annotations

from typing import Any

from engine.json_values import Json
from engine.language.spec import IntegerLiteral, LocalizedText, optional
from engine.language.spec.shorthands import Around, AuthorField, ShorthandNode
from engine.toolkit.nodes.inner import inner_record

from .fields import SKILLS, TAGS_FIELD, VARIABLES

BRIEF_VARIABLES = {"uses": "usage", "rounds": "duration"}
"""What a card inside another says by a number, and the variable that begins with it."""


def open_inner_card(card: Json, around: Around) -> Any:
    """Return a card inside another with the variables that its numbers stand for."""
    if not BRIEF_VARIABLES.keys() & card.keys():
        return None
    brief = {name: {"initialValue": AuthorField(key)} for key, name in BRIEF_VARIABLES.items() if key in card}
    written = card.get("varConfigs")
    others = written if isinstance(written, dict) else {}
    variables = {**{name: ShorthandNode("varConfigs", config) for name, config in others.items()}, **brief}
    kept = {key: AuthorField(key) for key in card if key not in (*BRIEF_VARIABLES, "varConfigs")}
    return {**kept, "varConfigs": variables}


INNER_CARD = inner_record(
    (
        optional(
            "uses",
            IntegerLiteral(1, 99),
            "Uses",
            "可用次数",
            "How often it acts before it goes: its `usage`.",
            "可用多少次后移除，即其 `usage`。",
            shorthand=True,
        ),
        optional(
            "rounds",
            IntegerLiteral(1, 99),
            "Rounds",
            "持续回合",
            "How many rounds it stays: its `duration`.",
            "持续多少回合，即其 `duration`。",
            shorthand=True,
        ),
        TAGS_FIELD,
        VARIABLES,
        SKILLS,
    ),
    LocalizedText(
        "A status, combat status or summon that no other card speaks of, written where it is made (added by this project).",
        "其他卡牌不会提及的状态、出战状态或召唤物，写在生成它的效果中（本项目扩展）。",
    ),
    opens=open_inner_card,
)
