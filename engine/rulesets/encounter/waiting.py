"""Triggers that effects of `encounter` set up, and whose turn the steps of turns are. Source: SOURCE.md, extensions; 001§8."""

from __future__ import annotations

from engine.toolkit.abilities import SKILL_KEYS, guards_of
from engine.toolkit.nodes.waiting import Waiting, waiting

from .events import STEPS_OF_A_TURN
from .skill_records import TRIGGER

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

GUARD = guards_of(STEPS_OF_A_TURN)
WAITING = waiting(TRIGGER, Waiting(SKILL_KEYS, GUARD), _EXAMPLE)
