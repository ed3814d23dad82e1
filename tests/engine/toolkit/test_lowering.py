"""Rules written as functions: where they are split, what they keep between the steps, and what cannot be split."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.signals import RETURN, WAIT
from engine.ruleset.faults import BadGame
from engine.toolkit.faults import Faults
from engine.toolkit.lowering import RuleBlock, lower


class Paper:
    """A table that notes what it is asked to do."""

    notes: list[Any] = []

    st: Any = None

    def __init__(self, st: Any, env_id: int) -> None:
        self.st = st

    def ask(self, options: Any, prompt: str) -> int:
        self.notes.append(("ask", tuple(options), prompt))
        return WAIT

    def answer(self) -> Any:
        return self.st.answers.pop(0)

    def emit(self, *words: Any) -> None:
        self.notes.append(words)

    def note(self, *words: Any) -> None:
        self.notes.append(words)


class Machine:
    """A state that runs one block, and stands for its environment too."""

    def __init__(self, names: dict[str, Any], answers: list[Any]) -> None:
        self.names, self.answers = names, answers

    def writable_environment(self, env_id: int) -> Machine:
        return self


def lower_rule(function: Callable[..., Any]) -> RuleBlock:
    faults = Faults()
    block = lower(function, "test/rule", Paper, lambda name: name in ("ask", "ask_several", "emit"), faults)
    faults.check("test", Path(__file__).parent)
    return block


def run(function: Callable[..., Any], *answers: Any, **names: Any) -> list[Any]:
    """Return what a rule notes; between its steps nothing is kept but its names."""
    Paper.notes = []
    machine, ops, position = Machine(names, list(answers)), lower_rule(function).block.ops, 0
    while position < len(ops):
        signal: Any = ops[position](machine, 0)  # type: ignore[arg-type]  # a machine of paper
        position = signal if signal is not None and signal >= 0 else position + 1
        if signal == RETURN:
            break
    return Paper.notes


class TestARule:
    def test_goes_on_with_the_answer(self) -> None:
        def rule(t: Any, me: int) -> Iterator[Any]:
            foe = yield t.ask((1, 2), "Whom?", "选择谁？")
            t.note(me, foe)

        assert run(rule, 2, me=5) == [("ask", (1, 2), "test/rule/1"), (5, 2)]
        assert lower_rule(rule).questions["test/rule/1"].zh == "选择谁？"

    def test_branches_and_repeats_around_questions(self) -> None:
        def rule(t: Any) -> Iterator[Any]:
            total = 0
            for number in (1, 2, 3, 4):
                if number == 2:
                    continue
                more = yield t.ask((number,), "More?", "还要吗？")
                if more == "no":
                    break
                total += sum(number * part for part in (1, 1))
            while total > 6:
                total -= 5
                t.emit("less", total)
            else_ = total
            if else_ > 2:
                t.emit("many")
            else:
                t.emit("few")

        assert [note for note in run(rule, "yes", "yes", "no") if note[0] != "ask"] == [("less", 3), ("many",)]

    def test_ends_where_it_returns(self) -> None:
        def rule(t: Any) -> Iterator[Any]:
            if (yield_free := 0) == 0:  # noqa: F841 - refused below
                t.note("never")
            yield t.ask((), "?", "？")

        def early(t: Any) -> None:
            t.emit("first")
            if t.st.answers:
                return
            t.note("second")

        assert run(early, "an answer") == [("first",)]
        assert run(early) == [("first",), ("second",)]
        with pytest.raises(BadGame, match="has no NamedExpr"):
            lower_rule(rule)

    def test_raises_at_the_author_s_line(self) -> None:
        def rule(t: Any) -> None:
            t.emit("first")
            t.note(1 // 0)

        with pytest.raises(ZeroDivisionError) as failure:
            run(rule)

        last = failure.traceback[-1]
        assert (last.path.name, last.lineno) == ("test_lowering.py", rule.__code__.co_firstlineno + 1)  # type: ignore[union-attr]  # a file


def inside(t: Any) -> Iterator[Any]:
    t.note(1 + (yield t.ask((), "?", "？")))


def trying(t: Any) -> Iterator[Any]:
    try:
        yield t.ask((), "?", "？")
    finally:
        t.note()


def in_one_language(t: Any) -> Iterator[Any]:
    yield t.ask((), "Whom?")


def as_condition(t: Any) -> Iterator[Any]:
    while (yield t.ask((), "?", "？")):
        t.note()


def nested(t: Any) -> Iterator[Any]:
    def inner() -> None:
        t.note()

    yield t.ask((), "?", "？")


class TestWhatCannotBeSplit:
    @pytest.mark.parametrize(
        ("function", "line", "reason"),
        [
            (inside, 1, "a question stands alone"),
            (trying, 1, "a question stands alone"),
            (in_one_language, 1, "in English and Chinese"),
            (as_condition, 1, "a question stands alone"),
            (nested, 1, "has no FunctionDef"),
        ],
    )
    def test_is_refused_at_its_line(self, function: Callable[..., Any], line: int, reason: str) -> None:
        with pytest.raises(BadGame) as refusal:
            lower_rule(function)

        (fault, *_) = refusal.value.faults
        assert (fault.line, reason in fault.text.en) == (function.__code__.co_firstlineno + line, True)
