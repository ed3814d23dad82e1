"""The games, found by folder name. Each folder is one and exports `RULESET`; none knows another, nor this module."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


@cache
def names() -> tuple[str, ...]:
    """Return the names of the shipped rulesets."""
    here = Path(__file__).parent
    return tuple(sorted(folder.name for folder in here.iterdir() if (folder / "__init__.py").is_file()))


def find(ruleset: str | Ruleset) -> Ruleset:
    """Return a shipped ruleset by name, or the ruleset that was handed in; KeyError for another name."""
    return _shipped(ruleset) if isinstance(ruleset, str) else ruleset


@cache
def _shipped(name: str) -> Ruleset:
    if name not in names():
        raise KeyError(name)
    ruleset: Ruleset = import_module(f"engine.rulesets.{name}").RULESET
    return ruleset
