"""A test sees the same surroundings wherever it runs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import surroundings
from tests.architecture.sources import ROOT, python_files

PROBE = """
import json, locale, os, subprocess, time
from datetime import datetime, timezone

def test_prints_what_it_sees(capsys):
    git = subprocess.run(["git", "config", "--list"], cwd="/", capture_output=True, encoding="utf-8", check=False).stdout
    midnight = datetime(2026, 7, 1, tzinfo=timezone.utc).astimezone().isoformat()
    names = {name: value for name, value in os.environ.items() if name not in ("HOME", "PATH", "TMPDIR")}
    names = {name: value for name, value in names.items() if not name.startswith(("PYTEST_", "CARDLOOM_OUTBOUND", "PYTHONPATH"))}
    home = sorted(os.listdir(os.environ["HOME"]))
    with capsys.disabled():
        print("SEEN", json.dumps([names, git, midnight, time.tzname, locale.setlocale(locale.LC_ALL), open("/dev/null").encoding, home]))
"""
EMPTY: dict[str, str] = {}
SOMEBODYS = {
    "LANG": "tr_TR.UTF-8",
    "LC_ALL": "C",
    "LANGUAGE": "tr",
    "TZ": "Pacific/Chatham",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_CONFIG_COUNT": "1",
    "GIT_CONFIG_KEY_0": "user.name",
    "GIT_CONFIG_VALUE_0": "Ada",
    "PYTHONHASHSEED": "7",
    "PYTHONUNBUFFERED": "1",
    "XDG_CONFIG_HOME": "/nowhere",
    "FONTCONFIG_FILE": "/nowhere",
    "NODE_OPTIONS": "--no-warnings",
}
BY_NAME = re.compile(r"""(?:run|Popen|check_output|check_call|spawn)\(\s*[\[(]\s*["'](python[\d.]*|node|npm|npx)["']""")


def variables_seen(folder: Path, variables: dict[str, str]) -> list[object]:
    """Return what a test sees in a session that was started with some variables and PATH."""
    probe = folder / "test_probe.py"
    probe.write_text(PROBE, encoding="utf-8")
    home = {"HOME": str(folder)} if variables else {}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-c",
        "pyproject.toml",
        "--rootdir",
        ".",
        "-p",
        "tests.conftest",
        str(probe),
    ]
    ran = subprocess.run(
        command, cwd=ROOT, env={"PATH": os.environ["PATH"], **home, **variables}, capture_output=True, encoding="utf-8"
    )
    found = re.search(r"SEEN (.*)", ran.stdout)
    assert found, ran.stdout + ran.stderr
    result: list[object] = json.loads(found[1])
    return result


def test_are_the_same_for_an_empty_environment_and_for_a_persons(tmp_path: Path) -> None:
    (tmp_path / ".gitconfig").write_text("[user]\n  name = Ada\n", encoding="utf-8")
    alone, persons = variables_seen(tmp_path, EMPTY), variables_seen(tmp_path, SOMEBODYS)

    assert alone == persons
    assert alone[1:4] == ["", "2026-07-01T00:00:00+00:00", ["UTC", "UTC"]]
    assert alone[-1] == []


def test_start_no_program_by_a_name_that_a_machine_decides_on() -> None:
    """Another build of Python, or no Node.js at all, makes no difference: tests start `sys.executable`."""
    guilty = [
        f"{path}: {match[1]}"
        for path in python_files()
        if path != Path(__file__)
        for match in BY_NAME.finditer(path.read_text(encoding="utf-8"))
    ]

    assert guilty == []
    assert BY_NAME.search('subprocess.run(["python3", "x"])') and BY_NAME.search("subprocess.run(\n  ['npm', 'ci'])")


def test_run_coroutines_in_a_thread_of_their_own() -> None:
    """Playwright's loop stays in the thread of the tests that come after a browser's."""
    loops = re.compile(r"\basyncio\.(?:run|Runner)\b|\bnew_event_loop\b")
    guilty = [str(path) for path in python_files() if loops.search(path.read_text(encoding="utf-8"))]

    programs = {str(ROOT / name) for name in ("tests/loops.py", "tests/hosts/door.py")}  # the second is never imported
    assert {path for path in guilty if "/tests/" in path and path != __file__} == programs


def test_refuse_a_python_that_reads_no_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    assert surroundings.reads_utf_8()
    monkeypatch.setattr(sys, "getfilesystemencoding", lambda: "iso8859-1")
    assert not surroundings.reads_utf_8()
