"""In which order previews are played: accounts take turns, then the packs of one account, then its previews.

Work that a person waits for goes before work over a whole pack. The turn of an account is as old as the last chunk of it that a worker
took, so a new account waits for one chunk, however many are queued, and one that starts many previews gets no more than
one that starts a single one.
"""

from datetime import timedelta
from typing import Any

from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone

from cards.gateway import rulesets
from cards.models import Preview, WorkerBeat
from cards.values import frozen_dataclass

ATTEMPTS = 3
"""Failures of the chunk itself after which its preview is given up."""

LOSSES = 10
"""Workers lost over a chunk after which its preview is given up: a stopped worker or database is no fault of the chunk's."""

SILENCE = timedelta(seconds=60)
"""How long a worker may say nothing before it counts as gone."""

FREE = """chunk.attempts < %(attempts)s AND chunk.losses < %(losses)s
      AND (chunk.state = 'queued' OR (chunk.state = 'running' AND chunk.lease_until < now()))"""
"""What makes a chunk one that a worker may claim."""

IN_TURN = f"""
SELECT preview.id, preview.requested_by_id, row_number() OVER (
         ORDER BY preview.kind IN ('sweep', 'health', 'worth', 'tune', 'release', 'ladder', 'pairs'),
           (SELECT max(other.served_at) FROM cards_preview other WHERE other.requested_by_id = preview.requested_by_id
              AND other.served_at IS NOT NULL) NULLS FIRST,
           (SELECT max(other.served_at) FROM cards_preview other WHERE other.requested_by_id = preview.requested_by_id
              AND other.pack_id = preview.pack_id AND other.served_at IS NOT NULL) NULLS FIRST,
           preview.served_at NULLS FIRST, preview.queued_at, preview.id) AS turn
FROM cards_preview preview
WHERE preview.state IN ('queued', 'running') AND preview.engine_hash = ANY(%(engines)s)
  AND EXISTS (SELECT FROM cards_previewchunk chunk WHERE chunk.preview_id = preview.id AND {FREE})
"""  # noqa: S608 - put together from the constant above

TURNS = f"SELECT id, requested_by_id FROM ({IN_TURN}) AS in_turn ORDER BY turn"  # noqa: S608 - as above


@frozen_dataclass
class Waiting:
    """Why a preview waits.

    Shapes: `ahead` counts the previews whose turn comes first, `accounts` the other accounts that they belong to; `workers` counts those that
            are alive, `able` those of them that have the preview's engine.
    """

    previews_ahead: int
    accounts: int
    workers: int
    able: int


def engines() -> list[str]:
    """Return the hashes of the engines that this process can play."""
    return [rulesets.engine_hash(info.name) for info in rulesets.rulesets()]


def claimable() -> dict[str, Any]:
    """Return what the chunks that may be claimed now are recognised by."""
    return {"engines": engines(), "attempts": ATTEMPTS, "losses": LOSSES}


def waiting(*, preview: Preview) -> Waiting:
    """Return why a preview that is queued has not begun."""
    with connection.cursor() as cursor:
        cursor.execute(TURNS, {**claimable(), "engines": [preview.engine_hash]})
        turns: list[tuple[int, int]] = list(cursor.fetchall())
    numbers = [number for number, _ in turns]
    turns_before = turns[: numbers.index(preview.pk)] if preview.pk in numbers else []
    other_accounts = {account for _, account in turns_before} - {preview.requested_by_id}
    alive = list(WorkerBeat.objects.filter(seen_at__gt=Now() - SILENCE).values_list("engine_hashes", flat=True))
    able = sum(preview.engine_hash in hashes for hashes in alive)
    return Waiting(len(turns_before), len(other_accounts), len(alive), able)


def poll_after_ms(preview: Preview) -> int:
    """Return how long a page waits before it asks again: 1 s at first, then up to 5 s.

    Units: milliseconds.
    """
    waited = (timezone.now() - preview.queued_at).total_seconds()
    return 400 if waited < 3 else 1000 if waited < 30 else 2000 if waited < 120 else 5000
