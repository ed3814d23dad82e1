"""Records the statements of the migrations on an empty database, for `portal.prepared_tables`: `make tables`."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.test")
django.setup()

from django.conf import settings  # noqa: E402 - after the settings
from django.core.management import call_command  # noqa: E402
from django.core.management.commands.migrate import Command as OneByOne  # noqa: E402
from django.db import connection, connections  # noqa: E402
from django.db.migrations.recorder import MigrationRecorder  # noqa: E402

from portal import environment  # noqa: E402
from portal.embedded import roles  # noqa: E402
from portal.embedded.postgres import Cluster  # noqa: E402
from portal.owner import app_role, as_owner, grant_use  # noqa: E402
from portal.prepared_tables import Recording  # noqa: E402


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
