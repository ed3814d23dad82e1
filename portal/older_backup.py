"""A backup of an earlier version: its rows are read into tables as they were then, and the migrations since bring them to this version."""

import dataclasses
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction

from cards.models import Release
from portal.backup import BadBackup, Report, opened, rows_restore, verify
from portal.owner import app_role, as_owner, grant_use
from portal.whole_migrations import WholeMigrations


class NotVerified(BadBackup):
    """The rows are in the database, which was empty, and are not what was published or sealed."""


def is_older(path: Path) -> bool:
    """Return whether the database has no table, and the backup is one of an earlier version.

    Errors: BadBackup.
    """
    with opened(path) as (_, index), as_owner():
        executor = WholeMigrations(connection)
        migrations = {tuple(each) for each in index["migrations"]}
        return not connection.introspection.table_names() and migrations < executor.loader.disk_migrations.keys()


def older_restore(path: Path, *, without_key: bool) -> Report:
    """Make the tables of then, read the rows, migrate, and verify.

    Errors: BadBackup, with tables without rows left; NotVerified.
    """
    role = app_role()
    with opened(path) as (archive, index):
        migrations = {tuple(each) for each in index["migrations"]}
        with as_owner(lock_timeout=settings.MIGRATION_LOCK_TIMEOUT):
            with connection.cursor() as cursor:
                if role != app_role():
                    grant_use(cursor, role)
            executor = WholeMigrations(connection)
            newest = executor.loader.graph.leaf_nodes()
            plan = [step for step in executor.migration_plan(newest) if (step[0].app_label, step[0].name) in migrations]
            executor.migrate(newest, plan=plan)
            with transaction.atomic():
                report = rows_restore(archive, index, replace=False)
    call_command("migrate", verbosity=0, interactive=False)
    try:
        verify(without_key=without_key)
    except BadBackup as error:
        raise NotVerified(str(error)) from error
    return dataclasses.replace(report, releases=Release.objects.count())
