"""The one door and its command line: a match played by hand through it, and what the commands print and exit with."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine import api
from engine.errors import IllegalAction

ROOT = Path(__file__).parents[2]
BASH = ROOT / "tests/fixtures/000/bash.jsonc"


def engine(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m engine`."""
    return subprocess.run([sys.executable, "-m", "engine", *arguments], cwd=ROOT, capture_output=True, text=True)


class TestTheDoor:
    def test_lets_a_match_be_played_by_hand(self) -> None:
        match = api.new_match("wizards", seed=5, seats=2)
        step = match.begin()
        asked = 0
        while (question := api.decision(step.state)) is not None and asked < 40:
            key = ",".join(api.legal(step.state)[: max(question.min, 1)])
            step = api.apply(step.state, api.action(step.state, key))
            asked += 1

        assert asked == 40 or step.result is not None
        assert api.area(step.state, 1) == (0, "seats")
        assert api.entity(step.state, 1)["kind"] == "player"
        assert api.view(match, step.state, 0).zone(2, "hand") == ()
        assert api.digest(api.resample(match, step.state, 0, 1)) != api.digest(step.state)

    def test_refuses_what_is_not_there(self) -> None:
        state = api.new_match("wizards", seed=5, seats=2).begin().state
        with pytest.raises(IllegalAction, match="no-entity"):
            api.entity(state, 99_999)
        with pytest.raises(IllegalAction, match="not-offered"):
            api.action(state, "fly")
        with pytest.raises(ValueError, match="bots"):
            api.new_match("wizards", seed=1, seats=2, bots_by_seat=("greedy", "random", "greedy"))

    def test_gives_templates_without_a_problem(self) -> None:
        for template in api.templates("wizards"):
            report = api.validate("wizards", template.text("base.treasure.common.new"))

            assert report.ok, [problem.to_json() for problem in report.problems]

    def test_plays_a_replay_again(self) -> None:
        held = api.play(api.new_match("wizards", seed=3, seats=3, bots_by_seat=("random",)))

        assert api.replay(json.loads(json.dumps(held)))["ok"]
