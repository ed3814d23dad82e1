"""Who may import whom, and what the engine may never touch."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.architecture.sources import ROOT, named, python_files

MAY_MEASURE = (
    "engine/__main__.py",
    "engine/ruleset/time_limit.py",
)  # hand the clock in, limit the loading of games; no match depends on it
CLOCK_OR_CHANCE = {"random", "secrets", "time", "datetime", "uuid"}


def imported(path: Path) -> set[str]:
    """Return the first names of what a file imports."""
    ids: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            ids |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            ids.add((node.module or "").split(".")[0])
    return ids


def inner_imports(package: str, sources: dict[str, str]) -> dict[str, set[str]]:
    """Return which modules of a package each of them imports, imports for the type checker included."""
    names = {f"{package}.{name}" for name in sources}
    graph: dict[str, set[str]] = {}
    for name, source in sources.items():
        targets: set[str] = set()
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Import):
                targets |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                targets |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        graph[name] = {target.removeprefix(f"{package}.") for target in targets & names}
    return graph


def circle(graph: dict[str, set[str]]) -> tuple[str, ...]:
    """Return the modules of the first import circle, empty where there is none."""
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        return tuple(error.args[1])
    return ()


class TestTheKernel:
    def test_has_no_circle_of_imports(self) -> None:
        sources = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "engine/kernel").glob("*.py")}

        assert circle(inner_imports("engine.kernel", sources)) == ()

    def test_would_show_a_circle_of_imports_for_the_type_checker(self) -> None:
        sources = {
            "state": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from engine.kernel.digest import LazyDigest",
            "digest": "from engine.kernel import state",
        }

        assert set(circle(inner_imports("engine.kernel", sources))) == {"state", "digest"}


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
