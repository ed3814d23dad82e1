"""The app's role uses tables and owns none; emptying them between tests does not need more of it."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction


@pytest.mark.django_db
class TestAppRole:
    def test_owns_no_table(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_tables WHERE tableowner = current_user")
            owned = cursor.fetchone()

        assert owned == (0,)

    @pytest.mark.parametrize(
        "statement",
        [
            "TRUNCATE cards_release CASCADE",
            "CREATE TABLE mine (id int)",
            "DELETE FROM django_migrations",
            "ALTER TABLE cards_release DISABLE TRIGGER ALL",
            "SET session_replication_role = replica",
        ],
    )
    def test_is_refused(self, statement: str) -> None:
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


@pytest.mark.django_db(transaction=True)
class TestTransactionalTests:
    @pytest.mark.parametrize("turn", [1, 2])
    def test_begin_with_empty_tables(self, turn: int, django_user_model: type) -> None:
        before = django_user_model.objects.count()
        django_user_model.objects.create(email=f"turn{turn}@example.org")

        assert before == 0
