"""What the nightly round deletes: cards that were long in the trash, and old revisions of drafts."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.cache import cache
from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from cards.models import DraftRevision
from cards.services.session import sessions_prune
from cards.services.trash import trash_expire

KEPT_DAYS = 90
KEPT_NEWEST = 50  # revisions of a draft that stay however old they are
BATCH = 2_000  # revisions that one statement deletes
EVERY = 24 * 3600  # seconds
DONE = "prune:done"


def revisions_prune(*, now: datetime | None = None) -> int:
    """Delete revisions older than ninety days, but for the newest fifty of a draft; return how many.

    The newest revision of each author stays, too: it is how a version knows its contributors.
    """
    before = (now or timezone.now()) - timedelta(days=KEPT_DAYS)
    pruned = 0
    while doomed := list(_doomed(before)[:BATCH]):
        pruned += DraftRevision.objects.filter(pk__in=doomed).delete()[0]
    return pruned


def prune() -> dict[str, int]:
    """Do everything; return how many rows of each kind went."""
    return {"cards": trash_expire(), "revisions": revisions_prune(), "sessions": sessions_prune()}


def prune_daily() -> int:
    """Do everything unless it was done within a day; return how many rows went."""
    if not cache.add(DONE, True, EVERY):
        return 0
    return sum(prune().values())


def _doomed(before: datetime) -> QuerySet[DraftRevision, int]:
    old = DraftRevision.objects.filter(saved_at__lt=before)
    newest_first = F("revision").desc()
    ranked = DraftRevision.objects.filter(draft__in=old.values("draft")).annotate(
        place=Window(RowNumber(), partition_by=[F("draft")], order_by=newest_first),
        own_place=Window(RowNumber(), partition_by=[F("draft"), F("author")], order_by=newest_first),
    )
    beyond = ranked.filter(place__gt=KEPT_NEWEST, own_place__gt=1)
    return old.filter(pk__in=beyond.values("pk")).order_by("pk").values_list("pk", flat=True)
