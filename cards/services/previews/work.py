"""What a worker does with a chunk that it claimed: play it, hand in the result, merge what is there.

A chunk belongs to the holder of its lease. All times are the database's. A result that comes in after its lease was lost is dropped;
a second result with other bytes is an alarm, never an overwrite.
"""

from functools import reduce

import structlog
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone

from cards.crash import crash_point
from cards.gateway import previews, rulesets
from cards.models import ChunkState, NotificationKind, Preview, PreviewChunk, PreviewKind, PreviewState
from cards.queries.previews.turns import ATTEMPTS
from cards.refusals import Text
from cards.services.notification import notify
from cards.services.outbox_notify import wake_workers
from cards.services.previews.claim import Lease
from cards.services.previews.parts import canonical_sha, chunks_release
from cards.services.sweep import sweep_advance
from cards.shape import Json

log = structlog.get_logger(__name__)


def chunk_play(lease: Lease) -> Json:
    """Return the result of the chunk; pure, the same wherever and whenever it is played."""
    spec = Preview.objects.values_list("spec", flat=True).get(pk=lease.preview_id)
    result = previews.preview_chunk(spec, lease.no)
    crash_point("computed")
    return result


def chunk_seconds(lease: Lease) -> float:
    """Return how much processor time a chunk is expected to take, by what its plan states that it costs; 0 of a plan that states none.

    Units: seconds.
    """
    parts = ("spec__cost__cpuSeconds", "spec__blocks_max", "spec__ends")
    cost, blocks, ends = Preview.objects.values_list(*parts).get(pk=lease.preview_id)
    if not cost or not blocks:
        return 0.0
    first = ends[lease.no - 1] if lease.no else 0
    return float(cost) * (ends[lease.no] - first) / blocks


def chunk_matches(result: Json) -> int:
    """Return how many matches a result of a chunk stands for."""
    return int(result["counts"].get("games", 0))


def chunk_finish(lease: Lease, result: Json) -> bool:
    """Hand in a result; false when the lease was lost meanwhile, and the result with it."""
    sha = canonical_sha(result)
    mine = PreviewChunk.objects.filter(pk=lease.chunk_id, lease_id=lease.lease_id, state=ChunkState.RUNNING)
    with transaction.atomic():
        is_mine = mine.update(
            state=ChunkState.DONE, result=result, result_sha=sha, lease_id=None, lease_until=None, finished_at=Now()
        )
        crash_point("before-commit")
    crash_point("after-commit")
    if not is_mine:
        _compare(lease, sha)
        return False
    preview_merge(preview_id=lease.preview_id)
    return True


def _compare(lease: Lease, sha: str) -> None:
    """Raise the alarm when a chunk that another worker finished has other bytes."""
    stored_sha = (
        PreviewChunk.objects.filter(pk=lease.chunk_id, state=ChunkState.DONE)
        .values_list("result_sha", flat=True)
        .first()
    )
    if stored_sha is not None and stored_sha != sha:
        log.error("determinism alarm", preview=lease.preview_id, chunk=lease.no, kept=stored_sha, dropped=sha)
    else:
        log.info("a late result was dropped", preview=lease.preview_id, chunk=lease.no)


def chunk_retry(lease: Lease, reason: str) -> None:
    """Queue a chunk that failed by itself for another try; after the last try the preview fails with the reason.

    The preview is locked before its chunk, as a merge and a cancellation lock them.
    """
    mine = PreviewChunk.objects.filter(pk=lease.chunk_id, lease_id=lease.lease_id)
    with transaction.atomic():
        Preview.objects.select_for_update(no_key=True).only("pk").get(pk=lease.preview_id)
        is_mine = mine.update(state=ChunkState.QUEUED, lease_id=None, lease_until=None, attempts=F("attempts") + 1)
        if is_mine and PreviewChunk.objects.filter(pk=lease.chunk_id, attempts__gte=ATTEMPTS).exists():
            preview_fail(preview_id=lease.preview_id, code="chunk-failed", reason=reason)


def chunk_fail(lease: Lease, failed: rulesets.GameFailed) -> None:
    """End the preview of a chunk in which the code of a game failed: another try would fail alike."""
    if PreviewChunk.objects.filter(pk=lease.chunk_id, lease_id=lease.lease_id).exists():
        _end(lease.preview_id, failed.slug, failed.detail)


def chunk_release(lease: Lease) -> None:
    """Release the lease of a chunk that this worker may not play to its end; it spends none of its attempts."""
    PreviewChunk.objects.filter(pk=lease.chunk_id, lease_id=lease.lease_id).update(
        state=ChunkState.QUEUED, lease_id=None, lease_until=None
    )


def preview_fail(*, preview_id: int, code: str, reason: str) -> None:
    """End a preview with what went wrong, in both languages."""
    message = {
        "en": f"The preview was given up: {reason}. Start it again; if it fails again, report it to the operator.",
        "zh": f"模拟已放弃：{reason}。请重新开始；如再次失败，请联系门户的运营者。",
    }
    _end(preview_id, code, message)


