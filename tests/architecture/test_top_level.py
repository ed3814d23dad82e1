"""The top level of the repository is a list by name: what comes there is decided, not left behind."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

ROOT = Path(__file__).parents[2]
FOLDERS = frozenset({".ci", "cards", "docs", "engine", "portal", "static", "templates", "tests"})
FILES = frozenset(
    {
        ".gitattributes",
        ".gitignore",
        "CHANGELOG.md",
        "Makefile",
        "README.md",
        "bootstrap.py",
        "manage.py",
        "pyproject.toml",
        "requirements-bootstrap.in",
        "requirements-bootstrap.txt",
        "requirements-compile.in",
        "requirements-compile.txt",
        "requirements-dev.txt",
        "requirements.txt",
    }
)


def tracked() -> list[str]:
    """Return every path that git tracks and that is there."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [name for name in names.split("\0") if name and (ROOT / name).exists()]


def differences(paths: Iterable[str]) -> set[str]:
    """Return the names of the top level that the lists do not have, and those of the lists that no path has."""
    parts = [path.partition("/") for path in paths]
    folders = {name for name, slash, _ in parts if slash}
    files = {name for name, slash, _ in parts if not slash}
    return (folders ^ FOLDERS) | (files ^ FILES)


class TestTopLevel:
    def test_holds_what_is_listed(self) -> None:
        assert differences(tracked()) == set()

    def test_refuses_a_planted_folder_and_misses_a_lost_file(self) -> None:
        paths = tracked()

        assert differences([*paths, "locale/zh_Hans/LC_MESSAGES/django.po"]) == {"locale"}
        assert differences([path for path in paths if path != "bootstrap.py"]) == {"bootstrap.py"}

    def test_has_the_translations_of_templates_below_the_portal(self) -> None:
        (folder,) = settings.LOCALE_PATHS

        assert folder == ROOT / "portal" / "locale"
        assert sorted(path.name for path in folder.rglob("django.*")) == ["django.mo", "django.po"]
