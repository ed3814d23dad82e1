"""The step before everything: .venv and what is in it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bootstrap


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A .venv of this test's own, made by a Python that hands over to no other: that would end the tests."""
    monkeypatch.setattr(bootstrap, "MAPS", str(tmp_path / "no-maps"))
    monkeypatch.setattr(bootstrap, "VENV", str(tmp_path / ".venv"))
    monkeypatch.setattr(bootstrap, "STAMP", str(tmp_path / ".venv" / "cardloom-installed.json"))
    return tmp_path


class TestAFasterPython:
    @pytest.fixture(autouse=True)
    def system(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A Python that runs from a shared library, and a folder of the system with a script that stands for another."""
        monkeypatch.delenv("PYTHON", raising=False)
        monkeypatch.setattr(bootstrap, "SYSTEM", str(tmp_path))
        monkeypatch.setattr(bootstrap, "MAPS", str(tmp_path / "maps"))
        monkeypatch.setattr(sys, "argv", ["bootstrap.py", "--dev"])
        (tmp_path / "maps").write_text("7f00-7f01 r-xp /usr/lib/libpython3.11.so.1.0")
        self.put(tmp_path, "exit 0")
        return tmp_path

    @pytest.fixture(autouse=True)
    def run(self, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
        """What was handed over to."""
        taken: list[list[str]] = []
        monkeypatch.setattr("os.execv", lambda _path, argv: taken.append(argv))
        return taken

    def put(self, folder: Path, does: str) -> None:
        python = folder / "python3.12"
        python.write_text(f"#!/bin/sh\n{does}\n")
        python.chmod(0o755)

    def test_of_the_system_takes_over(self, system: Path, run: list[list[str]]) -> None:
        bootstrap.use_a_faster_python()

        assert run == [[str(system / "python3.12"), "bootstrap.py", "--dev"]]

    def test_is_not_looked_for_when_one_was_asked_for(
        self, monkeypatch: pytest.MonkeyPatch, run: list[list[str]]
    ) -> None:
        monkeypatch.setenv("PYTHON", "python3")

        bootstrap.use_a_faster_python()

        assert run == []

    def test_is_left_alone_when_it_cannot_do_what_is_needed(self, system: Path, run: list[list[str]]) -> None:
        self.put(system, "exit 1")

        bootstrap.use_a_faster_python()

        assert run == []

    @pytest.mark.parametrize("maps", ["5500-5501 r-xp /usr/bin/python3.11", None])
    def test_is_not_needed_where_this_one_is_no_library(
        self, system: Path, run: list[list[str]], maps: str | None
    ) -> None:
        (system / "maps").unlink() if maps is None else (system / "maps").write_text(maps)

        bootstrap.use_a_faster_python()

        assert run == []


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
        bootstrap.write_stamp({name: bootstrap.fingerprint(name) for name in ("runtime", "compile")})
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

    @pytest.mark.parametrize(
        ("does", "clears"), [(f"echo '{sys.version}'", False), ("echo '3.14.0 of another day'", True), ("exit 1", True)]
    )
    def test_makes_no_venv_over_one_of_another_python(
        self, elsewhere: Path, monkeypatch: pytest.MonkeyPatch, does: str, clears: bool
    ) -> None:
        """As a setup that was interrupted leaves one: without a stamp."""
        results: list[bool] = []
        monkeypatch.setattr("venv.create", lambda _folder, *, clear, with_pip: results.append(clear))
        script = Path(bootstrap.python())
        script.parent.mkdir(parents=True)
        script.write_text(f"#!/bin/sh\n{does}\n")
        script.chmod(0o755)

        bootstrap.make_venv({})

        assert results == [clears]

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

    def test_goes_on_without_what_compiles_the_engine(
        self, elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """It is installed where there is a C compiler, and where it is not switched off."""
        monkeypatch.setattr(sys, "argv", ["bootstrap.py"])
        Path(bootstrap.python()).parent.mkdir(parents=True)
        monkeypatch.setattr(bootstrap, "make_venv", lambda _stamp: None)
        monkeypatch.setattr(subprocess, "call", lambda argv, **_: "requirements-compile.txt" in argv[-1])
        monkeypatch.setattr("shutil.which", lambda name: name if name == "cc" else None)
        monkeypatch.setattr("os.path.exists", lambda _path: True)
        for switch, compiler, reports in (("on", "cc", True), ("off", "cc", False), ("on", "no-such-compiler", False)):
            monkeypatch.setenv("COMPILE_ENGINE", switch)
            monkeypatch.setenv("CC", compiler)
            bootstrap.main()
            assert sorted(bootstrap.read_stamp()) == ["python", "runtime"]
            assert ("runs as Python" in capsys.readouterr().out) == reports

    def test_can_be_read_by_an_old_python(self) -> None:
        source = Path(bootstrap.__file__).read_text(encoding="utf-8")

        ast.parse(source, feature_version=(3, 5))
        assert not re.search(r"\bf[\"']", source)
