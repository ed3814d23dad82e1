"""A thing or number in words, and what is around a place of a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.language.spec.shapes import LocalizedText
from engine.language.text.meanings import Thing
from engine.language.text.templates import Part, Place

TRUTH = {True: LocalizedText("true", "真"), False: LocalizedText("false", "假")}
WORDS = {
    "int": LocalizedText("that number", "该数值"),
    "bool": LocalizedText("that", "此情况"),
    "text": LocalizedText("that word", "该词"),
}


@dataclass(frozen=True, slots=True)
class Phrase:
    """A thing or number in words; `each` says that it counts several, `thing` what it is when it can be come back to."""

    text: str
    you: bool = False
    many: bool = False
    each: bool = False
    thing: Thing | None = None


FillPlace = Callable[[Place, str, str], Phrase]
"""Says one place, knowing the runs of text before and after it."""


def around(held: Sequence[Part], at: int) -> tuple[str, str]:
    """Return the runs of text right before and after a part of a sentence."""
    before = held[at - 1] if at else ""
    after = held[at + 1] if at + 1 < len(held) else ""
    return (before if isinstance(before, str) else "", after if isinstance(after, str) else "")
