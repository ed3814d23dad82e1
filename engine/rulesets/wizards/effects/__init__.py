"""What cards do: the doables of 000's table and those that its cards need besides, each one declaration and one function."""

from __future__ import annotations

from dataclasses import replace

from engine.language.nodes.chance import FLIP, RANDOM, RANDOMLY, REROLL, ROLL, WEIGHTED_OUTCOME

from ..timings import LIFETIMES
from . import cards, exchange, hits, leaving, numbers, plays, table
from .cards import CARDS
from .exchange import EXCHANGES
from .fight import FIGHT
from .hits import HITS
from .leaving import LEAVINGS
from .memory import RECALL, REMEMBER
from .modify import modify_node
from .numbers import NUMBERS
from .plays import PLAYS
from .table import TABLE_EFFECTS
from .triggers import TRIGGERS

ROLL_EXAMPLE = (
    {"type": "roll", "id": "r"},
    {"type": "damage", "amount": "$r.total", "target": {"type": "monsterChooser"}},
)
CHANCE = (
    replace(ROLL, example=ROLL_EXAMPLE, analysis=replace(ROLL.analysis, emits=("onRoll",))),
    RANDOMLY,
    FLIP,
    REROLL,
)
EFFECTS = (
    *FIGHT,
    *HITS,
    *NUMBERS,
    modify_node(LIFETIMES),
    REMEMBER,
    *CARDS,
    *TRIGGERS,
    *PLAYS,
    *TABLE_EFFECTS,
    *EXCHANGES,
    *LEAVINGS,
    *CHANCE,
)
VALUES = (RANDOM, RECALL)
BLOCKS = (*numbers.BLOCKS, *cards.BLOCKS, *plays.BLOCKS, *table.BLOCKS, *hits.BLOCKS, *exchange.BLOCKS, *leaving.BLOCKS)

__all__ = ["BLOCKS", "EFFECTS", "VALUES", "WEIGHTED_OUTCOME"]
