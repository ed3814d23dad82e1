"""Triggers that effects of `genius` set up, and whose phase the events of phases are. Source: SOURCE.md, extensions; 004."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.rulesets.genius.events import PHASES_OF_A_PLAYER
from engine.rulesets.genius.fields import TRIGGER
from engine.toolkit.nodes.waiting import Waiting, waiting
from engine.toolkit.rules import Environment, State, Test

SURFACE_NAMES = {"on": "triggerOn", "do": "action", "condition": "filter", "perRound": "usagePerRound"}
"""How 002 calls the parts of a skill."""
_EXAMPLE = (
    {
        "type": "when",
        "triggerOn": "CALCULATE_DICE",
        "times": 1,
        "mode": "round",
        "filter": [{"type": "ActionIs", "action": "skill"}],
        "action": [{"type": "reduceCost", "amount": 1}],
    },
)


def own_phase(st: State, env: Environment) -> bool:
    """Return whether the phase that is answered is that of the trigger's own player."""
    return bool(env.names[f"{env.event}.playerUUID"] == env.owner)


def _guard(trigger: Mapping[str, Any]) -> Test | None:
    return own_phase if trigger["triggerOn"] in PHASES_OF_A_PLAYER else None


WAITING = waiting(TRIGGER, Waiting(SURFACE_NAMES, _guard), _EXAMPLE)
