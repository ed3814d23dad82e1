"""The clock by which everything that ends is made and asked: that of the database, which every process shares."""

from datetime import datetime

from django.db import connection


def database_now() -> datetime:
    """Return what time it is in the database as the statement starts."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        (now,) = cursor.fetchone()
    assert isinstance(now, datetime)  # noqa: S101  for the type checker
    return now
