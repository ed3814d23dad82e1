"""What a card has in a match beyond its print: what it costs now, its boons and its spell. Source: 001§5.3.4 to §5.3.6.

The cost is a variable of the card, which effects and static parts change; boons and spells that differ from the print are rows of the
facts of the match, which are not there as long as no card has any.
"""

from __future__ import annotations

from typing import Any

from engine.toolkit.costs import own_cost
from engine.toolkit.rules import State, definition, dispose, modified, set_global

from .table import (
    ABILITIES,
    BOONS,
    attach,
    boons_of,
    carried_cards,
    is_unit,
)

SPELLS = "spells"
"""The fact of the match that lists cards whose spell is that of another card, with its id."""


def cost_of(st: State, card: int) -> int:
    """Return what a card costs now: by its own rules, and as static parts leave it."""
    return max(0, modified(st, card, "cost", own_cost(st, card, st.entities[card]["cost"])))


def spell_of(st: State, card: int) -> Any:
    """Return the spell of an order now: its printed one, or that of another card which it has got."""
    name = dict(st.globals.get(SPELLS, ())).get(card)
    printed = definition(st, card) if name is None else st.program.cards[name]
    return printed.facts["spell"]


def set_spell(st: State, card: int, name: str) -> None:
    """Give an order the spell of another."""
    set_global(st, SPELLS, tuple(sorted({**dict(st.globals.get(SPELLS, ())), card: name}.items())))


def set_boons(st: State, card: int, boons: tuple[str, ...]) -> None:
    """Give a card other boons; its carrier on the map gains and loses them at once."""
    former = boons_of(st, card)
    set_global(st, BOONS, tuple(sorted({**dict(st.globals.get(BOONS, ())), card: boons}.items())))
    carrier = st.entities[card]["carrier"]
    if not is_unit(st, carrier):
        return
    for name in boons:
        if name not in former:
            attach(st, name, carrier)
    own = {*definition(st, carrier).facts["abilities"]}
    remaining = own.union(*(boons_of(st, other) for other in carried_cards(st, carrier)))
    for ability in tuple(st.zone(carrier, ABILITIES)):
        name = st.entities[ability]["def"]
        if name in former and name not in remaining:
            dispose(st, ability)
