"""Files that commands read and write: an old one stays whole where a new one cannot be written."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.engine.test_commands import Ran


class TestSave:
    def test_leaves_the_old_file_where_it_cannot_write(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "m.json").mkdir()
        ran = Ran(capsys, "play", "wizards", "--seed", "1", "--seats", "2", "--bots", "random", "--log", "none", "--save",
                  str(tmp_path / "m.json"))  # fmt: skip

        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert [(file.name, stat.S_ISDIR(file.stat().st_mode)) for file in tmp_path.iterdir()] == [("m.json", True)]


class TestAFolder:
    def test_says_what_is_wrong_where_no_file_of_a_folder_can_be_read(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        os.mkfifo(tmp_path / "a.json")

        ran = Ran(capsys, "validate", str(tmp_path))

        assert (ran.code, "E-FILE" in ran.out, "a.json" in ran.out) == (1, True, True)
