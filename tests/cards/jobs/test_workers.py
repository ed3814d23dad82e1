"""Real workers on a real broker: the result is the same for every worker, also after one was killed."""

from __future__ import annotations

import os
import signal
import socket
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from celery import current_app

from cards import watch
from cards.crash import JOBS, POINTS
from cards.models import (
    Account,
    AuditEvent,
    Card,
    CardVersion,
    Job,
    JobKind,
    Notification,
    Pack,
    Preview,
    PreviewChunk,
    WorkerBeat,
)
from cards.services.import_report import ImportOrder
from cards.services.job import JobForm, job_queue
from cards.services.job_kinds import order_json
from cards.services.job_run import jobs_sweep
from cards.services.outbox_notify import wake_workers
from cards.services.previews.parts import canonical_sha
from cards.services.previews.recovery import previews_sweep
from cards.services.previews.start import preview_start
from tests.cards.conftest import card_text
from tests.cards.jobs.nursery import Nursery, Worker, nursery_of
from tests.cards.jobs.small import expected, shrink

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 60.0  # seconds
IMPORT_FILE = f"[{card_text('base.a')}, {card_text('base.b')}]".encode()
WORKER = {"CARDLOOM_PROCESS": "worker", "PREVIEW_LEASE_SECONDS": "2"}


@pytest.fixture(scope="module")
def nursery(worker_environment: dict[str, str]) -> Iterator[Nursery]:
    """Where the workers of these tests begin."""
    with nursery_of({**worker_environment, **WORKER}) as nursery:
        yield nursery


@contextmanager
def worker(nursery: Nursery, *, children: int = 1, **variables: str) -> Iterator[Worker]:
    """A Celery worker in a process group of its own, killed at the end."""
    argv = ["-A", "portal", "worker", "--pool", "prefork", "--concurrency", str(children)]
    argv += ["-O", "fair", "--without-gossip", "--without-mingle", "--loglevel", "warning"]
    child = nursery.start(argv, environment=variables)
    try:
        yield child
    finally:
        kill(child)


def kill(child: Worker) -> None:
    """Kill a worker and its children, without a chance to clean up."""
    if child.poll() is None:
        os.killpg(child.pid, signal.SIGKILL)
    child.wait(10)


def until(holds: Callable[[], bool], what: str) -> None:
    """Wait for something to become true; meanwhile do what the relay does."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"not within {PATIENCE:.0f} s: {what}; {progress()}"
        previews_sweep()
        jobs_sweep()
        time.sleep(0.2)


def stopped(parent: Worker) -> list[int]:
    """Return the processes of a worker's group that are stopped."""
    matches = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):  # it ended meanwhile
            state, _, group = path.read_text().rpartition(")")[2].split()[:3]
            if state == "T" and int(group) == parent.pid:
                matches.append(int(path.parent.name))
    return matches


def control_queues() -> list[str]:
    """Return the queues besides the one of the work, where the broker is of a kind that says so."""
    with current_app.connection_for_read() as connection:
        client = getattr(connection.default_channel, "client", None)
        return [] if client is None else [str(key) for key in client.keys("*pidbox*")]


def progress() -> str:
    """Return what a failure shows: each preview, and its chunks with what was spent on them."""
    previews = list(Preview.objects.values_list("state", "failure"))
    chunks = list(PreviewChunk.objects.values_list("no", "state", "attempts", "losses", "lease_until"))
    return f"previews {previews}, chunks {chunks}"


def state_of(preview: Preview) -> str:
    return str(Preview.objects.values_list("state", flat=True).get(pk=preview.pk))


@pytest.fixture
def preview(admin: Account, card: Card, worker_environment: dict[str, str]) -> Preview:
    return shrink(preview_start(actor=admin, card=card, seed=7))


def check(preview: Preview) -> None:
    """The result is the one that a single process gives."""
    preview.refresh_from_db()
    assert (preview.state, preview.failure) == ("finished", None)
    assert preview.result_sha256 == canonical_sha(expected(preview))


