"""Random and greedy players. Each is a function of (view, decision, rng) and keeps nothing outside its own object."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from engine.bots.bounds import Bounds
from engine.bots.standing import Evaluate, Standing, any_answer
from engine.kernel.chance import Stream
from engine.kernel.decisions import MAIN, Action, Decision
from engine.kernel.machine import Step, apply
from engine.kernel.state import State
from engine.kernel.view import View

CandidateActions = Callable[[State, Decision], Sequence[Action]]
Plan = tuple[tuple[Decision, Action], ...]

MAX_FOLLOW_UPS = 4
"""Follow-up questions of one answer that are thought through."""


class Bot(Protocol):
    """Answers a decision of its seat."""

    def __call__(self, view: View, decision: Decision, rng: Stream) -> Action: ...


def random_bot(view: View, decision: Decision, rng: Stream) -> Action:
    """Answer uniformly."""
    return any_answer(decision, rng)


class GreedyBot:
    """Tries each candidate answer on a resampled state and takes the best; the first of equals. Triggers that it leaves count too.

    One redeal serves an answer and the questions that its effects ask: what was thought through together with an answer
    is given when it is asked for, if the question is the one that was foreseen.
    A bot that `remembers` takes what an answer to a main question added earlier in the turn for what it adds now, and thinks again about
    the best of them until the best is one that it has just thought about (docs/adr/0090).
    With `bounds` it takes for what was not met earlier in the turn what such answers add at most, so most are never thought about.
    A bot that `thinks_on` follows each answer to the next question, even where rules say that it need not (docs/adr/0091): to hold others to it.
    `failed_node` names the node that broke a budget when an answer was thought about, empty when none did.
    """

    def __init__(  # noqa: PLR0913 - what a bot knows and how it thinks, each by keyword
        self,
        evaluate: Evaluate,
        candidate_actions: CandidateActions,
        samples: int = 1,
        standing: Standing | None = None,
        *,
        remembers: bool = False,
        bounds: Bounds | None = None,
        thinks_on: bool = False,
    ) -> None:
        self._evaluate, self._candidate_actions, self._samples = evaluate, candidate_actions, samples
        self._plan: Plan = ()
        self._standing = standing or Standing(evaluate)
        self._remembers, self._bounds, self._thinks_on = remembers, bounds or Bounds({}), thinks_on
        self._added: dict[Action, int] = {}
        self._asked = (0, "", 0)
        self.failed_node = ""

    def __call__(self, view: View, decision: Decision, rng: Stream) -> Action:
        planned = self._recall(decision)
        if planned is not None:
            return planned
        worlds = [view.determinize(rng.below(1 << 30)) for _ in range(self._samples)]
        candidates = self._candidate_actions(worlds[0], decision)
        if len(candidates) == 1:
            return candidates[0]
        if self._remembers and decision.kind == MAIN:
            return self._best_by_estimates(worlds, candidates, decision)
        best, best_score = candidates[0], -(1 << 60)
        for candidate in candidates:
            score, plan = self._evaluated_plan(worlds, candidate, decision.seat)
            if score > best_score:
                best, best_score, self._plan = candidate, score, plan
        return best

    def _best_by_estimates(self, worlds: Sequence[State], candidates: Sequence[Action], decision: Decision) -> Action:
        """Return the answer that adds most, the first of equals: those not thought about add what they did earlier in the turn, or else their bound."""
        seat = decision.seat
        key = (seat, decision.prompt, worlds[0].turn)
        earlier = self._added if key == self._asked else {}
        bounds = self._bounds.of(worlds[0], decision, candidates)
        score_before = sum(self._evaluate(world, seat) for world in worlds)
        plans: dict[Action, Plan] = {}
        gains = {
            candidate: earlier.get(candidate, bound * len(worlds))
            for candidate, bound in zip(candidates, bounds, strict=True)
        }
        best = max(gains, key=gains.__getitem__)
        while best not in plans:
            score, plans[best] = self._evaluated_plan(worlds, best, seat)
            gains[best] = score - score_before
            best = max(gains, key=gains.__getitem__)
        self._plan, self._added, self._asked = plans[best], gains, key
        return best

    def _evaluated_plan(self, worlds: Sequence[State], action: Action, seat: int) -> tuple[int, Plan]:
        """Return what an answer leads to in all worlds together, and the answers that follow it in the first."""
        score, plan = self._follow(worlds[0], action, seat)
        return score + sum(self._follow(world, action, seat)[0] for world in worlds[1:]), plan

    def weigh(self, view: View, decision: Decision, rng: Stream) -> tuple[tuple[Action, int], ...]:
        """Return the candidate answers, each with what it adds by the bot's judgement, the best first.

        Shapes: a new bot with the chance of an answer weighs what that answer was chosen from, and its choice is the first.
        """
        worlds = [view.determinize(rng.below(1 << 30)) for _ in range(self._samples)]
        before = sum(self._evaluate(world, decision.seat) for world in worlds)
        gains = [
            (candidate, self._evaluated_plan(worlds, candidate, decision.seat)[0] - before)
            for candidate in self._candidate_actions(worlds[0], decision)
        ]
        return tuple(sorted(gains, key=lambda pair: -pair[1]))

    def ranked(self, world: State, decision: Decision) -> list[Action]:
        """Return the candidate answers, the best in this world first."""
        candidates = list(self._candidate_actions(world, decision))
        scores = [self._follow(world, candidate, decision.seat)[0] for candidate in candidates]
        return [candidates[place] for place in sorted(range(len(candidates)), key=lambda place: -scores[place])]

    def _recall(self, decision: Decision) -> Action | None:
        """Return the answer thought out already, None when the question is another than the one foreseen."""
        if self._plan:
            (foreseen, action), self._plan = self._plan[0], self._plan[1:]
            if foreseen[:6] == decision[:6]:
                return action
            self._plan = ()
        return None

    def _follow(self, world: State, action: Action, seat: int) -> tuple[int, Plan]:
        """Return what an answer leads to, and the answers to what its effects ask for: each the best by itself."""
        step, score = self._try(world, action, seat), None
        plan: Plan = ()
        for _ in range(MAX_FOLLOW_UPS):
            decision = step.decision
            if decision is None or decision.seat != seat or not (decision.source or decision.kind == "target"):
                break
            by_score = [
                (option, self._try(step.state, option, seat))
                for option in self._candidate_actions(step.state, decision)
            ]
            scores = [self._evaluate(after.state, seat) for _, after in by_score]
            score = max(scores)
            option, step = by_score[scores.index(score)]
            plan = (*plan, (decision, option))
        score = self._evaluate(step.state, seat) if score is None else score
        answers = (action, *(option for _, option in plan))
        return score + self._standing.worth(world, answers, step.state, seat), plan

    def _try(self, state: State, action: Action, seat: int) -> Step:
        step = apply(state, action, seat, search=not self._thinks_on)
        if step.result is not None and step.result.reason in ("budget", "loop"):
            self.failed_node = step.result.node
        return step
