"""Conditions, values and choosers of the game."""

from __future__ import annotations

from .choosers import CHOOSERS
from .conditions import CONDITIONS
from .fields import CARD_TYPES
from .values import VALUES

__all__ = ["CARD_TYPES", "CHOOSERS", "CONDITIONS", "VALUES"]
