"""States are values: forks do not see each other, an action leaves its input as it was, and a pickle goes on where it stood."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from engine.bots.players import random_bot
from engine.errors import IllegalAction
from engine.kernel.chance import Stream
from engine.kernel.decisions import Result
from engine.kernel.digest import digest, entity_text
from engine.kernel.ground import Cause
from engine.kernel.machine import Step, apply
from engine.kernel.mutations import EventRaised, MoveEntity, Mutation, SetVariable
from engine.kernel.playback import apply_mutation, revert_mutation
from engine.kernel.state import Program, State
from engine.kernel.state_writers import move, move_all, set_var
from engine.replay import Match, record, verify
from engine.rulesets.wizards import RULESET
from tests.engine.board import Board, bolt, gain, treasure

CARDS = (
    treasure("t.bolt", [bolt(6, id="hit"), gain("mana", "{hit.amount}")], rarity="ori", count=6),
    treasure(
        "t.wait",
        [{"type": "addTriggers", "triggers": [{"event": "onDefeat", "mode": "round", "do": [gain("gold", 1)]}]}],
        rarity="ori",
        count=3,
    ),
    treasure("t.loop", [{"type": "loop", "id": "l", "times": 3, "do": [bolt("{l.index}")]}], rarity="com", count=20),
)


def match(seed: int = 3, seats: int = 4) -> Match:
    return Match(RULESET, Board(*CARDS, seats=seats).program, seed, [("random", random_bot)] * seats)


def snapshot(state: State) -> object:
    """Return everything of a state as one deep copy."""
    parts = {
        name: getattr(state, name)
        for name in State.__slots__
        if name not in ("program", "hashes", "texts", "digest_now", "log", "coverage", "owned", "written_ids")
    }
    return copy.deepcopy(parts)


def played(seed: int = 3, *, log: bool = False, limit: int = 400) -> list[tuple[Step, str]]:
    out = []
    for pair in match(seed).steps(log=log):
        out.append(pair)
        if len(out) >= limit:
            break
    return out


class TestApply:
    def test_leaves_its_input_as_it_was(self) -> None:
        rng = Stream(1, "test")
        step = match().begin()
        for _ in range(150):
            assert step.decision is not None
            before = snapshot(step.state)
            state = step.state
            step = apply(state, random_bot(match().view(state, step.decision.seat), step.decision, rng))

            assert snapshot(state) == before
            if step.result is not None:
                break

    def test_writes_nothing_past_the_mutations(self) -> None:
        """A frozen state's entities are read-only, and play goes on from it all the same."""
        rng = Stream(1, "test")
        step = match().begin()
        for _ in range(200):
            assert step.decision is not None
            step.state.freeze()
            step = apply(step.state, random_bot(match().view(step.state, step.decision.seat), step.decision, rng))
            if step.result is not None:
                break

        assert step.state.turn > 1

    def test_refuses_what_is_not_offered_and_keeps_the_state(self) -> None:
        step = match().begin()
        before = digest(step.state)
        with pytest.raises(IllegalAction, match="not-offered"):
            apply(step.state, (999_999,))
        with pytest.raises(IllegalAction, match="wrong-count"):
            apply(step.state, (*step.decision.options, 1))  # type: ignore[union-attr]  # the first step asks
        assert digest(step.state) == before

    def test_refuses_one_option_chosen_twice(self) -> None:
        step = next(step for step, _ in match().steps() if step.decision is not None and step.decision.max > 1)
        assert step.decision is not None
        first = step.decision.options[0]
        with pytest.raises(IllegalAction, match="repeated"):
            apply(step.state, (first, first))

    def test_refuses_an_answer_when_nothing_is_asked(self) -> None:
        *_, (last, _) = match(seed=5).steps()

        assert isinstance(last.result, Result)
        with pytest.raises(IllegalAction, match="no-decision"):
            apply(last.state, ())


