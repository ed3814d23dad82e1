"""Compile the engine, compare it with its Python files, and put it where imports find it.

usage: python -m engine.accelerate [PART ...]     compile only these parts, as `kernel`; all when none is given
       python -m engine.accelerate compare        compare the build that is there
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from engine.accelerate.build import collect, compile_engine, keep
from engine.builds import PACKAGE, SUFFIX, SWITCH, UNPROVEN, folder_of


def main(parts: list[str]) -> int:
    """Build, compare, and keep the build only if it plays the same matches to the byte. Return 1 where it does not."""
    goal = folder_of()
    if parts == ["compare"]:
        return compare(goal)
    if not shutil.which(os.environ.get("CC", "cc")):
        print("No C compiler was found. The engine runs as Python, as before.", file=sys.stderr)
        return 1
    goal.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryDirectory(dir=goal.parent) as beside:
        compile_engine(PACKAGE, Path(place), parts)
        build = Path(beside) / goal.name
        collect(Path(place), build)
        modules = len(list(build.rglob(f"*{SUFFIX}"))) - 1  # one holds the code of all
        trouble = difference(build) or ("" if folder_of() == goal else "The engine's files changed meanwhile.")
        if trouble:
            print(f"{trouble} The build was not kept.", file=sys.stderr)
            return 1
        keep(build, goal)
    print(f"Compiled {modules} modules. Both builds play the same matches to the byte.")
    return 0


def compare(goal: Path) -> int:
    """Return whether the build that is there plays the same matches as Python. Return 1 where it does not."""
    if not goal.is_dir():
        print("The engine is not compiled here: there is nothing to compare.")
        return 0
    trouble = difference(goal)
    print(trouble or "Both builds play the same matches to the byte.")
    return 1 if trouble else 0


def difference(build: Path) -> str:
    """Play as Python and with a build, and return how they differ; None where they do not."""
    python, native = _played({SWITCH: "1"}), _played({SWITCH: "", UNPROVEN: str(build)})
    if native.get("build") != "compiled":
        return "The compiled engine does not play."
    if python | {"build": ""} != native | {"build": ""}:
        return f"The compiled engine plays other matches: {json.dumps([python, native], indent=1)}."
    return ""


def _played(environment: dict[str, str]) -> dict[str, str]:
    """Return what one build plays, by a process of its own; its errors go where ours go."""
    ran = subprocess.run(
        [sys.executable, "-m", "engine.accelerate.played"],
        env={**os.environ, **environment},
        cwd=PACKAGE.parent,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    return dict(json.loads(ran.stdout)) if ran.returncode == 0 else {"failed": str(ran.returncode)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
