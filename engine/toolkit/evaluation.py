"""What the scores and the candidate answers of bots have in common. A greedy bot asks for both at every step, so nothing here runs for each card."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Final

from engine.kernel.decisions import Action, Decision, Option, Result

WIN: Final = 100_000
"""The score of a win: more than any position is worth."""


def outcome(result: Result, seat: int) -> int:
    """Return the score of a finished match for a seat: a win, a loss, or 0 for a draw."""
    return 0 if result.winner < 0 else WIN if result.winner == seat else -WIN


def single_answers(decision: Decision, options: Iterable[Option]) -> list[Action]:
    """Return an answer of one option each, and where a decision may be passed by choosing nothing, that one first."""
    answers: list[Action] = [(option,) for option in options]
    return answers if decision.min else [(), *answers]


def first_of_each(options: Iterable[Option], kind: Callable[[Option], Hashable]) -> list[Option]:
    """Return the first option of each kind, in order: options of one kind lead to the same."""
    unique: dict[Hashable, Option] = {}
    for option in options:
        unique.setdefault(kind(option), option)
    return list(unique.values())
