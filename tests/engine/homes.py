"""Where the tables of a game are kept, and how a program of these tests finds games that are not shipped."""

from __future__ import annotations

import os
from pathlib import Path

from engine import api
from engine.rulesets import SHIPPED_FOLDER, VARIABLE, added, find


def home_of(game: str, folder: Path) -> Path:
    """Return where the tables of a kind are, whose folder here holds those of shipped games: the others have them in their own folders."""
    return folder if (SHIPPED_FOLDER / game).is_dir() else find(game).folder / folder.name


def child_variables() -> dict[str, str]:
    """Return by which variables a child finds the games that are added here."""
    return {VARIABLE: os.pathsep.join(added())} if added() else {}


def search_games() -> None:
    """Find the games that the environment lists, as `python -m engine` does."""
    api.search_rulesets(api.ruleset_folders(os.environ))
