"""What a worker does with a job: claim it by a lease, do it in one transaction with its end, or give it back.

A job belongs to the holder of its lease. All times are the database's. What a job writes and that it is finished are one transaction,
so a worker that dies leaves nothing, and one that lost its lease writes nothing.
"""

import threading
import time
import uuid

import structlog
from django.conf import settings
from django.db import Error, connection, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from cards import traces, watch
from cards.crash import crash_point
from cards.errors import Refusal
from cards.gateway import rulesets
from cards.models import Job, JobState, NotificationKind
from cards.models.fields import LANGUAGES
from cards.problem_json import refusal_json
from cards.progress import Phase
from cards.services.job import JOB_TITLES
from cards.services.job_kinds import ACTS
from cards.services.notification import notify
from cards.services.outbox_notify import wake_jobs
from cards.shape import Json, JsonObject
from cards.values import frozen_dataclass

LOSSES = 3
"""Workers lost over a job after which it is given up."""

MAX_STORED_PROBLEMS = 1_000  # errors, and problems, that the row of a refused job keeps
STIR = 1.0  # seconds between two words to the database in a long check within the transaction
BEAT = 0.25  # seconds between two looks at whether a job is still wanted, and two words on how far it is
CLAIM = """
UPDATE cards_job SET state = 'running', lease_id = %(lease)s, lease_until = now() + make_interval(secs => %(seconds)s),
       losses = losses + (state = 'running')::int, started_at = coalesce(started_at, now()), changes = changes + 1
WHERE id = (
    SELECT job.id FROM cards_job job
    WHERE job.losses < %(losses)s AND (job.state = 'queued' OR (job.state = 'running' AND job.lease_until < now()))
      AND NOT EXISTS (SELECT FROM cards_job other WHERE other.pack_id = job.pack_id AND other.state = 'running'
                      AND other.id <> job.id AND other.lease_until >= now())
    ORDER BY job.id FOR UPDATE SKIP LOCKED LIMIT 1)
RETURNING id
"""
log = structlog.get_logger(__name__)


class Ended(Exception):
    """A job is not done to its end: the worker stops, or the job is no longer wanted or no longer its own."""


@frozen_dataclass
class JobLease:
    """A job that this worker holds for a few seconds at a time."""

    lease_id: uuid.UUID
    job_id: int

    @property
    def mine(self) -> QuerySet[Job]:
        """Return the job while it is held."""
        return Job.objects.filter(pk=self.job_id, lease_id=self.lease_id, state=JobState.RUNNING)


def lease_seconds() -> float:
    """Return how long a lease is valid without a renewal."""
    return float(settings.PREVIEW_LEASE_SECONDS)


def job_claim() -> JobLease | None:
    """Claim the job that has waited longest, of a pack of which no other job runs; return None where there is none."""
    lease = uuid.uuid4()
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, {"lease": lease, "seconds": lease_seconds(), "losses": LOSSES})
        row = cursor.fetchone()
    if row is None:
        return None
    crash_point("job-claimed")
    return JobLease(lease, row[0])


def job_do(lease: JobLease) -> str:
    """Do a job that was claimed; return the state that it is left in."""
    job = Job.objects.select_related("pack", "requested_by").get(pk=lease.job_id)
    structlog.contextvars.bind_contextvars(request_id=job.request_id)
    beat = _Beat(lease)
    beat.start()
    try:
        with traces.span(f"job {job.kind}", job.request_id, job=job.pk), transaction.atomic():
            result = ACTS[job.kind](job, beat.watch)
            _finish(lease, job, result)
            crash_point("job-before-commit")
        crash_point("job-after-commit")
        return JobState.FINISHED
    except Ended as error:
        log.info("a job was ended", job=job.pk, reason=str(error))
        return release_lease(lease)
    except Refusal as refusal:
        return _end(lease, job, JobState.REFUSED, _stored_refusal(refusal))
    except Error:
        raise
    except Exception as error:  # whatever is wrong with one job, the next is done
        log.exception("a job failed", job=job.pk)
        if (failed := rulesets.failed_game(error)) is not None:
            return _end(lease, job, JobState.REFUSED, _stored_refusal(failed))
        return _end(lease, job, JobState.FAILED, _failure(type(error).__name__))
    finally:
        beat.stop()


def _finish(lease: JobLease, job: Job, result: JsonObject) -> None:
    """Write the end of a job in the transaction of what it wrote; where the lease is lost, none of it is written."""
    keeps = {} if job.is_dry else {"input": None}
    is_mine = lease.mine.update(
        state=JobState.FINISHED,
        result=dict(result),
        lease_id=None,
        lease_until=None,
        finished_at=Now(),
        changes=F("changes") + 1,
        done=F("of"),
        order=job.order,
        output=job.output,
        **keeps,
    )
    if not is_mine:
        raise Ended("the job is no longer this worker's")
    _notify(job)


