"""The tables of a new database: those that the migrations make, one after the other."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from portal import environment
from portal.embedded import roles
from portal.embedded.postgres import Cluster
from portal.prepared_tables import FILE
from tests import rows
from tests.conftest import DATABASE
from tests.prepared_tables import Recording

ONE_BY_ONE = "one_by_one"
APPS = "cards", ""
"""What is migrated in turn: a migration that is asked for by its app runs itself, and so do those before it."""


def tables(cluster: Cluster, database: str) -> list[str]:
    """Return the definitions of all that a database has beside rows, with the rights of its roles, and rows that migrations fill."""
    argv = [cluster.programs.program("pg_dump"), "--schema-only", cluster.url(roles.OWNER, database)]
    lines = subprocess.run(argv, capture_output=True, text=True, check=True).stdout.splitlines()
    with cluster.connect(database) as connection:
        ran = connection.execute("SELECT app || ' ' || name FROM django_migrations ORDER BY 1").fetchall()
    own = rows.dump(cluster.url(roles.OWNER, database)).tables if database == ONE_BY_ONE else {}
    assert own == {}, "a migration fills a table"
    return [line for line in lines if "restrict " not in line] + [name for (name,) in ran]  # a password of the dump


def test_are_those_of_the_migrations(cluster: Cluster, django_db_setup: None, tmp_path: Path) -> None:
    roles.create_roles(cluster, ONE_BY_ONE)
    variables = {
        "DJANGO_SETTINGS_MODULE": "portal.settings.production",
        "DATABASE_URL": cluster.url(roles.APP, ONE_BY_ONE),
        "MIGRATION_DATABASE_URL": cluster.url(roles.OWNER, ONE_BY_ONE),
        "CELERY_BROKER_URL": "redis://127.0.0.1:1/0",
        "DATA_DIR": str(tmp_path),
        "SECRET_KEY": settings.SECRET_KEY,
    }
    for app in APPS:
        migrate = [sys.executable, str(environment.ROOT / "manage.py"), "migrate", "--verbosity", "0", *app.split()]
        subprocess.run(migrate, env={**os.environ, **variables}, check=True)

    assert tables(cluster, DATABASE) == tables(cluster, ONE_BY_ONE)


def test_are_of_migrations_that_there_are() -> None:
    """One that is gone or renamed would run again; those of Django's own apps have their folders elsewhere."""
    files = {file.stem for file in (environment.ROOT / "cards" / "migrations").glob("[0-9]*.py")}
    prepared = [name for app, name in json.loads(FILE.read_text(encoding="utf-8"))["migrations"] if app == "cards"]

    assert len(prepared) > 30 and set(prepared) <= files


def test_are_made_of_statements_alone_that_make_tables() -> None:
    recording = Recording()
    executed = ["SELECT 1", "\nCREATE INDEX CONCURRENTLY x ON y (z)", 'INSERT INTO "django_migrations" VALUES (1)']
    for statement in executed:
        recording(lambda *_: None, statement, None, False, {})

    assert recording.statements == ["\nCREATE INDEX x ON y (z)"]
    with pytest.raises(ValueError, match="parameters"):
        recording(lambda *_: None, "ALTER TABLE x ADD y text DEFAULT %s", ["a"], False, {})
