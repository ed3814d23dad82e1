"""Which build of the engine this process plays, and whether another is there by now."""

from __future__ import annotations

import os

from engine import BUILD
from engine.builds import STATE, SWITCH, find, newest_edit, places


def running_build() -> str:
    """Return `compiled`, `off` where a build is not wanted, or why the engine runs as Python, as its background build noted: `building`,
    `no-compiler`, `no-tools`, `no-memory`, `failed`; `python` where nothing is noted."""
    if BUILD == "compiled" or os.environ.get(SWITCH):
        return BUILD if BUILD == "compiled" else "off"
    try:
        return (places()[1] / STATE).read_text(encoding="utf-8").strip()[:20] or BUILD
    except OSError:
        return BUILD


def is_newly_compiled(since: float) -> bool:
    """Return whether this process plays as Python although there is a build by now, of files that were not changed since a moment.

    Units: since in seconds since the epoch.
    """
    if BUILD == "compiled" or os.environ.get(SWITCH):
        return False
    made = find()
    return made is not None and newest_edit(made) < since
