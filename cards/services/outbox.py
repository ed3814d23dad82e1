"""Side effects that committed transactions owe: sent by the relay, once each, in order."""

from __future__ import annotations

from datetime import timedelta

import structlog
from django.db import transaction
from django.db.models.functions import Now

from cards.models import Outbox
from cards.services.outbox_notify import wake_workers

BATCH = 100
KEPT = timedelta(days=7)
log = structlog.get_logger(__name__)


def outbox_send() -> int:
    """Send what is due and mark it; return how many.

    A queued preview wakes the workers; other topics have no receiver in this version, and their rows are marked all the same.
    """
    with transaction.atomic():
        due = Outbox.objects.select_for_update(skip_locked=True).filter(sent_at__isnull=True, due_at__lte=Now())
        rows = list(due.order_by("id")[:BATCH])
        for row in rows:
            log.info("outbox", topic=row.topic, request_id=row.request_id)
        Outbox.objects.filter(pk__in=[row.pk for row in rows]).update(sent_at=Now())
    if any(row.topic == "preview.queued" for row in rows):
        wake_workers()
    return len(rows)


def outbox_prune() -> int:
    """Forget what was sent a week ago; return how many."""
    return Outbox.objects.filter(sent_at__lt=Now() - KEPT).delete()[0]
