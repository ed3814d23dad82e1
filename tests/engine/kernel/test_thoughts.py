"""A thought: the same way as an answer that is given, as far as it goes: to the next main question, or to the end of the turn."""

from __future__ import annotations

import pytest

from engine.bots.players import random_bot
from engine.cardset import program_of, shipped
from engine.kernel.decisions import MAIN
from engine.kernel.digest import digest
from engine.kernel.machine import Step, apply
from engine.kernel.state import State
from engine.replay import Match
from engine.rulesets import find

RULESETS = ("encounter", "genius", "halo", "wizards")


def asked(name: str, limit: int = 240) -> list[State]:
    """Return states of a random match that wait for an answer, some apart; what follows is logged."""
    ruleset = find(name)
    program = program_of(ruleset, shipped(ruleset.folder), min(ruleset.seats))
    match = Match(ruleset, program, 5, [("random", random_bot)] * min(ruleset.seats))
    steps = (step for (step, _), _ in zip(match.steps(), range(limit), strict=False))
    forks = [step.state.fork() for step in steps if step.decision is not None][::9]
    for state in forks:
        state.log = []
    return forks


def both_ways(name: str) -> list[tuple[Step, Step]]:
    """Return what follows from some answers: given, and in thought."""
    matches = []
    for state in asked(name):
        decision = state.pending[0]
        answers = (
            [(option,) for option in decision.options[:3]] if decision.max == 1 else [decision.options[: decision.min]]
        )
        matches += [
            (apply(state, answer, decision.seat), apply(state, answer, decision.seat, search=True))
            for answer in answers
            if len(answer) >= decision.min
        ]
    return matches


@pytest.mark.parametrize("name", RULESETS)
class TestAThought:
    def test_does_what_the_answer_does_as_far_as_it_goes(self, name: str) -> None:
        shorter = 0
        for given, thought in both_ways(name):
            assert given.log[: len(thought.log)] == thought.log
            shorter += len(thought.log) < len(given.log)
        assert shorter

    def test_that_is_asked_something_else_than_a_main_question_is_there_where_the_answer_leads(self, name: str) -> None:
        rest = 0
        for arguments, thoughts in both_ways(name):
            if thoughts.decision is not None and thoughts.decision.kind != MAIN:
                rest += 1
                assert digest(thoughts.state) == digest(arguments.state)
                assert thoughts.state.pending == arguments.state.pending
        assert rest > 3

    def test_knows_how_a_match_ends(self, name: str) -> None:
        for given, thought in both_ways(name):
            assert thought.result in (None, given.result)


class TestAMainQuestion:
    def test_ends_a_thought_before_it_is_put(self) -> None:
        end = 0
        for name in ("encounter", "genius", "halo"):
            for given, thought in both_ways(name):
                assert all(one.kind != MAIN for one in thought.state.pending)
                end += thought.decision is None and given.decision is not None and given.decision.kind == MAIN
        assert end > 20

    def test_is_put_again_where_the_answer_is_given(self) -> None:
        """A match that goes on from a thought gives the answers again; an answer that is given to its question leaves the thought."""
        thought_both_way = next(
            thought_both_way for _, thought_both_way in both_ways("genius") if thought_both_way.decision is not None
        )
        assert thought_both_way.decision is not None
        follows = apply(
            thought_both_way.state, thought_both_way.decision.options[: max(1, thought_both_way.decision.min)]
        )

        assert (thought_both_way.state.in_search, follows.state.in_search) == (True, False)
