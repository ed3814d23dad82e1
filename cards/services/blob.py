"""Bytes under their hash, stored once however often they are asked to be."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from django.db import connection

from cards.models import Blob

SWEEP_LOCK = 7_301_773  # held by `cards_blobs_sweep` of the database while it deletes


def blobs_keep(*, contents: Iterable[bytes]) -> list[str]:
    """Store bytes that are not there yet and return their hashes, in order; safe beside others who do the same."""
    rows = [Blob(sha256=hashlib.sha256(data).hexdigest(), size=len(data), data=data) for data in contents]
    wanted = {row.sha256: row for row in rows}
    there = _there(wanted)
    if there:  # bytes that nothing named until now must not be swept away before the caller names them
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock_shared(%s)", [SWEEP_LOCK])
        there = _there(wanted)
    fresh = [row for sha256, row in sorted(wanted.items()) if sha256 not in there]
    Blob.objects.bulk_create(fresh, ignore_conflicts=True, batch_size=500)
    return [row.sha256 for row in rows]


def _there(wanted: Iterable[str]) -> set[str]:
    return set(Blob.objects.filter(sha256__in=wanted).values_list("sha256", flat=True))
