"""Resources that a pack declares: how much of each a player has, what raises and lowers it, and what cards cost of it.

A resource of a player is an entity in the player's zone `resources`: it holds the amount, and its abilities are active for the whole match.
Source: SOURCE.md, extensions.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.toolkit.rules import Signal, State, change, create, definition, put

from .table import PLAYERS, TABLE, emit_event
from .words import AMOUNT, RESOURCE, RESOURCES

PRICES = "prices"
"""What a card costs of the pack's resources, as its definition has it: pairs of a resource and a number."""


def create_pools(st: State) -> None:
    """Give each player each resource of the pack, with what they have of it at first."""
    for _, card in sorted(st.program.cards.items()):
        if card.kind == RESOURCE:
            for player in PLAYERS:
                eid = create(st, card.id, card.kind, player, (TABLE, "arriving"), dict(card.numbers))
                put(st, eid, player, RESOURCES)


def pool(st: State, player: int, resource: str) -> int:
    """Return a player's entity of a resource, 0 where the match has none of that name."""
    return next((eid for eid in st.zone(player, RESOURCES) if st.entities[eid]["def"] == resource), 0)


def amount_of(st: State, player: int, resource: str) -> int:
    """Return how much of a resource a player has."""
    eid = pool(st, player, resource)
    return int(st.entities[eid][AMOUNT]) if eid else 0


def gain(st: State, player: int, resource: str, delta: int, source: int = 0) -> Signal | None:
    """Raise or lower what a player has of a resource, within 0 and its limit, and emit by how much it changed, if it did."""
    eid = pool(st, player, resource)
    if not eid:
        return None
    done = change(st, eid, AMOUNT, delta, 0, st.entities[eid]["max"])
    return (
        emit_event(st, "RESOURCE_CHANGED", source or player, player, amount=done, resource=resource) if done else None
    )


def prices(st: State, card: int) -> Iterable[tuple[str, int]]:
    """Return what a card costs of the pack's resources."""
    found: Iterable[tuple[str, int]] = definition(st, card).facts.get(PRICES, ())
    return found


def is_affordable(st: State, card: int) -> bool:
    """Return whether the player of a card has what it costs of the pack's resources."""
    player = st.entities[card]["own"]
    return all(amount_of(st, player, resource) >= amount for resource, amount in prices(st, card))


def pay_prices(st: State, card: int) -> Signal | None:
    """Spend what a card costs of the pack's resources."""
    signal, player = None, st.entities[card]["own"]
    for resource, amount in prices(st, card):
        signal = gain(st, player, resource, -amount, card) or signal
    return signal


def turn_gains(st: State, player: int) -> Signal | None:
    """Give a player what their resources gain, or lose, when their turn starts."""
    signal = None
    for eid in st.zone(player, RESOURCES):
        if st.entities[eid]["perTurn"]:
            signal = gain(st, player, st.entities[eid]["def"], st.entities[eid]["perTurn"]) or signal
    return signal
