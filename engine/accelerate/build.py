"""The modules that are compiled, and the compilation: a copy of the engine, so that its own folder stays as it is."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from engine.accelerate.native import native
from engine.builds import SUFFIX

PARTS = ("kernel", "ruleset", "toolkit", "bots", "language", "rulesets")
AT_WORK = re.compile(r"\bState\b|^def shuffle_top", re.MULTILINE)
"""What a module that runs in a match handles; those of the kernel run in any case."""
LEFT_OUT = {
    "kernel/constructing.py": "it compiles functions by itself",
    "kernel/copying.py": "it compiles functions by itself",
    "kernel/digest.py": "a class of its own inherits from str",
    "kernel/view.py": "`match` over named tuples ends mypyc 2.4.1 with an error of its own",
    "bots/lookahead.py": "its view has slots",
    "rulesets/wizards/nodes/values.py": "a tuple of a global that may be missing ends mypyc 2.4.1 with an error of its own",
    "bots/named.py": "it builds what bots/lookahead.py defines",
    "toolkit/table.py": "each game has a class of its own, whose methods have marks and which reports names it does not have",
    "ruleset/concerns.py": "it declares what a ruleset is made of",
    "ruleset/layouts.py": "it draws boards, which no match asks for",
    "ruleset/parts.py": "it declares what a ruleset is made of",
}
"""Modules that stay Python, and why."""
RARE_MODULES = ("__init__.py", "board.py", "experiment.py", "layout.py", "story.py", "playback.py")
"""Modules that handle a state and are asked seldom: scenarios, tables, stories, the start of a match."""


def modules_of(package: Path, parts: Sequence[str] = ()) -> list[Path]:
    """Return the modules to compile, of some parts or of all."""
    return [
        file
        for part in parts or PARTS
        for file in sorted((package / part).rglob("*.py"))
        if file.relative_to(package).as_posix() not in LEFT_OUT
        and file.name not in RARE_MODULES
        and (part == "kernel" or AT_WORK.search(file.read_text()))
    ]


def compile_engine(package: Path, place: Path, parts: Sequence[str] = ()) -> None:
    """Compile modules of the engine in a folder. Several minutes of processor.

    Errors: whatever mypyc and the compiler say, printed by them; SystemExit.
    """
    from mypyc.build import mypycify
    from setuptools import setup  # type: ignore[import-untyped]  # it publishes no types

    modules = [str(file.relative_to(package.parent)) for file in modules_of(package, parts)]
    shutil.copytree(package, place / package.name, ignore=shutil.ignore_patterns("__pycache__", "*.json", "*.md"))
    for name in modules:
        file = place / name
        file.write_text(native(file.read_text()))
    before = Path.cwd()
    os.chdir(place)
    try:
        setup(
            name="engine-accelerated",
            packages=[],
            ext_modules=mypycify([*modules, "--python-version=3.11"], opt_level=os.environ.get("MYPYC_OPT_LEVEL", "3")),
            script_args=["--quiet", "build_ext", "--inplace"],
        )
    finally:
        os.chdir(before)


def collect(place: Path, into: Path) -> None:
    """Copy the compiled modules of a folder, and nothing else."""
    for file in place.rglob(f"*{SUFFIX}"):
        if "build" not in file.relative_to(place).parts:
            target = into / file.relative_to(place)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, target)


def keep(build: Path, goal: Path) -> None:
    """Install a build for imports, at once and whole, and remove all others."""
    shutil.rmtree(goal, ignore_errors=True)
    build.rename(goal)
    for other in goal.parent.iterdir():
        if other != goal:
            shutil.rmtree(other)
