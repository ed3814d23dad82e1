"""What every experiment on a card's draft needs to begin: one of each kind at a time, behind the previews that a person waits for."""

from collections.abc import Sequence

from django.db import transaction

from cards.errors import InvalidFields, QuotaExceeded
from cards.models import Account, Card, CardVersion, Preview, PreviewState
from cards.services.outbox_notify import wake_workers
from cards.services.previews.parts import Candidate, Planned, Purpose, preview_write
from cards.services.quotas import previews_within_quota

RETRY_AFTER = 60  # seconds


def check_preset(preset: str, presets: Sequence[str]) -> None:
    """Refuse a precision that an experiment does not have."""
    if preset not in presets:
        raise InvalidFields.of("/preset", f"One of {', '.join(presets)}.", f"应为 {'、'.join(presets)} 之一。")


def experiment_queue(
    *,
    account: Account,
    card: Card,
    candidate: Candidate,
    former: CardVersion | None,
    plan: Planned,
    purpose: Purpose,
) -> Preview:
    """Queue an experiment that is planned.

    Errors: QuotaExceeded while the account has one of its kind that is not finished.
    """
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        check_one_at_a_time(account, purpose.kind)
        previews_within_quota(account=account, pack=card.pack)
        preview = preview_write(
            account=account, card=card, candidate=candidate, former=former, plan=plan, purpose=purpose
        )
        transaction.on_commit(wake_workers)
    return preview


def check_one_at_a_time(account: Account, kind: str) -> None:
    """Refuse a second one of a kind; to be asked first to spare the plan, and again under the account's lock."""
    states = [PreviewState.QUEUED, PreviewState.RUNNING]
    if Preview.objects.filter(requested_by=account, kind=kind, state__in=states).exists():
        raise QuotaExceeded(RETRY_AFTER)