class TestWorkers:
    def test_two_give_the_result_that_one_process_gives(self, preview: Preview, nursery: Nursery) -> None:
        """Workers are woken ten times for one preview: nothing is counted twice."""
        with worker(nursery, children=2):
            for _ in range(10):
                wake_workers()
            until(lambda: state_of(preview) == "finished", "the preview ends")
            assert WorkerBeat.objects.exists()
        check(preview)

    @pytest.mark.parametrize("point", POINTS)
    def test_killed_at_any_point_leave_the_same_result(self, preview: Preview, nursery: Nursery, point: str) -> None:
        with worker(nursery, CRASH_AT=point):
            wake_workers()
            until(lambda: Preview.objects.filter(served_at__isnull=False).exists(), "a worker dies over a chunk")
        with worker(nursery):
            until(lambda: state_of(preview) in ("finished", "failed"), "the preview ends")
        check(preview)

    @pytest.mark.parametrize("point", ["claimed", "before-commit"])
    def test_stopped_for_a_while_may_not_write_over_their_successor(
        self, preview: Preview, nursery: Nursery, point: str
    ) -> None:
        """A process that stops in the middle of a transaction keeps no lock that its successor waits for.

        Nor a queue of its own: RabbitMQ keeps that of a control channel from any other worker of the same name.
        """
        with worker(nursery, STOP_AT=point) as sleeper:
            wake_workers()
            until(lambda: bool(stopped(sleeper)), f"a worker stops at {point}")
            assert control_queues() == []
            with worker(nursery):
                until(lambda: state_of(preview) == "finished", "another worker takes over")
                os.killpg(sleeper.pid, signal.SIGCONT)
                time.sleep(1)
        check(preview)


class TestJobs:
    @pytest.mark.parametrize("point", JOBS)
    def test_of_a_worker_that_is_killed_are_taken_up_again_once(
        self, pack: Pack, admin: Account, nursery: Nursery, point: str
    ) -> None:
        """Each row is written once, whether the worker died before or after what it wrote was there."""
        form = JobForm(JobKind.IMPORT, order_json(ImportOrder(message="once"), "body.json"), IMPORT_FILE)
        job = job_queue(actor=admin, pack=pack, form=form)
        with worker(nursery, CRASH_AT=point) as first:
            until(lambda: first.poll() is not None or Job.objects.exclude(state="queued").exists(), "a worker has it")
            until(
                lambda: job_of(job).is_final or job_of(job).losses >= 1, "the worker is killed, and another takes it up"
            )
        with worker(nursery):
            until(lambda: job_of(job).is_final, "the job ends")

        ended = job_of(job)
        assert (ended.state, ended.losses > 0) == ("finished", point != "job-after-commit")
        assert sorted(CardVersion.objects.values_list("card__written_id", "number", "message")) == [
            ("base.a", 1, "once"),
            ("base.b", 1, "once"),
        ]
        assert AuditEvent.objects.filter(action="pack.import").count() == 1
        assert Notification.objects.filter(kind="job_done").count() == 1


def job_of(job: Job) -> Job:
    return Job.objects.get(pk=job.pk)


class TestStopping:
    def test_gives_the_chunk_back_that_it_plays(self, admin: Account, card: Card, nursery: Nursery) -> None:
        preview_start(actor=admin, card=card, seed=7, preset="deep")
        with worker(nursery) as child:
            wake_workers()
            until(PreviewChunk.objects.filter(state="running").exists, "a worker plays")
            child.send_signal(signal.SIGTERM)
            count = PreviewChunk.objects.filter(state="done").count()
            child.wait(PATIENCE)

        left = set(PreviewChunk.objects.exclude(state="done").values_list("state", "attempts", "losses"))
        assert (child.returncode, left) == (0, {("queued", 0, 0)})
        assert PreviewChunk.objects.filter(state="done").count() <= count + 1


@pytest.mark.django_db
def test_forgets_the_heartbeats_of_processes_of_its_host_that_are_no_more() -> None:
    host, no_process = socket.gethostname()[:120], (1 << 22) + 1  # above the greatest number that Linux gives
    places = [(host, no_process), (host, os.getppid()), ("elsewhere", no_process)]
    for place, pid in places:
        WorkerBeat.objects.create(worker=uuid.uuid4(), host=place, pid=pid)

    watch.Watch(uuid.uuid4())()

    assert set(WorkerBeat.objects.values_list("host", "pid")) == {*places[1:], (host, os.getpid())}
