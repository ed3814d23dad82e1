"""Send the outbox, wake workers, reclaim what was lost, seal and verify. Run one or more: one is elected."""

import signal
import threading
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import structlog
from django.core.management.base import BaseCommand
from django.db import Error, connection
from django.db.models.functions import Now

from cards.loops import Loop
from cards.models import (
    HealthRun,
    HealthState,
    Job,
    JobState,
    Outbox,
    Preview,
    PreviewState,
    ReleasePlan,
    Sweep,
    SweepState,
)
from cards.relay_notices import Notices
from cards.services.audit_seal import audit_seal
from cards.services.checks import checks_fill
from cards.services.checks_wanted import checks_wanted
from cards.services.health import health_advance
from cards.services.idempotency import idempotency_prune
from cards.services.job import jobs_prune
from cards.services.job_run import jobs_sweep
from cards.services.loop_fault import loop_fault_note
from cards.services.outbox import outbox_prune, outbox_send
from cards.services.previews.recovery import beats_prune, previews_sweep
from cards.services.prune import prune_daily
from cards.services.release_schedule import releases_publish_due
from cards.services.seal_log import seal_log_write
from cards.services.throttle import guess_prune
from cards.services.verification import verification_is_due, verification_run
from cards.services.webhook import webhooks_prune
from cards.services.webhook_send import webhooks_send

PAUSE = 2.0  # seconds between two rounds while something is under way, and without notices
IDLE_PAUSE = 20.0  # seconds while there is nothing to do; a notice ends it
SPACING = 0.25  # seconds between two rounds at least, however many notices there are
PRUNE_PAUSE = 60.0  # seconds between two looks at what has grown old
WEBHOOKS_PAUSE = 10.0  # seconds between two looks at deliveries that are tried again
VERIFY_LOOK = 60.0  # seconds between two looks at whether a verification is due
ELECTION = 7_301_771  # the advisory lock whose holder is the elected relay
log = structlog.get_logger(__name__)
ROUND: tuple[Callable[[], int], ...] = (
    outbox_send,
    releases_publish_due,
    previews_sweep,
    jobs_sweep,
    health_advance,
    audit_seal,
    seal_log_write,
    outbox_prune,
    guess_prune,
    idempotency_prune,
    checks_fill,
    prune_daily,
    webhooks_prune,
    jobs_prune,
    beats_prune,
)
PRUNES = frozenset({outbox_prune, guess_prune, idempotency_prune, webhooks_prune, jobs_prune, beats_prune})
"""The acts of a round for which there is no hurry."""


class Command(BaseCommand):
    """Run until the process receives a stop signal."""

    help = "Send the outbox, wake workers, reclaim lost work, seal the audit; of several relays one is active."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do a round when the database announces work, every two seconds while there is some; a database that is away is waited for."""
        stop, notices = threading.Event(), Notices()
        bell = notices.bell()
        loops = side_loops(notices)

        def end(*_: object) -> None:
            stop.set()
            notices.ring()

        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, end)
        for loop in loops:
            loop.begin(stop)
        notices.begin(stop)
        rounds = round_loops()
        due = dict.fromkeys(range(len(rounds)), 0.0)
        while not stop.is_set():
            bell.clear()
            has_work = True
            try:
                if is_elected():
                    one_round(rounds, due)
                    has_work = work_remains()
            except Error as error:
                log.warning("the database does not answer", reason=str(error).strip())
                connection.close()
            stop.wait(SPACING)
            bell.wait(PAUSE if has_work or not notices.is_listening else IDLE_PAUSE)


def round_loops() -> list[Loop]:
    """Return the loops of a round, each with the pause after which it is due again."""
    pauses = dict.fromkeys(PRUNES, PRUNE_PAUSE)
    return [Loop(act.__name__, act, pauses.get(act, PAUSE), loop_fault_note) for act in ROUND]


def side_loops(notices: Notices) -> list[Loop]:
    """Return the loops that run beside the rounds, which must not wait for it."""
    return [
        Loop("webhooks_send", webhooks_send, WEBHOOKS_PAUSE, loop_fault_note, bell=notices.bell()),
        Loop("verification", Verifier(), VERIFY_LOOK, loop_fault_note),
    ]


class Verifier:
    """Verifies releases and audit as the relay starts, whenever the last time was, and once a day after that."""

    def __init__(self) -> None:
        self.is_first = True

    def __call__(self) -> None:
        """Verify if it is due."""
        if self.is_first or verification_is_due():
            verification_run()
        self.is_first = False


def work_remains() -> bool:
    """Return whether something is under way, or is due before an idle pause ends: then the next round comes soon."""
    soon = Now() + timedelta(seconds=IDLE_PAUSE)
    return bool(checks_wanted()) or any(
        rows.exists()
        for rows in (
            Preview.objects.filter(state__in=(PreviewState.QUEUED, PreviewState.RUNNING)),
            Job.objects.filter(state__in=(JobState.QUEUED, JobState.RUNNING)),
            HealthRun.objects.filter(state=HealthState.RUNNING),
            Sweep.objects.filter(state__in=(SweepState.RUNNING, SweepState.CONFIRMING)),
            Outbox.objects.filter(sent_at__isnull=True, due_at__lte=soon),
            ReleasePlan.objects.filter(publish_as__isnull=False, publish_at__lte=soon),
        )
    )


def is_elected() -> bool:
    """Return whether this process is the one that works; the lock is held as long as its connection lives."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND pid = pg_backend_pid())",
            [ELECTION],
        )
        if cursor.fetchone()[0]:
            return True
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [ELECTION])
        return bool(cursor.fetchone()[0])


def one_round(rounds: Sequence[Loop] = (), due: dict[int, float] | None = None) -> None:
    """Do everything once that is due; what fails holds nothing else up, and is tried again later each time.

    Shapes: due maps the position of a loop to when it is done next, in seconds of the monotonic clock.
    """
    waits = {} if due is None else due
    for no, loop in enumerate(rounds or round_loops()):
        if time.monotonic() >= waits.get(no, 0.0):
            pause = loop.turn()
            waits[no] = time.monotonic() + pause if loop.faults or pause > PAUSE else 0.0
