"""Every node of encounter: shared control, arithmetic and comparisons, and its own effects, conditions, values and choosers."""

from __future__ import annotations

from engine.language.nodes.arithmetic import ARITHMETIC
from engine.language.nodes.branching import CHOOSE, FOREACH, STOP
from engine.language.nodes.core import CONDITIONS, IF, LOOP
from engine.rulesets.encounter.nodes.choosers import CHOOSERS
from engine.rulesets.encounter.nodes.conditions import OWN
from engine.rulesets.encounter.nodes.effects import EFFECTS
from engine.rulesets.encounter.nodes.values import VALUES

NODES = (IF, LOOP, FOREACH, CHOOSE, STOP, *EFFECTS, *CONDITIONS, *OWN, *ARITHMETIC, *VALUES, *CHOOSERS)
