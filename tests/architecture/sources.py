"""The files that the architecture tests read."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PYTHON = ("engine", "cards", "portal", "tests", "manage.py", "bootstrap.py")
SCRIPTS = ("static/editor/src", "static/editor/tests", "static/js")


def tracked(*places: str, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """Yield the files of the repository below some places; in a tree without git, every file there."""
    run = subprocess.run(["git", "ls-files", "-z", *places], cwd=ROOT, capture_output=True, text=True)
    if run.returncode == 0:
        matches = [ROOT / name for name in run.stdout.split("\0") if name]
    else:
        matches = [
            path
            for place in places
            for path in ((ROOT / place).rglob("*") if (ROOT / place).is_dir() else [ROOT / place])
        ]
    yield from (path for path in sorted(matches) if path.suffix in suffixes and path.is_file())


def python_files() -> list[Path]:
    """Return our Python files, migrations apart: Django writes those."""
    return [path for path in tracked(*PYTHON, suffixes=(".py",)) if "migrations" not in path.parts]


def script_files() -> list[Path]:
    """Return our TypeScript and JavaScript files."""
    return list(tracked(*SCRIPTS, suffixes=(".ts", ".tsx", ".js")))


def named(path: Path) -> str:
    """Return a path as it is written in a report."""
    return path.relative_to(ROOT).as_posix()
