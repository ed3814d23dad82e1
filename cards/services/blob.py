"""Bytes under their hash, stored once however often they are asked to be."""

import hashlib
from collections.abc import Iterable

from django.db import connection

from cards.models import Blob

SWEEP_LOCK = 7_301_773  # held by `cards_blobs_sweep` of the database while it deletes


def blobs_keep(*, contents: Iterable[bytes]) -> list[str]:
    """Store bytes that are not there yet and return their hashes, in order; safe beside others who do the same."""
    rows = [Blob(sha256=hashlib.sha256(data).hexdigest(), size=len(data), data=data) for data in contents]
    rows_by_hash = {row.sha256: row for row in rows}
    existing = _existing(rows_by_hash)
    if existing:  # bytes without a reference until now must not be swept away before the caller names them
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock_shared(%s)", [SWEEP_LOCK])
        existing = _existing(rows_by_hash)
    new_rows = [row for sha256, row in sorted(rows_by_hash.items()) if sha256 not in existing]
    Blob.objects.bulk_create(new_rows, ignore_conflicts=True, batch_size=500)
    return [row.sha256 for row in rows]


def _existing(wanted: Iterable[str]) -> set[str]:
    return set(Blob.objects.filter(sha256__in=wanted).values_list("sha256", flat=True))
