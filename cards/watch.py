"""The watchdog of a worker's main process: it writes a heartbeat to the database and ends a worker that hangs.

A consumer can hang on a dead connection without an error. When chunks wait for 30 seconds and no worker plays or takes one, the
process ends, if need be by force; its supervisor starts it again.
"""

import multiprocessing
import os
import signal
import socket
import threading
import time
import uuid
from datetime import timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db.models.functions import Now

from cards.gateway import rulesets
from cards.loops import Loop
from cards.models import ChunkState, Job, JobState, Preview, PreviewChunk, WorkerBeat
from cards.queries.previews.turns import engines
from cards.services.loop_fault import loop_fault_note
from cards.services.previews.recovery import waiting_chunks

BEAT_INTERVAL = 10.0  # seconds between two heartbeats: each is some milliseconds of a portal at rest
MAX_IDLE_BEATS = 3  # heartbeats in a row while chunks wait and no worker plays or takes one
PATIENCE = 5.0  # seconds for a worker that hangs to end in order
_stop = threading.Event()
_ending = multiprocessing.get_context("fork").Event()  # children of the worker see both
_renewing = multiprocessing.get_context("fork").Event()
log = structlog.get_logger(__name__)


def share(**_: Any) -> None:
    """Make what the children of this worker share with it, before they are forked: workers of one parent must not share theirs."""
    global _ending, _renewing
    context = multiprocessing.get_context("fork")
    _ending, _renewing = context.Event(), context.Event()


def begin(**_: Any) -> None:
    """Start watching when the worker is ready."""
    _stop.clear()
    _ending.clear()
    _renewing.clear()
    Loop("heartbeat", Watch(uuid.uuid4()), BEAT_INTERVAL, loop_fault_note).begin(_stop)


def end(**_: Any) -> None:
    """Stop watching, and let the children give back what they play."""
    _stop.set()
    _ending.set()


def is_ending() -> bool:
    """Return whether the worker of this process was asked to stop."""
    return bool(_ending.is_set())


def takes_no_more() -> bool:
    """Return whether the worker of this process ends what it plays and begins nothing else: it stops, or starts again with a compiled engine."""
    return is_ending() or bool(_renewing.is_set())


class Watch:
    """Writes a heartbeat, and ends the worker where it hangs, or where the engine that it plays as Python was compiled meanwhile."""

    def __init__(self, worker: uuid.UUID) -> None:
        self.worker, self.idle_beats, self.began = worker, 0, time.time()
        self.has_followed = False

    def __call__(self) -> None:
        """Look once; while the database is away no process counts as idle."""
        if settings.PROCESS != "jobs":  # the table is of those who play previews
            _beat(self.worker)
            if not self.has_followed:
                _forget_ended(self.worker)
                self.has_followed = True
        if _renewing.is_set():  # since the last look, which is longer than most chunks take
            os.kill(os.getpid(), signal.SIGTERM)
        elif rulesets.is_newly_compiled(self.began):
            log.info("the engine was compiled: this worker ends for a start with it")
            _renewing.set()
            return
        self.idle_beats = self.idle_beats + 1 if is_stuck() else 0
        if self.idle_beats >= MAX_IDLE_BEATS:
            log.error("chunks wait and no worker plays them: ending this process for a restart")
            _end_this_process()


def _end_this_process() -> None:
    """Ask the worker to end, and end it when it does not: what it hangs on may be what it waits for while it ends."""
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    os.kill(os.getpid(), signal.SIGKILL)


def _beat(worker: uuid.UUID) -> None:
    """Write the heartbeat of this process, with every engine that it can play."""
    fields = {"host": socket.gethostname()[:120], "pid": os.getpid(), "engine_hashes": engines()}
    fields |= {"build": rulesets.running_build(), "seen_at": Now()}
    if not WorkerBeat.objects.filter(worker=worker).update(**fields):
        WorkerBeat.objects.create(worker=worker, **fields)


def _forget_ended(worker: uuid.UUID) -> None:
    """Delete the heartbeats of processes of this host that are no more: a worker that follows another is no second one that is silent."""
    others = WorkerBeat.objects.filter(host=socket.gethostname()[:120]).exclude(worker=worker)
    ended = [row for row, pid in others.values_list("worker", "pid") if pid == os.getpid() or not _is_process(pid)]
    WorkerBeat.objects.filter(worker__in=ended).delete()


def _is_process(pid: int) -> bool:
    """Return whether a process of this host has a number, of this account or another."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def is_stuck() -> bool:
    """Return whether chunks wait, no worker plays one, and none was taken since the last heartbeat.

    A cancelled preview has no chunks left while its worker stops playing one: who is seen only then would count as idle. A worker of jobs
    looks at these.
    """
    if settings.PROCESS == "jobs":
        running = Job.objects.filter(state=JobState.RUNNING, lease_until__gte=Now())
        return Job.objects.filter(state=JobState.QUEUED).exists() and not running.exists()
    if not waiting_chunks().filter(preview__engine_hash__in=engines()).exists():
        return False
    playing = PreviewChunk.objects.filter(state=ChunkState.RUNNING, lease_until__gte=Now())
    taken = Preview.objects.filter(served_at__gte=Now() - timedelta(seconds=BEAT_INTERVAL))
    return not playing.exists() and not taken.exists()
