"""Random and greedy players. Each is a function of (view, decision, rng) and keeps nothing outside its own object."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from engine.kernel.chance import Stream
from engine.kernel.decisions import Action, Decision
from engine.kernel.machine import apply
from engine.kernel.state import State
from engine.kernel.view import View


class Bot(Protocol):
    """Answers a decision of its side."""

    def __call__(self, view: View, decision: Decision, rng: Stream) -> Action: ...


def random_bot(view: View, decision: Decision, rng: Stream) -> Action:
    """Answer uniformly: how many, then which."""
    options = decision.options
    if decision.max == 1 and decision.min == 1:
        return (options[rng.below(len(options))],)
    count = decision.min + rng.below(decision.max - decision.min + 1)
    return tuple(options[place] for place in rng.pick(count, options))


class GreedyBot:
    """Tries each answer worth a look on a resampled state and takes the best; the first of equals.

    One redeal serves a whole turn of thinking as long as the state asked about is the one that it was made from.
    """

    def __init__(
        self,
        evaluate: Callable[[State, int], int],
        narrow: Callable[[State, Decision], Sequence[Action]],
        samples: int = 1,
    ) -> None:
        self._evaluate, self._narrow, self._samples = evaluate, narrow, samples
        self.broke = ""

    def __call__(self, view: View, decision: Decision, rng: Stream) -> Action:
        states = [view.resample(rng.below(1 << 30)) for _ in range(self._samples)]
        candidates = self._narrow(states[0], decision)
        if len(candidates) == 1:
            return candidates[0]
        best, best_score = candidates[0], -(1 << 60)
        for candidate in candidates:
            score = sum(self._follow(state, candidate, decision.side) for state in states)
            if score > best_score:
                best, best_score = candidate, score
        return best

    def _follow(self, state: State, action: Action, side: int) -> int:
        """Return what an answer leads to: the side's own follow-up questions are answered by the first best guess."""
        step = apply(state, action)
        if step.result is not None and step.result.reason in ("budget", "loop"):
            self.broke = step.result.node
        for _ in range(4):
            decision = step.decision
            if decision is None or decision.side != side or decision.kind != "target":
                break
            step = max(
                (apply(step.state, option) for option in self._narrow(step.state, decision)),
                key=lambda s: self._evaluate(s.state, side),
            )
        return self._evaluate(step.state, side)
