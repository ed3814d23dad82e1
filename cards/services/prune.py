"""What the nightly round deletes: old cards of the trash, revisions, previews, matches, sessions, links and bytes that nothing names."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import DateField, F, Max, Q, QuerySet, Window
from django.db.models.functions import RowNumber, TruncDate
from django.utils import timezone

from cards.models import (
    AddressChange,
    ApiToken,
    DraftRevision,
    Invitation,
    PasswordReset,
    Preview,
    PreviewState,
    Sweep,
)
from cards.services.known_place import places_prune
from cards.services.match import matches_prune
from cards.services.readiness import marks_prune
from cards.services.session import sessions_prune
from cards.services.trash import trash_due, trash_expire

MARKS = "marks"
KEPT_NEWEST = 50  # revisions of a draft that stay however old they are
LINK_DAYS = 30  # that a link stays after it ended, to say what became of it
BATCH = 2_000  # revisions that one statement deletes
BATCH_SIZE = 100  # previews or blobs that one statement deletes: each may be large
INTERVAL_SECONDS = 24 * 3600  # seconds
CACHE_KEY = "prune:done"
FINAL = (PreviewState.FINISHED, PreviewState.CANCELLED, PreviewState.FAILED)


def revisions_prune(*, now: datetime | None = None) -> int:
    """Thin the revisions older than `KEEP_REVISIONS_DAYS` to the last of each day, but for the newest fifty of a draft; return how many went.

    The newest revision of each author stays, too: it is how a version knows its contributors.
    """
    before = (now or timezone.now()) - timedelta(days=settings.KEEP_REVISIONS_DAYS)
    return _in_batches(lambda: _delete_revisions(list(_doomed(before)[:BATCH])))


def upkeep_due() -> dict[str, int]:
    """Return how many rows of each kind the next round deletes."""
    revisions = _doomed(timezone.now() - timedelta(days=settings.KEEP_REVISIONS_DAYS)).count()
    return {"revisions": revisions, "previews": previews_due().count(), "cards": trash_due().count()}


def previews_due(*, now: datetime | None = None) -> QuerySet[Preview]:
    """Return the previews that the next round deletes: ended `KEEP_PREVIEWS_DAYS` ago, not marked to stay, and not the last word on their card."""
    before = (now or timezone.now()) - timedelta(days=settings.KEEP_PREVIEWS_DAYS)
    finished = Preview.objects.of_changes().filter(state=PreviewState.FINISHED, card__isnull=False).order_by()
    newest = finished.values("card").annotate(newest=Max("pk")).values("newest")
    old = Preview.objects.filter(state__in=FINAL, finished_at__lt=before, is_kept=False, sweep__isnull=True)
    return old.exclude(pk__in=newest).order_by("pk")


def previews_prune(*, now: datetime | None = None) -> int:
    """Delete old previews, and old sweeps of which no preview is kept; return how many previews went."""
    before = (now or timezone.now()) - timedelta(days=settings.KEEP_PREVIEWS_DAYS)
    count = _in_batches(lambda: _delete_previews(list(previews_due(now=now).values_list("pk", flat=True)[:BATCH_SIZE])))
    kept = Preview.objects.filter(is_kept=True, sweep__isnull=False).values("sweep")
    open_ones = Preview.objects.filter(sweep__isnull=False).exclude(state__in=FINAL).values("sweep")
    sweeps = Sweep.objects.filter(finished_at__lt=before).exclude(pk__in=kept).exclude(pk__in=open_ones)
    for sweep in sweeps.order_by("pk"):
        count += sweep.previews.count()
        sweep.delete()
    return count


def links_prune(*, now: datetime | None = None) -> int:
    """Delete links that ended a month ago, used or not; return how many."""
    before = (now or timezone.now()) - timedelta(days=LINK_DAYS)
    ended = Q(expires_at__lt=before) | Q(used_at__lt=before)
    return sum(model.objects.filter(ended).delete()[0] for model in (Invitation, PasswordReset, AddressChange))


def exchanges_prune(*, now: datetime | None = None) -> int:
    """Delete the tokens of trusted jobs a month after they ended; the audit names what they were given for. Return how many."""
    before = (now or timezone.now()) - timedelta(days=LINK_DAYS)
    return ApiToken.objects.filter(exchange__isnull=False, expires_at__lt=before).delete()[0] // 2


def blobs_prune() -> int:
    """Delete bytes that nothing has named for a month; return how many.

    The database's owner does it, in a function of the database that looks for every name itself: the portal's role may delete none.
    """
    return _in_batches(_sweep_blobs)


def prune() -> dict[str, int]:
    """Do everything; return how many rows of each kind went."""
    return {
        "cards": trash_expire(),
        "revisions": revisions_prune(),
        "previews": previews_prune(),
        "matches": matches_prune(),
        "sessions": sessions_prune(),
        "places": places_prune(),
        "links": links_prune(),
        "exchanges": exchanges_prune(),
        "blobs": blobs_prune(),
        MARKS: marks_prune(),
    }


def prune_daily() -> int:
    """Do everything unless it was done within a day; return how many rows went, without the marks of changes, which are only joined."""
    if not cache.add(CACHE_KEY, True, INTERVAL_SECONDS):
        return 0
    return sum(rows for kind, rows in prune().items() if kind != MARKS)


def _in_batches(act: Callable[[], int]) -> int:
    """Repeat until nothing is left to do; return how many went."""
    count = 0
    while some := act():
        count += some
    return count


def _delete_revisions(doomed: list[int]) -> int:
    return DraftRevision.objects.filter(pk__in=doomed).delete()[0] if doomed else 0


def _delete_previews(doomed: list[int]) -> int:
    return Preview.objects.filter(pk__in=doomed).delete()[0] if doomed else 0


def _sweep_blobs() -> int:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT cards_blobs_sweep(%s)", [BATCH_SIZE])
        return int(cursor.fetchone()[0])


def _doomed(before: datetime) -> QuerySet[DraftRevision, int]:
    old = DraftRevision.objects.filter(saved_at__lt=before)
    newest_first = F("revision").desc()
    ranked_rows = DraftRevision.objects.filter(draft__in=old.values("draft")).annotate(
        day=TruncDate("saved_at", output_field=DateField()),
        place=Window(RowNumber(), partition_by=[F("draft")], order_by=newest_first),
        own_place=Window(RowNumber(), partition_by=[F("draft"), F("author")], order_by=newest_first),
        day_place=Window(RowNumber(), partition_by=[F("draft"), F("day")], order_by=newest_first),
    )
    beyond = ranked_rows.filter(place__gt=KEPT_NEWEST, own_place__gt=1, day_place__gt=1)
    return old.filter(pk__in=beyond.values("pk")).order_by("pk").values_list("pk", flat=True)
