"""Records the statements of the migrations on an empty database, for `portal.prepared_tables`: `make tables`."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.test")
django.setup()

from django.conf import settings  # noqa: E402 - after the settings
from django.core.management import call_command  # noqa: E402 - after the settings
from django.core.management.commands.migrate import Command as OneByOne  # noqa: E402 - after the settings
from django.db import connection, connections  # noqa: E402 - after the settings
from django.db.migrations.recorder import MigrationRecorder  # noqa: E402 - after the settings

from portal import environment  # noqa: E402 - after the settings
from portal.embedded import roles  # noqa: E402 - after the settings
from portal.embedded.postgres import Cluster  # noqa: E402 - after the settings
from portal.owner import app_role, as_owner, grant_use  # noqa: E402 - after the settings
from portal.prepared_tables import FILE, server_major  # noqa: E402 - after the settings

OURS: Final = "django_migrations"  # written by Django's recorder
ROWS: Final = ("SELECT", "INSERT", "UPDATE", "DELETE")
"""The first words of statements that read and write rows, of which a new database has none."""


class Recording:
    """What the migrations of an empty database execute: a wrapper for `connection.execute_wrapper`."""

    def __init__(self) -> None:
        self.statements: list[str] = []

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, has_rows: bool, context: Any) -> Any:
        """Execute a statement, and keep it where it makes or changes a table."""
        text = str(sql)
        if OURS not in text and text.split(maxsplit=1)[0] not in ROWS:
            if params:
                raise ValueError(f"A statement with parameters cannot be recorded: {text}")
            self.statements.append(text.replace(" CONCURRENTLY", ""))
        return execute(sql, params, has_rows, context)

    def write(self, migrations: Sequence[tuple[str, str]]) -> None:
        """Write the statements of the migrations that ran, in their order."""
        content = {"server": server_major(), "migrations": migrations, "statements": self.statements}
        FILE.write_text(json.dumps(content, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def record() -> int:
    """Run the migrations on a server of our own, write what they execute, and return how many statements that are."""
    with tempfile.TemporaryDirectory(prefix="cardloom-") as folder:
        Path(folder).chmod(0o711)
        cluster = Cluster(Path(folder) / "data")
        cluster.start()
        try:
            roles.create_roles(cluster)
            settings.MIGRATION_DATABASE_URL = cluster.url(roles.OWNER)
            connections["default"].settings_dict.update(environment.database(cluster.url(roles.APP)))
            return _record()
        finally:
            connections.close_all()
            cluster.stop()


def _record() -> int:
    recording, role = Recording(), app_role()
    with as_owner():
        with connection.cursor() as cursor:
            grant_use(cursor, role)
        with connection.execute_wrapper(recording):
            call_command(OneByOne(), verbosity=0, interactive=False)
        ran = MigrationRecorder.Migration.objects.order_by("pk").values_list("app", "name")
        recording.write(list(ran))
    return len(recording.statements)


if __name__ == "__main__":
    print(f"{record()} statements")
