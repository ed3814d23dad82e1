"""The tables of a new database, made by the statements that the migrations came to, not by running these one after the other.

Django draws every model again for each step of a migration, which takes a new database 16 seconds of processor; its statements
take half a second. They are recorded from a run of the migrations (`make tables`), and a test compares the two databases. Later migrations
run on top, and a database that has a table already is never touched.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

FILE: Final = Path(__file__).with_suffix(".json")
OURS: Final = "django_migrations"  # written by Django's recorder
ROWS: Final = ("SELECT", "INSERT", "UPDATE", "DELETE")
"""The first words of statements that read and write rows, of which a new database has none."""


def tables_prepare() -> int:
    """Make the tables in an empty database, all or none; return of how many migrations they are: none where there is a table.

    None either on a PostgreSQL of another major version than the recorded one, where a migration may come to other statements.
    """
    prepared = json.loads(FILE.read_text(encoding="utf-8"))
    if connection.introspection.table_names() or _major() != prepared["server"]:
        return 0
    recorder = MigrationRecorder(connection)
    with transaction.atomic():
        with connection.cursor() as cursor:
            for statement in prepared["statements"]:
                cursor.execute(statement)
        recorder.ensure_schema()
        for app, name in prepared["migrations"]:
            recorder.record_applied(app, name)
    return len(prepared["migrations"])


class Recording:
    """What the migrations of an empty database execute: a wrapper for `connection.execute_wrapper`."""

    def __init__(self) -> None:
        self.statements: list[str] = []

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        """Execute a statement, and keep it where it makes or changes a table."""
        text = str(sql)
        if OURS not in text and text.split(maxsplit=1)[0] not in ROWS:
            if params:
                raise ValueError(f"A statement with parameters cannot be recorded: {text}")
            self.statements.append(text.replace(" CONCURRENTLY", ""))
        return execute(sql, params, many, context)

    def write(self, migrations: Sequence[tuple[str, str]]) -> None:
        """Write the statements of the migrations that ran, in their order."""
        content = {"server": _major(), "migrations": migrations, "statements": self.statements}
        FILE.write_text(json.dumps(content, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def _major() -> int:
    connection.ensure_connection()
    return connection.pg_version // 10_000  # type: ignore[attr-defined, no-any-return]
