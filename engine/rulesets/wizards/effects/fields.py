"""Fields that many effects share.

An effect is called with (state, environment, name for its results, evaluated fields…) and answers like an op.
"""

from __future__ import annotations

from engine.language.spec import field, one_of, option

MODE = field(
    "mode",
    one_of(("add", "add", "增加"), ("set", "set", "设为")),
    "Mode",
    "方式",
    "Whether the amount is added or becomes the new number.",
    "在原值上增加，还是设为该数值。",
)

NO_SCHOOL = ("neutral", "colorless", "colourless", "null", "any", "中立", "无色")
FIRE = ("flame", "burn", "heat", "red", "pyro", "火", "烈焰")
FROST = ("ice", "cold", "snow", "water", "blue", "cryo", "冰", "寒冰", "水")
ARCANE = ("magic", "mana", "lightning", "purple", "mystic", "奥术", "魔法", "秘法")
SCHOOL_WORDS = (
    option("none", "no school", "无派系", also=NO_SCHOOL),
    option("fire", "fire", "火焰", also=FIRE),
    option("frost", "frost", "冰霜", also=FROST),
    option("arcane", "arcane", "奥能", also=ARCANE),
)
