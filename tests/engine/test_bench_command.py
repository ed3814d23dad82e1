"""`bench` on the command line: a report for each game. `test_commands.py` measures one game whole."""

from __future__ import annotations

import pytest

from engine import api, bench
from tests.engine.test_commands import Ran, misfits


def test_without_a_game_prints_one_for_each(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each game a few random matches alone: `test_accelerate.py` plays a greedy match and a preview's chunk of each."""
    monkeypatch.setattr(bench, "FORKS", 50)
    monkeypatch.setattr(bench, "_greedy_matches", lambda *_: 1.0)
    monkeypatch.setattr(bench, "_preview_matches", lambda *_: 1.0)
    reports = Ran(capsys, "bench", "--seconds", "0.01", "--format", "json").json

    assert [report["ruleset"] for report in reports] == [ruleset.name for ruleset in api.rulesets()]
    assert [misfits("bench", report) for report in reports] == [[]] * len(reports)


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "1e9"])
def test_refuses_no_time_and_too_much(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert Ran(capsys, "bench", "wizards", f"--seconds={seconds}").code == 2
