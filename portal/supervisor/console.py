"""The console of `manage.py up`: one line for each event."""

import sys
from pathlib import Path
from typing import TextIO

from portal.embedded.process import tail
from portal.embedded.refusal import CannotStart


class Console:
    """Plain lines, flushed, so that a log file and a terminal read the same."""

    def __init__(self, out: TextIO | None = None) -> None:
        self.out = out or sys.stdout

    def say(self, *lines: str) -> None:
        """Print lines."""
        for line in lines:
            print(line, file=self.out, flush=True)

    def refuse(self, refusal: CannotStart) -> None:
        """Print what prevents the start, and what to do."""
        self.say("", f"Cannot start: {refusal.what}", f"  → {refusal.help}")

    def show_log(self, log: Path) -> None:
        """Print the end of a log."""
        self.say(f"The end of {log}:", *(f"  | {line}" for line in tail(log).splitlines()))
