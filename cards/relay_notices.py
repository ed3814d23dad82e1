"""Notices of the database to the relay: rows that it works on (migration 0053), and pages that request checks.

A notice is a doorbell: it may be lost with the connection, and a loop that waits for one looks by itself after a while.
"""

import threading

import psycopg
import structlog
from django.db import DatabaseError, connection

CHANNEL = "cards_relay"
NAME = "cardloom notices"  # of the connection, in pg_stat_activity
LOOK = 15.0  # seconds after which a silent connection is asked whether it is still one
RETRY = 2.0  # seconds before the next connection
log = structlog.get_logger(__name__)


class Notices:
    """Listens on a connection of its own, and wakes every loop that waits: at each notice, and at each new connection, before which some were lost."""

    def __init__(self) -> None:
        self.is_listening = False
        self._bells: list[threading.Event] = []

    def bell(self) -> threading.Event:
        """Return an event that each notice sets; the loop that waits for it clears it."""
        bell = threading.Event()
        self._bells.append(bell)
        return bell

    def ring(self) -> None:
        """Wake every loop that waits."""
        for bell in self._bells:
            bell.set()

    def begin(self, stop: threading.Event) -> threading.Thread:
        """Listen in a thread of its own until asked to stop."""
        thread = threading.Thread(target=self._run, args=(stop,), name="notices", daemon=True)
        thread.start()
        return thread

    def _run(self, stop: threading.Event) -> None:
        while not stop.is_set():
            try:
                self._listen(stop)
            except (psycopg.Error, DatabaseError, OSError) as error:
                log.warning("the database does not answer", loop="notices", reason=str(error).strip())
            except Exception:  # without notices the relay asks again and again
                log.exception("a loop failed", loop="notices")
            self.is_listening = False
            stop.wait(RETRY)

    def _listen(self, stop: threading.Event) -> None:
        """Listen until the connection ends, or the relay."""
        options = {**connection.get_connection_params(), "autocommit": True, "application_name": NAME}
        with psycopg.Connection.connect(**options) as own:
            own.execute(f"LISTEN {CHANNEL}")
            self.is_listening = True
            self.ring()
            while not stop.is_set():
                for _ in own.notifies(timeout=LOOK, stop_after=1):
                    self.ring()
                own.execute("SELECT 1")


def announce() -> None:
    """Wake the relay when this transaction is committed, or at once outside one."""
    with connection.cursor() as cursor:
        cursor.execute(f"NOTIFY {CHANNEL}")
