"""Hostile inputs: each is refused with its code and within its bounds, by the engine's door and on the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.commands import main
from engine.commands.shell import plain
from engine.packs import loading
from engine.packs.archive import write_zip
from tests.bounded import within
from tests.engine.packs import verdicts as verdicts_module
from tests.engine.packs.test_archive import INVALID
from tests.engine.packs.test_unpacking import HARMLESS
from tests.engine.packs.verdicts import Verdict, todays_texts
from tests.examples import some_of
from tests.hostile import MEMORY, PACKS, PROBLEMS, REPORT, TEXTS, HostilePack

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def verdicts() -> dict[str, Any]:
    """The verdicts on the texts of the day, and the memory that they took, by a process that does nothing else."""
    call = [sys.executable, "-m", verdicts_module.__name__]
    return dict(json.loads(subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True).stdout))


class TestEveryText:
    def test_is_refused_with_its_code(self, verdicts: dict[str, Any]) -> None:
        reports = [Verdict(*row) for row in verdicts["verdicts"]]

        assert [
            text.name
            for text, report in zip(todays_texts(), reports, strict=True)
            if report.ok or text.code not in report.codes
        ] == []

    def test_is_refused_within_bounds(self, verdicts: dict[str, Any]) -> None:
        """Of processor time, of problems of one severity, and of what the answer says."""
        reports = [Verdict(*row) for row in verdicts["verdicts"]]

        assert [
            (text.name, report.most_of_a_severity, report.length, report.overtime)
            for text, report in zip(todays_texts(), reports, strict=True)
            if report.most_of_a_severity > PROBLEMS or report.length > REPORT or report.overtime
        ] == []

    @pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of a process is read from /proc")
    def test_takes_little_memory(self, verdicts: dict[str, Any]) -> None:
        assert 0 < verdicts["memory"] <= MEMORY


def test_work_without_bounds_is_noticed() -> None:
    tries: list[int] = []
    with pytest.raises(AssertionError, match=r"s are allowed"):
        within(0.001, lambda: tries.append(sum(range(10_000_000))))

    assert len(tries) == 3


def test_there_are_enough() -> None:
    assert len(TEXTS) + len(PACKS) >= 300


def test_a_text_that_cannot_be_seen_is_put_right_by_its_fix() -> None:
    card = {"id": "x.treasure.common.x", "name": "a\u202eb", "manaCost": 1, "rarity": "com", "school": "none"}
    (problem,) = api.validate("wizards", json.dumps(card)).problems

    assert (problem.code, problem.fix) == ("E-TEXT", ({"op": "replace", "path": "/name", "value": "ab"},))


PART = 1 + len(TEXTS) // 8


@pytest.mark.parametrize("start", range(8))
def test_is_refused_by_the_command_too(start: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No input is answered with success or a traceback, and nothing that a terminal would obey is written."""
    for number, hostile in enumerate(TEXTS[start::8][: some_of(PART)]):
        file = tmp_path / f"{number}.json"
        file.write_text(hostile.text, "utf-8", newline="", errors="surrogatepass")
        code = main(["validate", str(file), "--ruleset", hostile.ruleset], time.process_time, {"LANG": "C"})
        out, err = capsys.readouterr()

        assert code == 1, hostile.name
        assert hostile.code in out, hostile.name
        assert plain(out) == out, hostile.name
        assert "Traceback" not in err


class TestAPack:
    @pytest.mark.parametrize("pack", PACKS, ids=[one.name for one in PACKS])
    def test_is_refused_as_a_folder_and_as_an_archive(self, pack: HostilePack, tmp_path: Path) -> None:
        archive = tmp_path / "pack.zip"
        archive.write_bytes(write_zip(pack.files))
        for path in (pack.write(tmp_path / "pack"), archive):
            report = api.validate_path("wizards", path)

            assert pack.code in [problem.code for problem in report.problems], path
            assert not report.ok

    @pytest.mark.parametrize("pack", PACKS, ids=[one.name for one in PACKS])
    def test_is_refused_by_the_command(
        self, pack: HostilePack, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        code = main(["validate", str(pack.write(tmp_path)), "--ruleset", "wizards"], time.process_time, {"LANG": "C"})
        out, err = capsys.readouterr()

        assert code == 1
        assert plain(out) == out
        assert pack.code in out and "Traceback" not in err


class TestAnArchive:
    @pytest.mark.parametrize("name", sorted(set(INVALID) - set(HARMLESS)))
    def test_that_tricks_is_refused(self, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "up.zip").write_bytes(INVALID[name][0])
        code = main(["validate", str(tmp_path / "up.zip"), "--ruleset", "wizards"], time.process_time, {"LANG": "C"})
        out, err = capsys.readouterr()

        assert code == 1
        assert plain(out) == out
        assert "E-FILE" in out and "Traceback" not in err
        assert not api.validate_path("wizards", tmp_path / "up.zip").ok


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
