"""The two roles of the database: the owner, who creates and changes tables, and the app, which may only use them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.backends.utils import CursorWrapper
from psycopg import sql

from portal import environment

KEEPS = ("NAME",)  # both roles work in the same database, which a test run names itself


@contextmanager
def as_owner(**options: str) -> Iterator[None]:
    """Make the default connection that of the owner, for the length of a `with`.

    Shapes: options are PostgreSQL settings for the connection (`lock_timeout="4s"`).
    """
    role = _owner_settings() if settings.MIGRATION_DATABASE_URL else {}
    before = connection.settings_dict
    role_options = {**role.get("OPTIONS", before["OPTIONS"])}
    role_options.pop("pool", None)
    role_options["options"] = " ".join(f"-c {name}={value}" for name, value in options.items())
    connection.close()
    # A copy: the other threads of this process read the same settings.
    connection.settings_dict = {**before, **role, "OPTIONS": role_options, "CONN_MAX_AGE": 0}
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict = before


def _owner_settings() -> dict[str, Any]:
    """Return what differs between the owner's connection and the app's."""
    owner = environment.database(settings.MIGRATION_DATABASE_URL)
    return {key: value for key, value in owner.items() if key not in KEEPS}


def app_role() -> str:
    """Return the name of the role that the web and the workers use."""
    return str(connection.settings_dict["USER"])


def grant_use(cursor: CursorWrapper, role: str) -> None:
    """Grant `role` the use, not the ownership, of every table that the current owner creates from now on.

    Runs before a migration, so that a migration may take rights away again (published rows allow no change).
    A TRUNCATE is never granted.
    """
    for statement in (
        "GRANT USAGE ON SCHEMA public TO {}",
        "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {}",
        "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO {}",
    ):
        cursor.execute(sql.SQL(statement).format(sql.Identifier(role)))


def revoke_history(cursor: CursorWrapper, role: str) -> None:
    """Leave `role` no way to rewrite which migrations have run."""
    statement = sql.SQL("REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {}")
    cursor.execute(statement.format(sql.Identifier(role)))
