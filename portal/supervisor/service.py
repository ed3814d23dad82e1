"""One process that `manage.py up` keeps running: an embedded server or a Python program of the portal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from portal import environment
from portal.embedded import process
from portal.embedded.refusal import CannotStart

TRIES = 5  # restarts within WINDOW before we give up
WINDOW = 60.0  # seconds
OWNER_ONLY = ("MIGRATION_DATABASE_URL", "MIGRATION_DATABASE_URL_FILE")  # the address of the tables' owner


class Server(Protocol):
    """What a service starts, watches and stops."""

    child: subprocess.Popen[bytes] | None
    log: Path

    def start(self) -> None:
        """Start it, and return once it works."""

    def stop(self) -> None:
        """Stop it, and return once it has ended."""


@dataclass
class Program:
    """A program of the portal, in a process of its own that never learns the owner's password.

    Units: patience in seconds for a stop; low_priority leaves the processor to the web first.
    """

    argv: Sequence[str]
    log: Path
    role: str
    patience: float = 8.0
    low_priority: bool = False
    is_ready: Callable[[], bool] | None = None
    child: subprocess.Popen[bytes] | None = None
    asked_at: float | None = None

    def start(self) -> None:
        """Start it; wait until it works where there is a way to know.

        Errors: CannotStart when it ends before.
        """
        if self.child:  # a killed parent leaves its own children, which would hold the port or a chunk
            process.kill_session(self.child)
        argv = [*(["nice", "-n", "10"] if self.low_priority else []), sys.executable, *self.argv]
        self.child = process.spawn(argv, log=self.log, environment=self._environment())
        if self.is_ready is None:
            return
        process.wait_until(lambda: self._ended() or bool(self.is_ready and self.is_ready()), within=60, every=0.1)
        if self._ended() or not self.is_ready():
            raise CannotStart(f"{self.role} does not come up:\n{process.tail(self.log)}\n", f"Its log: {self.log}")

    def _ended(self) -> bool:
        return self.child is None or self.child.poll() is not None

    def _environment(self) -> Mapping[str, str]:
        """Return our own environment, less the owner's address."""
        kept = {name: value for name, value in os.environ.items() if name not in OWNER_ONLY}
        return {**kept, "CARDLOOM_PROCESS": self.role, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(environment.ROOT)}

    def ask_to_stop(self) -> None:
        """Ask it to end what it is doing, and return at once."""
        if self.child and self.child.poll() is None:
            self.asked_at = time.monotonic()
            self.child.send_signal(signal.SIGTERM)

    def stop(self) -> None:
        """Ask it to end what it is doing, unless that was done before; end it when it does not."""
        if not self.child:
            return
        if self.asked_at is None:
            self.ask_to_stop()
        spent = time.monotonic() - (self.asked_at or time.monotonic())
        process.end(self.child, within=max(0.0, self.patience - spent))
        self.asked_at = None


@dataclass
class Service:
    """A server with a name, and the memory of how often it had to be brought back."""

    name: str
    server: Server
    restarts: deque[float] = field(default_factory=lambda: deque(maxlen=TRIES))

    def start(self) -> None:
        """Start it."""
        self.server.start()

    def ask_to_stop(self) -> None:
        """Ask a program to stop, and return at once."""
        if isinstance(self.server, Program):
            self.server.ask_to_stop()

    def stop(self) -> None:
        """Stop it."""
        self.server.stop()

    def exit_code(self) -> int | None:
        """Return how it ended, or None while it runs."""
        return self.server.child.poll() if self.server.child else None

    def may_restart(self) -> bool:
        """Count one more restart, and say whether it is not one too many."""
        now = time.monotonic()
        too_often = len(self.restarts) == TRIES and now - self.restarts[0] < WINDOW
        self.restarts.append(now)
        return not too_often

    def pause(self) -> float:
        """Return how long to wait before the next try: nothing at first, then longer.

        Units: seconds.
        """
        recent = sum(1 for moment in self.restarts if time.monotonic() - moment < WINDOW)
        return 0.0 if recent <= 1 else min(0.5 * 2 ** (recent - 2), 8.0)
