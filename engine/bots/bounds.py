"""What answers with shipped cards add at most, learned beforehand: a bot need not think about what cannot be the best.

A bound is a high quantile of what an answer to a question added in matches of shipped cards. What was not met often enough has no bound, and a bot
thinks about it: so it does about each card of others and about both sides of what a preview compares.
A bound only ever leaves thoughts out; what a bot answers, it has thought about. Source: docs/adr/0181.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.kernel.decisions import Action, Decision
from engine.kernel.state import State

Table = Mapping[str, Mapping[str, int]]
"""Bounds by the name of an answer, then by the prompt of the question."""

NO_BOUND: Final = 1 << 60
NO_ROWS: Final[Mapping[str, int]] = {}


class Bounds:
    """Looks up what the answers to a question of the rules add at most."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._by_answer: dict[tuple[str, str], Mapping[str, int]] = {}

    def of(self, state: State, decision: Decision, candidates: Sequence[Action]) -> list[int]:
        """Return the bound of each candidate answer; none for a question of a card, whose answers may add anything."""
        if decision.source:
            return [NO_BOUND] * len(candidates)
        return [self._rows(state, candidate).get(decision.prompt, NO_BOUND) for candidate in candidates]

    def _rows(self, state: State, action: Action) -> Mapping[str, int]:
        key = verb_and_card(state, action)
        rows = self._by_answer.get(key)
        if rows is None:
            rows = self._by_answer[key] = self._table.get(name_of(state, action), NO_ROWS)
        return rows


def verb_and_card(state: State, action: Action) -> tuple[str, str]:
    """Return what an answer does and the id of the card with which it does that; empty where it is no single word or act with a card."""
    option = action[0] if len(action) == 1 else 0
    if isinstance(option, str):
        return option, ""
    if isinstance(option, int) or option[1] not in state.entities:
        return "", ""
    return option[0], state.entities[option[1]]["def"]


def name_of(state: State, action: Action) -> str:
    """Return the name of an answer, with the content of its card: the same id with other effects is another card. Empty for a card without effects."""
    verb, card_id = verb_and_card(state, action)
    card = state.program.cards.get(card_id)
    if card is None:
        return verb
    bodies = (*(block for blocks in card.timings.values() for block in blocks), *(one.body for one in card.abilities))
    content = next((body.partition("#")[0] for body in bodies if "@" in body), "")
    return f"{verb} {content}" if content else ""
