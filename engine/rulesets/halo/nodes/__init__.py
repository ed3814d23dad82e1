"""The nodes of halo: those of 003, each one declaration and one function, and those that the project adds, marked as extensions.

What every game shares (control, comparisons, sums, chance) keeps its name and is an extension too.
"""

from __future__ import annotations

from dataclasses import replace

from engine.language.nodes.arithmetic import ARITHMETIC
from engine.language.nodes.branching import CHOOSE, FOREACH, STOP
from engine.language.nodes.chance import RANDOM, RANDOMLY, ROLL
from engine.language.nodes.core import CONDITIONS as COMPARISONS
from engine.language.nodes.core import IF, LOOP
from engine.rulesets.halo.nodes.conditions import CONDITIONS
from engine.rulesets.halo.nodes.effects import EFFECTS
from engine.rulesets.halo.nodes.keywords import KEYWORD_NODES
from engine.rulesets.halo.nodes.more_conditions import MORE_CONDITIONS
from engine.rulesets.halo.nodes.more_effects import MORE_EFFECTS
from engine.rulesets.halo.nodes.more_targets import MORE_TARGETS
from engine.rulesets.halo.nodes.numbers import VALUES
from engine.rulesets.halo.nodes.play_effects import PLAY_EFFECTS
from engine.rulesets.halo.nodes.targets import TARGETS

_EITHER = (
    {
        "type": "choose",
        "params": {
            "ask": "$self.playerUUID",
            "options": [
                {"label": "draw", "do": [{"type": "DRAW", "target": "OWNER", "params": {"count": 1}}]},
                {"label": "heal", "do": [{"type": "HEAL", "target": "ALL_ALLIES", "params": {"amount": 1}}]},
            ],
        },
    },
)
SHARED = tuple(
    replace(node, extension=True)
    for node in (
        IF,
        LOOP,
        FOREACH,
        replace(CHOOSE, example=_EITHER),
        STOP,
        ROLL,
        RANDOMLY,
        *COMPARISONS,
        *ARITHMETIC,
        RANDOM,
    )
)
"""The nodes that every game has."""
OWN = (
    *EFFECTS,
    *MORE_EFFECTS,
    *PLAY_EFFECTS,
    *CONDITIONS,
    *MORE_CONDITIONS,
    *VALUES,
    *TARGETS,
    *MORE_TARGETS,
    *KEYWORD_NODES,
)
NODES = (*OWN, *SHARED)
