"""The nodes of halo: those of 003, each one declaration and one function, and those that the project adds, marked as extensions.

What every game shares (control, comparisons, sums, chance) keeps its name and is an extension too.
"""

from __future__ import annotations

from dataclasses import replace

from engine.language.nodes import counting
from engine.language.nodes.amounts import EACH_OF
from engine.language.nodes.arithmetic import ARITHMETIC
from engine.language.nodes.branching import CHOICE_OF_TWO, CHOOSE, FOREACH, STOP
from engine.language.nodes.chance import CHANCE, FLIP, RANDOM
from engine.language.nodes.core import CONDITIONS as COMPARISONS
from engine.language.nodes.core import IF, LOOP
from engine.language.spec import extensions, option

from ..fields import ONLY_FIELD
from .ability_context import this
from .card_effects import CARD_EFFECTS, COST_EFFECTS
from .control_effects import CONTROL_EFFECTS
from .damage_effects import DAMAGE_EFFECTS, DAMAGE_MODIFIERS
from .event_conditions import CONDITIONS, EVENT_CONDITIONS
from .keywords import KEYWORD_NODES
from .numbers import VALUES
from .picks import PICKS
from .placement_effects import PLACEMENT_EFFECTS
from .play_effects import PLAY_EFFECTS
from .stat_effects import NUMBER_EFFECTS, STAT_EFFECTS
from .targets import ADDED_TARGETS, TARGETS
from .thing_conditions import THING_CONDITIONS

_CHOICE_EXAMPLE = (
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
_EITHER_EXAMPLE = (
    {
        "type": "either",
        "params": {
            "do": [{"type": "DRAW", "target": "OWNER", "params": {"count": 1}}],
            "or": [{"type": "HEAL", "target": "ALL_ALLIES", "params": {"amount": 1}}],
        },
    },
)
_COIN_EXAMPLE = (
    {
        "type": "flip",
        "params": {
            "heads": [{"type": "DRAW", "target": "OWNER", "params": {"count": 2}}],
            "tails": [{"type": "HEAL", "target": "ALL_ALLIES", "params": {"amount": 1}}],
        },
    },
)
SHARED = extensions(
    IF,
    LOOP,
    FOREACH,
    replace(CHOOSE, example=_CHOICE_EXAMPLE),
    replace(CHOICE_OF_TWO, example=_EITHER_EXAMPLE),
    STOP,
    *(replace(spec, example=_COIN_EXAMPLE) if spec is FLIP else spec for spec in CHANCE),
    *COMPARISONS,
    *(replace(spec, fields=(*spec.fields, ONLY_FIELD)) if spec.name == EACH_OF else spec for spec in ARITHMETIC),
    RANDOM,
)
"""The nodes that every game has."""
BIG_ROUND = option("round", "this round", "本大回合")
OWN = (
    *DAMAGE_EFFECTS,
    *STAT_EFFECTS,
    *CARD_EFFECTS,
    *PICKS,
    *DAMAGE_MODIFIERS,
    *NUMBER_EFFECTS,
    *COST_EFFECTS,
    *PLACEMENT_EFFECTS,
    *PLAY_EFFECTS,
    *CONTROL_EFFECTS,
    *CONDITIONS,
    *EVENT_CONDITIONS,
    *THING_CONDITIONS,
    *VALUES,
    *counting.nodes("TIMES_THIS", "NTH", (counting.TURN, BIG_ROUND, counting.MATCH), itself=this),
    *TARGETS,
    *ADDED_TARGETS,
    *KEYWORD_NODES,
)
NODES = (*OWN, *SHARED)
