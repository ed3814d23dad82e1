"""A thought: the same way as an answer that is given, but for the options of the next main question, of which two are enough."""

from __future__ import annotations

import pytest

from engine.bots.players import random_bot
from engine.cardset import program_of, shipped
from engine.kernel.decisions import MAIN
from engine.kernel.digest import digest
from engine.kernel.machine import apply
from engine.kernel.state import State
from engine.replay import Match
from engine.rulesets import find

RULESETS = ("encounter", "genius", "halo", "wizards")


def asked(name: str, limit: int = 240) -> list[State]:
    """Return states of a random match that wait for an answer, some apart."""
    ruleset = find(name)
    program = program_of(ruleset, shipped(ruleset.folder), min(ruleset.seats))
    match = Match(ruleset, program, 5, [("random", random_bot)] * min(ruleset.seats))
    steps = (step for (step, _), _ in zip(match.steps(), range(limit), strict=False))
    return [step.state for step in steps if step.decision is not None][::9]


class TestAThought:
    @pytest.mark.parametrize("name", RULESETS)
    def test_leads_to_the_state_that_the_answer_leads_to(self, name: str) -> None:
        for state in asked(name):
            decision = state.pending[0]
            for option in decision.options[:3] if decision.max == 1 else ():
                given = apply(state, (option,), decision.seat)
                thought = apply(state, (option,), decision.seat, thought=True)

                assert digest(thought.state) == digest(given.state)
                assert thought.result == given.result
                assert [one._replace(options=()) for one in thought.state.pending] == [
                    one._replace(options=()) for one in given.state.pending
                ]

    @pytest.mark.parametrize("name", ("encounter", "genius", "halo"))
    def test_looks_for_two_options_of_a_main_question_and_for_all_of_another(self, name: str) -> None:
        main = other = 0
        for state in asked(name):
            decision = state.pending[0]
            answer = decision.options[: decision.min]
            given, thought = (apply(state, answer, decision.seat, thought=brief) for brief in (False, True))
            for full, brief in zip(given.state.pending, thought.state.pending, strict=True):
                is_main = full.kind == MAIN
                main, other = main + (is_main and len(full.options) > 2), other + (not is_main)

                if not is_main:
                    assert brief.options == full.options
                    continue
                assert len(brief.options) == min(len(full.options), 2)
                assert brief.options[-1] == full.options[-1]
                assert set(brief.options) <= set(full.options)
        assert main > 3
        assert other > 3

    def test_is_over_with_an_answer_that_is_given(self) -> None:
        state = asked("encounter")[2]
        option = state.pending[0].options[-1]
        thought = apply(state, (option,), thought=True)
        assert thought.decision is not None
        follows = apply(thought.state, (thought.decision.options[0],))

        assert (thought.state.is_thought, follows.state.is_thought) == (True, False)
