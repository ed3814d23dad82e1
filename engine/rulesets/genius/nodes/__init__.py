"""Every node of genius: shared control, arithmetic and comparisons, and its own effects, conditions, values and choosers."""

from __future__ import annotations

from engine.language.nodes.arithmetic import ARITHMETIC
from engine.language.nodes.branching import CHOOSE, FOREACH, STOP
from engine.language.nodes.core import CONDITIONS, IF, LOOP
from engine.rulesets.genius.nodes.choosers import CHOOSERS
from engine.rulesets.genius.nodes.conditions import OWN
from engine.rulesets.genius.nodes.entity_effects import ENTITY_EFFECTS
from engine.rulesets.genius.nodes.fight_effects import FIGHT_EFFECTS
from engine.rulesets.genius.nodes.modifiers import MODIFIERS
from engine.rulesets.genius.nodes.resource_effects import REQUESTS, RESOURCE_EFFECTS
from engine.rulesets.genius.nodes.values import VALUES

EFFECTS = (*FIGHT_EFFECTS, *ENTITY_EFFECTS, *RESOURCE_EFFECTS, *REQUESTS)
NODES = (IF, LOOP, FOREACH, CHOOSE, STOP, *EFFECTS, *MODIFIERS, *CONDITIONS, *OWN, *ARITHMETIC, *VALUES, *CHOOSERS)
