"""What holds of every match of every ruleset, whatever is played."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import IllegalAction
from engine.kernel.decisions import Decision
from engine.kernel.digest import digest
from engine.kernel.machine import apply
from engine.kernel.mutations import CreateEntity, EventRaised, RemoveEntity
from engine.kernel.playback import apply_mutation
from engine.kernel.state import State
from tests.engine.laws.matches import GAMES, SMALL, Game, many_moves, moves, random_match, snapshot, title
from tests.examples import some_of

every_game = pytest.mark.parametrize("ruleset", GAMES, ids=title)
each_ruleset = pytest.mark.parametrize("ruleset", SMALL, ids=title)
MOVES = some_of(1_400)
SEEDS = st.integers(0, 2**63)
LAW = settings(max_examples=some_of(5, part=2, minimum=2), deadline=None, derandomize=True, database=None)


@every_game
class TestAMatch:
    @LAW
    @given(seed=SEEDS)
    def test_is_the_same_for_the_same_seed(self, ruleset: Game, seed: int) -> None:
        first, second = ([digest(after.state) for _, _, after in moves(random_match(ruleset, seed))] for _ in range(2))

        assert first == second

    def test_is_another_for_another_seed(self, ruleset: Game) -> None:
        begun = {digest(random_match(ruleset, seed).begin().state) for seed in range(20)}

        assert len(begun) == 20

    @LAW
    @given(seed=SEEDS)
    def test_ends_by_the_rules(self, ruleset: Game, seed: int) -> None:
        """Shipped cards break no budget and make no loop; every seat has a rank."""
        last = None
        for _, _, after in moves(random_match(ruleset, seed)):
            last = after
        assert last is not None

        result = last.result
        assert result is not None
        assert (last.decision, last.state.frames, result.reason in ("budget", "loop")) == (None, [], False)
        assert len(result.ranks) == ruleset[1]


@each_ruleset
class TestApply:
    def test_leaves_its_input_as_it_was(self, ruleset: Game) -> None:
        """Conformance 80: a thousand random steps, of which a short run takes an eighth; deep equality and digest of the old state before and after."""
        for _, before, action, after in many_moves(ruleset, some_of(1_000, part=8)):
            state = before.state
            current_snapshot, hashed_digest = snapshot(state), digest(state)
            second_step = apply(state, action)

            assert snapshot(state) == current_snapshot
            assert digest(state) == hashed_digest
            assert digest(second_step.state) == digest(after.state)

    def test_says_everything_that_it_changes(self, ruleset: Game) -> None:
        """The log played on the old state gives the new one: nothing of the game changes past the mutations."""
        for before, _, after in islice(moves(random_match(ruleset, 1), log=True), 300):
            state = before.state
            for entry in after.log:
                if not isinstance(entry, EventRaised):
                    state = apply_mutation(state, entry)

            assert contents(state) == contents(after.state)

    def test_takes_every_answer_that_is_offered(self, ruleset: Game) -> None:
        """Each option of every seventh question, as far as one option is an answer, and the least and the most of them."""
        tried_counts: Counter[str] = Counter()
        for number, (_, before, _, _) in enumerate(many_moves(ruleset, MOVES)):
            if before.decision is not None and not number % 7:
                for answer in answers(before.decision):
                    step = apply(before.state, answer)
                    tried_counts[before.decision.kind] += 1

                    assert (step.decision is None) == (step.result is not None)

        assert sum(tried_counts.values()) > MOVES // 3, tried_counts

    def test_refuses_every_answer_that_is_not_offered(self, ruleset: Game) -> None:
        for _, before, _, _ in islice(many_moves(ruleset, 200), 0, None, 10):
            decision = before.decision
            assert decision is not None
            current_digest = digest(before.state)
            foreign = [(10**6,), ("fly",), (("fly", 1),), (*decision.options, 10**6)]
            for answer in [*foreign, decision.options[:1] * 2, *([()] if decision.min else [])]:
                with pytest.raises(IllegalAction):
                    apply(before.state, answer)

            assert digest(before.state) == current_digest

    def test_keeps_every_entity_in_the_one_zone_that_it_says(self, ruleset: Game) -> None:
        """Zones conserve cards: entities come and go by `create` and `remove` alone, and lie in one place each."""
        observations: set[int] | None = None
        for before, _, after in moves(random_match(ruleset, 2), log=True):
            observations = set(before.state.entities) if observations is None else observations
            observations |= {entry.entity for entry in after.log if isinstance(entry, CreateEntity)}
            observations -= {entry.entity for entry in after.log if isinstance(entry, RemoveEntity)}
            placed_pairs = [(eid, key) for key, ids in after.state.zones.items() for eid in ids]

            assert observations == set(after.state.entities)
            assert sorted(placed_pairs) == sorted(
                (eid, (e["holder"], e["zone"])) for eid, e in after.state.entities.items()
            )


@each_ruleset
class TestFreeze:
    def test_makes_a_write_past_the_mutations_raise(self, ruleset: Game) -> None:
        state = random_match(ruleset, 1).begin().state.freeze()
        for eid in state.entities:
            with pytest.raises(TypeError):
                state.entities[eid]["health"] = 1

    def test_lets_the_match_go_on(self, ruleset: Game) -> None:
        """Each of 800 states, of which a short run takes 200, is frozen before it is played on: the engine itself writes by mutations alone."""
        step = random_match(ruleset, 3).begin()
        for _, action, after in islice(moves(random_match(ruleset, 3)), some_of(800)):
            step.state.freeze()
            step = apply(step.state, action)

            assert digest(step.state) == digest(after.state)


def contents(state: State) -> tuple[object, ...]:
    """Return what mutations may change."""
    zones = {key: ids for key, ids in state.zones.items() if ids}
    return dict(state.entities), zones, state.globals, state.listeners, state.rng, state.result


def answers(decision: Decision) -> list[tuple[object, ...]]:
    """Return answers of every size that a question takes."""
    matches = [decision.options[: decision.min], decision.options[: decision.max]]
    if decision.min <= 1 <= decision.max:
        matches += [(option,) for option in decision.options]
    return [*dict.fromkeys(matches)]
