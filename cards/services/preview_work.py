"""What a worker does: claim a chunk, play it, hand in the result, merge what is there.

A chunk belongs to whoever holds its lease. All times are the database's. A result that comes in after its lease was lost is dropped;
a second result with other bytes is an alarm, never an overwrite.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone

from cards import gateway
from cards.crash import crash_point
from cards.models import ChunkState, Preview, PreviewChunk, PreviewState
from cards.services.outbox_notify import wake_workers
from cards.services.preview_start import canonical_sha, chunks_release

ATTEMPTS = 3
log = structlog.get_logger(__name__)

CLAIM = """
UPDATE cards_previewchunk SET state = 'running', lease_id = %(lease)s, attempts = attempts + 1,
       lease_until = now() + make_interval(secs => %(seconds)s)
WHERE id = (
    SELECT chunk.id FROM cards_previewchunk chunk JOIN cards_preview preview ON preview.id = chunk.preview_id
    WHERE preview.state IN ('queued', 'running') AND preview.engine_hash = ANY(%(engines)s) AND chunk.attempts < %(attempts)s
      AND (chunk.state = 'queued' OR (chunk.state = 'running' AND chunk.lease_until < now()))
    ORDER BY preview.queued_at, chunk.no
    FOR UPDATE OF chunk SKIP LOCKED LIMIT 1)
RETURNING id, preview_id, no
"""


@dataclass(frozen=True, slots=True)
class Lease:
    """A chunk that this worker holds for a few seconds at a time."""

    lease_id: uuid.UUID
    chunk_id: int
    preview_id: int
    no: int


def lease_seconds() -> float:
    """Return how long a lease is valid without a renewal."""
    return float(settings.PREVIEW_LEASE_SECONDS)


def engines() -> list[str]:
    """Return the hashes of the engines that this process can play."""
    return [gateway.engine_hash(info.name) for info in gateway.rulesets()]


def chunk_claim() -> Lease | None:
    """Claim the next chunk that waits or whose lease expired; return nothing when there is none for this engine."""
    lease = uuid.uuid4()
    asked: dict[str, Any] = {"lease": lease, "seconds": lease_seconds(), "engines": engines(), "attempts": ATTEMPTS}
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, asked)
        found = cursor.fetchone()
    if found is None:
        return None
    waiting = Preview.objects.filter(pk=found[1], state=PreviewState.QUEUED)
    waiting.update(state=PreviewState.RUNNING, started_at=Now(), changes=F("changes") + 1)
    crash_point("claimed")
    return Lease(lease, *found)


def lease_renew(lease: Lease) -> bool:
    """Renew the lease; return false when another worker holds the chunk."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE cards_previewchunk SET lease_until = now() + make_interval(secs => %s) WHERE id = %s AND lease_id = %s",
            [lease_seconds(), lease.chunk_id, lease.lease_id],
        )
        return bool(cursor.rowcount)


def chunk_play(lease: Lease) -> dict[str, Any]:
    """Return the result of the chunk; pure, the same wherever and whenever it is played."""
    spec = Preview.objects.values_list("spec", flat=True).get(pk=lease.preview_id)
    result = gateway.preview_chunk(spec, lease.no)
    crash_point("computed")
    return result


def chunk_finish(lease: Lease, result: dict[str, Any]) -> bool:
    """Hand in a result; false when the lease was lost meanwhile, and the result with it."""
    sha = canonical_sha(result)
    mine = PreviewChunk.objects.filter(pk=lease.chunk_id, lease_id=lease.lease_id, state=ChunkState.RUNNING)
    with transaction.atomic():
        kept = mine.update(
            state=ChunkState.DONE, result=result, result_sha=sha, lease_id=None, lease_until=None, finished_at=Now()
        )
        crash_point("before-commit")
    crash_point("after-commit")
    if not kept:
        _compare(lease, sha)
        return False
    preview_merge(preview_id=lease.preview_id)
    return True


