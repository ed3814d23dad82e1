"""What `/metrics` says of the whole portal: the queue, side effects, workers, the audit. A few indexed reads, whatever the size."""

from typing import Any

from django.db import connection

from cards.models import PreviewState
from cards.queries.operator import SILENT_AFTER

FACTS = """
SELECT
  (SELECT count(*) FROM cards_preview WHERE state = %(running)s) AS running,
  (SELECT count(*) FROM cards_preview WHERE state = %(queued)s) AS queued,
  (SELECT coalesce(extract(epoch FROM now() - min(queued_at)), 0) FROM cards_preview WHERE state = %(queued)s) AS oldest_queued,
  (SELECT count(*) FROM cards_previewchunk WHERE state = 'running') AS chunks_running,
  (SELECT coalesce(sum(losses), 0) FROM cards_previewchunk WHERE state IN ('queued', 'running')) AS chunks_lost,
  (SELECT count(*) FROM cards_outbox WHERE sent_at IS NULL) AS unsent,
  (SELECT coalesce(extract(epoch FROM greatest(now() - min(due_at), interval '0')), 0) FROM cards_outbox WHERE sent_at IS NULL)
    AS oldest_unsent,
  (SELECT count(*) FROM cards_workerbeat WHERE seen_at > now() - %(silent)s) AS workers,
  (SELECT count(*) FROM cards_loopfault) AS loops_failing,
  (SELECT count(*) FROM cards_auditevent WHERE prev_hash IS NULL) AS unsealed,
  (SELECT coalesce(max(seal_no), 0) FROM cards_auditevent) AS seals,
  (SELECT count(DISTINCT kind) FROM cards_verification newest WHERE is_whole AND finished_at > now() - interval '3 days'
     AND NOT EXISTS (SELECT FROM cards_verification later WHERE later.kind = newest.kind AND later.id > newest.id
                     AND later.finished_at IS NOT NULL)) = 2 AS seals_good,
  (SELECT coalesce(extract(epoch FROM now() - max(finished_at)), 'NaN') FROM cards_verification) AS verified_ago,
  (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) AS connections,
  pg_database_size(current_database()) AS database_bytes
"""


def metrics_facts() -> dict[str, float]:
    """Return the numbers by name.

    Units: seconds by the database's clock, bytes.
    """
    asked: dict[str, Any] = {"running": PreviewState.RUNNING, "queued": PreviewState.QUEUED, "silent": SILENT_AFTER}
    with connection.cursor() as cursor:
        cursor.execute(FACTS, asked)
        names = [column.name for column in cursor.description or ()]
        return dict(zip(names, map(float, cursor.fetchone()), strict=True))
