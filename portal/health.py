"""/healthz says that this process answers; /readyz says whether what it needs is there; /metrics is for Prometheus."""

from collections.abc import Callable
from datetime import timedelta
from typing import Literal

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse, JsonResponse
from kombu import Connection
from kombu.exceptions import OperationalError as BrokerError
from psycopg_pool import PoolTimeout

from cards.gateway.rulesets import load_failures
from cards.models import LoopFault, Outbox, WorkerBeat
from cards.queries.upkeep import seals_are_good
from cards.services.outbox_notify import impatient_options
from portal import host_checks
from portal.disks import full_disks
from portal.metrics import metrics

Verdict = Literal["ok", "degraded", "down"]
Check = Callable[[], Verdict]
BROKER_TIMEOUT = 1  # seconds
WORKER_SILENCE = timedelta(seconds=30)  # without a heartbeat
FAULT_AGE = timedelta(hours=1)  # of a loop that fails: it tries again every five minutes at least
OUTBOX_AGE = timedelta(seconds=60)  # that the oldest unsent row may wait


class Health:
    """Answers the three paths before sessions, languages and static files are touched."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path == "/healthz":
            return JsonResponse({"status": "ok"})
        if request.path == "/readyz":
            return _readyz()
        if request.path == "/metrics":
            return metrics(request)
        return self.get_response(request)


def _readyz() -> HttpResponse:
    """Run the checks; only the database and its migrations take this host out of rotation."""
    checks: dict[str, Verdict] = {"database": database()}
    checks["migrations"] = migrations() if checks["database"] == "ok" else "down"
    checks["broker"] = broker()
    checks["disk"] = disk()
    checks["games"] = games()
    for name, fault in host_checks.WITHOUT_ROWS.items():
        checks[name] = "degraded" if fault() else "ok"
    for name, fault in host_checks.WITH_ROWS.items():
        checks[name] = "ok" if checks["migrations"] == "ok" and not fault() else "degraded"
    for name, check in (("workers", workers), ("outbox", outbox), ("loops", loops), ("seals", seals)):
        checks[name] = check() if checks["migrations"] == "ok" else "degraded"
    worst: Verdict = "down" if "down" in checks.values() else "degraded" if "degraded" in checks.values() else "ok"
    return JsonResponse({"status": worst, "checks": checks}, status=503 if worst == "down" else 200)


def database() -> Verdict:
    """Return whether the database answers a query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (Error, PoolTimeout):
        connection.close()
        return "down"
    return "ok"


def migrations() -> Verdict:
    """Return whether the tables are those that this code expects."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return "down" if plan else "ok"


def broker() -> Verdict:
    """Return whether the broker takes a connection; without it previews start late, and nothing is lost."""
    try:
        options = impatient_options()
        with Connection(settings.CELERY_BROKER_URL, connect_timeout=BROKER_TIMEOUT, transport_options=options) as link:
            link.ensure_connection(max_retries=0, timeout=BROKER_TIMEOUT)
    except (BrokerError, OSError):
        return "degraded"
    return "ok"


def disk() -> Verdict:
    """Return whether there is room on every disk that this process knows of."""
    return "degraded" if full_disks() else "ok"


def games() -> Verdict:
    """Return whether every game of the search path can be loaded; the packs of one that cannot are shown without their rules."""
    return "degraded" if load_failures() else "ok"


def workers() -> Verdict:
    """Return whether a worker process sent a heartbeat recently, by the database's clock."""
    alive = WorkerBeat.objects.filter(seen_at__gt=Now() - WORKER_SILENCE).exists()
    return "ok" if alive else "degraded"


def outbox() -> Verdict:
    """Return whether pending side effects are being sent."""
    late = Outbox.objects.filter(sent_at__isnull=True, due_at__lt=Now() - OUTBOX_AGE).exists()
    return "degraded" if late else "ok"


def loops() -> Verdict:
    """Return whether every loop of relay and workers went well the last time; a fault of a host that is gone counts for an hour."""
    failing = LoopFault.objects.filter(failed_at__gt=Now() - FAULT_AGE).exists()
    return "degraded" if failing else "ok"


def seals() -> Verdict:
    """Return whether releases and audit were verified in the last three days, and nothing was found."""
    return "ok" if seals_are_good() else "degraded"