def _compare(lease: Lease, sha: str) -> None:
    """Raise the alarm when a chunk that somebody else finished has other bytes."""
    other = (
        PreviewChunk.objects.filter(pk=lease.chunk_id, state=ChunkState.DONE)
        .values_list("result_sha", flat=True)
        .first()
    )
    if other is not None and other != sha:
        log.error("determinism alarm", preview=lease.preview_id, chunk=lease.no, kept=other, dropped=sha)
    else:
        log.info("a late result was dropped", preview=lease.preview_id, chunk=lease.no)


def chunk_give_back(lease: Lease, reason: str) -> None:
    """Let another try play a chunk that failed; after the last try the preview fails with the reason."""
    mine = PreviewChunk.objects.filter(pk=lease.chunk_id, lease_id=lease.lease_id)
    with transaction.atomic():
        mine.filter(attempts__lt=ATTEMPTS).update(state=ChunkState.QUEUED, lease_id=None, lease_until=None)
        if mine.filter(attempts__gte=ATTEMPTS).exists():
            preview_fail(preview_id=lease.preview_id, code="chunk-failed", reason=reason)


def preview_fail(*, preview_id: int, code: str, reason: str) -> None:
    """End a preview with what went wrong, in both languages."""
    message = {
        "en": f"The preview was given up: {reason}. Start it again; if it fails again, report it to the operator.",
        "zh": f"预览已放弃：{reason}。请重新开始；如再次失败，请联系门户的管理者。",
    }
    with transaction.atomic():
        held = Preview.objects.select_for_update(no_key=True).get(pk=preview_id)
        if held.is_final:
            return
        held.state = PreviewState.FAILED
        held.failure = {"code": code, "message": message}
        held.finished_at = timezone.now()
        held.changes += 1
        held.save(update_fields=["state", "failure", "finished_at", "changes"])
        held.chunks.all().delete()
    log.error("preview failed", preview=preview_id, code=code, reason=reason)


def preview_merge(*, preview_id: int) -> None:
    """Fold the chunks that are there, in order and without a gap, into the preview; end it when the plan says so."""
    preview = Preview.objects.select_related("pack").get(pk=preview_id)
    done = _prefix(preview)
    if preview.is_final or not done:
        return
    try:
        merged = gateway.preview_merge(preview.spec, done)
    except Exception as error:  # whatever a game does wrong over it, the relay and the other previews go on
        log.exception("a preview could not be merged", preview=preview_id)
        preview_fail(preview_id=preview_id, code="merge-failed", reason=f"{type(error).__name__}: {error}"[:300])
        return
    blocks = int(preview.spec["ends"][len(done) - 1])
    with transaction.atomic():
        held = Preview.objects.select_for_update(no_key=True).get(pk=preview_id)
        if held.is_final or held.blocks_done >= blocks:
            return
        _store(held, merged, blocks, len(done))
        if not held.is_final:
            chunks_release(preview=held, merged=len(done))
            transaction.on_commit(wake_workers)
    crash_point("merged")


def _prefix(preview: Preview) -> Sequence[Mapping[str, Any]]:
    """Return the results of the chunks 0, 1, 2 … up to the first that is missing."""
    rows = PreviewChunk.objects.filter(preview=preview, state=ChunkState.DONE).order_by("no")
    done: list[Mapping[str, Any]] = []
    for no, result in rows.values_list("no", "result"):
        if no != len(done):
            break
        done.append(result or {})
    return done


def _store(held: Preview, merged: dict[str, Any], blocks: int, chunks: int) -> None:
    """Write the result so far; the last word is hashed, and its chunks are no longer needed."""
    held.result = merged
    held.estimate = merged.get("estimate")
    held.blocks_done = blocks
    held.blocks_of = max(blocks, int((merged.get("progress") or {}).get("of", held.blocks_of)))
    held.changes += 1
    if merged["status"] == "finished":
        held.state = PreviewState.FINISHED
        held.result_sha256 = canonical_sha(merged)
        held.finished_at = timezone.now()
        held.blocks_of = blocks
    held.save()
    if held.is_final:
        held.chunks.all().delete()
        log.info("preview finished", preview=held.pk, blocks=blocks, chunks=chunks, stop=merged.get("stopReason"))
