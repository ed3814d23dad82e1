"""The messages that wake workers. They may be lost: the rows are the truth, and the relay sends them again."""

from typing import Any

import structlog
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError as BrokerError

TASK = "cards.preview_run"
JOB_TASK = "cards.job_run"
STRENGTH_TASK = "cards.strength_run"
MATCH_TASK = "cards.match_run"
CHANCE_TASK = "cards.chance_run"
THOUGHT_TASK = "cards.thought_run"
PATIENCE = 0.4  # seconds for each step of a broker's answer; a request waits for at most two
log = structlog.get_logger(__name__)


def wake_workers() -> None:
    """Ask some worker to look for chunks."""
    _send(TASK)


def wake_jobs() -> None:
    """Ask the worker of jobs to look for some: they have a queue and a process of their own, which previews never fill."""
    _send(JOB_TASK)


def wake_strength(card: int, version: int | None) -> None:
    """Ask the worker of jobs to measure what the scenarios of a card guard; a message that is lost is sent again by the next look."""
    _send(STRENGTH_TASK, card, version)


def wake_match(match: int) -> None:
    """Ask the worker of jobs for the answers of a match's bots; a message that is lost is sent again by the page that waits."""
    _send(MATCH_TASK, match)


def wake_chance(match: int) -> None:
    """Ask the worker of jobs for the chance to win of who plays a match; a message that is lost is sent again by the page that waits."""
    _send(CHANCE_TASK, match)


def wake_thought(match: int) -> None:
    """Ask the worker of jobs what a slow bot of a match weighed; a message that is lost is sent again by the page that waits."""
    _send(THOUGHT_TASK, match)


def _send(task: str, *arguments: int | None) -> None:
    """Send a message; a broker that is away costs a moment and no message.

    The connection is this call's own: a pooled one would try again for seconds before it gave up.
    """
    try:
        options = impatient_options()
        with current_app.connection_for_write(connect_timeout=PATIENCE, transport_options=options) as connection:
            connection.ensure_connection(max_retries=0, timeout=1)
            current_app.send_task(task, arguments, connection=connection, ignore_result=True, retry=False)
    except (BrokerError, OSError) as error:
        log.warning("the broker does not answer", reason=str(error))


def impatient_options() -> dict[str, Any]:
    """Return the options of the broker's transport with limits that hold for one that is stopped, not dead.

    A worker waits for messages on its connections and keeps the longer limits; a request does not.
    """
    options: dict[str, Any] = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    limits = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
    return {**options, **limits} if options else options
