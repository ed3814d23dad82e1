"""Triggers that effects of `halo` set up; one that speaks of SOURCE answers for its own card, as abilities do (HA16). Source: SOURCE.md, extensions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.toolkit.nodes.waiting import Waiting, waiting
from engine.toolkit.rules import Test

from .define import ABILITY_KEYS, is_source, speaks_of_source
from .fields import PRIORITY, TRIGGER

_EXAMPLE = (
    {
        "type": "WHEN",
        "params": {
            "trigger": "KILL_OCCURRED",
            "times": 1,
            "mode": "turn",
            "conditions": [{"op": "IS_ENEMY_TARGET", "args": []}],
            "effects": [{"type": "DRAW", "target": "OWNER", "params": {"count": 1}}],
        },
    },
)


def _guard(trigger: Mapping[str, Any]) -> Test | None:
    return is_source if speaks_of_source(trigger) else None


WAITING = waiting(
    TRIGGER, Waiting({**ABILITY_KEYS, "perTurn": "limitPerTurn"}, _guard, PRIORITY), _EXAMPLE, "WHEN", "ADD_TRIGGERS"
)
