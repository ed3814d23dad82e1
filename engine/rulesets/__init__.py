"""The games, found by folder name on one search path: the shipped folder, then those that are added.

Each folder is one game and exports `RULESET`; none knows another, nor this module. The search path is this package's `__path__`, so the
modules of a game are imported as `engine.rulesets.<name>` wherever its folder is. A game that cannot be loaded is left out, and
`load_failures` says why; it harms no other.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import FrameType
from typing import Any

from engine.cardset import shipped
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Ruleset
from engine.ruleset.checking import misdeclared
from engine.ruleset.faults import BadGame, Fault, Misdeclared, fault_of, faults_of
from engine.ruleset.missing import stand_in
from engine.ruleset.time_limit import LoadTimeout, Timeout, interrupt, time_limit

SHIPPED_FOLDER = Path(__file__).parent
VARIABLE = "CARDLOOM_RULESETS"
"""The environment variable that lists more folders of rulesets, with the separator of the platform's PATH. Only an edge reads it."""


class BadSearchPath(Exception):
    """The search path cannot be used; says why in one line of either language."""

    def __init__(self, en: str, zh: str) -> None:
        self.text = LocalizedText(en, zh)
        super().__init__(en)


class MissingGame(Exception):
    """There is no game of this name, or it cannot be loaded; `fault` says why where its folder is on the search path."""

    def __init__(self, name: str, fault: Fault | None = None) -> None:
        self.name, self.fault = name, fault
        super().__init__(fault.sentence().en if fault is not None else f"there is no game called {name}")


_ERROR: list[Callable[[str, Fault | None], MissingGame]] = [MissingGame]
_STANDS_IN: ContextVar[bool] = ContextVar("stands_in", default=False)


def search_path(environment: Mapping[str, str]) -> tuple[Path, ...]:
    """Return the folders that an environment lists."""
    return tuple(Path(folder) for folder in environment.get(VARIABLE, "").split(os.pathsep) if folder.strip())


def search(folders: Sequence[Path]) -> None:
    """Look for rulesets in these folders, too; what was added before is forgotten.

    Errors: BadSearchPath for a folder that is none.
    """
    for folder in folders:
        if not folder.is_dir():
            raise BadSearchPath(f"{VARIABLE}: {folder} is not a folder", f"{VARIABLE}：{folder} 不是文件夹")
    __path__[:] = [str(SHIPPED_FOLDER), *(str(folder.absolute()) for folder in folders)]
    invalidate_caches()
    for cached in (names, shipped_names, folders_by_name, load_failures):
        cached.cache_clear()


def added() -> tuple[str, ...]:
    """Return the folders of the search path beside the shipped one."""
    return tuple(__path__[1:])


@cache
def folders_by_name() -> Mapping[str, Path]:
    """Return the folder of each game on the search path, whether or not it can be loaded; of two with one name the first."""
    games: dict[str, Path] = {}
    for name, folder in _folders():
        games.setdefault(name, folder)
    return dict(sorted(games.items()))


def _folders() -> Iterator[tuple[str, Path]]:
    for folder in map(Path, __path__):
        for game in sorted(folder.iterdir()):
            if game.name.isidentifier() and (game / "__init__.py").is_file():
                yield game.name, game


@cache
def names() -> tuple[str, ...]:
    """Return the names of the rulesets on the search path that can be loaded."""
    return tuple(name for name, folder in folders_by_name().items() if isinstance(_loaded(name, folder), Ruleset))


@cache
def shipped_names() -> tuple[str, ...]:
    """Return the names of those that ship with the engine."""
    return tuple(name for name in names() if folders_by_name()[name].parent == SHIPPED_FOLDER)


@cache
def load_failures() -> tuple[Fault, ...]:
    """Return why games of the search path are left out, by name."""
    games = folders_by_name()
    loaded = (_loaded(name, folder) for name, folder in games.items())
    doubles = (_double(name, folder, games[name]) for name, folder in _folders() if folder != games[name])
    return (*(game for game in loaded if isinstance(game, Fault)), *doubles)


def _double(name: str, folder: Path, first: Path) -> Fault:
    text = LocalizedText(f"there is a game of this name in {first.parent}, too", f"{first.parent} 中已有同名的游戏规则")
    return Fault(name, folder / "__init__.py", 1, text)


