"""A new game runs as it was written, passes its gates, and nothing is written outside its folder."""

from __future__ import annotations

import json
import re
import shutil
import time
from pathlib import Path

import pytest

from engine import api
from engine import gates as of_games
from engine.commands import gates as of_checkout
from engine.commands.entry import main
from engine.rulesets import find


@pytest.fixture
def without_records(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what a checkout writes into a new game's folder by programs of its own, which takes seconds."""
    monkeypatch.setattr("engine.commands.new_ruleset.write_records", lambda name: {})


def test_an_unknown_game_is_looked_for_where_the_environment_says(capsys: pytest.CaptureFixture[str]) -> None:
    for call in (("gates", "harbor"), ("play", "harbor", "--seed", "1"), ("validate", "x.json", "--ruleset", "harbor")):
        assert main(call, time.process_time, {}) == 2
        assert "CARDLOOM_RULESETS" in capsys.readouterr().err, call


def test_gates_say_what_is_not_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without development tools; and what they would have written is named."""
    variables = {"CARDLOOM_RULESETS": str(tmp_path)}
    monkeypatch.setattr("engine.commands.gates.find_spec", lambda name: None)
    monkeypatch.setattr("engine.gates.GATES", of_games.GATES[:1])
    try:
        assert main(("new-ruleset", "harbour", str(tmp_path)), time.process_time, variables) == 0
        capsys.readouterr()
        for options, last in (((), "bootstrap.py --dev)"), (("--write",), "witness/ are not written")):
            assert main(("gates", "harbour", *options), time.process_time, variables) == 0
            line = capsys.readouterr().out.strip().splitlines()[-1]
            assert line.startswith("checkout: not run")
            assert line.endswith(last)
    finally:
        api.search_rulesets([])


def test_gates_give_the_reason_of_a_failure_without_its_frames() -> None:
    frames = 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    fail()\n'
    report = f"{frames}KeyError: 'x'\n\nThe above exception was …\n\n{frames}CardFailed: card 38\n{{\n  \"id\": 1\n}}\n"

    assert of_checkout.reason_of(report) == 'CardFailed: card 38\n{\n  "id": 1\n}'
    assert of_checkout.reason_of("only this line\n") == "only this line"


@pytest.mark.usefixtures("without_records")
def test_a_new_game_numbers_its_rules_as_its_settings_do(tmp_path: Path) -> None:
    """SOURCE.md lists the rule of each setting beside its name."""
    try:
        assert main(("new-ruleset", "harbour", str(tmp_path)), time.process_time, {}) == 0
        source = (tmp_path / "harbour" / "SOURCE.md").read_text("utf-8")
        listed = dict(re.findall(r"^\| (R\d+) \| [^|]+\| `(\w+)` \|", source, re.MULTILINE))
        assert {setting.rule: setting.name for setting in find("harbour").settings}.items() <= listed.items()
        quoted = {row["source"] for row in json.loads((tmp_path / "harbour/scenarios/first.json").read_text("utf-8"))}
        assert all(f"| {rule} |" in source for rule in quoted)
    finally:
        api.search_rulesets([])


@pytest.mark.usefixtures("without_records")
def test_every_fault_of_a_game_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variables = {"CARDLOOM_RULESETS": str(tmp_path / "changed")}
    try:
        assert main(("new-ruleset", "harbour", str(tmp_path)), time.process_time, {}) == 0
        shutil.copytree(tmp_path / "harbour", tmp_path / "changed" / "harbour")
        file = tmp_path / "changed" / "harbour" / "__init__.py"
        wrong = file.read_text("utf-8").replace('plays_to="board"', 'plays_to="bord"')
        file.write_text(
            wrong.replace("game.score(health", "game.score(helth").replace('of="board"', 'of="bord"'), "utf-8"
        )
        for call in (("validate", str(tmp_path / "harbour" / "cards")), ("gates", "harbour")):
            main(call, time.process_time, variables)
            output = capsys.readouterr().err
            assert len(set(re.findall(r"__init__\.py:(\d+): ", output))) == 3, output
            assert "zone bord" in output
            assert "number helth" in output
    finally:
        api.search_rulesets([])


def test_a_new_game_holds_the_laws_of_a_checkout(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With fewer generated cards and laws than the command has; a playthrough that goes otherwise is named."""
    variables = {"CARDLOOM_RULESETS": str(tmp_path)}
    laws, campaign = of_checkout.CHILDREN
    words = [word for word in laws[2] if word != "tests/engine/laws"]
    short = (*laws[:2], [*words, "tests/engine/laws/test_uses.py", "tests/engine/laws/test_readings.py"])
    monkeypatch.setattr(of_checkout, "CHILDREN", (short, (*campaign[:2], [campaign[2][0], "20", *campaign[2][2:]])))
    try:
        assert main(("new-ruleset", "harbour", str(tmp_path)), time.process_time, variables) == 0
        assert {"playthroughs", "witness"} <= {folder.name for folder in (tmp_path / "harbour").iterdir()}
        assert main(("gates", "harbour", "--only", "checkout"), time.process_time, variables) == 0, capsys.readouterr()
        file = tmp_path / "harbour" / "playthroughs" / "harbour-random-7.txt"
        file.write_text(file.read_text("utf-8").replace("seed 7", "seed 9"), "utf-8")
        monkeypatch.setattr(of_checkout, "CHILDREN", ((*laws[:2], [*words[:-4], "tests/engine/playthroughs"]),))
        capsys.readouterr()
        assert main(("gates", "harbour", "--only", "checkout"), time.process_time, variables) == 1
        output = capsys.readouterr().out
        assert re.findall(r"FAILED (\S+)", output) == [
            "tests/engine/playthroughs/test_playthroughs.py::TestAPlaythrough::test_is_played_as_it_is_written[harbour-random-7]"
        ]
    finally:
        api.search_rulesets([])


@pytest.mark.usefixtures("without_records")
def test_a_new_game_runs_and_passes_its_gates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variables = {"CARDLOOM_RULESETS": str(tmp_path)}
    calls = [
        ("new-ruleset", "harbour", str(tmp_path)),
        ("play", "harbour", "--seed", "1", "--bots", "greedy"),
        (
            "gates",
            "harbour",
            "--only",
            "declarations",
            "cards",
            "texts",
            "schemas",
            "scenarios",
            "strength",
            "reference",
        ),
    ]
    try:
        for call in calls:
            assert main(call, time.process_time, variables) == 0, capsys.readouterr()
        assert main(calls[0], time.process_time, variables) == 2
        assert "already" in capsys.readouterr().err
        assert main(("new-ruleset", "Odd-Name", str(tmp_path)), time.process_time, variables) == 2
        scenario = tmp_path / "harbour" / "scenarios" / "first.json"
        scenario.write_text(scenario.read_text("utf-8").replace('"health": 2', '"health": 3', 1), "utf-8")
        assert main(("gates", "harbour", "--only", "scenarios"), time.process_time, variables) == 1
    finally:
        api.search_rulesets([])
    assert [folder.name for folder in tmp_path.iterdir()] == ["harbour"]
