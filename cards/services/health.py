"""Previews of all cards of a pack that have no fresh one: requested together, started a few at a time, behind the previews that people started themselves."""

import secrets

import structlog
from django.db import transaction
from django.utils import timezone

from cards.errors import InvalidFields, QuotaExceeded, Refusal, StateConflict
from cards.models import Account, Card, HealthRun, HealthState, Pack, Preview, PreviewKind, PreviewState
from cards.permissions import Act, Actor, authorize, require
from cards.queries.health import health_due
from cards.services.audit import audit_record
from cards.services.outbox_notify import wake_workers
from cards.services.previews.parts import (
    SEEDS,
    Purpose,
    baseline_of,
    candidate_of,
    planned,
    preview_write,
)
from cards.services.quotas import previews_within_quota

HEALTH_PRESETS = ("smoke", "quick")
MAX_OPEN = 4  # previews of all runs of one account that wait or run
STARTS = 2  # previews that one round of the relay starts at most
RETRY_AFTER = 60  # seconds
log = structlog.get_logger(__name__)


def health_start(*, actor: Actor, pack: Pack, preset: str = "quick") -> HealthRun:
    """Ask for previews of all cards of a pack that have no fresh one.

    Errors: InvalidFields for a preset that is too dear; StateConflict where every card has a fresh preview;
            QuotaExceeded while a run of this account over the pack is not finished.
    """
    account = authorize(actor, pack, Act.PREVIEW_START)
    if preset not in HEALTH_PRESETS:
        raise InvalidFields.of(
            "/preset", f"One of {', '.join(HEALTH_PRESETS)}.", f"应为 {'、'.join(HEALTH_PRESETS)} 之一。"
        )
    due = health_due(pack=pack)
    if not due:
        raise StateConflict("Every card has a fresh preview.", "每张卡牌都有最新的模拟。")
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        if HealthRun.objects.filter(pack=pack, requested_by=account, state=HealthState.RUNNING).exists():
            raise QuotaExceeded(RETRY_AFTER)
        previews_within_quota(account=account, pack=pack)
        run = HealthRun.objects.create(pack=pack, preset=preset, pending=due, total=len(due), requested_by=account)
        details = {"cards": len(due), "preset": preset}
        audit_record(actor=account, action="health.start", pack=pack, target=f"run {run.pk}", details=details)
    return run


def health_cancel(*, actor: Actor, run: HealthRun) -> None:
    """End a run: its previews that have not finished are cancelled, the others stay."""
    account = authorize(actor, run.pack, Act.PREVIEW_CANCEL)
    with transaction.atomic():
        locked = HealthRun.objects.select_for_update(no_key=True).get(pk=run.pk)
        if locked.state != HealthState.RUNNING:
            return
        _end(locked, HealthState.CANCELLED)
        audit_record(actor=account, action="health.cancel", pack=run.pack, target=f"run {run.pk}")


def _end(locked: HealthRun, state: str) -> None:
    """End a locked run, with its previews that are still open."""
    for preview in locked.previews.select_for_update(no_key=True).order_by("pk"):
        if not preview.is_final:
            preview.state, preview.cancel_requested = PreviewState.CANCELLED, True
            preview.finished_at, preview.changes = timezone.now(), preview.changes + 1
            preview.save(update_fields=["state", "cancel_requested", "finished_at", "changes"])
            preview.chunks.all().delete()
    locked.state, locked.pending, locked.finished_at = state, [], timezone.now()
    locked.save(update_fields=["state", "pending", "finished_at"])


def health_advance() -> int:
    """Start the next previews of the runs, the oldest run first; return how many were started."""
    count = 0
    for run in HealthRun.objects.filter(state=HealthState.RUNNING).select_related("requested_by").order_by("pk"):
        while count < STARTS and _has_room(run):
            if not run.pending:
                break
            count += _start_next(run)
        if not run.pending and not run.previews.filter(state__in=_OPEN).exists():
            HealthRun.objects.filter(pk=run.pk, state=HealthState.RUNNING).update(
                state=HealthState.FINISHED, finished_at=timezone.now()
            )
    return count


_OPEN = (PreviewState.QUEUED, PreviewState.RUNNING)


def _has_room(run: HealthRun) -> bool:
    open_ones = Preview.objects.filter(requested_by=run.requested_by, kind=PreviewKind.HEALTH, state__in=_OPEN)
    return open_ones.count() < MAX_OPEN


def _start_next(run: HealthRun) -> int:
    """Start the preview of the next card of a run, or pass it over; return how many were started.

    A run whose account may no longer start previews in the pack ends.
    """
    card_id = run.pending[0]
    card = (
        Card.objects.select_related("pack").filter(pk=card_id, trashed_at__isnull=True, retired_at__isnull=True).first()
    )
    plan = None
    try:
        require(account=run.requested_by, pack=run.pack, act=Act.PREVIEW_START)
    except Refusal:
        with transaction.atomic():
            _end(HealthRun.objects.select_for_update(no_key=True).get(pk=run.pk), HealthState.CANCELLED)
        run.pending = []
        return 0
    if card is not None:
        try:
            candidate = candidate_of(card=card, number=None)
            former = baseline_of(card=card, candidate=candidate, baseline=None)
            plan = planned(
                card=card, candidate=candidate, former=former, preset=run.preset, seed=secrets.randbelow(SEEDS)
            )
        except Refusal as refusal:
            log.info("a card was passed over", run=run.pk, card=card.written_id, reason=str(refusal))
    with transaction.atomic():
        locked = HealthRun.objects.select_for_update(no_key=True).get(pk=run.pk)
        if not locked.pending or locked.pending[0] != card_id:
            run.pending = locked.pending
            return 0
        locked.pending = locked.pending[1:]
        locked.skipped += plan is None
        locked.save(update_fields=["pending", "skipped"])
        run.pending = locked.pending
        if card is not None and plan is not None:
            purpose = Purpose(PreviewKind.HEALTH, health=locked)
            preview_write(
                account=run.requested_by, card=card, candidate=candidate, former=former, plan=plan, purpose=purpose
            )
            transaction.on_commit(wake_workers)
    return int(plan is not None)
