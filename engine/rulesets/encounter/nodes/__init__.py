"""Every node of encounter: shared control, arithmetic and comparisons, and its own effects, conditions, values and choosers."""

from __future__ import annotations

from engine.language.nodes.arithmetic import ARITHMETIC
from engine.language.nodes.branching import CHOOSE, FOREACH, STOP
from engine.language.nodes.core import CONDITIONS, IF, LOOP
from engine.rulesets.encounter.nodes.axis_effects import AXIS_EFFECTS
from engine.rulesets.encounter.nodes.choosers import CHOOSERS
from engine.rulesets.encounter.nodes.conditions import OWN
from engine.rulesets.encounter.nodes.damage_modifiers import DAMAGE_MODIFIERS
from engine.rulesets.encounter.nodes.fight_effects import FIGHT_EFFECTS
from engine.rulesets.encounter.nodes.map_effects import MAP_EFFECTS
from engine.rulesets.encounter.nodes.resource_effects import RESOURCE_EFFECTS
from engine.rulesets.encounter.nodes.values import VALUES

EFFECTS = (*FIGHT_EFFECTS, *MAP_EFFECTS, *RESOURCE_EFFECTS, *AXIS_EFFECTS, *DAMAGE_MODIFIERS)
NODES = (IF, LOOP, FOREACH, CHOOSE, STOP, *EFFECTS, *CONDITIONS, *OWN, *ARITHMETIC, *VALUES, *CHOOSERS)
