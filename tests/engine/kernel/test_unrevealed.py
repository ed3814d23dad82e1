"""What a seat has answered while others are still asked is a secret: no view, option or hypothetical state depends on it."""

from __future__ import annotations

import copy
from collections.abc import Iterator

from engine import api
from engine.kernel.chance import Stream
from engine.kernel.decisions import Action, Decision
from engine.kernel.machine import Step, apply
from engine.kernel.state import State
from engine.kernel.view import View
from tests.engine.bout.play import Bout
from tests.engine.bout.ruleset import RULESET
from tests.engine.kernel.test_questions import both_fall

CACHES = frozenset(
    (
        "program",
        "hashes",
        "texts",
        "digest_now",
        "owned",
        "written_ids",
        "log",
        "coverage",
        "raised",
        "changes",
        "rules_asked_at",
    )
)


def view(state: State, seat: int) -> View:
    return View(state, seat, RULESET.hidden_zones, RULESET.determinize)


def fields_of(state: State) -> dict[str, object]:
    """Return all fields of a state but its caches, copied."""
    return {name: copy.deepcopy(getattr(state, name)) for name in State.__slots__ if name not in CACHES}


def half_answered() -> Iterator[tuple[int, list[Step], list[Action]]]:
    """Yield questions to two seats at once: who has still to answer, and a step for each answer of the other, with that answer."""
    for turns in (0, 40):  # late in a turn, answers are also kept to find repeated actions
        bout = both_fall()
        bout.state.turn_decisions = turns
        for seat in (0, 1):
            options = bout.question(1 - seat).options
            steps = [apply(bout.state, (option,), 1 - seat) for option in options]
            yield seat, steps, [(option,) for option in options]


class TestAnUnrevealedAnswer:
    def test_is_in_no_view_and_in_no_option(self) -> None:
        for seat, steps, _ in half_answered():
            known_ids = [view(step.state, seat).knowledge() for step in steps]
            pendings = [step.state.pending for step in steps]

            assert known_ids[1:] == known_ids[:-1]
            assert pendings[1:] == pendings[:-1]
            assert [step.log for step in steps] == [()] * len(steps)

    def test_decides_nothing_in_an_imagined_world(self) -> None:
        """Every field of the world is the same for each answer that the other seat may have given."""
        for seat, steps, _ in half_answered():
            for salt in range(6):
                worlds = [fields_of(view(step.state, seat).determinize(salt)) for step in steps]

                assert worlds[1:] == worlds[:-1]

    def test_is_any_of_the_options_there(self) -> None:
        for seat, steps, actions in half_answered():
            (asked,) = steps[0].state.answered
            worlds = [view(steps[0].state, seat).determinize(salt) for salt in range(40)]
            imagined = {world.environments[asked.environment].answer for world in worlds}

            assert imagined == set(actions)

    def test_is_known_to_the_seat_that_gave_it(self) -> None:
        for seat, steps, actions in half_answered():
            for step, action in zip(steps, actions, strict=True):
                (request,) = step.state.answered
                world = view(step.state, 1 - seat).determinize(3)

                assert world.environments[request.environment].answer == action

    def test_leads_to_a_match_that_goes_on(self) -> None:
        """A hypothetical state takes the answer that is still due, and shows the answers then."""
        for seat, steps, _ in half_answered():
            world = view(steps[0].state, seat).determinize(1)
            (due,) = world.pending
            after = apply(world, due.options[:1], seat).state

            assert after.answered == ()
            assert steps[0].state.answered != ()


class TestSeveralOptions:
    def test_are_redrawn_within_what_was_asked(self) -> None:
        """An answer of several options has as many as the question allows, none of them twice."""
        bout: Bout = both_fall()
        state = bout.state
        replace: Decision = bout.question(0)._replace(options=("a", "b", "c", "d"), min=1, max=3)
        state.pending = (replace, state.pending[1])
        half = apply(state, ("b", "d"), 0).state
        draws = [view(half, 1).determinize(salt).environments[replace.environment].answer for salt in range(60)]
        sizes = {len(answer) for answer in draws if answer is not None}

        assert sizes == {1, 2, 3}
        assert all(
            answer and set(answer) <= set(replace.options) and len(set(answer)) == len(answer) for answer in draws
        )


class TestRandomBouts:
    def test_never_imagine_what_the_other_seat_has_just_answered(self) -> None:
        """Every half-answered state of thirty random bouts, compared with the one that another answer would have led to."""
        comparison, rng = 0, Stream(5, "test")
        for seed in range(30):
            step = api.new_match(RULESET, seed=seed, seats=2, config={"characters": 3}).begin()
            for _ in range(60):
                if not step.state.pending:
                    break
                request = step.state.pending[0]
                before, action = (
                    step.state,
                    tuple(request.options[place] for place in rng.pick(request.min, request.options)),
                )
                step = apply(before, action, request.seat)
                for second in step.state.pending if step.state.answered else ():
                    for option in request.options:
                        changed = apply(before, (option,), request.seat).state
                        worlds = [view(state, second.seat).determinize(seed) for state in (step.state, changed)]
                        comparison += 1

                        assert fields_of(worlds[0]) == fields_of(worlds[1])

        assert comparison > 20
