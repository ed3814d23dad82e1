"""What the triggers that an answer leaves behind are worth: what they did in hypothetical rounds, not how many there are.

A position's score shows what an effect did at once. A trigger does its work later, for better or worse: its worth is found by playing
a few questions on with random answers, and comparing at each step what follows with the trigger and without it. Both follow from the
same state, so chance and later choices cancel out. What shipped cards leave is looked up instead: `standing.json` beside them holds the mean
over many matches. Source: docs/adr/0078, 0089.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.kernel.chance import Stream
from engine.kernel.decisions import Action, Decision
from engine.kernel.machine import apply
from engine.kernel.state import State
from engine.kernel.state_writers import unlisten

Evaluate = Callable[[State, int], int]

QUESTIONS = 32
"""Questions that are answered in thought to see what a trigger does: one to two rounds."""

STATIC = "stat/"
"""What the events of static modifiers begin with; they are never raised."""


class Standing:
    """Remembers for one seat and match what the triggers of each text were worth when they were first met; `known` are learned before."""

    def __init__(self, evaluate: Evaluate, known: Mapping[str, int] | None = None) -> None:
        self._evaluate, self._learned = evaluate, known or {}
        self._met: dict[tuple[str, ...], int] = {}

    def worth(self, before: State, answers: Sequence[Action], after: State, seat: int) -> int:
        """Return what the triggers of a seat are worth that are not yet there before some answers, and are there after them.

        The player of a seat is entity seat + 1; a ruleset that numbers players otherwise has no triggers tried out.
        """
        if after.listeners is before.listeners or after.result is not None:
            return 0
        new = [
            lid
            for lid, listener in after.listeners.items()
            if lid not in before.listeners and listener.owner == seat + 1 and not listener.removes
        ]
        if not new:
            return 0
        key = tuple(sorted(after.listeners[lid].body for lid in new))
        if key not in self._met:
            values = [self._learned.get(body) for body in key]
            self._met[key] = (
                sum(worth for worth in values if worth is not None)
                if None not in values
                else self._tried_out(_answered(before, answers, seat), seat, new)
            )
        return self._met[key]

    def _tried_out(self, state: State, seat: int, new: Sequence[int]) -> int:
        """Return what triggers do while some questions are answered at random."""
        noise, worth = Stream(state.seed, "standing"), 0
        world = state.fork()
        world.log = world.coverage = None
        for _ in range(QUESTIONS):
            remaining = [lid for lid in new if lid in world.listeners]
            if not remaining or not world.pending:
                break
            decision = world.pending[0]
            answer, follow_up = any_answer(decision, noise), world
            follow_up.raised = set()
            world = apply(follow_up, answer, decision.seat).state
            if _may_have_acted(follow_up, remaining):
                worth += self._evaluate(world, seat) - self._evaluate(
                    _without(follow_up, remaining, answer, decision.seat), seat
                )
        return worth


def _answered(state: State, answers: Sequence[Action], seat: int) -> State:
    """Return what follows from answers with all options of the next question, which a thought did not look for."""
    for answer in answers:
        state = apply(state, answer, seat).state
    return state


def any_answer(decision: Decision, rng: Stream) -> Action:
    """Return a uniform answer: how many, then which."""
    options = decision.options
    if decision.max == 1 and decision.min == 1:
        return (options[rng.below(len(options))],)
    count = decision.min + rng.below(decision.max - decision.min + 1)
    return tuple(options[place] for place in rng.pick(count, options))


def _may_have_acted(before: State, triggers: Sequence[int]) -> bool:
    """Whether an event that one of the triggers answers was raised after a state that notes them, or one is a static modifier."""
    events = {before.listeners[lid].event for lid in triggers}
    return not events.isdisjoint(before.raised or ()) or any(event.startswith(STATIC) for event in events)


def _without(state: State, triggers: Sequence[int], answer: Action, seat: int) -> State:
    """Return what follows from an answer when the triggers are not there: it is judged and not played on."""
    bare = state.fork()
    bare.raised = None
    for lid in triggers:
        unlisten(bare, lid)
    return apply(bare, answer, seat).state
