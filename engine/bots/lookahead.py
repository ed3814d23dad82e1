"""A player that looks ahead: it plays the most promising answers on in hypothetical states and returns the best.

Determinised flat Monte Carlo: each world is the known state with the hidden rest drawn again. All answers are tried in the same worlds
(common random numbers: what is compared is the answers, not the deals), and after each round the worse half is dropped (sequential
halving), so that time goes where the choice is close. A world is played on by greedy players who see it openly, or by random ones.

Source: Karnin, Koren, Somekh 2013 (sequential halving); docs/adr/0034 has what was measured.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.bots.players import Bot, CandidateActions, GreedyBot, random_bot
from engine.bots.standing import Evaluate, Standing
from engine.kernel.chance import Stream
from engine.kernel.decisions import Action, Decision
from engine.kernel.machine import apply
from engine.kernel.state import State
from engine.kernel.view import View


class Budget(NamedTuple):
    """How much a bot thinks about one question.

    Shapes: the `width` answers that look best are played on, in `worlds` worlds in the first round and twice as many in each round
            after it; a world is played on for `depth` questions; `greedy` says who plays on, greedy players or random ones.
    """

    width: int = 4
    worlds: int = 1
    depth: int = 24
    greedy: bool = True


DEFAULT = Budget()


class _PlayedOn(NamedTuple):
    """An answer with the sum of what its worlds were worth, and their number."""

    action: Action
    score: int
    worlds: int


class _Open(View):
    """A world as its players see it: nothing is hidden, and nothing is dealt again."""

    __slots__ = ()

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state, seat, lambda st, of: frozenset(), lambda st, of, salt: st)


class LookaheadBot:
    """Looks at the answers as a greedy player does, and plays the best of them on.

    `failed_node` names the node that broke a budget when an answer was thought about, empty when none did.
    """

    def __init__(
        self,
        evaluate: Evaluate,
        candidate_actions: CandidateActions,
        budget: Budget = DEFAULT,
        standing: Standing | None = None,
    ) -> None:
        self._evaluate, self._candidate_actions, self._budget = evaluate, candidate_actions, budget
        self._standing = standing or Standing(evaluate)
        self.failed_node = ""

    def __call__(self, view: View, decision: Decision, rng: Stream) -> Action:
        return self._compared(view, decision, rng.below(1 << 30))[0].action

    def weigh(self, view: View, decision: Decision, rng: Stream) -> tuple[tuple[Action, int], ...]:
        """Return the answers that were played on, each with what it adds on average: the chosen one first, then those that were dropped last.

        Shapes: as that of a greedy player; empty where only one answer looked promising, which was not played on.
        """
        salt = rng.below(1 << 30)
        before = self._evaluate(view.determinize(salt), decision.seat)
        compared = [answer for answer in self._compared(view, decision, salt) if answer.worlds]
        return tuple((answer.action, round(answer.score / answer.worlds) - before) for answer in compared)

    def _compared(self, view: View, decision: Decision, salt: int) -> list[_PlayedOn]:
        """Return the promising answers, the best first, then those that were dropped, the last ones first."""
        first, losers = self._greedy(), list[_PlayedOn]()
        candidates = first.ranked(view.determinize(salt), decision)[: self._budget.width]
        self.failed_node = self.failed_node or first.failed_node
        worlds, matches = self._budget.worlds, 1
        scores = [0] * len(candidates)
        while len(candidates) > 1:
            for number in range(matches, matches + worlds):
                world = view.determinize(salt + number)
                for place, answer in enumerate(candidates):
                    scores[place] += self._played_on(world, answer, decision.seat)
            matches, worlds = matches + worlds, worlds * 2
            order = sorted(range(len(candidates)), key=lambda place: -scores[place])
            played_on = [_PlayedOn(candidates[place], scores[place], matches - 1) for place in order]
            losers = [*played_on[len(candidates) // 2 :], *losers]
            order = order[: len(candidates) // 2]
            candidates, scores = [candidates[place] for place in order], [scores[place] for place in order]
        return [_PlayedOn(candidates[0], scores[0], matches - 1), *losers]

    def _greedy(self) -> GreedyBot:
        """Return a greedy player that remembers what this one learned about triggers."""
        return GreedyBot(self._evaluate, self._candidate_actions, standing=self._standing)

    def _played_on(self, world: State, answer: Action, seat: int) -> int:
        """Return what a world is worth to a seat some questions after an answer."""
        step = apply(world, answer, seat)
        noise, greedy = Stream(world.seed, "playout"), self._greedy()
        player: Bot = greedy if self._budget.greedy else random_bot
        for _ in range(self._budget.depth):
            decision = step.decision
            if decision is None:
                break
            step = apply(step.state, player(_Open(step.state, decision.seat), decision, noise), decision.seat)
        self.failed_node = self.failed_node or greedy.failed_node
        return self._evaluate(step.state, seat)
