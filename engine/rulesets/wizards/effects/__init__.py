"""What cards do: the doables of 000's table and those that its cards need besides, each one declaration and one function."""

from __future__ import annotations

from engine.rulesets.wizards.effects.cards import CARDS
from engine.rulesets.wizards.effects.fight import FIGHT
from engine.rulesets.wizards.effects.numbers import NUMBERS
from engine.rulesets.wizards.effects.plays import PLAYS

EFFECTS = (*FIGHT, *NUMBERS, *CARDS, *PLAYS)
