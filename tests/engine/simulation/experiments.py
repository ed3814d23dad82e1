"""Cards and plans that the tests of previews share."""

from __future__ import annotations

import json
from typing import Any

from engine.cardset import shipped
from engine.rulesets.wizards import RULESET
from engine.simulation import preview_chunk, preview_plan

Json = dict[str, Any]
POOL = shipped(RULESET.folder)


def bolt(amount: int = 7, card: str = "test.treasure.common.bolt") -> Json:
    """Return a card that deals damage when played, and has a branch that no match reaches."""
    target = {"type": "monsterChooser", "ask": "$onPlay.playerUUID"}
    hit = {"type": "damage", "amount": amount, "target": target}
    condition = {"type": "LessThanOrEqual", "value1": 3, "value2": 2}
    gold = {"type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID"}
    never = {"type": "if", "condition": condition, "then": [gold]}
    behaviors = [{"at": "onPlay", "do": [hit, never]}]
    return {"id": card, "name": "Bolt", "manaCost": 1, "rarity": "com", "school": "none", "behaviors": behaviors}


def monster(health: int) -> Json:
    """Return a monster that lies many times in the first pile."""
    return {
        "id": "test.exploration.iii.wall",
        "count": 20,
        "name": "Wall",
        "type": "monster",
        "level": "III",
        "health": health,
        "reward": 1,
    }


def endless() -> Json:
    """Return a card whose trigger starts itself again without end: it heals what it hits."""
    target = {"type": "monsterChooser", "ask": "$onPlay.playerUUID"}
    hurt = "$onDamageTaken.monsterUUID"
    heal = {"type": "health", "mode": "add", "amount": 1, "target": hurt}
    again = {"type": "damage", "amount": 1, "target": hurt}
    trigger = {"event": "onDamageTaken", "mode": "always", "do": [heal, again]}
    play = [{"type": "addTriggers", "triggers": [trigger]}, {"type": "damage", "amount": 1, "target": target}]
    return bolt(card="test.treasure.common.endless") | {"manaCost": 0, "behaviors": [{"at": "onPlay", "do": play}]}


def plan(candidate: Json, baseline: Json | None = None, **more: Any) -> Json:
    """Return a plan with random bots, the cheapest there are, and short chunks."""
    chosen = {"preset": "quick", "bots": ("random",), "seed": 11, **more}
    spec = preview_plan(RULESET, candidate=candidate, baseline=baseline, pool=POOL, **chosen)
    return spec | {"ends": [2, 4, 7, *range(20, spec["blocks_max"] + 1, 20)]}


def chunks(spec: Json, count: int) -> list[Json]:
    """Play the first chunks of a plan."""
    return [preview_chunk(RULESET, spec, no) for no in range(count)]


def as_bytes(value: Any) -> bytes:
    """Return the bytes of a JSON value whatever the order of its keys."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False).encode()
