"""What greedy bots know of shipped cards beforehand, as files beside the cards say it: what their triggers are worth, what their answers add at most."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.bots.bounds import Table

STANDING_FILE: Final = "standing.json"
"""The file of a ruleset's folder with what the triggers of shipped cards are worth; `make standing` writes it."""
BOUNDS_FILE: Final = "bounds.json"
"""The file of a ruleset's folder with what answers add at most; `make bounds` writes it."""
MEMO_SIZE: Final = 16
"""For how many sets of compared cards what is learned of the others is kept at hand."""


class Learned(NamedTuple):
    """What was learned in matches of shipped cards.

    Shapes: `standing` is what a trigger is worth by its text, `ID@CONTENT#PATH`; `bounds` are by the name of an answer, `pass` or `play ID@CONTENT`.
    """

    standing: Mapping[str, int] = {}
    bounds: Table = {}


@cache
def learned(folder: Path) -> Learned:
    """Return what the files of a ruleset's folder say; an empty table for a file that is not there."""
    return Learned(_read(folder / STANDING_FILE), _read(folder / BOUNDS_FILE))


@lru_cache(maxsize=MEMO_SIZE)
def learned_without(folder: Path, ids: frozenset[str]) -> Learned:
    """Return what is learned of other cards than some: of what is compared bots know nothing, so that all sides are met alike."""
    standing, bounds = learned(folder)
    return Learned(
        {body: worth for body, worth in standing.items() if _card(body) not in ids},
        {name: rows for name, rows in bounds.items() if _card(name.partition(" ")[2]) not in ids},
    )


def _card(content: str) -> str:
    return content.partition("@")[0]


def _read(file: Path) -> Any:
    return json.loads(file.read_bytes()) if file.is_file() else {}
