"""Whom to blame when brackets do not match: the one that is too many, or the one that is missing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

CLOSER: Final = {"{": "}", "[": "]"}
OPENER: Final = {"}": "{", "]": "["}

_PIECE: Final = re.compile(r'"[^"\\\n]*+(?:(?=\\[^\n])..[^"\\\n]*+)*+"?|//[^\n\r]*+|/\*(?s:.*?)(?=\*/|\Z)|[\[\]{}]')


def verdict(stack: Sequence[str], closer: str, text: str, end: int) -> str:
    """Return the name of the complaint for a closer that does not match what is open.

    Both repairs are tried on the rest of the text: leaving the bracket out, and closing first what it does not
    close. The one after which all brackets match is reported; where that does not decide, both are reported.

    Shapes: opened is outermost first; the closer ends at offset `end`.
    """
    if OPENER[closer] not in stack:
        return "bracket-too-many"
    rest = [piece for piece in _PIECE.findall(text, end) if piece in "[]{}"]
    shorter = list(stack)
    while shorter.pop() != OPENER[closer]:
        continue
    closes_all, closes_shorter = _balances(stack, rest), _balances(shorter, rest)
    if closes_all == closes_shorter:
        return "bracket-mismatch"
    return "bracket-too-many" if closes_all else "bracket-missing"


def _balances(opened: Sequence[str], rest: Sequence[str]) -> bool:
    """Return whether the rest of the brackets closes everything that is open, and nothing else."""
    stack = list(opened)
    for bracket in rest:
        if bracket in CLOSER:
            stack.append(bracket)
        elif not stack or stack.pop() != OPENER[bracket]:
            return False
    return not stack
