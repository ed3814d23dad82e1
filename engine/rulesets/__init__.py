"""The games, found by folder name on one search path: the shipped folder, then those that are added.

Each folder is one game and exports `RULESET`; none knows another, nor this module. The search path is this package's `__path__`, so the
modules of a game are imported as `engine.rulesets.<name>` wherever its folder is.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import TYPE_CHECKING

from engine.language.spec.shapes import LocalizedText

if TYPE_CHECKING:
    from engine.ruleset import Ruleset

SHIPPED = Path(__file__).parent
VARIABLE = "CARDLOOM_RULESETS"
"""The environment variable that lists more folders of rulesets, with the separator of the platform's PATH. Only an edge reads it."""


class BadSearchPath(Exception):
    """The search path cannot be used; says why in one line of either language."""

    def __init__(self, en: str, zh: str) -> None:
        self.text = LocalizedText(en, zh)
        super().__init__(en)


def search_path(environment: Mapping[str, str]) -> tuple[Path, ...]:
    """Return the folders that an environment lists."""
    return tuple(Path(each) for each in environment.get(VARIABLE, "").split(os.pathsep) if each.strip())


def search(folders: Sequence[Path]) -> None:
    """Look for rulesets in these folders, too; what was added before is forgotten.

    Errors: BadSearchPath for a folder that is none, and for a name that is found twice.
    """
    seen = dict.fromkeys(_names_in(SHIPPED), SHIPPED)
    for folder in folders:
        if not folder.is_dir():
            raise BadSearchPath(f"{VARIABLE}: {folder} is not a folder", f"{VARIABLE}：{folder} 不是文件夹")
        for name in _names_in(folder):
            if name in seen:
                raise BadSearchPath(
                    f"{VARIABLE}: the game {name} is both in {seen[name]} and in {folder}",
                    f"{VARIABLE}：游戏规则 {name} 同时存在于 {seen[name]} 和 {folder}",
                )
            seen[name] = folder
    __path__[:] = [str(SHIPPED), *(str(folder.absolute()) for folder in folders)]
    invalidate_caches()
    names.cache_clear()


def added() -> tuple[str, ...]:
    """Return the folders of the search path beside the shipped one."""
    return tuple(__path__[1:])


@cache
def names() -> tuple[str, ...]:
    """Return the names of the rulesets on the search path."""
    return tuple(sorted(name for folder in __path__ for name in _names_in(Path(folder))))


def _names_in(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir() if each.name.isidentifier() and (each / "__init__.py").is_file()]


def find(ruleset: str | Ruleset) -> Ruleset:
    """Return a ruleset of the search path by name, or the ruleset that was handed in; KeyError for another name."""
    if not isinstance(ruleset, str):
        return ruleset
    if ruleset not in names():
        raise KeyError(ruleset)
    return _imported(ruleset)


@cache
def _imported(name: str) -> Ruleset:
    ruleset: Ruleset = import_module(f"{__name__}.{name}").RULESET
    if ruleset.name != name:
        raise BadSearchPath(
            f"the game in the folder {name} calls itself {ruleset.name}; both must be the same",
            f"文件夹 {name} 中的游戏规则自称 {ruleset.name}；两者必须一致",
        )
    return ruleset
