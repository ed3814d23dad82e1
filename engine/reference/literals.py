"""The plain words and numbers that examples have in fields that hold no node."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from engine.language.analysis.structure import compiled
from engine.language.spec import BooleanLiteral, Count, Enum, Field, Identifier, IntegerLiteral, Number, TextLiteral
from engine.reference.frame import NoExample, first

ONE, SMALL, BIG = 1, 3, 4
"""The numbers of the examples: of what comes before one, of effects, and to compare with."""

TEXTS = ("example", "EXAMPLE", "Example")
"""The placeholders for a text: the first that a field's pattern allows is used."""


def literal(key: Field, number: int = SMALL, card_ids: Iterable[str] = ()) -> Any:
    """Return what is in a field that needs nothing around it: an id where it names a card, else a placeholder.

    Errors: NoExample where only a node or a reference can be.
    """
    match key.shape:
        case Enum(options):
            return first(option.name for option in options if option.name != key.default)
        case Number(low, high) | IntegerLiteral(low, high):
            return max(low, min(number, high))
        case TextLiteral(pattern=pattern):
            texts = chain(card_ids if key.reference.names == "card" else (), TEXTS)
            return first(text for text in texts if pattern is None or compiled(pattern).search(text))
        case Identifier():
            return TEXTS[0]
        case BooleanLiteral():
            return True
        case Count():
            return ONE
    raise NoExample
