"""A connection that gives up on a database that does not answer.

A process that is stopped, or a machine that is frozen, keeps its sockets open and ends no statement by the limit that it was given, so the
limit is kept on this side too.
"""

from typing import Any, ClassVar, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.errors import OperationalError
from psycopg.pq import TransactionStatus

Result = TypeVar("Result")
STATEMENT_LIMIT = 5.0  # seconds; the database ends what takes longer
MARGIN = 1.0  # seconds that a living database may need to say so


class PatientConnection(psycopg.Connection[Any]):
    """Waits for an answer as long as a statement may take and a little more; then it is closed, and the statement has failed."""

    patience: ClassVar[float] = STATEMENT_LIMIT + MARGIN
    """Seconds to wait for a statement."""
    check_patience: ClassVar[float] = 1.0
    """Seconds to wait when the pool asks whether the connection still works; it does so by an empty statement."""
    _is_check = False

    def execute(self, query: Any, *args: Any, **options: Any) -> psycopg.Cursor[Any]:
        """Execute a statement."""
        self._is_check = query == ""
        try:
            return super().execute(query, *args, **options)
        finally:
            self._is_check = False

    def wait(self, gen: PQGen[Result], interval: float = 0.1, timeout: float | None = None) -> Result:
        """Wait for the database, within a bound.

        Errors: OperationalError; the connection is closed then.
        """
        bound = timeout if timeout is not None else self.check_patience if self._is_check else self.patience
        try:
            return super().wait(gen, interval, bound)
        except OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise
