"""Numbers of a card that no match depends on, such as how many copies a deck may have: matches hold a fixed number of them."""

from __future__ import annotations

from dataclasses import replace

from engine.json_values import JsonObject
from engine.kernel.definitions import CardDef
from engine.ruleset import Ruleset
from engine.simulation.sweep import numbers, with_value

DIGEST = "0" * 64
"""Stands for the hash of a document, so that two documents give code of the same names."""


def unplayed_numbers(ruleset: Ruleset, document: JsonObject) -> list[str]:
    """Return the pointers of those numbers of the card itself, outside its effects, by which nothing but its copies differs."""
    whole = _definition(ruleset, document)
    outer = [(row["pointer"], row["value"]) for row in numbers(document) if row["pointer"].count("/") == 1]
    return [name for name, value in outer if _definition(ruleset, with_value(document, name, value + 1)) == whole]


def _definition(ruleset: Ruleset, document: JsonObject) -> CardDef:
    """Return a card as the machine knows it, whatever its copies."""
    return replace(ruleset.compile_card(document, DIGEST)[0], copies=1)


__all__ = ["unplayed_numbers"]
