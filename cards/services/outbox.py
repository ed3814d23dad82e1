"""Side effects that committed transactions owe: sent by the relay, in order, each once; a mail perhaps twice."""

from collections.abc import Callable, Mapping
from datetime import timedelta

import structlog
from django.db import transaction
from django.db.models.functions import Now

from cards import traces
from cards.crash import crash_point
from cards.models import Outbox, Release
from cards.services.downloads import downloads_write
from cards.services.link_mail import INVITATION_MAIL, RESET_MAIL, invitation_mail_send, reset_mail_send
from cards.services.notification import NOTIFICATION_MAIL, notification_mail_send
from cards.services.outbox_notify import wake_workers
from cards.services.webhook import webhooks_fan_out

BATCH = 100
RELEASES = "release."  # the beginning of the topics that receivers outside hear of
RELEASE_PUBLISHED = "release.published"
MAIL_TRIES = 6
MAIL_PAUSE = timedelta(seconds=30)  # before the second try; doubled each time
MAIL_LEASE = timedelta(minutes=2)  # after which a mail is sent again whose relay died over it
MAX_AGE = timedelta(days=7)
MAILS: Mapping[str, Callable[..., None]] = {
    RESET_MAIL: reset_mail_send,
    INVITATION_MAIL: invitation_mail_send,
    NOTIFICATION_MAIL: notification_mail_send,
}
log = structlog.get_logger(__name__)


def outbox_send() -> int:
    """Send what is due and mark it; return how many.

    A queued preview wakes the workers; what happens to a release goes to the webhooks of its pack, and the files of a new one, where anyone may
    read them, to the folder of public files. A topic without a receiver is marked all the same.
    """
    with transaction.atomic():
        due = Outbox.objects.select_for_update(skip_locked=True).filter(sent_at__isnull=True, due_at__lte=Now())
        rows = list(due.order_by("id")[:BATCH])
        for row in rows:
            log.info("outbox", topic=row.topic, request_id=row.request_id)
            with traces.span(f"outbox {row.topic}", row.request_id, message=row.pk):
                if row.topic.startswith(RELEASES):
                    webhooks_fan_out(row=row)
        mails = [row.pk for row in rows if row.topic in MAILS]
        Outbox.objects.filter(pk__in=[row.pk for row in rows]).exclude(pk__in=mails).update(sent_at=Now())
        Outbox.objects.filter(pk__in=mails).update(due_at=Now() + MAIL_LEASE)
    crash_point("outbox-taken")
    if any(row.topic == "preview.queued" for row in rows):
        wake_workers()
    for row in rows:
        if row.topic == RELEASE_PUBLISHED:
            _keep_files(row)
        if row.topic in MAILS:
            _mail(row)
    return len(rows)


def _mail(row: Outbox) -> None:
    """Send a mail, and mark it then: a relay that dies in between sends it again, rather than never.

    When that fails, the row is due again, a few times, each later than the last.
    """
    try:
        MAILS[row.topic](**row.payload)
        crash_point("mail-sent")
        Outbox.objects.filter(pk=row.pk).update(sent_at=Now())
    except Exception as error:  # noqa: BLE001  whatever is wrong with one mail, those behind it are sent
        log.warning("mail not sent", reason=str(error), attempts=row.attempts + 1)
        has_more_tries = row.attempts + 1 < MAIL_TRIES
        Outbox.objects.filter(pk=row.pk).update(
            attempts=row.attempts + 1,
            last_error=str(error)[:500],
            due_at=Now() + MAIL_PAUSE * 2**row.attempts,
            **({} if has_more_tries else {"sent_at": Now()}),
        )


def _keep_files(row: Outbox) -> None:
    """Write the files of a new release beside the database, before the first request for them."""
    named = {"pack__slug": row.payload.get("pack"), "version": row.payload.get("version")}
    release = Release.objects.select_related("pack").filter(**named).first()
    if release is not None:
        downloads_write(release=release)


def outbox_prune() -> int:
    """Forget what was sent a week ago; return how many."""
    return Outbox.objects.filter(sent_at__lt=Now() - MAX_AGE).delete()[0]
