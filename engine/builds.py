"""Which build of the engine runs: its Python files, or modules that were compiled from exactly these files.

A build is a folder of compiled modules with a manifest: the hash of each file that the compiler read, and the interpreter's tag. An edit of
one of these files, or another Python, and the build is not loaded; files that are no part of it may change. Python is the reference: both
builds play the same matches to the byte.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

SWITCH: Final = "CARDLOOM_PURE_PYTHON"
"""The environment variable that leaves a build aside when it is set to anything."""
UNPROVEN: Final = "CARDLOOM_UNPROVEN_BUILD"
"""The environment variable that names the folder of a build that is compared with Python and not kept yet."""
PACKAGE: Final = Path(__file__).parent
SOURCE_BUILDS: Final = ".accelerated"
"""The folder beside the sources where `make accelerate` puts a build."""
COMPILED: Final = "compiled"
"""The folder of the data folder where the portal puts its own."""
SUFFIX: Final = EXTENSION_SUFFIXES[0]
TAG: Final = SUFFIX.removesuffix(".so")
MANIFEST: Final = "manifest.json"
STATE: Final = "state"
"""The file beside the portal's builds that holds one word: why there is none, or `building`."""


def places(package: Path = PACKAGE) -> tuple[Path, Path]:
    """Return the two folders where builds of a package lie, whether or not there are any: beside it, and in the data folder."""
    data = os.environ.get("DATA_DIR", "").strip()
    return package.parent / SOURCE_BUILDS, (Path(data).expanduser() if data else package.parent / "var") / COMPILED


def hash_of(files: Mapping[str, Path]) -> str:
    """Return one hash of files by their names, whatever their order."""
    parts = (f"{name}\x1f{sha256(file.read_bytes()).hexdigest()}" for name, file in sorted(files.items()))
    return sha256("\n".join(parts).encode()).hexdigest()


def builds_in(place: Path) -> Iterator[Path]:
    """Yield the builds for this Python that lie in a folder, whatever they were made of; a build without its manifest is none."""
    if place.is_dir():
        yield from sorted(file.parent for file in place.glob(f"*{TAG}/{MANIFEST}"))


def manifest_of(build: Path) -> dict[str, Any]:
    """Return the manifest of a build, empty where it cannot be read.

    Shapes: `compiler`, a version; `files`, by name the hash, size and time of last change (ns) of each file that the compiler read.
    """
    try:
        return dict(json.loads((build / MANIFEST).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def entry_of(file: Path) -> list[Any]:
    """Return what a manifest notes of a file."""
    status = file.stat()
    return [sha256(file.read_bytes()).hexdigest(), status.st_size, status.st_mtime_ns]


def fits(build: Path, package: Path = PACKAGE) -> bool:
    """Return whether a build was made of the files that lie in a package now; the text of a file is read only where its size or time differs."""
    files = manifest_of(build).get("files", {})
    return bool(files) and all(_is_same(package / name, *entry) for name, entry in files.items())


def _is_same(file: Path, digest: str, size: int, time: int) -> bool:
    try:
        status = file.stat()
        if (status.st_size, status.st_mtime_ns) == (size, time):
            return True
        return status.st_size == size and sha256(file.read_bytes()).hexdigest() == digest
    except OSError:
        return False


def find(package: Path = PACKAGE) -> Path | None:
    """Return the build of the files that lie in a package now, None where there is none."""
    return next((build for place in places(package) for build in builds_in(place) if fits(build, package)), None)


def newest_edit(build: Path, package: Path = PACKAGE) -> float:
    """Return when a file that a build was made of was last changed, in seconds since the epoch."""
    files: dict[str, object] = manifest_of(build)["files"]
    return max((package / name).stat().st_mtime for name in files)


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
        return spec_from_file_location(fullname, file, loader=_Loader(fullname, str(file))) if file else None


class _Loader(ExtensionFileLoader):
    """Loads a compiled module, whose `__file__` is that of its source: a game finds its folder by it."""

    def exec_module(self, module: ModuleType) -> None:
        """Finish a module; its body ran as it was made."""
        super().exec_module(module)
        module.__file__ = str(PACKAGE.parent / f"{self.name.replace('.', '/')}.py")


def choose() -> str:
    """Make imports find the build of these files, and return which build runs: `compiled`, or `python` where there is none or it is not wanted."""
    unproven = os.environ.get(UNPROVEN)
    folder = None if os.environ.get(SWITCH) else Path(unproven) if unproven else find()
    if folder is None:
        return "python"
    sys.meta_path.insert(0, CompiledModules(folder))
    return "compiled"
