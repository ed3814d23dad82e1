"""Which build of the engine runs: its Python files, or modules that `make accelerate` compiled from exactly these files.

A build lies in a folder named after a hash of all Python files of the engine and the interpreter's tag: an edit of any file, or another
Python, and it is not found. Python is the reference: both builds play the same matches to the byte.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

SWITCH: Final = "CARDLOOM_PURE_PYTHON"
"""The environment variable that leaves a build aside when it is set to anything."""
UNPROVEN: Final = "CARDLOOM_UNPROVEN_BUILD"
"""The environment variable that names the folder of a build that is compared with Python and not kept yet."""
PACKAGE: Final = Path(__file__).parent
BUILDS: Final = ".accelerated"
SUFFIX: Final = EXTENSION_SUFFIXES[0]


def folder_of(package: Path = PACKAGE) -> Path:
    """Return where a build of a package lies, beside it, whether or not there is one."""
    files = {file.relative_to(package).as_posix(): file for file in package.rglob("*.py")}
    return package.parent / BUILDS / f"{hash_of(files)[:16]}{SUFFIX.removesuffix('.so')}"


def hash_of(files: Mapping[str, Path]) -> str:
    """Return one hash of files by their names, whatever their order."""
    parts = (f"{name}\x1f{sha256(file.read_bytes()).hexdigest()}" for name, file in sorted(files.items()))
    return sha256("\n".join(parts).encode()).hexdigest()


class CompiledModules(MetaPathFinder):
    """Finds the modules of a build by their full names."""

    def __init__(self, folder: Path) -> None:
        self._files = {
            file.relative_to(folder).as_posix().removesuffix(SUFFIX).replace("/", "."): file
            for file in folder.rglob(f"*{SUFFIX}")
        }

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a compiled module is; None of all others."""
        file = self._files.get(fullname)
        return spec_from_file_location(fullname, file) if file else None


def choose() -> str:
    """Make imports find the build of these files, and return which build runs: `compiled`, or `python` where there is none or it is not wanted."""
    folder = None if os.environ.get(SWITCH) else _build()
    if folder is None:
        return "python"
    sys.meta_path.insert(0, CompiledModules(folder))
    return "compiled"


def _build() -> Path | None:
    """Return the folder of the build of these files, None where there is none."""
    if unproven := os.environ.get(UNPROVEN):
        return Path(unproven)
    if not (PACKAGE.parent / BUILDS).is_dir():
        return None  # files are hashed only where something may have been compiled
    folder = folder_of()
    return folder if folder.is_dir() else None
