"""Questions: several sides asked at once, answers in any order, forced answers, and an answer that is repeated without end."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from engine import api
from engine.errors import EngineBug, IllegalAction
from engine.kernel.decisions import DecisionSpec, option_key, parse_action
from engine.kernel.digest import digest
from engine.kernel.events import emit
from engine.kernel.ground import EnvironmentId
from engine.kernel.in_flight import Environment, SkillInfo
from engine.kernel.machine import Step, answer, answers, apply, ask, ask_all
from engine.kernel.scopes import run_skill
from engine.kernel.signals import Signal
from engine.kernel.state import Block, Op, State, flow
from engine.kernel.state_writers import begin_turn, set_global, set_var
from engine.kernel.view import View
from tests.engine.duel.play import Duel, noting, variant
from tests.engine.duel.ruleset import RULESET
from tests.engine.duel.table import active


def both_fall() -> Duel:
    """Both active characters fall at once, and both sides have two left to choose from."""
    three = {
        "id": "1003",
        "type": "character",
        "name": "Third",
        "varConfigs": {n: {"initialValue": 5} for n in ("hp", "maxHp", "attack")},
    }
    duel = Duel({**three, "skills": []}, characters=3)
    front, foe = duel.front, duel.foe
    duel.do(lambda st, env: emit(st, "onDamage", (front, 0, 99)), lambda st, env: emit(st, "onDamage", (foe, 0, 99)))
    return duel


class TestSimultaneousQuestions:
    def test_are_put_to_both_sides(self) -> None:
        duel = both_fall()

        assert [(each.seat, each.prompt, len(each.options)) for each in duel.state.pending] == [
            (0, "duel/active", 2),
            (1, "duel/active", 2),
        ]

    @pytest.mark.parametrize("pick", [(0, 0), (0, 1), (1, 0), (1, 1)])
    def test_lead_to_the_same_whoever_answers_first(self, pick: tuple[int, int]) -> None:
        duel = both_fall()
        chosen = {seat: (duel.question(seat).options[place],) for seat, place in zip((0, 1), pick, strict=True)}
        ends = [apply(apply(duel.state, chosen[first], first).state, chosen[1 - first], 1 - first) for first in (0, 1)]

        assert digest(ends[0].state) == digest(ends[1].state)
        assert [entry[:-1] for entry in ends[0].log] == [entry[:-1] for entry in ends[1].log]
        assert [active(ends[0].state, seat) for seat in ends[0].state.zone(0, "sides")] == [chosen[0][0], chosen[1][0]]

    def test_change_nothing_before_the_last_answer(self) -> None:
        duel = both_fall()
        before = {eid: dict(ent) for eid, ent in duel.state.entities.items()}
        step = apply(duel.state, (duel.question(1).options[0],), 1)

        assert ({eid: dict(ent) for eid, ent in step.state.entities.items()}, step.log) == (before, ())
        assert [each.seat for each in step.state.pending] == [0]

    def test_tell_half_answered_states_apart(self) -> None:
        """The answer that waits is part of the state: its digest differs by who has answered, and by what."""
        duel = both_fall()
        halves = [apply(duel.state, (option,), seat).state for seat in (0, 1) for option in duel.question(seat).options]

        assert len({digest(state) for state in (duel.state, *halves)}) == 5

    def test_can_be_pickled_half_answered(self) -> None:
        duel = both_fall()
        half = apply(duel.state, (duel.question(1).options[1],), 1).state
        thawed = pickle.loads(pickle.dumps(half)).resume(half.program)  # noqa: S301 - our own bytes
        rest = (half.pending[0].options[0],)

        assert digest(apply(thawed, rest).state) == digest(apply(half, rest).state)

    def test_refuse_a_side_that_has_answered(self) -> None:
        duel = both_fall()
        half = apply(duel.state, (duel.question(1).options[1],), 1).state
        with pytest.raises(IllegalAction, match="seat 1 is not asked"):
            apply(half, (duel.question(1).options[1],), 1)
        with pytest.raises(IllegalAction, match="not-offered"):
            apply(duel.state, (duel.question(1).options[0],), 0)

    def test_show_each_side_its_own(self) -> None:
        duel = both_fall()
        asked = [api.view(duel.match, duel.state, seat).decision for seat in (0, 1)]

        assert asked == [duel.question(0), duel.question(1)]
        assert (api.legal(duel.state, 0) == api.legal(duel.state, 1)) is False

    def test_answer_at_once_where_nothing_is_to_choose(self) -> None:
        """With one option each nobody is asked; with one side free only the other is."""
        duel = Duel()
        seen: list[Any] = []

        def put(options: dict[int, tuple[str, ...]]) -> Op:
            return lambda st, env: ask_all(
                st, env, [DecisionSpec(seat, "x", "x", each) for seat, each in options.items()]
            )

        take: Op = lambda st, env: seen.append(answers(st, env))  # noqa: E731 - a step
        duel.do(put({0: ("a",), 1: ("b",)}), take)
        assert seen == [(("a",), ("b",))]

        duel.do(put({0: ("a",), 1: ("b", "c")}), take)
        assert [each.seat for each in duel.state.pending] == [1]
        duel.answer("c")
        assert seen[-1] == (("a",), ("c",))


class TestOneQuestion:
    @pytest.mark.parametrize(
        ("low", "high", "count", "asked"),
        [
            (1, 1, 1, None),
            (1, 1, 0, None),
            (0, 1, 0, None),
            (2, 2, 2, None),
            (3, 3, 2, None),
            (0, 1, 1, (0, 1)),
            (1, 3, 2, (1, 2)),
            (2, 1, 3, (1, 1)),
        ],
    )
    def test_is_put_only_where_there_is_a_choice(self, low: int, high: int, count: int, asked: Any) -> None:
        duel = Duel()
        options = tuple("abc"[:count])
        seen: list[Any] = []
        duel.do(
            lambda st, env: ask(st, env, DecisionSpec(0, "x", "x", options, low, high)),
            lambda st, env: seen.append(answer(st, env)),
        )

        assert [(each.min, each.max) for each in duel.state.pending] == ([asked] if asked else [])
        assert seen == ([] if asked else [options])


class TestOptions:
    """A key identifies an answer, so each option has its own; a duplicate is caught when the question is put, not when it is answered."""

    @pytest.mark.parametrize(
        "options",
        [
            ("a,b", "c"),
            ("-", "c"),
            ("", "c"),
            ("a", "b", "a"),
            (3, 3, 4),
            (3, "3"),
            (("play", 3), "play:3"),
            (("play", 3), ("play", 3)),
            (("a,b", 3), "c"),
        ],
        ids=repr,
    )
    def test_have_keys_that_tell_them_apart(self, options: Any) -> None:
        duel = Duel()
        with pytest.raises(EngineBug, match="test/odd"):
            duel.do(lambda st, env: ask(st, env, DecisionSpec(0, "x", "test/odd", options)))

    @pytest.mark.parametrize(
        "options", [("a", "b"), ("1", "2"), (3, -4, "a"), (("play", 3), "play:4", "a:b", "b")], ids=repr
    )
    def test_that_can_be_distinguished_are_put(self, options: Any) -> None:
        duel = Duel()
        duel.do(lambda st, env: ask(st, env, DecisionSpec(0, "x", "test/fine", options)))

        assert [parse_action(duel.question(0), option_key(each)) for each in options] == [(each,) for each in options]

    @pytest.mark.parametrize("kind", ["number", "cell", "payment", "level", "choice"])
    def test_that_are_cells_or_payments_show_no_hidden_card_of_the_same_number(self, kind: str) -> None:
        duel = Duel()
        hidden = duel.state.zone(duel.them, "deck")[:2]
        seat = duel.state.entities[duel.me]["seat"]
        for options in (hidden, tuple(("pay", eid) for eid in hidden)):
            duel.do(lambda st, env, options=options: ask(st, env, DecisionSpec(seat, kind, "test/pay", options)))
            view = View(duel.state, seat, RULESET.hidden_zones, RULESET.determinize)

            assert [view.entity(eid) for eid in hidden] == [None, None]

    @pytest.mark.parametrize("kind", ["main", "target", "cards"])
    def test_that_are_cards_show_them_to_whom_is_asked(self, kind: str) -> None:
        duel = Duel()
        hidden = duel.state.zone(duel.them, "deck")[:2]
        seat = duel.state.entities[duel.me]["seat"]
        duel.do(lambda st, env: ask(st, env, DecisionSpec(seat, kind, "test/look", (hidden[0], ("take", hidden[1])))))
        views = [View(duel.state, one, RULESET.hidden_zones, RULESET.determinize) for one in (seat, 1 - seat)]
        seen = [[view.entity(eid) is not None for eid in hidden] for view in views]

        assert seen == [[True, True], [False, False]]


class TestTheDigest:
    def test_knows_who_is_asked(self) -> None:
        """Chance may decide whom the same code asks; what was drawn is no part of a digest, who is asked is."""
        digests = set()
        for seat in (0, 1):
            duel = Duel()
            duel.do(lambda st, env, seat=seat: ask(st, env, DecisionSpec(seat, "x", "x", ("a", "b"))))
            digests.add(digest(duel.state))

        assert len(digests) == 2

    def test_forgets_which_scope_it_was(self) -> None:
        """The same question in a skill inside a skill, asked again: nothing that only grows tells the two apart."""
        duel = Duel()
        info = SkillInfo(duel.front, 0, "test")
        duel.code(
            Block("test/outer", (lambda st, env: run_skill(st, info, "test/inner", Environment()),)),
            Block("test/inner", (lambda st, env: ask(st, env, DecisionSpec(0, "x", "x", ("a", "b"))), noting("asked"))),
        )
        duel.do(
            lambda st, env: run_skill(st, info, "test/outer", Environment()),
            lambda st, env: set_global(st, "heard", ()) or 0,
            scoped=False,
        )
        first = digest(duel.state)
        st = duel.state.fork()
        duel.answer("a")
        set_global(st, "heard", ())

        assert digest(duel.state) == digest(st) != first


def circling(keep: int = 16) -> Duel:
    """A turn in which a question about the same state comes back endlessly, unless a player leaves it."""
    duel = Duel(ruleset=variant(budgets={"turn_check_after": keep, "decisions": 60}))
    duel.code(flow("test/circle", put, look))
    duel.do(lambda st, env: begin_turn(st), lambda st, env: _into(st))
    return duel


def put(st: State, env_id: EnvironmentId) -> Signal | None:
    return ask(st, env_id, DecisionSpec(0, "x", "circle", ("around", "sway", "leave")))


def look(st: State, env_id: EnvironmentId) -> str | None:
    (chosen,) = answer(st, env_id)
    if chosen == "sway":
        set_var(st, st.zone(0, "sides")[0], "sway", 1 - st.entities[st.zone(0, "sides")[0]].get("sway", 0))
    return None if chosen == "leave" else "put"


def _into(st: State) -> int:
    st.frames.append(("test/circle", 0, st.add_environment(Environment()), 0))
    return -1


class TestARepeatedAnswer:
    def test_is_withheld_at_its_third_time(self) -> None:
        """After sixteen decisions of a turn digests are compared; the same answer to the same state is taken twice, not thrice."""
        duel = circling()
        for _ in range(16):
            duel.answer("around")
        assert api.legal(duel.state) == ("around", "sway", "leave")
        duel.answer("around")
        duel.answer("around")

        assert api.legal(duel.state) == ("sway", "leave")
        with pytest.raises(IllegalAction, match="not-offered"):
            apply(duel.state, ("around",))

    def test_is_counted_for_each_state_apart(self) -> None:
        duel = circling(0)
        given: list[str] = []
        while len(api.legal(duel.state)) == 3:
            given.append(("sway", "around")[len(given) % 3 == 2])
            duel.answer(given[-1])

        assert given.count("around") + given.count("sway") > 3
        assert api.legal(duel.state) != ("around", "sway", "leave")

    def test_never_leaves_nothing(self) -> None:
        duel = circling(0)
        for _ in range(40):
            if duel.step.decision is None:
                break
            duel.answer(api.legal(duel.state)[0])

        assert duel.step.decision is None

    def test_is_free_again_in_the_next_turn(self) -> None:
        duel = circling(0)
        for _ in range(2):
            duel.answer("around")
        assert "around" not in api.legal(duel.state)
        st = duel.state.fork()
        begin_turn(st)
        step = apply(st, ("sway",))

        assert "around" in api.legal(step.state)

    def test_alone_makes_states_be_compared(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Docs/adr/0086: a digest is taken when an answer comes for the third time, and is that of the state as it was then."""
        duel = circling(0)
        taken: list[int] = []
        monkeypatch.setattr("engine.kernel.digest.digest", lambda st: taken.append(digest(st)) or taken[-1])
        wanted = [digest(duel.state)]
        duel.answer("sway")
        wanted.append(digest(duel.state))
        duel.answer("around")
        assert taken == []
        duel.answer("sway")

        assert sorted(taken) == sorted((wanted[0], wanted[1], digest(duel.state)))
        assert copy.deepcopy(duel.state.recent_actions) == duel.state.recent_actions

    def test_of_choosing_nothing_is_withheld_too(self) -> None:
        duel = Duel(ruleset=variant(budgets={"turn_check_after": 0}))
        again: Op = lambda st, env: None if answer(st, env) else 0  # noqa: E731 - a step that goes back to the first
        optional: Op = lambda st, env: ask(st, env, DecisionSpec(0, "x", "maybe", ("yes", "no"), 0, 1))  # noqa: E731 - a step
        duel.do(optional, again, noting("done"))
        for _ in range(2):
            assert duel.question().min == 0
            duel.answer("-")

        assert (duel.question().min, api.legal(duel.state)) == (1, ("yes", "no"))
        duel.answer("yes")
        assert duel.heard == ("done",)


class TestAStep:
    def test_shows_the_first_question_and_the_log(self) -> None:
        duel = both_fall()
        step: Step = duel.step

        assert step.decision == duel.state.pending[0]
        assert duel.payloads("onDefeated") != []
