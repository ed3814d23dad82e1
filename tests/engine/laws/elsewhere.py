"""What another process does for the laws: `python -m tests.engine.laws.elsewhere replay|resume FILE`, one answer a line.

The file is a pickle of plain values and of states; the process compiles the shipped set for itself.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from engine.kernel.digest import digest
from engine.replay import verify
from tests.engine.laws.matches import play_on, random_match


def main(task: str, file: str) -> None:
    """Do a task with what a file holds."""
    held = pickle.loads(Path(file).read_bytes())  # noqa: S301 - written by the test that calls
    for ruleset, seed, arguments in held:
        match = random_match(ruleset, seed)
        if task == "replay":
            print(verify(match, arguments))
        else:
            state, actions = arguments
            print(f"{digest(play_on(match, state.resume(match.program), actions)):016x}")


if __name__ == "__main__":
    main(*sys.argv[1:])
