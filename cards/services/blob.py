"""Bytes under their hash, stored once however often they are asked to be."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from cards.models import Blob


def blobs_keep(*, contents: Iterable[bytes]) -> list[str]:
    """Store bytes that are not there yet and return their hashes, in order; safe beside others who do the same."""
    rows = [Blob(sha256=hashlib.sha256(data).hexdigest(), size=len(data), data=data) for data in contents]
    wanted = {row.sha256: row for row in rows}
    there = set(Blob.objects.filter(sha256__in=wanted).values_list("sha256", flat=True))
    fresh = [row for sha256, row in sorted(wanted.items()) if sha256 not in there]
    Blob.objects.bulk_create(fresh, ignore_conflicts=True, batch_size=500)
    return [row.sha256 for row in rows]
