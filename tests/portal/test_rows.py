"""The rows that a test leaves go, those of the migrations stay and can be added to."""

from __future__ import annotations

import psycopg
import pytest

from tests import rows
from tests.conftest import Database

NEXT_ID = "SELECT nextval(pg_get_serial_sequence('{0}', 'id')), (SELECT coalesce(max(id), 0) FROM {0})"


@pytest.mark.django_db(transaction=True)
def test_a_row_beside_those_of_the_migrations_has_an_id_of_its_own(database: Database) -> None:
    rows.empty(database.owner)
    with psycopg.connect(database.owner) as connection:
        for table in rows.STAYS:
            answer = connection.execute(NEXT_ID.format(table)).fetchone()
            assert answer is not None
            following, largest = answer
            assert following > largest > 0, table
