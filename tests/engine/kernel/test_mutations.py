"""Mutations: whole matches played forward and back from their logs, every mutation by itself, and who caused what."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import api
from engine.bots.players import random_bot
from engine.errors import EngineBug
from engine.kernel import state_writers as m
from engine.kernel.chance import Stream
from engine.kernel.decisions import Result
from engine.kernel.digest import digest
from engine.kernel.entities import become, dispose
from engine.kernel.events import emit
from engine.kernel.ground import Cause
from engine.kernel.machine import Step, apply
from engine.kernel.mutations import (
    CreateEntity,
    EventRaised,
    MoveEntity,
    Mutation,
    Place,
    RemoveEntity,
    RevealEntity,
    SetVariable,
    TransformEntity,
)
from engine.kernel.playback import apply_mutation, revert_mutation
from engine.kernel.state import State
from tests.engine.bout.play import Bout, definition, mount, passive, signal, variant
from tests.engine.bout.play import skill as active_skill
from tests.engine.bout.ruleset import RULESET
from tests.engine.bout.table import use

MUTATIONS = {mutation.__name__ for mutation in get_args(Mutation)}
NO_CAUSE = Cause(0, "", 0)
PARTS = ("entities", "globals", "listeners", "listener_index", "rng", "uses", "result", "turn", "next_id")
"""What of a state mutations write, zones apart: an empty zone and none at all are the same."""


def ruleset(state: State) -> dict[str, Any]:
    """Return a deep copy of the game in a state, as far as mutations make it."""
    held = {name: copy.deepcopy(getattr(state, name)) for name in PARTS}
    return {**held, "zones": {key: ids for key, ids in state.zones.items() if ids}, "order": list(state.listeners)}


def in_flight(state: State) -> tuple[Any, ...]:
    """Return all that is being resolved in a state."""
    return state.environments, state.events_in_flight, state.scopes


def logged(state: State, change: Callable[[State], Any]) -> tuple[State, list[Mutation]]:
    """Return a fork with a change made, and its log without events."""
    after = state.fork()
    after.log = []
    change(after)
    return after, [entry for entry in after.log if not isinstance(entry, EventRaised)]


CHANGES: dict[str, Callable[[State, Bout], Any]] = {
    "SetVariable": lambda st, bout: m.set_var(st, bout.front, "hp", 3),
    "set_var of a new variable": lambda st, bout: m.set_var(st, bout.front, "fresh", 3),
    "CreateEntity": lambda st, bout: m.create(st, "2004", "status", bout.me, (bout.front, "area"), {"rounds": 4}),
    "RemoveEntity": lambda st, bout: m.remove(st, st.zone(bout.me, "hand")[0]),
    "MoveEntity": lambda st, bout: m.move(st, st.zone(bout.me, "deck")[1], bout.opponent, "hand", 1),
    "move within a zone": lambda st, bout: m.move(st, st.zone(bout.me, "deck")[3], bout.me, "deck", 0),
    "ReorderZone": lambda st, bout: m.set_order(st, bout.me, "deck", st.zone(bout.me, "deck")[::-1]),
    "SetGlobal": lambda st, bout: m.set_global(st, "round", 7),
    "global of a new fact": lambda st, bout: m.set_global(st, "fresh", (1, 2)),
    "SetTurn": lambda st, bout: m.set_turn(st, 9),
    "RegisterListener": lambda st, bout: mount(st, "onSignal", body="x", priority=3),
    "UnregisterListener": lambda st, bout: m.unlisten(st, next(iter(st.listeners))),
    "unlisten with a remover": lambda st, bout: m.unlisten(st, _guarded(st)),
    "CountUse": lambda st, bout: m.count_use(st, next(lid for lid, each in st.listeners.items() if each.limit)),
    "RevealEntity": lambda st, bout: m.reveal(st, st.zone(bout.me, "hand")[0], 3),
    "hide": lambda st, bout: m.reveal(st, st.zone(bout.opponent, "hand")[0], 0),
    "StepChance": lambda st, bout: m.chance(st, "new stream", 6),
    "SetResult": lambda st, bout: m.set_result(st, Result("win", 1, "test")),
    "TransformEntity": lambda st, bout: m.transform(st, bout.front, "1002"),
    "a new definition with its abilities": lambda st, bout: become(st, bout.front, "1002"),
    "a disposal with all that is worn": lambda st, bout: dispose(st, bout.front),
}


def _guarded(st: State) -> int:
    """Return the listener that a remover ends; both stand on one event, the remover among others."""
    return next(each.removes for each in st.listeners.values() if each.removes)


def full_table() -> Bout:
    """A bout in which each change has something to work on, uses and reveals among it."""
    bout = Bout(ruleset=variant({"order": RULESET.mechanics.order}))
    for number in ("2002", "2003", "2004"):
        bout.bring(number)
    late = bout.write(lambda st: mount(st, "onEndPhase", priority=9, rank=4))
    bout.write(lambda st: mount(st, "onEndPhase", removes=late))
    bout.write(lambda st: mount(st, "onEndPhase", priority=1, rank=5))
    bout.write(lambda st: m.reveal(st, st.zone(bout.opponent, "hand")[0], 1))
    bout.write(lambda st: m.count_use(st, next(lid for lid, each in st.listeners.items() if each.limit)))
    return bout


class TestEveryMutation:
    @pytest.mark.parametrize("name", CHANGES)
    def test_plays_forward_and_back(self, name: str) -> None:
        bout = full_table()
        before = bout.state
        after, log = logged(before, lambda state: CHANGES[name](state, bout))
        assert log and ruleset(after) != ruleset(before)

        forward = before
        for entry in log:
            forward = apply_mutation(forward, entry)
        assert ruleset(forward) == ruleset(after)
        assert digest(forward) == digest(after)

        return_ = after
        for entry in reversed(log):
            return_ = revert_mutation(return_, entry)
        assert ruleset(return_) == ruleset(before)
        assert digest(return_) == digest(before)

    def test_is_among_the_changes(self) -> None:
        """The set is closed: a new mutation is added to the changes that are applied and reverted here."""
        assert {name for name in CHANGES if name in MUTATIONS} == MUTATIONS


class TestApplyMutation:
    def test_changes_that_variable_alone(self) -> None:
        """Conformance 81."""
        bout = Bout()
        before = ruleset(bout.state)
        after = ruleset(apply_mutation(bout.state, SetVariable(bout.front, "hp", 10, 4, NO_CAUSE)))
        assert after["entities"][bout.front].pop("hp") == 4
        assert before["entities"][bout.front].pop("hp") == 10

        assert after == before

    @pytest.mark.parametrize(
        "mutation",
        [
            SetVariable(7, "hp", 1, 2, NO_CAUSE),
            MoveEntity(7, Place(1, "hand", 0), Place(1, "deck", None), NO_CAUSE),
            RemoveEntity(7, 0, (), NO_CAUSE),
            TransformEntity(7, "1001", "1002", NO_CAUSE),
            RevealEntity(7, 0, 1, NO_CAUSE),
        ],
    )
    def test_refuses_an_unknown_entity(self, mutation: Mutation) -> None:
        """Conformance 81."""
        with pytest.raises(EngineBug, match="there is no entity 7"):
            apply_mutation(Bout().state, mutation)

    def test_refuses_to_revert_what_cannot_have_happened(self) -> None:
        bout = Bout()
        with pytest.raises(EngineBug, match="create cannot be reverted"):
            revert_mutation(bout.state, CreateEntity(7, "2004", "status", 1, 1, "hand", (), NO_CAUSE))
        with pytest.raises(EngineBug, match="remove cannot be reverted"):
            revert_mutation(bout.state, RemoveEntity(bout.front, 0, (), NO_CAUSE))

    def test_leaves_the_state_given_as_it_was(self) -> None:
        bout = full_table()
        before, hashed_digest = ruleset(bout.state), digest(bout.state)
        for change in CHANGES.values():
            _, log = logged(bout.state, lambda state, change=change: change(state, bout))
            for entry in log[:1]:
                apply_mutation(bout.state, entry)

            assert (ruleset(bout.state), digest(bout.state)) == (before, hashed_digest)

    def test_plays_a_log_that_is_longer_than_a_resolution_may_be(self) -> None:
        """What a whole match has made counts against no budget when its log is played."""
        bout = Bout()
        state, entries = bout.state, list[Mutation]()
        for _ in range(3):
            state, log = logged(
                state,
                lambda st: [m.create(st, "2004", "status", bout.me, (bout.front, "area"), {}) for _ in range(150)],
            )
            state.step_id = state.next_id
            entries += log
        played_state = bout.state
        for entry in entries:
            played_state = apply_mutation(played_state, entry)

        assert (played_state.result, len(played_state.zone(bout.front, "area"))) == (None, 450)


def random_steps(count: int, seed: int = 0) -> list[tuple[Step, Step]]:
    """Return a number of steps of random bouts, each with the one before it."""
    out: list[tuple[Step, Step]] = []
    while len(out) < count:
        match = api.new_match(RULESET, seed=seed, seats=2)
        before: Step | None = None
        for step, _ in match.steps(log=True):
            if before is not None:
                out.append((before, step))
            before = step
        seed += 1
    return out[:count]


class TestWholeMatches:
    def test_are_in_their_logs(self) -> None:
        """Each step's log, played on the state before it, gives the state after it; taken back, the one before."""
        ids = set()
        for before, after in random_steps(1_500):
            log = [entry for entry in after.log if not isinstance(entry, EventRaised)]
            ids |= {type(entry).__name__ for entry in log}
            forward, back_state = before.state, after.state
            for entry in log:
                forward = apply_mutation(forward, entry)
            for entry in reversed(log):
                back_state = revert_mutation(back_state, entry)

            assert ruleset(forward) == ruleset(after.state)
            assert ruleset(back_state) == ruleset(before.state)

        assert ids == MUTATIONS - {"TransformEntity", "RevealEntity", "ReorderZone"}

    def test_leave_old_states_as_they_were(self) -> None:
        """Conformance 80: a thousand random steps; deep equality and digest of the old state before and after."""
        rng = Stream(1, "test")
        match = api.new_match(RULESET, seed=1, seats=2)
        step = match.begin()
        for n in range(1_000):
            if not step.state.pending:
                match = api.new_match(RULESET, seed=n, seats=2)
                step = match.begin()
            decision = step.state.pending[rng.below(len(step.state.pending))]
            before, hashed_digest, flying = (
                ruleset(step.state),
                digest(step.state),
                copy.deepcopy(in_flight(step.state)),
            )
            after = apply(step.state, random_bot(match.view(step.state, decision.seat), decision, rng), decision.seat)

            assert (ruleset(step.state), digest(step.state), in_flight(step.state)) == (before, hashed_digest, flying)
            step = after


