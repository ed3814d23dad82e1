"""What an element does to an aura: which reaction, and which aura is left. Source: 004 reactions; GE4."""

from __future__ import annotations

from typing import NamedTuple

from .table import auras
from .words import (
    ANEMO,
    CRYO,
    DENDRO,
    ELECTRO,
    FROST_AND_LEAF,
    GEO,
    HYDRO,
    OMNI,
    PHYSICAL,
    PYRO,
    REACTION,
)

PAIRS = {
    frozenset((PYRO, CRYO)): "melt",
    frozenset((PYRO, HYDRO)): "vaporize",
    frozenset((PYRO, ELECTRO)): "overloaded",
    frozenset((PYRO, DENDRO)): "burning",
    frozenset((HYDRO, CRYO)): "frozen",
    frozenset((HYDRO, ELECTRO)): "electroCharged",
    frozenset((HYDRO, DENDRO)): "bloom",
    frozenset((CRYO, ELECTRO)): "superconduct",
    frozenset((ELECTRO, DENDRO)): "quicken",
}
"""Every reaction of two elements that can both be an aura."""
CARRIERS = {ANEMO: "swirl", GEO: "crystallize"}
"""The reactions of elements that leave no aura, with any of the four that react with them."""
OF_FOUR = (CRYO, HYDRO, PYRO, ELECTRO)
PIERCING = (REACTION["superconduct"], REACTION["electroCharged"])
OVERLOADED, SWIRL, FROZEN = REACTION["overloaded"], REACTION["swirl"], REACTION["frozen"]
NAMES = {number: name for name, number in REACTION.items()}


class Outcome(NamedTuple):
    """What comes of an element on an aura: the reaction's number, 0 for none, the aura's element that reacted, and the aura left."""

    reaction: int
    reactant: int
    aura: int


def react(aura: int, element: int) -> Outcome:
    """Return what an element does to an aura; the first element of the aura that can react does."""
    if element == OMNI or element >= PHYSICAL:
        return Outcome(0, 0, aura)
    elements = auras(aura)
    if element in CARRIERS:
        reactant = next((candidate for candidate in elements if candidate in OF_FOUR), 0)
        name = CARRIERS[element] if reactant else ""
    else:
        reactant = next((candidate for candidate in elements if frozenset((candidate, element)) in PAIRS), 0)
        name = PAIRS[frozenset((reactant, element))] if reactant else ""
    if reactant:
        left = [candidate for candidate in elements if candidate != reactant]
        return Outcome(REACTION[name], reactant, left[0] if left else 0)
    return Outcome(0, 0, aura if element in CARRIERS else _with_element(aura, element))


def _with_element(aura: int, element: int) -> int:
    """Return an aura with an element that does not react with it: cryo and dendro lie together."""
    if not aura:
        return element
    return FROST_AND_LEAF if {aura, element} == {CRYO, DENDRO} else aura
