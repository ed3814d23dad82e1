"""Conditions, values and choosers of the game."""

from __future__ import annotations

from engine.rulesets.wizards.nodes.choosers import CHOOSERS
from engine.rulesets.wizards.nodes.conditions import CONDITIONS
from engine.rulesets.wizards.nodes.fields import CARD_TYPES
from engine.rulesets.wizards.nodes.values import VALUES

__all__ = ["CARD_TYPES", "CHOOSERS", "CONDITIONS", "VALUES"]
