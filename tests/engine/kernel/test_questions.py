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
from tests.engine.bout.play import Bout, noting, variant
from tests.engine.bout.ruleset import RULESET
from tests.engine.bout.table import active


def both_fall() -> Bout:
    """Both active characters fall at once, and both sides have two left to choose from."""
    three = {
        "id": "1003",
        "type": "character",
        "name": "Third",
        "varConfigs": {n: {"initialValue": 5} for n in ("hp", "maxHp", "attack")},
    }
    bout = Bout({**three, "skills": []}, characters=3)
    front, foe = bout.front, bout.foe
    bout.do(lambda st, env: emit(st, "onDamage", (front, 0, 99)), lambda st, env: emit(st, "onDamage", (foe, 0, 99)))
    return bout


class TestSimultaneousQuestions:
    def test_are_put_to_both_sides(self) -> None:
        bout = both_fall()

        assert [(each.seat, each.prompt, len(each.options)) for each in bout.state.pending] == [
            (0, "bout/active", 2),
            (1, "bout/active", 2),
        ]

    @pytest.mark.parametrize("pick", [(0, 0), (0, 1), (1, 0), (1, 1)])
    def test_lead_to_the_same_whoever_answers_first(self, pick: tuple[int, int]) -> None:
        bout = both_fall()
        chosen_table = {seat: (bout.question(seat).options[place],) for seat, place in zip((0, 1), pick, strict=True)}
        ends = [
            apply(apply(bout.state, chosen_table[item], item).state, chosen_table[1 - item], 1 - item)
            for item in (0, 1)
        ]

        assert digest(ends[0].state) == digest(ends[1].state)
        assert [entry[:-1] for entry in ends[0].log] == [entry[:-1] for entry in ends[1].log]
        assert [active(ends[0].state, seat) for seat in ends[0].state.zone(0, "sides")] == [
            chosen_table[0][0],
            chosen_table[1][0],
        ]

    def test_change_nothing_before_the_last_answer(self) -> None:
        bout = both_fall()
        before = {eid: dict(ent) for eid, ent in bout.state.entities.items()}
        step = apply(bout.state, (bout.question(1).options[0],), 1)

        assert ({eid: dict(ent) for eid, ent in step.state.entities.items()}, step.log) == (before, ())
        assert [each.seat for each in step.state.pending] == [0]

    def test_tell_half_answered_states_apart(self) -> None:
        """The answer that waits is part of the state: its digest differs by who has answered, and by what."""
        bout = both_fall()
        halves = [apply(bout.state, (option,), seat).state for seat in (0, 1) for option in bout.question(seat).options]

        assert len({digest(state) for state in (bout.state, *halves)}) == 5

    def test_can_be_pickled_half_answered(self) -> None:
        bout = both_fall()
        half = apply(bout.state, (bout.question(1).options[1],), 1).state
        thawed_step = pickle.loads(pickle.dumps(half)).resume(half.program)  # noqa: S301 - our own bytes
        rest = (half.pending[0].options[0],)

        assert digest(apply(thawed_step, rest).state) == digest(apply(half, rest).state)

    def test_refuse_a_side_that_has_answered(self) -> None:
        bout = both_fall()
        half = apply(bout.state, (bout.question(1).options[1],), 1).state
        with pytest.raises(IllegalAction, match="seat 1 is not asked"):
            apply(half, (bout.question(1).options[1],), 1)
        with pytest.raises(IllegalAction, match="not-offered"):
            apply(bout.state, (bout.question(1).options[0],), 0)

    def test_show_each_side_its_own(self) -> None:
        bout = both_fall()
        asked = [api.view(bout.match, bout.state, seat).decision for seat in (0, 1)]

        assert asked == [bout.question(0), bout.question(1)]
        assert (api.legal(bout.state, 0) == api.legal(bout.state, 1)) is False

    def test_answer_at_once_where_nothing_is_to_choose(self) -> None:
        """With one option each no one is asked; with one side free only the other is."""
        bout = Bout()
        observations: list[Any] = []

        def put(options: dict[int, tuple[str, ...]]) -> Op:
            return lambda st, env: ask_all(
                st, env, [DecisionSpec(seat, "x", "x", item) for seat, item in options.items()]
            )

        take: Op = lambda st, env: observations.append(answers(st, env))  # noqa: E731 - a step
        bout.do(put({0: ("a",), 1: ("b",)}), take)
        assert observations == [(("a",), ("b",))]

        bout.do(put({0: ("a",), 1: ("b", "c")}), take)
        assert [item.seat for item in bout.state.pending] == [1]
        bout.answer("c")
        assert observations[-1] == (("a",), ("c",))


