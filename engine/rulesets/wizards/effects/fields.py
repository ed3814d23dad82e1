"""Fields that many effects share.

An effect is called with (state, environment, name for its results, evaluated fields…) and answers like an op.
"""

from __future__ import annotations

from engine.language.spec.constructors import options
from engine.language.spec.fields import Field
from engine.language.spec.shapes import Enum, LocalizedText, Number, Option, Targets

MODE = Field(
    "mode",
    Enum(
        options(
            ("add", "add", "增加"),
            ("set", "set", "设为"),
        )
    ),
    LocalizedText("Mode", "方式"),
    doc=LocalizedText("Whether the amount is added or becomes the new number.", "在原值上增加，还是设为该数值。"),
)

NO_SCHOOL = ("neutral", "colorless", "colourless", "null", "any", "中立", "无色")
FIRE = ("flame", "burn", "heat", "red", "pyro", "火", "烈焰")
FROST = ("ice", "cold", "snow", "water", "blue", "cryo", "冰", "寒冰", "水")
ARCANE = ("magic", "mana", "lightning", "purple", "mystic", "奥术", "魔法", "秘法")
SCHOOL_WORDS = (
    Option("none", LocalizedText("no school", "无派系"), also=NO_SCHOOL),
    Option("fire", LocalizedText("fire", "火焰"), also=FIRE),
    Option("frost", LocalizedText("frost", "冰霜"), also=FROST),
    Option("arcane", LocalizedText("arcane", "奥能"), also=ARCANE),
)


def amount_field(low: int, high: int) -> Field:
    """Return the field of a number within bounds."""
    return Field("amount", Number(low, high), LocalizedText("Amount", "数值"))


def target_field(kind: str) -> Field:
    """Return the field of an effect's targets."""
    return Field("target", Targets(kind), LocalizedText("Target", "目标"))
