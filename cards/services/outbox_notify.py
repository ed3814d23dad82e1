"""The message that wakes workers. It may be lost: the rows are the truth, and the relay sends it again."""

from __future__ import annotations

import structlog
from celery import current_app
from kombu.exceptions import OperationalError as BrokerError

TASK = "cards.preview_run"
PATIENCE = 1  # seconds for a broker to take the connection; a request waits for this
log = structlog.get_logger(__name__)


def wake_workers() -> None:
    """Ask some worker to look for chunks; a broker that is away costs a moment, nothing else.

    The connection is this call's own: a pooled one would try again for seconds before it gave up.
    """
    try:
        with current_app.connection_for_write(connect_timeout=PATIENCE) as connection:
            connection.ensure_connection(max_retries=0, timeout=PATIENCE)
            current_app.send_task(TASK, connection=connection, ignore_result=True, retry=False)
    except (BrokerError, OSError) as error:
        log.warning("the broker does not answer", reason=str(error))
