"""Who may import whom, and what the engine may never touch."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from tests.architecture.sources import ROOT, named, python_files

MAY_MEASURE = ("engine/__main__.py",)  # hands the clock in; no match depends on it
CLOCK_OR_CHANCE = {"random", "secrets", "time", "datetime", "uuid"}


def imported(path: Path) -> set[str]:
    """Return the first names of what a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").split(".")[0])
    return found


class TestArrows:
    def test_point_inward(self) -> None:
        lint = Path(sys.executable).with_name("lint-imports")
        run = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True)

        assert run.returncode == 0, run.stdout


class TestTheEngine:
    def test_knows_no_clock_and_no_chance_but_its_own(self) -> None:
        files = [path for path in python_files() if named(path).startswith("engine/")]
        guilty = {named(path): imported(path) & CLOCK_OR_CHANCE for path in files}

        assert {name: names for name, names in guilty.items() if names and not name.startswith(MAY_MEASURE)} == {}

    def test_comes_without_a_web_framework(self) -> None:
        code = (
            "import sys, engine.api\n"
            "print(sorted({name.split('.')[0] for name in sys.modules} & {'django', 'rest_framework', 'celery', 'psycopg'}))"
        )
        run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)

        assert (run.stdout.strip(), run.stderr) == ("[]", "")