def _end(lease: JobLease, job: Job, state: JobState, refusal: JsonObject) -> str:
    with transaction.atomic():
        is_mine = lease.mine.update(
            state=state,
            refusal=dict(refusal),
            input=None,
            lease_id=None,
            lease_until=None,
            finished_at=Now(),
            changes=F("changes") + 1,
        )
        if is_mine:
            _notify(job)
    return state


def release_lease(lease: JobLease) -> str:
    """Return a job that was ended in the middle to the queue, for another worker; a cancelled job stays as it is."""
    lease.mine.update(state=JobState.QUEUED, lease_id=None, lease_until=None, changes=F("changes") + 1)
    return str(Job.objects.values_list("state", flat=True).get(pk=lease.job_id))


def _notify(job: Job) -> None:
    words = JOB_TITLES[job.kind]
    about = {"job": job.number, **{f"text_{language}": words[language] for language in LANGUAGES}}
    notify(kind=NotificationKind.JOB_DONE, accounts=[job.requested_by], pack=job.pack, by=None, about=about)


def _stored_refusal(refusal: Refusal) -> Json:
    """Return what the row of a job keeps of a refusal."""
    whole = refusal_json(refusal)
    return {
        **whole,
        "errors": whole["errors"][:MAX_STORED_PROBLEMS],
        "problems": whole["problems"][:MAX_STORED_PROBLEMS],
    }


def _failure(reason: str) -> Json:
    detail = {
        "en": f"The job was given up: {reason}. Nothing of it was written. Start it again; if it fails again, report it to the operator.",
        "zh": f"任务已放弃：{reason}。未写入任何内容。请重新开始；如再次失败，请联系门户的运营者。",
    }
    return {"slug": "failed", "detail": detail, "errors": [], "problems": []}


class _Beat:
    """Renews a lease and says how far its job is, on a connection of its own, until the job is done or the lease is lost."""

    def __init__(self, lease: JobLease) -> None:
        self.lease = lease
        self._stirred = time.monotonic()
        self._step: tuple[Phase, int, int] | None = None
        self._over, self._lost = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, and wait for it."""
        self._over.set()
        self._thread.join()

    def watch(self, phase: Phase, done: int, of: int) -> None:
        """Note how far the job is; raise Ended where it is not to go on."""
        self._step = (phase, done, of)
        if time.monotonic() - self._stirred > STIR and connection.in_atomic_block:
            self._stirred = time.monotonic()
            with (
                connection.cursor() as cursor
            ):  # the database ends a transaction that stands still, as of a frozen process
                cursor.execute("SELECT 1")
        if self._lost.is_set():
            raise Ended("the job was cancelled, or another worker has it")
        if watch.is_ending():
            raise Ended("the worker stops")

    def _run(self) -> None:
        try:
            while not self._over.wait(BEAT):
                if not self._renewed():
                    self._lost.set()
                    return
        finally:
            connection.close()

    def _renewed(self) -> bool:
        """Renew the lease; one that a database which is away cannot renew counts as held until it answers."""
        step = self._step
        progress = (
            {} if step is None else {"phase": step[0], "done": step[1], "of": step[2], "changes": F("changes") + 1}
        )
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT now() + make_interval(secs => %s)", [lease_seconds()])
                until = cursor.fetchone()[0]
            return bool(self.lease.mine.update(lease_until=until, **progress))
        except Error as error:
            log.warning("a lease could not be renewed", job=self.lease.job_id, reason=str(error).strip())
            connection.close()
            return True


def waiting_jobs() -> QuerySet[Job]:
    """Return the jobs that some worker could claim now."""
    free = Q(state=JobState.QUEUED) | Q(state=JobState.RUNNING, lease_until__lt=Now())
    return Job.objects.filter(free, losses__lt=LOSSES)


def jobs_sweep() -> int:
    """Wake the workers of jobs while some wait, and give up those over which too many were lost; return how many wait."""
    lost = Job.objects.filter(state=JobState.RUNNING, lease_until__lt=Now(), losses__gte=LOSSES - 1)
    for job in lost.select_related("pack", "requested_by").defer("input", "output", "result"):
        lease = JobLease(job.lease_id or uuid.uuid4(), job.pk)
        _end(lease, job, JobState.FAILED, _failure(f"{LOSSES} workers were lost over it"))
    waiting = waiting_jobs().count()
    if waiting:
        wake_jobs()
    return waiting
