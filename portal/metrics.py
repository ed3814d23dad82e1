"""`/metrics`: what this portal counts and how it stands, as text for Prometheus.

Read with the token of METRICS_TOKEN. Without one, a program of this machine may read it, unless a proxy passed the request on.
"""

import hmac
import shutil
from collections.abc import Iterator
from ipaddress import ip_address

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connection
from django.db.backends.postgresql.base import DatabaseWrapper
from django.http import HttpRequest, HttpResponse
from psycopg_pool import PoolTimeout

from cards import meter
from cards.queries.metrics import metrics_facts

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
PASSED_ON = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")
HISTOGRAMS = {
    "cardloom_request_seconds": "How long a request took.",
    "cardloom_chunk_seconds": "How long a worker played a chunk of a preview.",
}
COUNTERS = {
    "cardloom_requests_total": "Requests, by route, method and status.",
    "cardloom_saves_total": "Drafts that were saved.",
    "cardloom_chunks_total": "Chunks that workers played, by how it went.",
    "cardloom_matches_total": "Matches that workers played for previews.",
    "cardloom_cache_total": "Reads of the cache, by result.",
    "cardloom_loop_faults_total": "Turns of loops that failed: relay, heartbeat, webhooks, verification, counts.",
    "cardloom_public_files_total": "Requests for files of public releases, by result: a miss asks the database.",
}
PROCESS_GAUGES = {
    "cardloom_pool_size": "Connections to the database that the web processes of this machine hold.",
    "cardloom_pool_available": "Those of them that nobody uses.",
    "cardloom_pool_waiting": "Requests that wait for one.",
}
FACTS = {
    "running": ("cardloom_previews_running", "Previews that are played."),
    "queued": ("cardloom_previews_queued", "Previews that wait."),
    "oldest_queued": ("cardloom_previews_oldest_queued_seconds", "How long the preview that waits longest has waited."),
    "chunks_running": ("cardloom_chunks_running", "Chunks that are played."),
    "chunks_lost": ("cardloom_chunks_lost", "Losses of workers over chunks that are not done yet."),
    "unsent": ("cardloom_outbox_unsent", "Side effects that are not sent yet."),
    "oldest_unsent": ("cardloom_outbox_oldest_seconds", "How long the oldest of them is overdue."),
    "workers": ("cardloom_workers", "Worker machines that gave a heartbeat within 30 seconds."),
    "unsealed": ("cardloom_audit_unsealed", "Audit events that wait for their seal."),
    "loops_failing": ("cardloom_loops_failing", "Loops whose last turn failed."),
    "seals": ("cardloom_audit_seals", "Audit events that are sealed."),
    "seals_good": (
        "cardloom_verification_good",
        "Whether releases and audit were verified within 3 days, and nothing was found.",
    ),
    "verified_ago": ("cardloom_verification_age_seconds", "How long ago the last verification ended; NaN if none did."),
    "connections": ("cardloom_database_connections", "Connections that the database serves."),
    "database_bytes": ("cardloom_database_bytes", "The size of the database."),
}


def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with the metrics, or 403 without the right to read them."""
    if not may_read(request):
        said = "Send the token of METRICS_TOKEN as Authorization: Bearer; without one, ask from this machine.\n"
        return HttpResponse(said, status=403, content_type="text/plain; charset=utf-8")
    return HttpResponse(text(), content_type=CONTENT_TYPE)


def may_read(request: HttpRequest) -> bool:
    """Return whether a request has the token or, where no token is set, comes from this machine itself."""
    if settings.METRICS_TOKEN:
        sent = request.META.get("HTTP_AUTHORIZATION", "")
        return hmac.compare_digest(sent.encode(), f"Bearer {settings.METRICS_TOKEN}".encode())
    if any(name in request.META for name in PASSED_ON):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def watch_pool() -> None:
    """Report the database connections of this process as gauges."""
    for name, key in (("size", "pool_size"), ("available", "pool_available"), ("waiting", "requests_waiting")):
        meter.gauge(f"cardloom_pool_{name}", lambda key=key: _pool(key))  # type: ignore[misc]  # the key of this turn


def _pool(key: str) -> float:
    """Return a number of the pool without opening it."""
    pool = DatabaseWrapper._connection_pools.get(DEFAULT_DB_ALIAS)  # type: ignore[attr-defined]  # unknown to the stubs
    return float(pool.get_stats()[key]) if pool else 0.0


def text() -> str:
    """Return all metrics; those of the database are left out while it cannot be reached, and `cardloom_database_up` says so."""
    return "\n".join([*_counted(), *_stored(), *_disk()]) + "\n"


def _counted() -> Iterator[str]:
    totals = meter.totals()
    for kind, families in (("histogram", HISTOGRAMS), ("counter", COUNTERS), ("gauge", PROCESS_GAUGES)):
        for name, about in families.items():
            yield from _head(name, about, kind)
            yield from (f"{sample} {value:.15g}" for sample, value in totals.items() if _family(sample, kind) == name)


def _family(sample: str, kind: str) -> str:
    """Return the family of a sample: that of a histogram has no suffix."""
    name = sample.partition("{")[0]
    return name.rpartition("_")[0] if kind == "histogram" else name


def _stored() -> Iterator[str]:
    try:
        facts = metrics_facts()
    except (Error, PoolTimeout):
        connection.close()
        facts = {}
    yield from _gauge("cardloom_database_up", "Whether the database answers.", float(bool(facts)))
    for key, value in facts.items():
        yield from _gauge(*FACTS[key], value)


def _disk() -> Iterator[str]:
    usage = shutil.disk_usage(settings.DATA_DIR if settings.DATA_DIR.exists() else settings.DATA_DIR.anchor)
    yield from _gauge("cardloom_disk_free_bytes", "Room on the disk of the data folder.", usage.free)
    yield from _gauge("cardloom_disk_bytes", "The size of that disk.", usage.total)


def _gauge(name: str, about: str, value: float) -> Iterator[str]:
    yield from _head(name, about, "gauge")
    yield f"{name} {value:.15g}"


def _head(name: str, about: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"