def find(ruleset: str | Ruleset) -> Ruleset:
    """Return a ruleset of the search path by name, or the ruleset that was handed in.

    Errors: MissingGame for another name, where nothing takes its place.
    """
    if not isinstance(ruleset, str):
        return ruleset
    if ruleset in names():
        return _ruleset(ruleset)
    if _STANDS_IN.get():
        return stand_in(ruleset)
    raise _ERROR[-1](ruleset, next((fault for fault in load_failures() if fault.name == ruleset), None))


def refuse_missing_by(error: Callable[[str, Fault | None], MissingGame]) -> None:
    """Raise this from now on where a game is missing: an edge has refusals of its own."""
    _ERROR[:] = [error]


def fault_in_use(error: BaseException) -> Fault | None:
    """Return the fault of the game whose code, or whose file, an error came of while it was used, None where it came of none."""
    files = [Path(frame.filename) for frame in traceback.extract_tb(error.__traceback__)]
    files += [fault.file for fault in error.faults] if isinstance(error, BadGame) else []
    for name, folder in folders_by_name().items():
        if any(file.is_relative_to(folder) for file in files):
            return fault_of(name, folder, error)
    return None


def interrupt_added(thread: int, frame: FrameType | None) -> bool:
    """Raise Timeout in a thread that runs code of an added game, by its innermost frame; return whether it runs such code."""
    folders = tuple(f"{folder}{os.sep}" for folder in added())
    is_inside = any(place.f_code.co_filename.startswith(folders) for place, _ in traceback.walk_stack(frame))
    if is_inside:
        interrupt(thread, Timeout)
    return is_inside


@contextmanager
def standing_in() -> Iterator[None]:
    """Show what is stored of a missing game: one without rules takes its place."""
    token = _STANDS_IN.set(True)
    try:
        yield
    finally:
        _STANDS_IN.reset(token)


def _ruleset(name: str) -> Ruleset:
    game = _loaded(name, folders_by_name()[name])
    if isinstance(game, Fault):
        raise _ERROR[-1](name, game)
    return game


@cache
def _loaded(name: str, folder: Path) -> Ruleset | Fault:
    """Import a game and check what it declares; whatever its code raises is its fault."""
    try:
        with time_limit():
            return _checked(name, folder)
    except (Exception, SystemExit, LoadTimeout) as error:  # noqa: BLE001  the other games are there
        _forget(name)
        return fault_of(name, folder, error)


def _checked(name: str, folder: Path) -> Ruleset:
    imported = sys.modules.get(f"{__name__}.{name}")
    if imported is not None and Path(imported.__file__ or "").parent != folder:
        _forget(name)
    module = import_module(f"{__name__}.{name}")
    if faults := faults_of(name, folder, _wrong(name, folder, getattr(module, "RULESET", None))):
        raise BadGame(faults)
    ruleset: Ruleset = module.RULESET
    return ruleset


def _wrong(name: str, folder: Path, ruleset: Any) -> Iterator[Misdeclared]:
    """Yield the faults of what a game exports."""
    if not isinstance(ruleset, Ruleset):
        yield Misdeclared(
            "`__init__.py` exports no `RULESET`, a value of `engine.ruleset.Ruleset`",
            "`__init__.py` 没有导出 `RULESET`（`engine.ruleset.Ruleset` 的值）",
        )
    elif ruleset.name != name:
        yield Misdeclared(
            f"the game calls itself {ruleset.name}, its folder is called {name}; both must be the same",
            f"游戏规则自称 {ruleset.name}，文件夹名为 {name}；两者必须一致",
            ruleset.name,
        )
    elif folder.parent != SHIPPED_FOLDER:  # the suite checks those that are shipped
        yield from misdeclared(ruleset, f"{__name__}.{name}", (document for document, _ in shipped(folder)))


def _forget(name: str) -> None:
    """Drop the modules of a game that was imported from another folder, or in part."""
    package = f"{__name__}.{name}"
    for module in [module for module in sys.modules if module == package or module.startswith(f"{package}.")]:
        del sys.modules[module]
    globals().pop(name, None)
