"""A worker claims the chunk whose turn it is, and holds it by a lease. All times are the database's."""

import uuid

from django.conf import settings
from django.db import connection
from django.db.models import F
from django.db.models.functions import Now

from cards.crash import crash_point
from cards.models import Preview, PreviewState
from cards.queries.previews.turns import FREE, IN_TURN, claimable
from cards.values import frozen_dataclass

CLAIM = f"""
WITH in_turn AS ({IN_TURN})
UPDATE cards_previewchunk SET lease_id = %(lease)s, lease_until = now() + make_interval(secs => %(seconds)s),
       losses = losses + (state = 'running')::int, state = 'running'
WHERE id = (
    SELECT chunk.id FROM cards_previewchunk chunk JOIN in_turn ON in_turn.id = chunk.preview_id
    WHERE chunk.state IN ('queued', 'running') AND {FREE}
    ORDER BY in_turn.turn, chunk.no
    FOR UPDATE OF chunk SKIP LOCKED LIMIT 1)
RETURNING id, preview_id, no, (SELECT request_id FROM cards_preview WHERE id = preview_id)
"""  # noqa: S608 - put together from constants


@frozen_dataclass
class Lease:
    """A chunk that this worker holds for a few seconds at a time, and the id of the request that asked for its preview."""

    lease_id: uuid.UUID
    chunk_id: int
    preview_id: int
    no: int
    request_id: str = ""


def lease_seconds() -> float:
    """Return how long a lease is valid without a renewal."""
    return float(settings.PREVIEW_LEASE_SECONDS)


def chunk_claim() -> Lease | None:
    """Claim the next chunk that waits or whose lease expired; return None when there is none for this engine."""
    lease = uuid.uuid4()
    params = {"lease": lease, "seconds": lease_seconds(), **claimable()}
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, params)
        row = cursor.fetchone()
    if row is None:
        return None
    # In statements of their own: a merge locks the preview before its chunks.
    served = Preview.objects.filter(pk=row[1])
    served.update(served_at=Now())
    served.filter(state=PreviewState.QUEUED).update(
        state=PreviewState.RUNNING, started_at=Now(), changes=F("changes") + 1
    )
    crash_point("claimed")
    return Lease(lease, *row)


def lease_renew(lease: Lease) -> bool:
    """Renew the lease; return false when another worker holds the chunk."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE cards_previewchunk SET lease_until = now() + make_interval(secs => %s) WHERE id = %s AND lease_id = %s",
            [lease_seconds(), lease.chunk_id, lease.lease_id],
        )
        return bool(cursor.rowcount)
