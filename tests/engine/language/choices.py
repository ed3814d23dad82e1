"""Where the choices come from by which a document is drawn: from Hypothesis, or from a keyed stream."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Protocol

from hypothesis import strategies as st

from engine.kernel.chance import Stream

Draw = Any
SELDOM = ("1.2.3", "INFANTRY", "UNSC-001", "..s.b#", "......")
"""Words for patterns that none of the others fits: versions, tags, ids of 003."""
WORDS = ("a", "base.treasure.common.x", "t.x-9_Z", "a1", "1", "A")


class Choices(Protocol):
    """Where a maker's choices come from."""

    def below(self, bound: int) -> int:
        """Return a whole number, 0 ≤ number < bound."""

    def matching(self, pattern: str) -> str:
        """Return a text that a pattern matches as a whole."""


@dataclass(frozen=True)
class Shrinking:
    """Choices that Hypothesis makes, and makes smaller when something fails."""

    draw: Draw

    def below(self, bound: int) -> int:
        return self.draw(st.integers(0, bound - 1)) if bound > 1 else 0

    def matching(self, pattern: str) -> str:
        return str(self.draw(st.from_regex(pattern, fullmatch=True).filter(lambda text: "\n" not in text)))


@dataclass(frozen=True)
class Keyed:
    """Choices that a keyed stream makes: the same on every machine and run, and made in no time."""

    stream: Stream

    def below(self, bound: int) -> int:
        return self.stream.below(bound)

    def matching(self, pattern: str) -> str:
        fitting = [word for word in WORDS if re.fullmatch(pattern, word)] or [
            word for word in SELDOM if re.fullmatch(pattern, word)
        ]
        assert fitting, f"none of the words matches {pattern}"
        return fitting[self.below(len(fitting))]
