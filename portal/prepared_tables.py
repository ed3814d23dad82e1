"""The tables of a new database, made by the statements that the migrations came to, not by running these one after the other.

Django draws every model again for each step of a migration, which takes a new database 16 seconds of processor; its statements
take half a second. They are recorded from a run of the migrations (`make tables`), and a test compares the two databases. Later migrations
run on top, and a database that has a table already is never touched.
"""

import json
from pathlib import Path
from typing import Final

from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

FILE: Final = Path(__file__).with_suffix(".json")


def tables_prepare() -> int:
    """Make the tables in an empty database, all or none; return of how many migrations they are: none where there is a table.

    None either on a PostgreSQL of another major version than the recorded one, where a migration may come to other statements.
    """
    record = json.loads(FILE.read_text(encoding="utf-8"))
    if connection.introspection.table_names() or server_major() != record["server"]:
        return 0
    recorder = MigrationRecorder(connection)
    with transaction.atomic():
        with connection.cursor() as cursor:
            for statement in record["statements"]:
                cursor.execute(statement)
        recorder.ensure_schema()
        for app, name in record["migrations"]:
            recorder.record_applied(app, name)
    return len(record["migrations"])


def server_major() -> int:
    """Return the major version of the server."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        return int(cursor.fetchone()[0]) // 10_000
