"""Compile the engine, compare it with its Python files, and put it where imports find it.

usage: python -m engine.accelerate [PART ...]           compile only these parts, as `kernel`; all when none is given
       python -m engine.accelerate compare              compare the build that is there
       python -m engine.accelerate background FOLDER    compile into a folder, at idle priority, if nothing speaks against it
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from engine.accelerate.background import background
from engine.accelerate.build import collect, compile_engine, keep, manifest, name_of, what_is_missing
from engine.builds import PACKAGE, SWITCH, UNPROVEN, find, places

MISSING = {
    "no-compiler": "No C compiler with the headers of this Python was found.",
    "no-tools": "mypyc is not installed: `make setup` does that where there is a C compiler.",
}


def main(words: list[str]) -> int:
    """Build, compare, and keep the build only if it plays the same matches to the byte. Return 1 where it does not."""
    if words == ["compare"]:
        return compare(find())
    if words[:1] == ["background"]:
        return background(Path(words[1]), build)
    if missing := what_is_missing():
        print(f"{MISSING[missing]} The engine runs as Python, as before.", file=sys.stderr)
        return 1
    return build(places()[0], words)


def build(place: Path, parts: list[str]) -> int:
    """Compile the engine and put the build into a place. Return 1 where it is not kept."""
    place.mkdir(parents=True, exist_ok=True)
    for rest in place.glob("building-*"):
        shutil.rmtree(rest)  # of a build that was killed
    with tempfile.TemporaryDirectory(dir=place, prefix="building-") as workplace:
        made_of = manifest(PACKAGE, parts)
        folder, goal = Path(workplace, "made").absolute(), place / name_of(made_of)
        try:
            compile_engine(PACKAGE, Path(workplace, "sources"), parts)
        except subprocess.CalledProcessError as error:
            print(
                f"The engine could not be compiled: {error.cmd[0]} ended with code {error.returncode}.", file=sys.stderr
            )
            return 1
        modules = collect(Path(workplace, "sources"), folder)
        trouble = difference(folder) or (
            "" if manifest(PACKAGE, parts) == made_of else "The engine's files changed meanwhile."
        )
        if trouble:
            print(f"{trouble} The build was not kept.", file=sys.stderr)
            return 1
        keep(folder, goal, made_of)
    print(f"Compiled {modules} modules. Both builds play the same matches to the byte.")
    return 0


def compare(goal: Path | None) -> int:
    """Return whether the build that is there plays the same matches as Python. Return 1 where it does not."""
    if goal is None:
        print("The engine is not compiled here: there is nothing to compare.")
        return 0
    trouble = difference(goal)
    print(trouble or "Both builds play the same matches to the byte.")
    return 1 if trouble else 0


def difference(build: Path) -> str:
    """Play as Python and with a build, and return how they differ; empty where they do not."""
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
