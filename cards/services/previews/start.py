"""Starting and cancelling previews: what is asked is pinned by hash before anything is played."""

import secrets

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from cards.errors import InvalidFields, QuotaExceeded, StateConflict
from cards.models import EXPERIMENTS, Account, Card, Preview, PreviewKind, PreviewState
from cards.permissions import Act, Actor, authorize
from cards.queries.history import version_get
from cards.queries.problems import version_report
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

PRESETS = ("smoke", "quick", "standard", "deep")
MAX_OPEN = 4  # previews of one account that it waits for
RETRY_AFTER = 30  # seconds
BACKGROUND_KINDS = (PreviewKind.SWEEP, PreviewKind.HEALTH, *EXPERIMENTS)
"""What goes behind previews that somebody waits for, and has quotas of its own."""


def preview_start(
    *,
    actor: Actor,
    card: Card,
    preset: str = "quick",
    version: int | None = None,
    baseline: int | str | None = None,
    seed: int | None = None,
) -> Preview:
    """Queue the preview of a card's draft, or of a version, against its last other version, or against the match without it.

    A preview has a seed of its own, so one that is run again plays other matches; give a seed to repeat one.

    Errors: InvalidFields for an unknown preset or baseline; StateConflict with the problems of a card that has errors, and
            for cards that are named and nowhere; QuotaExceeded when the account has as many open as it may.
    """
    account = authorize(actor, card.pack, Act.PREVIEW_START)
    if preset not in PRESETS:
        raise InvalidFields.of("/preset", f"One of {', '.join(PRESETS)}.", f"应为 {'、'.join(PRESETS)} 之一。")
    _check_quota(account)
    previews_within_quota(account=account, pack=card.pack)
    if isinstance(baseline, int):
        _check_sides(card, version, baseline)
    candidate = candidate_of(card=card, number=version)
    former = baseline_of(card=card, candidate=candidate, baseline=baseline)
    purpose = Purpose(PreviewKind.COMPARE if isinstance(baseline, int) else PreviewKind.CARD)
    common = secrets.randbelow(SEEDS) if seed is None else seed
    plan = planned(card=card, candidate=candidate, former=former, preset=preset, seed=common)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        _check_quota(account)
        previews_within_quota(account=account, pack=card.pack)
        preview = preview_write(
            account=account, card=card, candidate=candidate, former=former, plan=plan, purpose=purpose
        )
        transaction.on_commit(wake_workers)
    return preview


def preview_cancel(*, actor: Actor, preview: Preview) -> None:
    """End a preview at once; what was played stays, a chunk still being played is dropped when it comes in."""
    account = authorize(actor, preview.pack, Act.PREVIEW_CANCEL)
    with transaction.atomic():
        locked = Preview.objects.select_for_update(no_key=True).get(pk=preview.pk)
        if locked.is_final:
            return
        locked.state = PreviewState.CANCELLED
        locked.cancel_requested = True
        locked.finished_at = timezone.now()
        locked.changes += 1
        locked.save(update_fields=["state", "cancel_requested", "finished_at", "changes"])
        locked.chunks.all().delete()
        audit_record(actor=account, action="preview.cancel", pack=preview.pack, target=f"preview {preview.number}")


def preview_keep(*, actor: Actor, preview: Preview, keep: bool) -> None:
    """Keep a preview without end, or let it go ninety days after it ended, as others do."""
    account = authorize(actor, preview.pack, Act.PREVIEW_CANCEL)
    with transaction.atomic():
        changed = (
            Preview.objects.filter(pk=preview.pk).exclude(is_kept=keep).update(is_kept=keep, changes=F("changes") + 1)
        )
        if changed:
            action = "preview.keep" if keep else "preview.let_go"
            audit_record(actor=account, action=action, pack=preview.pack, target=f"preview {preview.number}")


def _check_sides(card: Card, version: int | None, baseline: int) -> None:
    """Refuse a version against itself, and against one that today's engine cannot play."""
    if version == baseline:
        raise InvalidFields.of("/baseline", "Choose two different versions.", "请选择两个不同的版本。")
    report = version_report(version=version_get(card=card, number=baseline), pack=card.pack)
    if not report.ok:
        raise StateConflict(
            f"v{baseline} has errors by the rules of today, so it cannot be played against.",
            f"按当前规则，v{baseline} 有错误，无法与之对战。",
            problems=report.problems,
        )


def open_at_once(account: Account) -> int:
    """Return how many previews an account may have open: as an operator set it, or the usual number."""
    return MAX_OPEN if account.preview_quota is None else account.preview_quota


def _check_quota(account: Account) -> None:
    """Refuse one more than may be open; asked first to spare the plan, and again under the account's lock."""
    open_ones = Preview.objects.filter(requested_by=account, state__in=[PreviewState.QUEUED, PreviewState.RUNNING])
    if open_ones.exclude(kind__in=BACKGROUND_KINDS).count() >= open_at_once(account):
        raise QuotaExceeded(RETRY_AFTER)
