"""Fields that many effects share.

An effect is called with (state, environment, name for its results, evaluated fields…) and answers like an op.
"""

from __future__ import annotations

from engine.language.registry import Field
from engine.language.shapes import Bi, Enum, Number, Option, Targets

MODE = Field(
    "mode",
    Enum((Option("add", Bi("add", "增加")), Option("set", Bi("set", "设为")))),
    Bi("Mode", "方式"),
    doc=Bi("Whether the amount is added or becomes the new number.", "在原值上增加，还是设为该数值。"),
)


def amount_field(low: int, high: int) -> Field:
    """Return the field of a number within bounds."""
    return Field("amount", Number(low, high), Bi("Amount", "数值"))


def target_field(kind: str) -> Field:
    """Return the field of the things that an effect is done to."""
    return Field("target", Targets(kind), Bi("Target", "目标"))
