"""Effects and conditions that do or ask the same of each of their targets, written as a function of one of them.

units = fitting(is_unit)

@on_each(units)
def freeze(st, env, eid, turns):
    set_var(st, eid, "frozen", turns or 1)

FREEZE = effect("freeze", …, (target_field("unit"), turns_field()), …, freeze, …)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any

from engine.toolkit.rules import Environment, EnvironmentId, Signal, State

Pick = Callable[[State, Any], Iterable[Any]]
"""Picks the targets to which something is done: entities, or what a game has besides, as places."""


def all_targets(st: State, targets: Any) -> Iterable[Any]:
    """Pick all targets."""
    return tuple(targets)


def fitting(fits: Callable[[State, int], bool]) -> Pick:
    """Return what picks the targets of a kind; each is asked when its turn comes, so that one that an earlier target took away is left out."""

    def pick(st: State, targets: Any) -> Iterator[int]:
        for eid in targets:
            if fits(st, eid):
                yield eid

    return pick


def on_each(pick: Pick) -> Callable[[Callable[..., Signal | None]], Callable[..., Signal | None]]:
    """Make the function of an effect whose first field is its targets out of one that does it to one of them.

    Shapes: that one is called with the state, the environment of the effect, the target, and the other fields; what it answers last is
            what the effect answers.
    """

    def decorate(run: Callable[..., Signal | None]) -> Callable[..., Signal | None]:
        @wraps(run)
        def do(st: State, env_id: EnvironmentId, name: str, target: Any, *fields: Any) -> Signal | None:
            env, signal = st.environments[env_id], None
            for eid in pick(st, target):
                signal = run(st, env, eid, *fields) or signal
            return signal

        return do

    return decorate


def true_of_each(test: Callable[..., bool]) -> Callable[..., bool]:
    """Make the function of a condition on several targets out of one of a single target: there must be one, and it must hold for all.

    Shapes: that one is called with the state, the target, and the words of the condition.
    """

    @wraps(test)
    def holds(st: State, env: Environment, targets: Any, *words: Any) -> bool:
        return bool(targets) and all(test(st, eid, *words) for eid in targets)

    return holds