class TestACause:
    def hit(self) -> Any:
        return {"type": "damage", "amount": 1, "target": {"type": "active", "who": "theirs"}}

    def test_names_the_node_and_the_entity(self) -> None:
        """A wound is dealt by a procedure of the rules: its cause is the node that set it off, and whose skill that is."""
        bout = Bout()
        front = bout.front
        bout.answer("skill:0")
        (cause,) = (entry.cause for entry in bout.step.log if isinstance(entry, SetVariable) and entry.name == "hp")

        assert cause.node.startswith("1001@") and cause.node.endswith("#/skills/0/action/0")
        assert cause.source == front

    def test_names_the_running_node_after_an_event_was_raised(self) -> None:
        """One step raises an event that a person hears, and writes then: the write is the step's, not the event's."""
        bout = Bout()
        bout.hear("heard", "onSignal")
        bout.do(
            lambda st, env: (emit(st, "onSignal", (0, 1)), m.set_var(st, bout.front, "mark", 1))[0],
            lambda st, env: (emit(st, "onDamage", (bout.foe, 0, 0)), m.set_var(st, bout.front, "mark", 2))[0],
            scoped=False,
        )
        causes = [entry.cause for entry in bout.step.log if isinstance(entry, SetVariable)]

        assert causes == [(0, "test/steps", bout.front)] * 2

    def test_forgets_a_card_that_is_done(self) -> None:
        """What the rules do after a card has done its part is no one's node."""
        bout = Bout(definition("3001", "card", active_skill("card", "play", self.hit())))
        card, front = bout.bring("3001"), bout.front
        bout.do(
            lambda st, env: use(st, front, "card/play", card),
            lambda st, env: m.set_var(st, front, "mark", 1),
            scoped=False,
        )
        causes = {entry.name: entry.cause.node for entry in bout.step.log if isinstance(entry, SetVariable)}

        assert causes["hp"].startswith("3001@")
        assert causes["mark"] == "test/steps"

    def test_names_the_event_around(self) -> None:
        bout = Bout(
            definition("2100", "combatStatus", passive("onDamaged", signal(1), {"type": "drawCards", "amount": 1}))
        )
        bout.bring("2100")
        bout.answer("skill:0")
        damaged_seq = next(
            entry.seq for entry in bout.step.log if isinstance(entry, EventRaised) and entry.event == "onDamaged"
        )

        assert {entry.cause.event for entry in bout.step.log if isinstance(entry, MoveEntity)} == {damaged_seq}


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_any_changes_are_taken_back_in_reverse(data: Any) -> None:
    """The law: a log reverted from its end leaves what was there before it began."""
    bout = full_table()
    state, names = bout.state, data.draw(st.lists(st.sampled_from(sorted(CHANGES)), max_size=8))
    entries: list[Mutation] = []
    for name in names:
        try:
            state, log = logged(state, lambda each, name=name: CHANGES[name](each, bout))
        except (KeyError, StopIteration, IndexError):
            continue  # an earlier change took away what this one works on
        entries += log
    for entry in reversed(entries):
        state = revert_mutation(state, entry)

    assert ruleset(state) == ruleset(bout.state)
