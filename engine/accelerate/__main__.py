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

from engine.accelerate.build import compile_engine, kept
from engine.builds import PACKAGE, SUFFIX, SWITCH, folder_of


def main(parts: list[str]) -> int:
    """Build, compare, and keep the build only if it plays the same matches to the byte. Return 1 where it does not."""
    if not shutil.which(os.environ.get("CC", "cc")):
        print("No C compiler was found. The engine runs as Python, as before.", file=sys.stderr)
        return 1
    goal = folder_of()
    if parts == ["compare"]:
        return compare(goal)
    with tempfile.TemporaryDirectory() as place:
        kept(compile_engine(PACKAGE, Path(place), parts), goal)
    trouble = difference(goal)
    if trouble:
        shutil.rmtree(goal)
        print(f"{trouble} The build was removed.", file=sys.stderr)
        return 1
    modules = len(list(goal.rglob(f"*{SUFFIX}"))) - 1  # one holds the code of all
    print(f"Compiled {modules} modules. Both builds play the same matches to the byte.")
    return 0


def compare(goal: Path) -> int:
    """Say whether the build that is there plays the same matches as Python. Return 1 where it does not."""
    if not goal.is_dir():
        print("The engine is not compiled here: there is nothing to compare.")
        return 0
    trouble = difference(goal)
    print(trouble or "Both builds play the same matches to the byte.")
    return 1 if trouble else 0


def difference(goal: Path) -> str:
    """Play with both builds, and return how the compiled one differs, nothing where it does not."""
    if folder_of() != goal:
        return "The engine's files changed while it was compiled."
    python, compiled = _played({SWITCH: "1"}), _played({SWITCH: ""})
    if compiled.get("build") != "compiled":
        return "The compiled modules were not found."
    if python | {"build": ""} != compiled | {"build": ""}:
        return f"The compiled engine plays other matches: {json.dumps([python, compiled], indent=1)}."
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
