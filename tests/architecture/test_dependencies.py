"""Every package that the portal needs at run time is used at run time."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

from tests.architecture.sources import ROOT

REASONS = {
    "argon2-cffi": "Django's Argon2PasswordHasher, which the settings name, imports it.",
}
"""Packages that no file of this project names, each with its reason."""

_NAME = re.compile(r"[A-Za-z0-9._-]+")
_MODULE = re.compile(r"[A-Za-z_]\w*(\.\w+)*")


def _normalized(name: str) -> str:
    """Return the one form of a package's name (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def needed() -> set[str]:
    """Return the packages that pyproject.toml asks for at run time."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    rows = [*project["dependencies"], *project["optional-dependencies"]["embedded"]]
    return {_normalized(found[0]) for row in rows if (found := _NAME.match(row))}


def modules() -> dict[str, set[str]]:
    """Return the import names of each installed package."""
    names: dict[str, set[str]] = defaultdict(set)
    for module, packages in packages_distributions().items():
        for package in packages:
            names[_normalized(package)].add(module)
    return names


@cache
def used() -> set[str]:
    """Return the first part of every module that the code imports, or names in a text as settings do."""
    files = [path for folder in ("engine", "cards", "portal") for path in (ROOT / folder).rglob("*.py")]
    return {name.partition(".")[0] for path in files for name in _names(path)}


def _names(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom(module=str() as module, level=0):
                yield module
            case ast.Constant(value=str() as text) if _MODULE.fullmatch(text):
                yield text


class TestDependencies:
    def test_are_used_or_have_a_reason(self) -> None:
        names, there = modules(), used()

        assert {package for package in needed() - REASONS.keys() if not names[package] & there} == set()

    def test_have_no_reason_that_is_not_needed(self) -> None:
        names, there = modules(), used()

        assert {package for package in REASONS if package not in needed() or names[package] & there} == set()

    def test_are_locked(self) -> None:
        locked = (ROOT / "requirements.txt").read_text(encoding="utf-8")
        pins = {line.partition("==")[0].partition("[")[0] for line in locked.splitlines() if "==" in line}

        assert needed() - pins == set()
