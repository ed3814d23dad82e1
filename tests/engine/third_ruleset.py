"""Games outside the engine's folder: put on the search path for the time of a test, each with all of its files in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from engine import api
from engine.rulesets import added

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "fixtures" / "rulesets"
NAME = "raid"
EXAMPLES = ROOT / "docs" / "examples"
EXAMPLE = "duel"
"""The worked example of the pages for contributors."""
OUTSIDE: Mapping[str, Path] = {NAME: FOLDER, EXAMPLE: EXAMPLES}


@contextmanager
def on_the_path(name: str = NAME) -> Iterator[str]:
    """Find a game beside the shipped ones, and return its name."""
    before = [Path(folder) for folder in added()]
    api.search_rulesets([OUTSIDE[name]])
    try:
        yield name
    finally:
        api.search_rulesets(before)
