"""A match is the same match in another process: replayed from its file, and picked up from the middle of an effect."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.kernel.decisions import action_key
from engine.kernel.digest import digest
from engine.kernel.machine import apply
from engine.replay import record
from tests.engine.homes import child_variables
from tests.engine.laws import elsewhere
from tests.engine.laws.matches import GAMES, RULESETS, SMALL, Game, many_moves, moves, random_match, title
from tests.examples import IS_WHOLE, some_of
from tests.sampling import sampled

ROOT = Path(__file__).parents[3]
MATCHES = some_of(100, part=20, minimum=5)
RESUME_POINTS = some_of(60, part=6, minimum=10)
"""States of a match that are played to its end in the other process, a sixth of them in a short run; from the others the next answers alone are given."""
PART = 1 if IS_WHOLE else 3
"""Neighbours of which one is there each day."""
NEXT = 10
MOVES = some_of(700, part=3)
"""Steps of random matches that are forked."""


def asked(task: str, held: list[Any], file: Path, hash_seed: str) -> list[str]:
    """Make another process do a task and return its answers."""
    file.write_bytes(pickle.dumps(held))
    command = [sys.executable, "-m", elsewhere.__name__, task, str(file)]
    run = subprocess.run(
        command,
        cwd=ROOT,
        env={"PYTHONHASHSEED": hash_seed, "PATH": "", "CARDLOOM_PURE_PYTHON": "1", **child_variables()},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


@pytest.mark.slow
class TestAReplay:
    @pytest.mark.parametrize("name", sorted({name for name, _ in GAMES}))
    def test_of_many_matches_has_equal_digests_in_another_process(self, name: str, tmp_path: Path) -> None:
        """Conformance 136: every round's digest, under another PYTHONHASHSEED."""
        games = [ruleset for ruleset in GAMES if ruleset[0] == name]
        states = []
        for seed in range(MATCHES):
            ruleset = games[seed % len(games)]
            states.append((ruleset, seed, record(random_match(ruleset, seed))))
        ends = [replay["checks"][-1] for _, _, replay in states]

        found = asked("replay", states, tmp_path / "replays", "31337")
        wanted = [{"ok": True, "decisions": number, "digest": end, "mismatch": None} for number, end in ends]
        assert [str(one) for one in wanted] == found

    def test_that_was_changed_is_found_out(self, tmp_path: Path) -> None:
        """One match of each game, in one process."""
        changed = []
        for ruleset in SMALL:
            replay = record(random_match(ruleset, 1))
            replay["checks"][2][1] = "0" * 16
            changed.append((ruleset, 1, replay))

        answers = asked("replay", changed, tmp_path / "replays", "1")
        assert ["'ok': False" in answer for answer in answers] == [True] * len(SMALL)


@pytest.mark.parametrize("ruleset", SMALL, ids=title)
class TestAFork:
    def test_at_every_decision_leads_to_the_same_state(self, ruleset: Game) -> None:
        """Conformance 137: both sides of a fork take the same key, in the middle of an effect too, and neither changes the other."""
        inside = 0
        for _, before, action, after in many_moves(ruleset, MOVES):
            assert before.decision is not None
            inside += before.decision.source != 0
            left = before.state.fork()
            ends = [digest(apply(state, action).state) for state in (left, before.state, left)]

            assert ends == [digest(after.state)] * 3

        assert inside > MOVES // 35 or not any(node.analysis.suspends for node in RULESETS[ruleset[0]].vocabulary.nodes)


@pytest.mark.slow
class TestAPickle:
    @pytest.mark.parametrize("ruleset", SMALL, ids=title)
    def test_of_every_decision_goes_on_to_the_same_end_in_another_process(self, ruleset: Game, tmp_path: Path) -> None:
        """Conformance 138: the state of each decision, a third of them each day, thawed where nothing of the match was ever played."""
        steps = list(moves(random_match(ruleset, 6)))
        keys = [action_key(action) for _, action, _ in steps]
        states, ends = [], []
        for number, (before, _, _) in sampled(enumerate(steps), whole=IS_WHOLE):
            is_whole = number % max(1, len(steps) // RESUME_POINTS) < PART
            last = len(steps) if is_whole else min(number + NEXT, len(steps))
            states.append((ruleset, 6, (before.state, keys[number:last])))
            ends.append(f"{api.digest(steps[last - 1][2].state):016x}")

        assert asked("resume", states, tmp_path / "states", "271828") == ends
