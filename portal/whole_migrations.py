"""Migrations that may be killed at any moment, and run again."""

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import connection, transaction
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor


class WholeMigrations(MigrationExecutor):
    """Runs a migration and notes that it ran in one transaction: Django notes it in a second one where keys of other tables are added last.

    A migration that is no transaction builds indexes beside what is written, which takes as long as its table is large. What an earlier run left
    of them is dropped first: it is half built, or not noted.
    """

    def apply_migration(self, state: Any, migration: Migration, fake: bool = False, fake_initial: bool = False) -> Any:
        """Run a migration; return the state of the models after it."""
        if migration.atomic:
            with transaction.atomic():
                return super().apply_migration(state, migration, fake, fake_initial)
        with connection.cursor() as cursor:
            cursor.execute("SHOW statement_timeout")
            (limit,) = cursor.fetchone()
            cursor.execute("SET statement_timeout = 0")
            for operation in migration.operations:
                if isinstance(operation, AddIndexConcurrently) and not fake:
                    cursor.execute(
                        f"DROP INDEX CONCURRENTLY IF EXISTS {connection.ops.quote_name(operation.index.name)}"
                    )
            try:
                return super().apply_migration(state, migration, fake, fake_initial)
            finally:
                cursor.execute("SELECT set_config('statement_timeout', %s, false)", [limit])
