"""The budget of a request: processor time of its thread, checked at named points of the code.

Past it the request ends with 503 `too-expensive`, with nothing written: what it has written is in a transaction, which is rolled back. From the moment
COMMIT is sent the request is never ended by its budget, for its answer must say what became of it. Waiting costs nothing, nor does what another
thread does. Named points are the statements to the database, the parts of a template, and the checkpoints of the engine.
Source: docs/adr/0096.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from cards.gateway.budget import checked_by

AIM = 2.0  # seconds of processor; more is counted and logged
MAX_SECONDS = 5.0  # seconds of processor; more is not given
CLOCK_INTERVAL = 16  # checkpoints between two looks at the clock
READS = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK", "SET", "SHOW", "DECLARE", "FETCH", "CLOSE")


class TooExpensive(BaseException):
    """A request has used up its budget.

    No refusal and no Exception: nothing between the place that raises it and the edge of the portal may take it for something that it can handle.
    """


class Budget:
    """What one request may use.

    Units: seconds by the clock of the thread that made it.
    """

    def __init__(self, max_seconds: float = MAX_SECONDS, clock: Callable[[], float] = time.thread_time) -> None:
        self.clock = clock
        self.began = clock()
        self.max_seconds = max_seconds
        self.left = CLOCK_INTERVAL
        self.is_over = False
        self.has_written = False

    @property
    def used(self) -> float:
        """Return what was used so far."""
        return self.clock() - self.began

    def check(self) -> None:
        """Look at the clock now and then.

        Errors: TooExpensive, once: what cleans up after it is not stopped.
        """
        self.left -= 1
        if self.left <= 0:
            self.look()

    def look(self) -> None:
        """Look at the clock now.

        Errors: as above.
        """
        self.left = CLOCK_INTERVAL
        if not self.is_over and self.used > self.max_seconds:
            self.is_over = True
            raise TooExpensive

    def commit(self) -> None:
        """Note that a transaction is committed: one that wrote something is the last that could be undone."""
        if self.has_written:
            self.is_over = True

    def execute(self, execute: Callable[..., Any], sql: str, parameters: Any, is_batch: bool, context: Any) -> Any:
        """Look at the clock before a statement, and note whether it writes within a transaction."""
        self.look()
        if context["connection"].in_atomic_block and not sql.lstrip(" (\n").upper().startswith(READS):
            self.has_written = True
        return execute(sql, parameters, is_batch, context)


_current: ContextVar[Budget | None] = ContextVar("budget", default=None)


def current() -> Budget | None:
    """Return the budget of this request; None where no request is under way."""
    return _current.get()


def checkpoint() -> None:
    """End the request here if its budget is used up."""
    budget = _current.get()
    if budget is not None:
        budget.check()


@contextmanager
def of_request(budget: Budget) -> Iterator[Budget]:
    """Count the work of a request against a budget."""
    token = _current.set(budget)
    try:
        with checked_by(budget.check):
            yield budget
    finally:
        _current.reset(token)
