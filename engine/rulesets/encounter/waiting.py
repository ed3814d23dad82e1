"""Triggers that effects of `encounter` set up, and whose turn the steps of turns are. Source: SOURCE.md, extensions; 001§8."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.rulesets.encounter.events import STEPS_OF_A_TURN
from engine.rulesets.encounter.skill_records import TRIGGER
from engine.toolkit.nodes.waiting import Waiting, waiting
from engine.toolkit.rules import Environment, State, Test

SURFACE_NAMES = {"on": "triggerOn", "do": "action", "condition": "filter", "perRound": "usagePerRound"}
_EXAMPLE = (
    {
        "type": "when",
        "triggerOn": "Dead",
        "times": 1,
        "mode": "turn",
        "to": "enemy",
        "action": [{"type": "drawCards", "count": 1}],
    },
)


def own_turn(st: State, env: Environment) -> bool:
    """Return whether the turn whose step is answered is that of the trigger's own player."""
    return bool(env.names[f"{env.event}.playerUUID"] == env.owner)


def _guard(trigger: Mapping[str, Any]) -> Test | None:
    return own_turn if trigger["triggerOn"] in STEPS_OF_A_TURN else None


WAITING = waiting(TRIGGER, Waiting(SURFACE_NAMES, _guard), _EXAMPLE)
