"""Effects and conditions that are functions of one target."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from engine.toolkit.evaluation import first_of_each
from engine.toolkit.nodes import fitting, on_each, true_of_each
from engine.toolkit.rules import Option


def table(*alive: int) -> Any:
    """Return a state of a few things on a table, with one environment."""
    return SimpleNamespace(alive=set(alive), done=[], environments={7: SimpleNamespace(owner=1)})


def is_alive(st: Any, eid: int) -> bool:
    return eid in st.alive


@on_each(fitting(is_alive))
def strike(st: Any, env: Any, eid: int, *neighbours: int) -> Any:
    """Take a thing and its neighbours off the table; the last that was struck is what the effect answers, but for 3."""
    st.done.append((env.owner, eid))
    st.alive -= {eid, *neighbours}
    return None if eid == 3 else eid


class TestAnEffectOnEachTarget:
    def test_asks_a_target_when_its_turn_comes(self) -> None:
        st = table(2, 3, 4)
        strike(st, 7, "", (2, 3, 4), 4)

        assert st.done == [(1, 2), (1, 3)]

    def test_answers_with_the_last_signal_that_there_was(self) -> None:
        answers: list[Any] = [strike(table(2, 3), 7, "", targets) for targets in ((2, 3, 9), (3, 9))]

        assert answers == [2, None]


class TestAConditionOnEachTarget:
    def test_needs_a_target_and_holds_of_all(self) -> None:
        holds, st = true_of_each(is_alive), table(2, 3)

        assert [holds(st, None, targets) for targets in ((2, 3), (2, 4), ())] == [True, False, False]


def test_of_options_of_one_kind_the_first_is_looked_at() -> None:
    options: list[Option] = [("play", 1), ("play", 3), "pass", ("play", 2)]

    def kind(option: Option) -> Any:
        return option[1] % 2 if isinstance(option, tuple) else option

    assert first_of_each(options, kind) == [("play", 1), "pass", ("play", 2)]
