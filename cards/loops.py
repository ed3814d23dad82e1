"""Loops that live as long as their process, each in a thread: a fault ends none of them; it is reported, and the turn is tried again, later each time."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

import structlog
from django.db import InterfaceError, OperationalError, connection

MAX_PAUSE = 300.0  # seconds between two tries of what fails again and again
DATABASE_AWAY = (InterfaceError, OperationalError)  # the database is waited for; any other error of it is a fault
log = structlog.get_logger(__name__)

Reporter = Callable[[str, BaseException | None], None]
"""Receives the name of a loop and its fault, or nothing once a turn went well after one, and after the first turn."""


@dataclass
class Loop:
    """Something that is done again and again.

    Shapes: faults counts the turns in a row that failed; a bell, where there is one, ends the pause. Units: every is the pause between two turns in seconds.
    """

    name: str
    act: Callable[[], object]
    every: float
    reporter: Reporter
    faults: int = 0
    is_new: bool = True
    bell: threading.Event | None = None

    def begin(self, stop: threading.Event) -> threading.Thread:
        """Do it in a thread of its own until asked to stop; the thread keeps its connection to the database as long as requests keep theirs."""
        thread = threading.Thread(target=self._run, args=(stop,), name=self.name, daemon=True)
        thread.start()
        return thread

    def _run(self, stop: threading.Event) -> None:
        while not stop.is_set():
            if self.bell:
                self.bell.clear()
            try:
                pause = self.turn()
            except DATABASE_AWAY as error:
                log.warning("the database does not answer", loop=self.name, reason=str(error).strip())
                connection.close()
                pause = self.every
            connection.close_if_unusable_or_obsolete()
            (self.bell or stop).wait(pause)
        connection.close()

    def turn(self) -> float:
        """Do it once and return how long to wait; whatever else it raises but a database that is away is a fault.

        Units: seconds.
        """
        try:
            self.act()
        except DATABASE_AWAY:
            raise
        except BaseException as error:
            self.faults += 1
            log.exception("a loop failed", loop=self.name, faults=self.faults)
            self._tell(error)
            return min(self.every * 2.0**self.faults, MAX_PAUSE)
        if self.faults or self.is_new:
            self._tell(None)
        self.faults, self.is_new = 0, False
        return self.every

    def _tell(self, fault: BaseException | None) -> None:
        try:
            self.reporter(self.name, fault)
        except Exception:  # what cannot be told is in the log; the loop goes on
            log.exception("a loop could not tell how it stands", loop=self.name)
