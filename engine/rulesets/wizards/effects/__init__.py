"""What cards do: the doables of 000's table and those that its cards need besides, each one declaration and one function."""

from __future__ import annotations

from engine.rulesets.wizards.effects import cards, numbers, plays
from engine.rulesets.wizards.effects.cards import CARDS
from engine.rulesets.wizards.effects.fight import FIGHT
from engine.rulesets.wizards.effects.numbers import NUMBERS
from engine.rulesets.wizards.effects.plays import PLAYS
from engine.rulesets.wizards.effects.triggers import TRIGGERS

EFFECTS = (*FIGHT, *NUMBERS, *CARDS, *TRIGGERS, *PLAYS)
BLOCKS = (*numbers.BLOCKS, *cards.BLOCKS, *plays.BLOCKS)