class TestOneQuestion:
    @pytest.mark.parametrize(
        ("low", "high", "count", "expected"),
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
    def test_is_put_only_where_there_is_a_choice(self, low: int, high: int, count: int, expected: Any) -> None:
        bout = Bout()
        options = tuple("abc"[:count])
        observations: list[Any] = []
        bout.do(
            lambda st, env: ask(st, env, DecisionSpec(0, "x", "x", options, low, high)),
            lambda st, env: observations.append(answer(st, env)),
        )

        assert [(each.min, each.max) for each in bout.state.pending] == ([expected] if expected else [])
        assert observations == ([] if expected else [options])


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
        bout = Bout()
        with pytest.raises(EngineBug, match="test/odd"):
            bout.do(lambda st, env: ask(st, env, DecisionSpec(0, "x", "test/odd", options)))

    @pytest.mark.parametrize(
        "options", [("a", "b"), ("1", "2"), (3, -4, "a"), (("play", 3), "play:4", "a:b", "b")], ids=repr
    )
    def test_that_can_be_distinguished_are_put(self, options: Any) -> None:
        bout = Bout()
        bout.do(lambda st, env: ask(st, env, DecisionSpec(0, "x", "test/fine", options)))

        assert [parse_action(bout.question(0), option_key(each)) for each in options] == [(each,) for each in options]

    @pytest.mark.parametrize("kind", ["number", "cell", "payment", "level", "choice"])
    def test_that_are_cells_or_payments_show_no_hidden_card_of_the_same_number(self, kind: str) -> None:
        bout = Bout()
        hidden_zone = bout.state.zone(bout.opponent, "deck")[:2]
        seat = bout.state.entities[bout.me]["seat"]
        for options in (hidden_zone, tuple(("pay", eid) for eid in hidden_zone)):
            bout.do(lambda st, env, options=options: ask(st, env, DecisionSpec(seat, kind, "test/pay", options)))
            view = View(bout.state, seat, RULESET.hidden_zones, RULESET.determinize)

            assert [view.entity(eid) for eid in hidden_zone] == [None, None]

    @pytest.mark.parametrize("kind", ["main", "target", "cards"])
    def test_that_are_cards_show_them_to_whom_is_asked(self, kind: str) -> None:
        bout = Bout()
        hidden_zone = bout.state.zone(bout.opponent, "deck")[:2]
        seat = bout.state.entities[bout.me]["seat"]
        bout.do(
            lambda st, env: ask(
                st, env, DecisionSpec(seat, kind, "test/look", (hidden_zone[0], ("take", hidden_zone[1])))
            )
        )
        views = [View(bout.state, one, RULESET.hidden_zones, RULESET.determinize) for one in (seat, 1 - seat)]
        seen = [[view.entity(eid) is not None for eid in hidden_zone] for view in views]

        assert seen == [[True, True], [False, False]]


class TestTheDigest:
    def test_knows_who_is_asked(self) -> None:
        """Chance may decide whom the same code asks; what was drawn is no part of a digest, who is asked is."""
        digests = set()
        for seat in (0, 1):
            bout = Bout()
            bout.do(lambda st, env, seat=seat: ask(st, env, DecisionSpec(seat, "x", "x", ("a", "b"))))
            digests.add(digest(bout.state))

        assert len(digests) == 2

    def test_forgets_which_scope_it_was(self) -> None:
        """The same question in a skill inside a skill, asked again: nothing that only grows tells the two apart."""
        bout = Bout()
        info = SkillInfo(bout.front, 0, "test")
        bout.code(
            Block("test/outer", (lambda st, env: run_skill(st, info, "test/inner", Environment()),)),
            Block("test/inner", (lambda st, env: ask(st, env, DecisionSpec(0, "x", "x", ("a", "b"))), noting("asked"))),
        )
        bout.do(
            lambda st, env: run_skill(st, info, "test/outer", Environment()),
            lambda st, env: set_global(st, "heard", ()) or 0,
            scoped=False,
        )
        first = digest(bout.state)
        st = bout.state.fork()
        bout.answer("a")
        set_global(st, "heard", ())

        assert digest(bout.state) == digest(st) != first


def circling(keep: int = 16) -> Bout:
    """A turn in which a question about the same state comes back endlessly, unless a player leaves it."""
    bout = Bout(ruleset=variant(budgets={"turn_check_after": keep, "decisions": 60}))
    bout.code(flow("test/circle", put, look))
    bout.do(lambda st, env: begin_turn(st), lambda st, env: _into(st))
    return bout


def put(st: State, env_id: EnvironmentId) -> Signal | None:
    return ask(st, env_id, DecisionSpec(0, "x", "circle", ("around", "sway", "leave")))


def look(st: State, env_id: EnvironmentId) -> str | None:
    (choice,) = answer(st, env_id)
    if choice == "sway":
        set_var(st, st.zone(0, "sides")[0], "sway", 1 - st.entities[st.zone(0, "sides")[0]].get("sway", 0))
    return None if choice == "leave" else "put"


def _into(st: State) -> int:
    st.frames.append(("test/circle", 0, st.add_environment(Environment()), 0))
    return -1


class TestARepeatedAnswer:
    def test_is_withheld_at_its_third_time(self) -> None:
        """After sixteen decisions of a turn digests are compared; the same answer to the same state is taken twice, not thrice."""
        bout = circling()
        for _ in range(16):
            bout.answer("around")
        assert api.legal(bout.state) == ("around", "sway", "leave")
        bout.answer("around")
        bout.answer("around")

        assert api.legal(bout.state) == ("sway", "leave")
        with pytest.raises(IllegalAction, match="not-offered"):
            apply(bout.state, ("around",))

    def test_is_counted_for_each_state_apart(self) -> None:
        bout = circling(0)
        arguments: list[str] = []
        while len(api.legal(bout.state)) == 3:
            arguments.append(("sway", "around")[len(arguments) % 3 == 2])
            bout.answer(arguments[-1])

        assert arguments.count("around") + arguments.count("sway") > 3
        assert api.legal(bout.state) != ("around", "sway", "leave")

    def test_never_leaves_nothing(self) -> None:
        bout = circling(0)
        for _ in range(40):
            if bout.step.decision is None:
                break
            bout.answer(api.legal(bout.state)[0])

        assert bout.step.decision is None

    def test_is_free_again_in_the_next_turn(self) -> None:
        bout = circling(0)
        for _ in range(2):
            bout.answer("around")
        assert "around" not in api.legal(bout.state)
        st = bout.state.fork()
        begin_turn(st)
        step = apply(st, ("sway",))

        assert "around" in api.legal(step.state)

    def test_alone_makes_states_be_compared(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Docs/adr/0086: a digest is taken when an answer comes for the third time, and is that of the state as it was then."""
        bout = circling(0)
        picks: list[int] = []
        monkeypatch.setattr("engine.kernel.digest.digest", lambda st: picks.append(digest(st)) or picks[-1])
        expected = [digest(bout.state)]
        bout.answer("sway")
        expected.append(digest(bout.state))
        bout.answer("around")
        assert picks == []
        bout.answer("sway")

        assert sorted(picks) == sorted((expected[0], expected[1], digest(bout.state)))
        assert copy.deepcopy(bout.state.recent_actions) == bout.state.recent_actions

    def test_of_choosing_nothing_is_withheld_too(self) -> None:
        bout = Bout(ruleset=variant(budgets={"turn_check_after": 0}))
        again: Op = lambda st, env: None if answer(st, env) else 0  # noqa: E731 - a step that goes back to the first
        optional: Op = lambda st, env: ask(st, env, DecisionSpec(0, "x", "maybe", ("yes", "no"), 0, 1))  # noqa: E731 - a step
        bout.do(optional, again, noting("done"))
        for _ in range(2):
            assert bout.question().min == 0
            bout.answer("-")

        assert (bout.question().min, api.legal(bout.state)) == (1, ("yes", "no"))
        bout.answer("yes")
        assert bout.heard == ("done",)


class TestAStep:
    def test_shows_the_first_question_and_the_log(self) -> None:
        bout = both_fall()
        step: Step = bout.step

        assert step.decision == bout.state.pending[0]
        assert bout.payloads("onDefeated") != []
