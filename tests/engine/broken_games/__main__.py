"""Every fault of the test ruleset, one after the other: `make broken-games EVERY=1`."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.engine.broken_games.mutants import mutants
from tests.engine.broken_games.trying import outcome_of
from tests.engine.third_ruleset import FOLDER, NAME


def run(step: int = 1, start: int = 0) -> int:
    """Print what broke or failed, and how many faults came to what; return how many broke."""
    states = Counter[str]()
    for number, mutant in enumerate(list(mutants(FOLDER / NAME))[start::step]):
        with tempfile.TemporaryDirectory() as folder:
            outcome = outcome_of(FOLDER / NAME, mutant, Path(folder) / str(number))
        states[outcome.state] += 1
        if outcome.state in ("broke", "failed"):
            print(outcome, flush=True)
    print(dict(states))
    return states["broke"]


if __name__ == "__main__":
    sys.exit(1 if run(*map(int, sys.argv[1:])) else 0)
