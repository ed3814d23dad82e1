"""Every node of encounter: shared control, arithmetic and comparisons, and its own effects, conditions, values and choosers."""

from __future__ import annotations

from dataclasses import replace

from engine.language.nodes import counting
from engine.language.nodes.arithmetic import ARITHMETIC
from engine.language.nodes.branching import CHOICE_OF_TWO, CHOOSE, FOREACH, STOP
from engine.language.nodes.chance import RANDOM, WEIGHTED, chance_of
from engine.language.nodes.core import CONDITIONS, IF, LOOP
from engine.rulesets.encounter.nodes.axis_effects import AXIS_EFFECTS
from engine.rulesets.encounter.nodes.card_choosers import CARDS
from engine.rulesets.encounter.nodes.card_effects import CARD_EFFECTS
from engine.rulesets.encounter.nodes.choosers import CHOOSERS
from engine.rulesets.encounter.nodes.conditions import OWN
from engine.rulesets.encounter.nodes.context import itself
from engine.rulesets.encounter.nodes.damage_modifiers import DAMAGE_MODIFIERS
from engine.rulesets.encounter.nodes.fight_effects import FIGHT_EFFECTS
from engine.rulesets.encounter.nodes.map_effects import MAP_EFFECTS
from engine.rulesets.encounter.nodes.positions import POSITION_EFFECTS
from engine.rulesets.encounter.nodes.resource_effects import RESOURCE_EFFECTS
from engine.rulesets.encounter.nodes.shorthands import SHORT_CHOOSERS
from engine.rulesets.encounter.nodes.values import VALUES

EFFECTS = (
    *FIGHT_EFFECTS,
    *MAP_EFFECTS,
    *POSITION_EFFECTS,
    *RESOURCE_EFFECTS,
    *CARD_EFFECTS,
    *AXIS_EFFECTS,
    *DAMAGE_MODIFIERS,
)
COUNTS = counting.nodes("timesThis", "Nth", (counting.TURN, counting.ROUND, counting.MATCH), itself=itself)
OUTCOME = replace(WEIGHTED, name="outcome")
"""An outcome of chance; `weighted` is an event with its weight here."""
NODES = (
    IF,
    LOOP,
    FOREACH,
    CHOOSE,
    CHOICE_OF_TWO,
    STOP,
    *chance_of(OUTCOME),
    *EFFECTS,
    *CONDITIONS,
    *OWN,
    *ARITHMETIC,
    RANDOM,
    *VALUES,
    *COUNTS,
    *CHOOSERS,
    CARDS,
    *SHORT_CHOOSERS,
)
