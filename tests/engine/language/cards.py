"""Small cards to be broken in one place."""

from __future__ import annotations

import json
from typing import Any

from engine.packs.card import CardReport, read_card
from engine.rulesets.wizards.rewrite import rewrite
from engine.rulesets.wizards.vocabulary import WIZARDS

CHOOSER = {"type": "monsterChooser"}
HIT = {"type": "damage", "amount": 1, "target": CHOOSER}
ME = "$onPlay.playerUUID"
DRAW = {"type": "drawCard", "amount": 1, "target": ME}
TRUE = {"type": "AlwaysTrue"}


def treasure(*effects: Any, at: str = "onPlay", **more: Any) -> dict[str, Any]:
    """Return a treasure card whose one behaviour does these effects."""
    card = {"id": "base.treasure.common.x", "name": "X", "manaCost": 1, "rarity": "com", "school": "none", **more}
    return {**card, "behaviors": [{"at": at, "do": list(effects)}]}


def mount(event: str, *effects: Any, **more: Any) -> dict[str, Any]:
    """Return the effect that adds one trigger."""
    return {"type": "addTriggers", "triggers": [{"event": event, **more, "do": list(effects)}]}


def read(card: Any, **options: Any) -> CardReport:
    """Return the report of a card, given as text or as a value."""
    text = card if isinstance(card, str) else json.dumps(card, ensure_ascii=False)
    return read_card(WIZARDS, text, rewrite=rewrite, **options)


def reported(card: Any, **options: Any) -> list[tuple[str, str]]:
    """Return code and pointer of every problem of a card."""
    return [(problem.code, problem.path) for problem in read(card, **options).problems]
