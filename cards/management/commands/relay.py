"""Send the outbox, wake workers, reclaim what was lost, seal and verify. Run one or more: one is elected."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from typing import Any

import structlog
from django.core.management.base import BaseCommand
from django.db import Error, connection

from cards.services.audit_seal import audit_seal
from cards.services.checks import checks_fill
from cards.services.health import health_advance
from cards.services.idempotency import idempotency_prune
from cards.services.outbox import outbox_prune, outbox_send
from cards.services.preview_sweep import previews_sweep
from cards.services.prune import prune_daily
from cards.services.release_schedule import releases_publish_due
from cards.services.throttle import guess_prune
from cards.services.verification import verification_is_due, verification_run
from cards.services.webhook import webhooks_prune
from cards.services.webhook_send import webhooks_send

EVERY = 2.0  # seconds
VERIFY_LOOK = 60.0  # seconds between two looks at whether a verification is due
ELECTION = 7_301_771  # the advisory lock whose holder is the elected relay
log = structlog.get_logger(__name__)
ROUND: tuple[Callable[[], int], ...] = (
    outbox_send,
    releases_publish_due,
    previews_sweep,
    health_advance,
    audit_seal,
    outbox_prune,
    guess_prune,
    idempotency_prune,
    checks_fill,
    prune_daily,
    webhooks_prune,
)


class Command(BaseCommand):
    """Run until the process receives a stop signal."""

    help = "Send the outbox, wake workers, reclaim what was lost, seal the audit; one of many is elected."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do a round every two seconds; a database that is away is waited for."""
        stop = threading.Event()
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, lambda *_: stop.set())
        sender = threading.Thread(target=send_until, args=(stop,), name="webhooks", daemon=True)
        sender.start()
        verifier = threading.Thread(target=verify_until, args=(stop,), name="verification", daemon=True)
        verifier.start()
        while not stop.is_set():
            try:
                if is_elected():
                    one_round()
            except Error as error:
                log.warning("the database does not answer", reason=str(error).strip())
                connection.close()
            stop.wait(EVERY)


def send_until(stop: threading.Event) -> None:
    """Send webhooks beside the rounds, which must not wait for receivers; every relay may, since each delivery has one sender."""
    while not stop.is_set():
        try:
            webhooks_send()
        except Error as error:
            log.warning("the database does not answer", reason=str(error).strip())
        finally:
            connection.close()
        stop.wait(EVERY)


def verify_until(stop: threading.Event) -> None:
    """Verify releases and audit as the relay starts, and once a day after that, beside the rounds."""
    is_due: Callable[[], bool] = lambda: True  # noqa: E731  as it starts, whenever the last time was
    while not stop.is_set():
        try:
            if is_due():
                verification_run()
            is_due = verification_is_due
        except Error as error:
            log.warning("the database does not answer", reason=str(error).strip())
        finally:
            connection.close()
        stop.wait(VERIFY_LOOK)


def is_elected() -> bool:
    """Say whether this process is the one that works; the lock is held as long as its connection lives."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND pid = pg_backend_pid())",
            [ELECTION],
        )
        if cursor.fetchone()[0]:
            return True
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [ELECTION])
        return bool(cursor.fetchone()[0])


def one_round() -> None:
    """Do everything once."""
    for act in ROUND:
        act()
