"""The refusal of a match in which a card is named that is nowhere."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from engine.errors import Problem
from engine.language.analysis.naming import Naming
from engine.language.diagnostics.messages import report
from engine.language.diagnostics.suggestions import nearest


def named_nowhere(card: str, one: Naming, known: Collection[str]) -> Problem:
    """Return the problem of a card that is to be played and names one that is nowhere."""
    found = report("named-nowhere", one.path, card=card, found=one.card, nearest=nearest(one.card, known))
    return replace(found, card=card)