class TestDigest:
    def test_is_that_of_a_state_that_remembers_nothing(self) -> None:
        for step, _ in played(limit=150)[::15]:
            state = step.state
            bare = pickle.loads(pickle.dumps(state)).resume(state.program)  # noqa: S301  our own bytes

            assert digest(state) == digest(state) == digest(bare)

    def test_writes_an_entity_out_as_its_sorted_variables(self) -> None:
        state = played(limit=2)[-1][0].state
        odd = {"z%d": 1, "a": "it's", "b": -3, "c": (1,)}

        assert [entity_text(state, ent) for ent in (*state.entities.values(), odd)] == [
            repr(sorted(ent.items())) for ent in (*state.entities.values(), odd)
        ]


class TestFork:
    def test_neither_side_sees_the_other(self) -> None:
        for step, _ in played(limit=150)[::15]:
            state = step.state
            before = digest(state)
            fork = state.fork()
            set_var(fork, 1, "gold", 9)
            assert digest(state) == before
            forked_digest = digest(fork)
            set_var(state, 1, "gold", 8)
            set_var(state, 1, "gold", 7)

            assert (digest(fork), fork.entities[1]["gold"], state.entities[1]["gold"]) == (forked_digest, 9, 7)

    def test_at_every_decision_leads_to_the_same_match(self) -> None:
        """Conformance 137: the same key on both sides of a fork gives equal digests, in the middle of an effect too."""
        inside = 0
        rng = Stream(4, "test")
        step = match().begin()
        while step.decision is not None and step.state.turn < 8:
            action = random_bot(match().view(step.state, step.decision.seat), step.decision, rng)
            inside += step.decision.source > 0
            left, right = apply(step.state.fork(), action), apply(step.state, action)

            assert digest(left.state) == digest(right.state)
            step = right

        assert inside > 10


class TestPickle:
    def test_resumes_in_the_middle_of_an_effect(self) -> None:
        """Conformance 138."""
        rng = Stream(4, "test")
        step = match().begin()
        program = step.state.program
        count = 0
        while step.decision is not None and step.state.turn < 5:
            copied_thaw = thaw(pickle.dumps(step.state), program)
            action = random_bot(match().view(step.state, step.decision.seat), step.decision, rng)
            count += step.decision.source > 0
            step = apply(step.state, action)

            assert digest(apply(copied_thaw, action).state) == digest(step.state)

        assert count > 5

    def test_refuses_other_content(self) -> None:
        state = match().begin().state
        with pytest.raises(IllegalAction, match="other-content"):
            thaw(pickle.dumps(state), Board(treasure("t.other", [])).program)


def thaw(data: bytes, program: Program) -> State:
    return pickle.loads(data).resume(program)  # type: ignore[no-any-return]  # noqa: S301 - our own bytes


class TestMutations:
    def test_played_one_by_one_give_the_state_that_apply_gave(self) -> None:
        """002 applyMutation: the log is complete; None of the game changes outside it."""
        ids = set()
        before: Step | None = None
        for step, _ in played(seed=2, log=True, limit=250):
            state = State.new(step.state.program, 2) if before is None else before.state
            for entry in step.log:
                if not isinstance(entry, EventRaised):
                    ids.add(type(entry).__name__)
                    state = apply_mutation(state, entry)
            assert (state.entities, state.globals, state.listeners, state.rng) == (
                step.state.entities,
                step.state.globals,
                step.state.listeners,
                step.state.rng,
            )
            assert nonempty(state) == nonempty(step.state)
            before = step

        assert ids == {mutation.__name__ for mutation in get_args(Mutation)} - {
            "TransformEntity",
            "RemoveEntity",
            "SetResult",
            "CountUse",
            "RevealEntity",
        }

    def test_taken_back_one_by_one_give_the_state_before(self) -> None:
        before: Step | None = None
        for step, _ in played(seed=2, log=True, limit=250):
            if before is not None:
                state = step.state
                for entry in reversed(step.log):
                    if not isinstance(entry, EventRaised):
                        state = revert_mutation(state, entry)
                assert digest(state, frames=False) == digest(before.state, frames=False)
                assert (state.entities, state.listeners, state.rng, state.uses) == (
                    before.state.entities,
                    before.state.listeners,
                    before.state.rng,
                    before.state.uses,
                )
            before = step

        assert before is not None

    def test_name_their_cause(self) -> None:
        board = Board(*CARDS, log=True)
        (card,) = board.ready("t.bolt")
        board.play(card, board.slots()[0])

        wound = next(entry for entry in board.step.log if isinstance(entry, SetVariable) and entry.name == "health")
        assert (wound.old, wound.new) == (30, 24)
        assert wound.cause.source == card

    def test_of_a_variable_change_that_variable_alone(self) -> None:
        """Conformance 81."""
        before = match().begin().state
        after = apply_mutation(before, SetVariable(1, "gold", 3, 8, Cause(0, "", 0)))
        differing = {eid for eid in before.entities if before.entities[eid] != after.entities[eid]}

        assert differing == {1}
        assert {**before.entities[1], "gold": 8} == after.entities[1]
        assert (before.zones, before.globals, before.listeners) == (after.zones, after.globals, after.listeners)

    def test_refuse_an_unknown_entity(self) -> None:
        """Conformance 81."""
        with pytest.raises(Exception, match="no entity 99999"):
            apply_mutation(match().begin().state, SetVariable(99_999, "gold", 0, 1, Cause(0, "", 0)))


