"""Every node of encounter: shared control, arithmetic and comparisons, and its own effects, conditions, values and choosers."""

from __future__ import annotations

from dataclasses import replace

from engine.language.nodes import counting
from engine.language.nodes.arithmetic import ARITHMETIC
from engine.language.nodes.branching import CHOICE_OF_TWO, CHOOSE, FOREACH, STOP
from engine.language.nodes.chance import RANDOM, WEIGHTED_OUTCOME, chance_of
from engine.language.nodes.core import CONDITIONS, IF, LOOP

from .axis_effects import AXIS_EFFECTS
from .card_choosers import CARDS
from .card_effects import CARD_EFFECTS
from .choosers import CHOOSERS
from .conditions import OWN
from .context import itself
from .damage_modifiers import DAMAGE_MODIFIERS
from .fight_effects import FIGHT_EFFECTS
from .map_effects import MAP_EFFECTS
from .positions import POSITION_EFFECTS
from .resource_effects import RESOURCE_EFFECTS
from .shorthands import SHORT_CHOOSERS
from .values import VALUES

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
OUTCOME = replace(WEIGHTED_OUTCOME, name="outcome")
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
