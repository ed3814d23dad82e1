"""What a node asks of the event that is answered: the fields that it reads, and what it must find there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.language.spec.shapes import LocalizedText

Values = frozenset[Any]
"""Numbers and words that a field holds, or the types of the things that it names."""
ITSELF = "self"
"""Among the types of things that are asked for: the kind of the card that asks."""
NO_VALUES: Values = frozenset()
"""What a field holds that is empty at that moment."""


@dataclass(frozen=True, slots=True)
class Asks:
    """One thing that a condition must find in the event to be true, or a chooser to find anything."""

    what: LocalizedText
    """What it asks for, as problems call it."""
    fields: tuple[str, ...]
    """The fields that may hold it, of which the first that the event has is read; also a fact that only situations name."""
    by: str = ""
    """The key of its own whose word decides what it must find."""
    among: Mapping[str, Values] = field(default_factory=dict)
    """By that word: what it must find one of. Another word asks for nothing."""
    values: Values | None = None
    """Without such a key: what it must find one of; anything at all when None."""
    absent: bool | None = False
    """What it is where the event has none of the fields, or nothing in it; None where it then looks elsewhere."""
    suffices: bool = False
    """It is true whenever it finds one of those: nothing else is asked."""
    implies: tuple[str, ...] = ()
    """The conditions that are true wherever it is."""

    def expected_values(self, node: Mapping[str, Any]) -> tuple[bool, Values | None]:
        """Return whether a node asks for this at all, and what it must find."""
        if not self.by:
            return True, self.values
        word = node.get(self.by)
        return (True, self.among[word]) if isinstance(word, str) and word in self.among else (False, None)
