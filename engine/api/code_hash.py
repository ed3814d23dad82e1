"""Which code an answer depends on, as a hash: of a match or a preview, and of anything that the engine says.

A match is decided by what the simulation and the bots import, what the ruleset imports, and what that imports in turn. Imports are at
the top of a file, so they are read from its text: an edit of anything else leaves the hash as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from typing import Any

from engine.bots.learned import BOUNDS_FILE, STANDING_FILE
from engine.builds import hash_of
from engine.errors import IllegalAction
from engine.ruleset import Ruleset
from engine.rulesets import find, folders_by_name

ENGINE = Path(__file__).parent.parent
ROOTS = ("engine.simulation", "engine.bots.named")
OUTSIDE = frozenset(
    (
        "engine",
        "engine.face",
        "engine.language.analysis.lost_names",
        "engine.language.diagnostics.messages",
        "engine.packs.decks",
        "engine.packs.manifest",
    )
)
"""What decides nothing although it is imported: the version, faces, what a refusal or a problem says, what a deck must keep to, and the reading of the shipped
files, whose documents are part of a plan."""

UNDECIDING_MODULES = frozenset(("board", "face", "labels", "layout", "lint", "problems", "rewrite", "story"))
"""Modules of a ruleset's folder, by name, that decide nothing: scenarios, faces, titles, how tables are drawn, what the checker adds, examples of problems,
reading of a card's surface, and the words of stories. The code that decides takes nothing from them but what it hands to `Ruleset` and `Vocabulary`."""

_IMPORT = re.compile(r"^from (engine(?:\.\w+)*|\.[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
_PLAIN = re.compile(r"^import (engine(?:\.\w+)*)", re.MULTILINE)


def engine_hash(ruleset: str | Ruleset) -> str:
    """Return a hash of the code that decides how matches of a ruleset go and what previews report; it covers nothing else."""
    return _hash_of_deciding(find(ruleset).folder)


def source_hash(ruleset: str | Ruleset) -> str:
    """Return a hash of all code of the engine but other rulesets' folders: what it says of a card may change with any of it."""
    return _hash_of_all(find(ruleset).folder)


def same_engine(plan: Mapping[str, Any], ruleset: str | Ruleset | None = None) -> Ruleset:
    """Return the game of a plan, whose matches this engine plays as they were played.

    Errors: IllegalAction `other-engine`.
    """
    rules = find(ruleset or plan["ruleset"])
    if plan["engine"] != engine_hash(rules):
        raise IllegalAction("other-engine", "the plan was made by another engine")
    return rules


@cache
def _hash_of_deciding(folder: Path) -> str:
    return hash_of(deciding_files(ENGINE, folder))


@cache
def _hash_of_all(folder: Path) -> str:
    return hash_of(source_files(folder))


def source_files(folder: Path) -> dict[str, Path]:
    """Return all files of the engine but those of other rulesets than that in a folder, by their places."""
    others = [other for other in folders_by_name().values() if other != folder]
    own = [] if folder.is_relative_to(ENGINE) else folder.rglob("*.py")
    files = [file for file in ENGINE.rglob("*.py") if not any(file.is_relative_to(other) for other in others)]
    return {_place(ENGINE, folder, file): file for file in (*files, *own)}


def deciding_files(root: Path, folder: Path) -> dict[str, Path]:
    """Return the files that decide matches of the ruleset in a folder and what previews report, by their places.

    Shapes: `root` is the folder of the engine; a folder beside it is a ruleset that is handed in or found on the search path, with all of its modules.
    """
    todo = [file for module in ROOTS for file in _file(root, module)]
    todo += [folder / "__init__.py"] if folder.is_relative_to(root) else sorted(folder.rglob("*.py"))
    files: dict[str, Path] = {
        _place(root, folder, file): file for name in (STANDING_FILE, BOUNDS_FILE) for file in folder.glob(name)
    }
    while todo:
        file = todo.pop()
        place = _place(root, folder, file)
        if place in files or (file.is_relative_to(folder) and file.stem in UNDECIDING_MODULES):
            continue
        files[place] = file
        package = ".".join(("engine", *file.parent.relative_to(root).parts)) if file.is_relative_to(root) else ""
        todo += (each for module in imported(file.read_text(), package) for each in _file(root, module))
    return files


def imported(text: str, package: str) -> Iterator[str]:
    """Yield the modules of the engine that a file of a package imports when it is loaded, and names that may be modules.

    Shapes: `package` is empty for a file outside the engine, whose relative imports lead to files that are all read anyway.
    """
    for name, names in _IMPORT.findall(text):
        if not package and name.startswith("."):
            continue
        module = resolve_name(name, package)
        yield module
        yield from (f"{module}.{part}" for part in _names(names))
    yield from _PLAIN.findall(text)


def _names(names: str) -> Iterable[str]:
    plain = re.sub(r"#.*", "", names).strip("()")
    return (part.split()[0] for part in plain.split(",") if part.strip())


def _file(root: Path, module: str) -> Iterator[Path]:
    """Yield the file of a module, empty for a name that is none or a module that decides nothing."""
    if module in OUTSIDE:
        return
    bare = root.joinpath(*module.split(".")[1:])
    yield from (file for file in (bare / "__init__.py", bare.with_suffix(".py")) if file.is_file())


def _place(root: Path, folder: Path, file: Path) -> str:
    base = root if file.is_relative_to(root) else folder
    return f"{'engine' if base == root else 'ruleset'}/{file.relative_to(base).as_posix()}"
