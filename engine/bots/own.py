"""Bots of one's own: files of a folder, such as a policy that was trained, that play a preview which names them, and no other.

A file `NAME.py` has `player`, which is called with the world of a match for each seat and returns a bot. Plans and results call it `NAME@MARK`; the mark is
of the bytes of all files of the folder that begin with `NAME.`, so that weights beside the code count as it does.
"""

from __future__ import annotations

import hashlib
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.bots.players import Bot

MARK = 12  # characters of a hash

OWN: dict[str, Callable[[Any], Bot]] = {}
"""What makes the bots that were added, by the names that plans have."""


def add_own_bot(folder: Path, name: str) -> str:
    """Add the bot of a file and return what plans call it.

    Errors: LookupError where the folder has no such file, or that has no `player`.
    """
    path = folder / f"{name}.py"
    if not path.is_file():
        raise LookupError(f"there is no {path}")
    player = runpy.run_path(str(path)).get("player")
    if not callable(player):
        raise LookupError(f"{path} has no player")
    own_name = f"{name}@{_mark(folder, name)}"
    OWN[own_name] = player
    return own_name


def _mark(folder: Path, name: str) -> str:
    files = sorted(path for path in folder.glob(f"{name}.*") if path.is_file())
    parts = (hashlib.sha256(path.read_bytes()).hexdigest() for path in files)
    return hashlib.sha256("".join(parts).encode()).hexdigest()[:MARK]


def is_own(bot: str) -> bool:
    """Return whether a bot of a plan is none of the game's."""
    return "@" in bot


__all__ = ["OWN", "add_own_bot", "is_own"]