def nonempty(state: State) -> dict[tuple[int, str], tuple[int, ...]]:
    return {key: ids for key, ids in state.zones.items() if ids}


class TestDeterminism:
    def test_log_and_no_log_give_equal_digests(self) -> None:
        """Conformance 153."""
        plain = [digest(step.state) for step, _ in played(seed=9, limit=200)]
        logged = [digest(step.state) for step, _ in played(seed=9, log=True, limit=200)]

        assert plain == logged

    def test_another_process_with_another_hash_seed_plays_the_same_match(self) -> None:
        """Conformance 136, in small."""
        code = "from tests.engine.kernel.test_state import match; from engine.replay import record; print(record(match(11))['checks'])"
        root = Path(__file__).parents[3]
        outputs = {
            subprocess.run(
                [sys.executable, "-c", code],
                cwd=root,
                env={"PYTHONHASHSEED": seed, "PATH": ""},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for seed in ("0", "1", "4242")
        }

        assert outputs == {str(record(match(11))["checks"]) + "\n"}

    def test_a_replay_verifies_and_a_changed_one_does_not(self) -> None:
        current_record = record(match(12))
        assert verify(match(12), current_record)["ok"]
        current_record["checks"][3][1] = "0" * 16

        answer = verify(match(12), current_record)
        assert (answer["ok"], answer["mismatch"]["expected"]) == (False, "0" * 16)

    def test_a_replay_against_other_cards_is_refused(self) -> None:
        current_record = record(match(12))
        other = Match(RULESET, Board(treasure("t.other", [])).program, 12, [("random", random_bot)] * 4)
        with pytest.raises(IllegalAction, match="other-content"):
            verify(other, current_record)


class TestMoveAll:
    """`move_all` in one piece, without a log, does what moving one after the other does."""

    def at_once_and_by_turns(self, source: tuple[int, str], target: tuple[int, str]) -> tuple[State, State]:
        state = played()[60][0].state
        at_once, one_by_one = state.fork(), state.fork()
        at_once.information_revealed = one_by_one.information_revealed = False
        move_all(at_once, source, *target)
        for eid in state.zone(*source):
            move(one_by_one, eid, *target)
        assert digest(state) == digest(played()[60][0].state), "the state that was forked stays as it was"
        return at_once, one_by_one

    @pytest.mark.parametrize("target", [(1, "discard"), (2, "hand"), (1, "deck")])
    @pytest.mark.parametrize("source", [(1, "deck"), (1, "discard"), (1, "hand"), (1, "wand")])
    def test_equals_moves_one_by_one(self, source: tuple[int, str], target: tuple[int, str]) -> None:
        at_once, one_by_one = self.at_once_and_by_turns(source, target)
        assert digest(at_once) == digest(one_by_one)
        assert at_once.zone(*target) == one_by_one.zone(*target)
        assert at_once.information_revealed == one_by_one.information_revealed

    def test_logs_each_move(self) -> None:
        state = played()[60][0].state.fork()
        held, state.log = state.zone(1, "deck"), []
        move_all(state, (1, "deck"), 1, "discard")
        assert [entry.entity for entry in state.log if isinstance(entry, MoveEntity)] == list(held) != []
