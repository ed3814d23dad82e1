"""The one door and its command line: a match played by hand through it, and what the commands print and exit with."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

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


class TestCommands:
    def test_list_the_games(self) -> None:
        told = json.loads(engine("rulesets", "--format", "json").stdout)

        assert [(each["name"], each["kinds"]) for each in told] == [("wizards", ["exploration", "treasure"])]

    def test_print_the_schema(self) -> None:
        assert json.loads(engine("schema", "wizards").stdout)["$id"] == "/schemas/wizards/card/1.0.json"
        assert engine("schema", "chess").returncode == 2

    @pytest.mark.parametrize(("path", "code"), [("engine/rulesets/wizards/cards", 0), (str(BASH), 1), ("nowhere", 2)])
    def test_validate_exits_by_what_it_finds(self, path: str, code: int) -> None:
        assert engine("validate", path).returncode == code

    def test_validate_tells_where_a_bracket_is_missing(self) -> None:
        told = json.loads(engine("validate", str(BASH), "--format", "json").stdout)
        error = next(problem for problem in told["problems"] if problem["severity"] == "error")

        assert (told["ok"], told["cards"]) == (False, 0)
        assert (error["code"], error["line"], error["column"]) == ("E-JSON", 43, 4)

    def test_play_save_and_replay(self, tmp_path: Path) -> None:
        file = tmp_path / "match.json"
        lines = engine(
            "play", "wizards", "--seed", "4", "--seats", "2", "--bots", "random", "--log", "json", "--save", str(file)
        )
        told: list[dict[str, Any]] = [json.loads(line) for line in lines.stdout.splitlines()]
        answer = json.loads(engine("replay", str(file), "--format", "json").stdout)

        assert (told[0]["kind"], told[-1]["kind"]) == ("match", "result")
        assert {line["kind"] for line in told} == {"match", "decision", "event", "mutation", "result"}
        assert answer["ok"]
        assert answer["digest"] == told[-1]["digest"]

    def test_replay_of_other_cards_is_refused(self, tmp_path: Path) -> None:
        file = tmp_path / "match.json"
        held = api.play(api.new_match("wizards", seed=3, seats=2, bots_by_seat=("random",)))
        file.write_text(json.dumps({**held, "contentHash": "0" * 64}))
        refused = engine("replay", str(file))

        assert refused.returncode == 2
        assert "other-content" in refused.stderr

    def test_bench_prints_every_figure(self) -> None:
        told = json.loads(engine("bench", "wizards", "--seconds", "0.1", "--format", "json").stdout)

        assert {
            "format", "ruleset", "python", "engine", "decisions_per_cpu_second", "matches_per_cpu_second",
            "greedy_matches_per_cpu_second", "digest", "with_log_and_coverage", "per_match", "options_per_decision",
            "aborted", "fork_us", "fork_mid_effect_us", "import_seconds", "memory_mib", "calibration_seconds",
        } == set(told)  # fmt: skip
        assert told["aborted"] == 0
