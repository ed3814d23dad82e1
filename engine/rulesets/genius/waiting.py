"""Triggers that effects of `genius` set up, and whose phase the events of phases are. Source: SOURCE.md, extensions; 004."""

from __future__ import annotations

from engine.toolkit.abilities import SKILL_KEYS, guards_of
from engine.toolkit.nodes.waiting import Waiting, waiting

from .events import PHASES_OF_A_PLAYER
from .fields import TRIGGER

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

GUARD = guards_of(PHASES_OF_A_PLAYER)
WAITING = waiting(TRIGGER, Waiting(SKILL_KEYS, GUARD), _EXAMPLE)
