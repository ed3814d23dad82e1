"""What the relay does for previews: wake workers for waiting chunks and fail previews that cannot finish."""

from datetime import timedelta

from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from cards.models import ChunkState, Preview, PreviewChunk, PreviewState, WorkerBeat
from cards.queries.previews.turns import ATTEMPTS, LOSSES, SILENCE, engines
from cards.services.outbox_notify import wake_workers
from cards.services.previews.work import preview_fail, preview_merge
from cards.services.sweep import sweeps_advance

BEATS_KEPT = timedelta(days=1)
OPEN = (PreviewState.QUEUED, PreviewState.RUNNING)


def previews_sweep() -> int:
    """Wake workers for waiting and lost chunks, merge finished previews, fail hopeless ones; return how many chunks wait."""
    if _are_open():
        _fail_hopeless()
    sweeps_advance()
    if not _are_open():
        return 0
    waiting = waiting_chunks().count()
    if waiting:
        wake_workers()
    else:
        for preview_id in Preview.objects.filter(state=PreviewState.RUNNING).values_list("pk", flat=True):
            preview_merge(preview_id=preview_id)
    return waiting


def beats_prune() -> int:
    """Forget workers that were last seen a day ago; return how many."""
    return WorkerBeat.objects.filter(seen_at__lt=Now() - BEATS_KEPT).delete()[0]


def _are_open() -> bool:
    """Return whether any preview waits or is played: without one, which is most of the time, one query says that all is well."""
    return Preview.objects.filter(state__in=OPEN).exists()


def _fail_hopeless() -> None:
    """Fail the previews over which too many workers were lost, and those of an engine that is gone."""
    for preview_id in _lost_chunks().values_list("preview_id", flat=True).distinct():
        preview_fail(
            preview_id=preview_id, code="worker-lost", reason=f"{LOSSES} workers were lost over one piece of it"
        )
    for preview_id in _foreign().values_list("pk", flat=True):
        preview_fail(preview_id=preview_id, code="engine-changed", reason="the engine was replaced meanwhile")


def waiting_chunks() -> QuerySet[PreviewChunk]:
    """Return the chunks that some worker could claim now."""
    free = Q(state=ChunkState.QUEUED) | Q(state=ChunkState.RUNNING, lease_until__lt=Now())
    return PreviewChunk.objects.filter(free, preview__state__in=OPEN, attempts__lt=ATTEMPTS, losses__lt=LOSSES)


def _lost_chunks() -> QuerySet[PreviewChunk]:
    """Return the chunks over which as many workers were lost as may be."""
    silent = Q(state=ChunkState.RUNNING, lease_until__lt=Now()) | Q(state=ChunkState.QUEUED)
    return PreviewChunk.objects.filter(silent, preview__state__in=OPEN, losses__gte=LOSSES)


def _foreign() -> QuerySet[Preview]:
    """Return the previews planned by an engine that no worker has had for a minute."""
    old = Preview.objects.filter(state__in=OPEN, queued_at__lt=Now() - SILENCE).exclude(engine_hash__in=engines())
    alive = WorkerBeat.objects.filter(seen_at__gt=Now() - SILENCE).values_list("engine_hashes", flat=True)
    return old.exclude(engine_hash__in={engine for hashes in alive for engine in hashes})
