"""A database that does not answer is given up, and the pool has another connection afterwards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from psycopg.errors import OperationalError, QueryCanceled
from psycopg_pool import ConnectionPool

from portal.patient_connection import PatientConnection


class Impatient(PatientConnection):
    """Waits a fifth of a second."""

    patience = check_patience = 0.2


@pytest.fixture
def pool(db: None) -> Iterator[ConnectionPool[Impatient]]:
    given = connection.get_connection_params()
    kwargs = {name: given[name] for name in ("host", "port", "dbname", "user", "password") if name in given}
    with ConnectionPool(
        kwargs={**kwargs, "autocommit": True}, connection_class=Impatient, min_size=1, max_size=1, timeout=5,
        check=ConnectionPool.check_connection,
    ) as made:  # fmt: skip
        yield made


class TestPatientConnection:
    def test_closes_itself_when_no_answer_comes(self, pool: ConnectionPool[Impatient]) -> None:
        with pool.connection() as current_connection:
            with pytest.raises(OperationalError):
                current_connection.execute("SELECT pg_sleep(20)")

            assert current_connection.closed

    def test_makes_room_for_another_in_its_pool(self, pool: ConnectionPool[Impatient]) -> None:
        with pool.connection() as held, pytest.raises(OperationalError):
            held.execute("SELECT pg_sleep(20)")

        with pool.connection() as again:
            assert again.execute("SELECT 1").fetchone() == (1,)

    def test_stays_open_after_an_error_of_the_database(self, pool: ConnectionPool[Impatient]) -> None:
        with pool.connection() as current_connection:
            current_connection.execute("SET statement_timeout = 50")
            with pytest.raises(QueryCanceled):
                current_connection.execute("SELECT pg_sleep(20)")

            assert current_connection.execute("SELECT 1").fetchone() == (1,)

    def test_waits_less_for_the_question_whether_it_works(self, pool: ConnectionPool[Impatient]) -> None:
        bounds = []

        class Noting(PatientConnection):
            """Notes how long it would wait."""

            def wait(self, gen, interval=0.1, timeout=None):  # type: ignore[no-untyped-def]  # as of its base
                bounds.append(self.check_patience if self._is_check else self.patience)
                return super().wait(gen, interval, timeout)

        with pool.connection() as held:
            address = held.info.dsn
        with Noting.connect(address, password=held.info.password or None, autocommit=True) as own:
            bounds.clear()
            ConnectionPool.check_connection(own)
            own.execute("SELECT 1")

        assert bounds[0] == PatientConnection.check_patience
        assert PatientConnection.patience in bounds
