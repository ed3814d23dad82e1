"""The step before everything: .venv and what is in it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import bootstrap


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A .venv of this test's own."""
    monkeypatch.setattr(bootstrap, "VENV", str(tmp_path / ".venv"))
    monkeypatch.setattr(bootstrap, "STAMP", str(tmp_path / ".venv" / "cardloom-installed.json"))
    return tmp_path


class TestBootstrap:
    def test_names_the_package_when_python_is_too_old(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(sys, "version_info", (3, 9, 2))
        monkeypatch.setattr("shutil.which", lambda _name: None)

        with pytest.raises(SystemExit) as end:
            bootstrap.use_a_newer_python()
        assert (end.value.code, "apt-get install python3.11" in capsys.readouterr().err) == (1, True)

    def test_names_the_package_before_anything_is_made_when_there_is_no_venv(
        self, elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setitem(sys.modules, "ensurepip", None)

        with pytest.raises(SystemExit):
            bootstrap.make_venv({})
        assert f"apt-get install python3.{sys.version_info[1]}-venv" in capsys.readouterr().err
        assert list(elsewhere.iterdir()) == []

    def test_does_nothing_when_nothing_has_changed(
        self, elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (elsewhere / ".venv" / "bin").mkdir(parents=True)
        Path(bootstrap.python()).touch()
        bootstrap.write_stamp({"runtime": bootstrap.fingerprint("runtime")})
        monkeypatch.setattr(sys, "argv", ["bootstrap.py"])
        monkeypatch.setattr(bootstrap, "install", lambda _wanted: pytest.fail("installed again"))

        bootstrap.main()

        assert capsys.readouterr().out == ""

    def test_installs_again_when_python_has_changed(self, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (elsewhere / ".venv" / "bin").mkdir(parents=True)
        Path(bootstrap.python()).touch()
        bootstrap.write_stamp({"runtime": bootstrap.fingerprint("runtime")})
        monkeypatch.setattr(sys, "version", "3.14.0 of another day")

        assert bootstrap.read_stamp() == {}

    def test_falls_back_on_pip_when_uv_does_not_run(
        self, elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        ran: list[list[str]] = []

        def call(argv: list[str], **_: object) -> int:
            ran.append(argv)
            return 1 if "uv" in argv else 0

        monkeypatch.setattr(subprocess, "call", call)

        bootstrap.install("runtime")

        assert [argv[2] for argv in ran] == ["pip", "uv", "pip"]
        assert all("--require-hashes" in argv for argv in ran)
        assert "with pip" in capsys.readouterr().out

    def test_can_be_read_by_an_old_python(self) -> None:
        source = Path(bootstrap.__file__).read_text(encoding="utf-8")

        ast.parse(source, feature_version=(3, 5))
        assert 'f"' not in source
