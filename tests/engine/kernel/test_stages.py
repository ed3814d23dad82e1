"""The five stages of an event: check forbids, modify hands the payload on, before may cancel, perform is the rule, after reacts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.kernel.digest import digest
from engine.kernel.events import emit, permits, resolve_modifiers
from engine.kernel.ground import EnvironmentId, Listener
from engine.kernel.in_flight import Environment
from engine.kernel.machine import run
from engine.kernel.mutations import EventRaised
from engine.kernel.state import Block, Program, State
from engine.kernel.state_writers import listen, set_var, unlisten
from tests.engine.board import Board


def heard(name: str) -> Block:
    """Return a body that adds a letter to what the first player has heard."""

    def hear(st: State, env_id: EnvironmentId) -> None:
        order = {"before": 1, "perform": 2, "after": 3}[name]
        set_var(st, 1, "heard", st.entities[1].get("heard", 0) * 10 + order)

    return Block(f"test/{name}", (hear,))


def double(st: State, env: Environment, payload: tuple[Any, ...], commit: bool) -> tuple[Any, ...]:
    if commit:
        set_var(st, 1, "spent", st.entities[1].get("spent", 0) + 1)
    return (*payload[:2], payload[2] * 2, *payload[3:])


def add_one(st: State, env: Environment, payload: tuple[Any, ...], commit: bool) -> tuple[Any, ...]:
    return (*payload[:2], payload[2] + 1, *payload[3:])


@pytest.fixture
def state() -> State:
    board = Board(seats=2)
    program: Program = board.program
    blocks = {block.id: block for block in (heard("before"), heard("perform"), heard("after"))}
    rule = replace(program.events["onDamageTaken"], perform="test/perform", cancellable=True)
    st = board.state.fork()
    st.program = replace(
        program,
        codes={**program.codes, **blocks},
        tests={**program.tests, "test/big": lambda st, env: env.names["onDamageTaken.amount"] > 5},
        inlines={"test/double": double, "test/add": add_one},
        events={**program.events, "onDamageTaken": rule},
    )
    st.pending = ()
    st.frames.clear()
    return st


def mount(st: State, stage: str, body: str, condition: str = "", *, once: bool = False) -> None:
    lid = st.next_id
    st.next_id += 1
    listen(st, Listener(lid, "onDamageTaken", stage, body, condition, 1, 0, once, "", (), 0), ("onDamageTaken",))


def payload(amount: int) -> tuple[Any, ...]:
    return (9, 1, amount, "t.dummy", "III", 3, 0)


def resolved(st: State, amount: int, *, commit: bool) -> int | None:
    """Return the amount of damage as the modifiers leave it, None where they forbid it."""
    held = resolve_modifiers(st, "onDamageTaken", payload(amount), commit=commit)
    return None if held is None else int(held[2])


class TestResolveModifiers:
    def test_joins_check_and_modify(self, state: State) -> None:
        mount(state, "check", "", "test/big")
        mount(state, "modify", "test/double")

        assert [resolved(state, amount, commit=True) for amount in (5, 6)] == [10, None]

    def test_leaves_no_trace_of_a_prediction(self, state: State) -> None:
        """Predicted again and again, forbidden or not: the digest, the log and the numbers of events stay."""
        mount(state, "check", "", "test/big")
        mount(state, "modify", "test/double", once=True)
        mount(state, "modify", "test/add", once=True)
        state.log = []
        before = digest(state), state.seq, state.nesting, state.next_id
        predicted = [resolved(state, amount, commit=False) for amount in (2, 6, 2)]

        assert predicted == [5, None, 5]
        assert (digest(state), state.seq, state.nesting, state.next_id) == before
        assert state.log == []

    def test_predicts_what_an_emission_does(self, state: State) -> None:
        mount(state, "modify", "test/double", once=True)
        state.log = []
        prediction = resolved(state, 3, commit=False)
        emit(state, "onDamageTaken", payload(3))

        raised = next(entry for entry in state.log if isinstance(entry, EventRaised))
        assert raised.payload[2] == prediction == 6

    def test_hands_on_what_nobody_modifies(self, state: State) -> None:
        assert resolved(state, 3, commit=True) == 3


class TestUnlisten:
    def test_touches_the_events_of_the_listener_alone(self, state: State) -> None:
        """The others are the same objects as before: what a listener costs does not grow with the match."""
        mount(state, "modify", "test/double")
        (lid,) = (each.id for each in state.listeners.values() if each.event == "onDamageTaken")
        listen(state, Listener(900, "onPlayCard", "after", "x", "", 1, 0, False, "", (), 0), ("onPlayCard",))
        before = state.listener_index
        unlisten(state, lid)

        assert "onDamageTaken" not in state.listener_index
        assert state.listener_index["onPlayCard"] is before["onPlayCard"]
        assert "onDamageTaken" in before


class TestStages:
    def test_run_before_perform_after(self, state: State) -> None:
        mount(state, "after", "test/after")
        mount(state, "before", "test/before")
        emit(state, "onDamageTaken", payload(1))
        run(state)

        assert state.entities[1]["heard"] == 123

    def test_check_forbids_without_writing(self, state: State) -> None:
        mount(state, "check", "", "test/big")
        mount(state, "after", "test/after")
        before = digest(state)
        assert [permits(state, "onDamageTaken", payload(amount)) for amount in (5, 6)] == [True, False]
        assert digest(state) == before

        seq = state.seq
        assert emit(state, "onDamageTaken", payload(6)) is None
        assert (state.seq, state.frames) == (seq, [])

    def test_modify_hands_the_payload_on_in_order(self, state: State) -> None:
        mount(state, "modify", "test/double")
        mount(state, "modify", "test/add")
        state.log = []
        emit(state, "onDamageTaken", payload(3))

        reported = next(entry for entry in state.log if isinstance(entry, EventRaised))
        assert reported.payload[2] == 7

    def test_modify_writes_nothing_in_a_preview(self, state: State) -> None:
        mount(state, "modify", "test/double", once=True)
        before = digest(state)
        assert resolved(state, 3, commit=False) == 6
        assert digest(state) == before

        assert resolved(state, 3, commit=True) == 6
        assert (state.entities[1]["spent"], state.listeners) == (1, {})

    def test_modify_listens_to_its_condition(self, state: State) -> None:
        mount(state, "modify", "test/double", "test/big")

        assert [resolved(state, amount, commit=True) for amount in (5, 6)] == [5, 12]