def _end(preview_id: int, code: str, message: Text) -> None:
    with transaction.atomic():
        locked = Preview.objects.select_for_update(no_key=True).get(pk=preview_id)
        if locked.is_final:
            return
        locked.state = PreviewState.FAILED
        locked.failure = {"code": code, "message": dict(message)}
        locked.finished_at = timezone.now()
        locked.changes += 1
        locked.save(update_fields=["state", "failure", "finished_at", "changes"])
        locked.chunks.all().delete()
    log.error("preview failed", preview=preview_id, code=code, reason=message["en"])


def preview_merge(*, preview_id: int) -> None:
    """Fold the chunks that are there, in order and without a gap, into the preview; end it when the plan says so.

    Each chunk is folded once: the state is kept beside the result.
    """
    while _merge(preview_id):
        pass


def _merge(preview_id: int) -> bool:
    """Fold what is there; return whether there may be more, since another worker was at work on the same preview."""
    preview = Preview.objects.get(pk=preview_id)
    first = (preview.fold or {}).get("next", 0)
    ready = [] if preview.is_final else _ready(preview, first)
    if not ready:
        return False
    try:
        state = reduce(lambda state, chunk: previews.preview_fold(preview.spec, state, chunk), ready, preview.fold)
        report = previews.preview_report(preview.spec, state or {})
    except Exception as error:  # whatever a game does wrong over it, the relay and the other previews go on
        log.exception("a preview could not be merged", preview=preview_id)
        if (failed := rulesets.failed_game(error)) is not None:
            _end(preview_id, failed.slug, failed.detail)
            return False
        preview_fail(preview_id=preview_id, code="merge-failed", reason=f"{type(error).__name__}: {error}"[:300])
        return False
    following = previews.tune_next(preview.spec, state or {}) if _is_round_over(preview, report) else None
    chunks = first + len(ready)
    with transaction.atomic():
        locked = Preview.objects.select_for_update(no_key=True).defer("spec").get(pk=preview_id)
        is_same_plan = locked.spec_sha256 == preview.spec_sha256
        if locked.is_final or not is_same_plan or (locked.fold or {}).get("next", 0) != first:
            return not locked.is_final
        if following is not None:
            _go_on(locked, report, following)
            return True
        locked.fold = state
        result_store(locked, report, int(preview.spec["ends"][chunks - 1]))
        if not locked.is_final:
            locked.chunks.filter(no__lt=chunks, state=ChunkState.DONE).update(result=None)
            chunks_release(preview=locked, first=chunks)
            transaction.on_commit(wake_workers)
    if report["status"] == "finished":
        stop = report.get("stopReason")
        log.info("preview finished", preview=locked.pk, blocks=locked.blocks_done, chunks=chunks, stop=stop)
    crash_point("merged")
    if preview.sweep_id is not None and Preview.objects.filter(pk=preview_id, state=PreviewState.FINISHED).exists():
        sweep_advance(sweep_id=preview.sweep_id)
    return True


def _is_round_over(preview: Preview, report: Json) -> bool:
    """Return whether a plan ended that another one may follow."""
    return preview.kind == PreviewKind.TUNE and report["status"] == "finished"


def _go_on(locked: Preview, report: Json, following: Json) -> None:
    """Put the next plan of a search in the place of the one that ended, whose result is kept; no chunk of it is left."""
    locked.rounds = [*locked.rounds, report]
    locked.spec, locked.spec_sha256 = following, canonical_sha(following)
    locked.result, locked.fold = None, None
    locked.blocks_done, locked.blocks_of = 0, int(following["blocks_max"])
    locked.changes += 1
    locked.save()
    locked.chunks.all().delete()
    chunks_release(preview=locked, first=0)
    transaction.on_commit(wake_workers)


def _ready(preview: Preview, first: int) -> list[Json]:
    """Return the results of the chunks from the first that is not merged up to the first that is missing.

    A chunk without its result was merged by another worker since the preview was read, which continues from there.
    """
    done = PreviewChunk.objects.filter(preview=preview, no__gte=first, state=ChunkState.DONE, result__isnull=False)
    results: list[Json] = []
    for no, result in done.order_by("no").values_list("no", "result"):
        if no != first + len(results):
            break
        results.append(result or {})
    return results


def result_store(locked: Preview, report: Json, blocks: int) -> None:
    """Write the result so far, without the plan, which stays; the last word is hashed, and neither its chunks nor its state are needed any more."""
    locked.result = report
    locked.estimate = report.get("estimate")
    locked.blocks_done = blocks
    locked.blocks_of = max(blocks, int((report.get("progress") or {}).get("of", locked.blocks_of)))
    locked.changes += 1
    locked.flags_raised = sum(bool(flag["raised"]) for flag in report.get("flags") or ())
    if report["status"] == "finished":
        locked.state = PreviewState.FINISHED
        locked.result_sha256 = canonical_sha(report)
        locked.finished_at = timezone.now()
        locked.blocks_of = blocks
        locked.fold = None
    locked.save()
    if (
        locked.state == PreviewState.FINISHED
        and locked.card
        and locked.sweep_id is None
        and locked.kind != PreviewKind.HEALTH
    ):
        about = {"card": locked.card.written_id, "preview": locked.number}
        notify(
            kind=NotificationKind.PREVIEW_DONE, accounts=[locked.requested_by], pack=locked.pack, by=None, about=about
        )
    if locked.is_final:
        locked.chunks.all().delete()
