"""What the operator's page of upkeep shows: what was verified, how large everything is, and what goes next."""

from datetime import timedelta

from django.db import connection
from django.db.models.functions import Now

from cards.models import Verification, VerificationKind
from cards.values import frozen_dataclass

STALE = timedelta(days=3)  # without a verification that ended
TABLES = 15  # that the page lists


@frozen_dataclass
class Size:
    """A table with its indexes, and about how many rows it has.

    Units: bytes.
    """

    table: str
    rows: int
    size: int


def verifications_newest() -> dict[str, Verification]:
    """Return the newest verification of each kind that ended."""
    ended = Verification.objects.filter(finished_at__isnull=False)
    found = {kind: ended.filter(kind=kind).first() for kind in VerificationKind.values}
    return {kind: row for kind, row in found.items() if row}


def seals_are_good() -> bool:
    """Return whether the newest verifications found nothing, and are not older than three days."""
    ended = Verification.objects.filter(finished_at__isnull=False).order_by("kind", "-id").distinct("kind")
    young = dict(ended.filter(finished_at__gt=Now() - STALE).values_list("kind", "is_whole"))
    return set(young) == set(VerificationKind.values) and all(young.values())


def table_sizes() -> list[Size]:
    """Return the largest tables, by what the database's statistics say of them."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, greatest(reltuples, 0)::bigint, pg_total_relation_size(oid) FROM pg_class "
            "WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 3 DESC, 1 LIMIT %s",
            [TABLES],
        )
        return [Size(*row) for row in cursor.fetchall()]


def database_size() -> int:
    """Return the size of the database.

    Units: bytes.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])
