"""Scenarios on the command line: how it exits, and what it prints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from engine import api, formats
from engine.rulesets import find
from engine.scenario import run_paths
from tests.engine.test_scenario import ROOT, ZAP, scenario


def engine(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "engine", "scenario", *arguments], cwd=ROOT, capture_output=True, text=True
    )


class TestCommand:
    def write(self, folder: Path, name: str, value: Any) -> Path:
        file = folder / name
        file.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        return file

    def test_exits_by_what_it_finds(self, tmp_path: Path) -> None:
        good = self.write(tmp_path, "good.json", scenario())
        bad = self.write(tmp_path, "bad.json", [scenario(), scenario(name="b", then=[{"seat": 0, "is": {"mana": 9}}])])

        assert engine(str(good)).returncode == 0
        assert engine(str(good), str(bad)).returncode == 1
        assert engine(str(tmp_path / "none.json")).returncode == 2

    def test_prints_what_its_schema_says(self, tmp_path: Path) -> None:
        self.write(tmp_path, "a.json", [scenario(), scenario(name="b", then=[{"seat": 0, "is": {"mana": 9}}])])
        self.write(tmp_path, "broken.json", "{")
        self.write(tmp_path, "card.json", ZAP)
        reported = json.loads(engine(str(tmp_path), "--format", "json").stdout)

        assert formats.schema_problems(reported, api.schema("wizards", "scenario-result")) == []
        assert [reported[key] for key in ("ok", "passed", "failed", "not_set_up")] == [False, 1, 1, 1]
        assert [(Path(one["file"]).name, one["name"], one["ok"]) for one in reported["scenarios"]] == [
            ("a.json", "a zap deals 4", True),
            ("a.json", "b", False),
            ("broken.json", "", False),
        ]
        assert reported["scenarios"][1]["failures"][0] | {"line": 0, "column": 0} == {
            "path": "/1/then/0/is/mana", "expected": 9, "actual": 1, "line": 0, "column": 0
        }  # fmt: skip

    def test_tells_people_in_either_language(self, tmp_path: Path) -> None:
        file = self.write(tmp_path, "a.json", scenario(when=[{"seat": 1, "do": "pass"}]))
        english, chinese = engine(str(file), "--lang", "en").stdout, engine(str(file), "--lang", "zh").stdout

        assert "FAIL" in english
        assert "/when/0" in english
        assert "0 passed, 1 failed" in english
        assert "1 个失败" in chinese

    def test_passes_over_other_games_when_one_is_named(self, tmp_path: Path) -> None:
        file = self.write(tmp_path, "a.json", scenario())

        assert engine(str(file), "--ruleset", "wizards").returncode == 0
        assert engine(str(file), "--ruleset", "chess").returncode == 2
        assert list(run_paths([file], lambda name: (find(name), ()), name="halo")) == []

    def test_finds_none_where_there_is_none(self, tmp_path: Path) -> None:
        self.write(tmp_path, "card.json", ZAP)

        assert engine(str(tmp_path)).returncode == 2
