"""The nodes of halo: keywords, effects, conditions and targets, each one declaration and one function."""

from __future__ import annotations

from engine.rulesets.halo.nodes.conditions import CONDITIONS
from engine.rulesets.halo.nodes.effects import EFFECTS
from engine.rulesets.halo.nodes.keywords import KEYWORD_NODES
from engine.rulesets.halo.nodes.targets import TARGETS

NODES = (*EFFECTS, *CONDITIONS, *TARGETS, *KEYWORD_NODES)
