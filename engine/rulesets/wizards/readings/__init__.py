"""What the grammar of sentences means in `wizards`: its targets, effects, events, facts and numbers."""

from __future__ import annotations

from engine.language.spec.readings import Reading

from .effects import EFFECTS
from .events import EVENTS
from .numbers import NUMBERS
from .things import THINGS
from .words import NOUNS

READINGS: tuple[Reading, ...] = (*THINGS, *EFFECTS, *NUMBERS, *EVENTS)

__all__ = ["NOUNS", "READINGS"]
