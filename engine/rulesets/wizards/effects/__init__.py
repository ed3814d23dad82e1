"""What cards do: the doables of 000's table and those that its cards need besides, each one declaration and one function."""

from __future__ import annotations

from dataclasses import replace

from engine.language.nodes.chance import FLIP, RANDOM, RANDOMLY, REROLL, ROLL, WEIGHTED
from engine.rulesets.wizards.effects import cards, exchange, hits, leaving, numbers, plays, table
from engine.rulesets.wizards.effects.cards import CARDS
from engine.rulesets.wizards.effects.exchange import EXCHANGES
from engine.rulesets.wizards.effects.fight import FIGHT
from engine.rulesets.wizards.effects.hits import HITS
from engine.rulesets.wizards.effects.leaving import LEAVINGS
from engine.rulesets.wizards.effects.memory import RECALL, REMEMBER
from engine.rulesets.wizards.effects.modify import modify_node
from engine.rulesets.wizards.effects.numbers import NUMBERS
from engine.rulesets.wizards.effects.plays import PLAYS
from engine.rulesets.wizards.effects.table import TABLE_EFFECTS
from engine.rulesets.wizards.effects.triggers import TRIGGERS
from engine.rulesets.wizards.timings import LIFETIMES

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

__all__ = ["BLOCKS", "EFFECTS", "VALUES", "WEIGHTED"]
