"""The bell that wakes workers. It may be lost: the rows are the truth, and the relay rings again."""

from __future__ import annotations

import structlog
from celery import current_app
from kombu.exceptions import OperationalError as BrokerError

TASK = "cards.preview_run"
log = structlog.get_logger(__name__)


def ring() -> None:
    """Ask some worker to look for chunks; a broker that is away costs a few seconds, nothing else."""
    try:
        current_app.send_task(TASK, ignore_result=True, retry=False)
    except (BrokerError, OSError) as error:
        log.warning("the broker does not answer", reason=str(error))
