"""The third ruleset: put on the search path for the time of a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine import api
from engine.rulesets import added

FOLDER = Path(__file__).parents[1] / "fixtures" / "rulesets"
NAME = "raid"


@contextmanager
def on_the_path() -> Iterator[str]:
    """Find the third ruleset beside the shipped ones, and return its name."""
    before = [Path(folder) for folder in added()]
    api.search_rulesets([FOLDER])
    try:
        yield NAME
    finally:
        api.search_rulesets(before)
