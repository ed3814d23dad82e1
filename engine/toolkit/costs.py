"""Rules of a card's own cost: it costs 1 less for each ally, wherever it lies. Nothing is registered for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from engine.kernel.entities import STAT
from engine.kernel.modifiers import printed
from engine.kernel.state import Amount
from engine.language.compiling.compile import Unit
from engine.language.spec import LocalizedText
from engine.toolkit.rules import Ability, Environment, State

COSTS = "costs"
"""The key of the rules in a card's document, and among the facts of its definition."""


def cost_rules(document: Mapping[str, Any], unit: Unit, stat: str) -> Iterator[Ability]:
    """Yield the rules by which a card changes its own cost, a number of this name, wherever it lies."""
    for place, rule in enumerate(document.get(COSTS, ())):
        pointer, op = f"/{COSTS}/{place}", rule["op"]
        value = unit.value(rule["value"], f"{pointer}/value", None)
        if op == "less":
            unit.values[value], op = _negate(unit.values[value]), "add"
        condition = unit.condition(rule["condition"], f"{pointer}/condition") if "condition" in rule else ""
        yield Ability(pointer, f"{STAT}{stat}", "add" if op == "more" else op, value, condition)


def cost_facts(document: Mapping[str, Any], unit: Unit, stat: str) -> dict[str, tuple[Ability, ...]]:
    """Return these rules as a fact of the card's definition; empty for a card without any."""
    return {COSTS: tuple(cost_rules(document, unit, stat))} if COSTS in document else {}


def _negate(amount: Amount) -> Amount:
    def negative(st: State, env: Environment) -> Any:
        value = amount(st, env)
        return None if value is None else -value

    return negative


def own_cost(st: State, card: int, cost: int) -> int:
    """Return what a card of a printed cost costs by its own rules, never below 0: before what others change."""
    name = st.entities[card]["def"]
    rules = st.program.cards[name].facts.get(COSTS, ()) if name else ()
    return max(0, printed(st, card, rules, cost)) if rules else cost


def too_dear(
    cards: Iterable[int], cost: Callable[[int], int], amount: int, unit: LocalizedText
) -> Iterator[tuple[tuple[str, int], LocalizedText]]:
    """Yield the plays of cards that cost more than a player has, each with the reason, as a board's `refusals` do."""
    for card in cards:
        if (price := cost(card)) > amount:
            why = LocalizedText(f"needs {price} {unit.en}, has {amount}", f"需要 {price} 点{unit.zh}，现有 {amount} 点")
            yield ("play", card), why
