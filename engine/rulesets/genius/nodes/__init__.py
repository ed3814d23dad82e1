"""Every node of genius: shared control, arithmetic and comparisons, and its own effects, conditions, values and choosers."""

from __future__ import annotations

from dataclasses import replace

from engine.language.nodes import counting
from engine.language.nodes.arithmetic import ARITHMETIC
from engine.language.nodes.branching import CHOICE_OF_TWO, CHOOSE, FOREACH, STOP
from engine.language.nodes.chance import FLIP, RANDOM, RANDOMLY, ROLL
from engine.language.nodes.core import CONDITIONS, IF, LOOP
from engine.language.spec import Enum, option, optional

from ..words import SKILL_TYPES
from .card_choosers import CARD_CHOOSERS
from .card_effects import CARD_EFFECTS
from .choosers import CHOOSERS
from .conditions import OWN
from .context import itself
from .entity_effects import ENTITY_EFFECTS
from .fact_conditions import FACT_CONDITIONS
from .fight_effects import FIGHT_EFFECTS
from .modifiers import MODIFIERS
from .resource_effects import REQUESTS, RESOURCE_EFFECTS
from .shorthands import SHORT_CHOOSERS
from .values import VALUES

EFFECTS = (*FIGHT_EFFECTS, *ENTITY_EFFECTS, *RESOURCE_EFFECTS, *CARD_EFFECTS, *REQUESTS)
_DRAW = {"type": "drawCards", "count": 1}
_HEAL = {"type": "heal", "target": {"type": "characters", "which": "active"}, "amount": 2}
_OUTCOMES_EXAMPLE = ({"type": "randomly", "options": [{"do": [_DRAW]}, {"do": [_HEAL], "weight": 2}]},)
_COIN_EXAMPLE = ({"type": "flip", "heads": [_DRAW], "tails": [_HEAL]},)
_EITHER_EXAMPLE = ({"type": "either", "do": [_DRAW], "or": [_HEAL]},)
ROUND = option("round", "this round", "本回合")
SKILLS_ALONE = optional(
    "skillType",
    Enum(SKILL_TYPES),
    "Skill type",
    "技能类型",
    "Of the use of skills: those of this type alone.",
    "用于使用技能：仅计该类型的技能。",
)
COUNTS = counting.nodes("timesThis", "Nth", (ROUND, counting.MATCH), itself=itself, sorts=(SKILLS_ALONE,))
NODES = (
    IF,
    LOOP,
    FOREACH,
    CHOOSE,
    replace(CHOICE_OF_TWO, example=_EITHER_EXAMPLE),
    STOP,
    ROLL,
    replace(RANDOMLY, example=_OUTCOMES_EXAMPLE),
    replace(FLIP, example=_COIN_EXAMPLE),
    *EFFECTS,
    *MODIFIERS,
    *CONDITIONS,
    *OWN,
    *FACT_CONDITIONS,
    *ARITHMETIC,
    RANDOM,
    *VALUES,
    *COUNTS,
    *CHOOSERS,
    *CARD_CHOOSERS,
    *SHORT_CHOOSERS,
)
