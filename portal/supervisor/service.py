"""One process that `manage.py up` keeps running: an embedded server or a Python program of the portal."""

import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Protocol

from portal import environment
from portal.embedded import process
from portal.embedded.process import Child
from portal.embedded.refusal import CannotStart
from portal.supervisor import shared

TRIES = 5  # restarts within WINDOW after which the pauses are long
WINDOW = 60.0  # seconds
LONG_PAUSE = 10.0  # seconds
NICENESS = 10  # of what leaves the processor to the web first
OWNER_ONLY = ("MIGRATION_DATABASE_URL", "MIGRATION_DATABASE_URL_FILE")  # the address of the tables' owner


class Server(Protocol):
    """What a service starts, watches and stops."""

    log: Path

    @property
    def child(self) -> Child | None:
        """Return the process, None before the first start."""

    def start(self) -> None:
        """Start it, and return once it works."""

    def stop(self) -> None:
        """Stop it, and return once it has ended."""


@dataclass
class Program:
    """A program of the portal, in a process of its own that never learns the owner's password.

    Where `is_shared`, it begins as a copy of this process, with whose imports it shares memory, as long as they are what it would import.
    Units: patience in seconds for a stop; low_priority leaves the processor to the web first.
    Shapes: fds are those of our open files that it keeps, variables what its environment has beside ours.
    """

    argv: Sequence[str]
    log: Path
    role: str
    patience: float = 8.0
    low_priority: bool = False
    is_ready: Callable[[], bool] | None = None
    is_shared: bool = False
    fds: Sequence[int] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    child: Child | None = None
    asked_at: float | None = None

    def start(self) -> None:
        """Start it; wait until it works where there is a way to know.

        Errors: CannotStart when it ends before, but for one that had nothing to wait for and ended well.
        """
        self.begin()
        process.wait_until(lambda: self.has_ended() or self.works(), within=60, interval=0.1)
        failed = self.child is not None and bool(self.child.poll())  # one that has ended well by now did what it had to
        if failed or (self.has_ended() and self.is_ready) or not self.works():
            raise CannotStart(f"{self.role} does not come up:\n{process.tail(self.log)}\n", f"Its log: {self.log}")

    def begin(self) -> None:
        """Start it, and return at once."""
        if self.child:  # a killed parent leaves its own children, which would hold the port or a chunk
            process.kill_session(self.child)
        if self.is_shared and shared.is_current():
            act = partial(shared.run_as, self.argv, NICENESS if self.low_priority else 0)
            title = " ".join(word for word in self.argv if word not in ("-m", shared.MANAGE))
            self.child = process.spawn_copy(
                act, log=self.log, environment=self._environment(), title=title, fds=self.fds
            )
        else:
            argv = [*(["nice", "-n", str(NICENESS)] if self.low_priority else []), sys.executable, *self.argv]
            self.child = process.spawn(argv, log=self.log, environment=self._environment(), fds=self.fds)
        if self.low_priority:
            process.step_back(self.child, NICENESS)

    def works(self) -> bool:
        """Return whether it works, as far as there is a way to know."""
        return self.is_ready is None or self.is_ready()

    def has_ended(self) -> bool:
        """Return whether it does not run."""
        return self.child is None or self.child.poll() is not None

    def _environment(self) -> Mapping[str, str]:
        """Return our own environment, less the owner's address."""
        kept = {name: value for name, value in os.environ.items() if name not in OWNER_ONLY}
        own = {"CARDLOOM_PROCESS": self.role, "PYTHONUNBUFFERED": "1", "PYTHONPATH": _path()}
        return {**kept, **own, **self.variables}

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
    """A server with a name, and the memory of how often it had to be brought back.

    An errand is over once it ends with code 0, and has something to do then; it may have something to do where it is given up, too.

    Units: ended_at and due_at in seconds of the monotonic clock; due_at stands while it waits for its next start, ended_at until it works.
    """

    name: str
    server: Server
    restarts: deque[float] = field(default_factory=lambda: deque(maxlen=TRIES))
    ended_at: float | None = None
    due_at: float | None = None
    at_end: Callable[[], object] | None = None
    at_failure: Callable[[], object] | None = None

    @property
    def is_errand(self) -> bool:
        """Return whether it is over once it has ended well."""
        return self.at_end is not None

    def start(self) -> None:
        """Start it."""
        self.server.start()

    def start_again(self) -> None:
        """Start it; a program is not waited for, a server is: the programs need it.

        Errors: CannotStart from a server that does not come up.
        """
        self.due_at = None
        if isinstance(self.server, Program):
            self.server.begin()
        else:
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

    def plan_return(self) -> bool:
        """Note that it has ended and when to start it again; say whether it ends too often.

        The first return is at once, then the pauses grow; it is never given up: what else runs is still of use.
        """
        now = time.monotonic()
        recent = sum(1 for moment in self.restarts if now - moment < WINDOW)
        self.restarts.append(now)
        self.ended_at = now if self.ended_at is None else self.ended_at
        too_often = recent == TRIES
        self.due_at = now + (LONG_PAUSE if too_often else 0.0 if recent == 0 else 0.5 * 2 ** (recent - 1))
        return too_often

    def took_to_return(self) -> float | None:
        """Return how long it was away, once, as soon as it works again.

        Units: seconds.
        """
        if self.ended_at is None or self.due_at is not None or self.exit_code() is not None:
            return None
        if isinstance(self.server, Program) and not self.server.works():
            return None
        took, self.ended_at = time.monotonic() - self.ended_at, None
        return took


def _path() -> str:
    """Return where programs look for modules: our own first, then where we were told to look."""
    return os.pathsep.join(filter(None, (str(environment.ROOT), os.environ.get("PYTHONPATH", ""))))
