"""Hostile inputs: each is refused with its code and within its bounds, by the engine's door and on the command line."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.commands import main
from engine.commands.shell import plain
from engine.packs import loading

CORPUS = Path(__file__).parents[2] / "fixtures" / "hostile" / "cards.json"
ROWS: list[dict[str, Any]] = json.loads(CORPUS.read_text("utf-8"))
MOST_PROBLEMS, LONGEST_REPORT = 101, 200_000


def text_of(row: dict[str, Any]) -> str:
    """Return an input, written out."""
    return "".join(part * times for part, times in row["parts"])


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_is_refused_with_its_code_and_within_bounds(row: dict[str, Any]) -> None:
    report = api.validate("wizards", text_of(row))
    said = json.dumps([problem.to_json() for problem in report.problems], ensure_ascii=False)

    assert row["code"] in [problem.code for problem in report.problems]
    assert not report.ok
    assert len(report.problems) <= MOST_PROBLEMS
    assert len(said) <= LONGEST_REPORT


def test_there_are_enough() -> None:
    assert len(ROWS) >= 170


def test_a_text_that_cannot_be_seen_is_put_right_by_its_fix() -> None:
    card = {"id": "x.treasure.common.x", "name": "a\u202eb", "manaCost": 1, "rarity": "com", "school": "none"}
    (problem,) = api.validate("wizards", json.dumps(card)).problems

    assert (problem.code, problem.fix) == ("E-TEXT", ({"op": "replace", "path": "/name", "value": "ab"},))


@pytest.mark.parametrize("start", range(8))
def test_is_refused_by_the_command_too(start: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No input is answered with success or a traceback, and nothing that a terminal would obey is written."""
    for number, row in enumerate(ROWS[start::8]):
        file = tmp_path / f"{number}.json"
        file.write_text(text_of(row), "utf-8", newline="", errors="surrogatepass")
        code = main(["validate", str(file), "--ruleset", "wizards"], time.process_time, {"LANG": "C"})
        out, err = capsys.readouterr()

        assert code == 1, row["name"]
        assert row["code"] in out, row["name"]
        assert plain(out) == out, row["name"]
        assert "Traceback" not in err


class TestAFileOfAPack:
    def test_that_is_a_pipe_blocks_nobody(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        os.mkfifo(tmp_path / "a.json")
        for path in (tmp_path, tmp_path / "a.json"):
            main(["validate", str(path), "--ruleset", "wizards"], time.process_time, {"LANG": "C"})

            assert "E-FILE" in capsys.readouterr().out

    def test_that_may_not_be_read_is_reported(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The tests may run as root, who may read everything: the refusal is the operating system's."""
        (tmp_path / "a.json").write_text("{}")

        def refuse(self: Path, *_: Any, **__: Any) -> Any:
            raise PermissionError(13, "Permission denied", str(self))

        monkeypatch.setattr(loading.Path, "open", refuse)
        report = api.validate_path("wizards", tmp_path)

        assert [problem.code for problem in report.problems] == ["E-FILE"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2Ja", "\\x1b[2Ja"),
        ("a\u202eb", "a\\u202eb"),
        ("tab\tline\nend", "tab\tline\nend"),
        ("火", "火"),
        ("\x9b", "\\x9b"),
        ("\r", "\\r"),
    ],
    ids=ascii,
)
def test_what_a_terminal_would_obey_is_written_out(text: str, shown: str) -> None:
    assert plain(text) == shown
