"""The tasks that Celery runs: wake up, play chunks or do jobs until none is left, sleep. Their messages carry nothing but the wake-up, and that of a
measurement the keys of what is measured: its result is derived, and asked for again where a message was lost."""

import itertools
import os
import resource
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import structlog
from celery import shared_task
from celery.signals import worker_init, worker_process_init, worker_ready, worker_shutting_down
from django.db import InterfaceError, OperationalError, close_old_connections, connection

from cards import meter, traces, watch
from cards.gateway import rulesets
from cards.localization import LocalizedText
from cards.queries.previews.turns import engines
from cards.services.job_run import job_claim, job_do
from cards.services.match import bots_answer
from cards.services.match_chance import chance_estimate
from cards.services.match_thought import thought_compute
from cards.services.outbox_notify import (
    CHANCE_TASK,
    JOB_TASK,
    MATCH_TASK,
    STRENGTH_TASK,
    TASK,
    THOUGHT_TASK,
    wake_match,
    wake_workers,
)
from cards.services.previews.claim import Lease, chunk_claim, lease_renew, lease_seconds
from cards.services.previews.work import (
    chunk_fail,
    chunk_finish,
    chunk_matches,
    chunk_play,
    chunk_release,
    chunk_retry,
    chunk_seconds,
)
from cards.services.strength import strength_measure

MEMORY = 1 << 30  # bytes of address space of a child: three times what it needs, an eighth of what would hurt
CPU_PER_CHUNK = 60  # seconds of processor that one chunk may take at least
CPU_OVER_PLAN = (
    5  # times what its plan expects that it may take: matches differ, and a processor with much to do is slower
)
CPU_PER_JOB = 900  # seconds of processor that one job may take
CPU_PER_ANSWERS = 60  # seconds of processor that some answers of a match's bots may take
PARTS_PER_TASK = 20  # of answers; then the task ends and sends another
CPU_PER_MEASUREMENT = 120  # seconds of processor that the measurement of one card may take
CPU_TO_STOP = 10  # seconds more to give it back
CHUNKS_PER_TASK = 20  # then the task ends and sends another, so that a message never outlives its visibility
AWAY, AGAIN = 20.0, 0.25  # seconds that a worker waits for a database that is away, and between two tries
LOOK = 0.25  # seconds between two looks at whether the worker stops
GIVE_BACK = signal.SIGUSR2
_at_play = threading.Event()
_cpu_limit = [CPU_PER_CHUNK]  # seconds of processor that what runs now may take
log = structlog.get_logger(__name__)

worker_init.connect(watch.share)
worker_ready.connect(watch.begin)
worker_shutting_down.connect(watch.end)


class Ending(Exception):
    """A chunk is not played to its end: the worker was asked to stop, or the chunk is no longer its own."""


class TooLong(Exception):
    """A task took more processor time than it may; `text` says how much that is."""

    def __init__(self, seconds: int) -> None:
        self.text = LocalizedText(
            f"one piece of it took more than {seconds} s of processor time", f"其中一段占用处理器超过 {seconds} 秒"
        )
        super().__init__(self.text.en)


@worker_init.connect
def know_engines(**_: object) -> None:
    """Read what engines there are before the children are forked: each would do it over its first chunk."""
    engines()


@worker_process_init.connect
def set_limits(**_: object) -> None:
    """Limit a child of the worker: too much memory or processor time fails its chunk alone."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGXCPU, _out_of_time)
    signal.signal(GIVE_BACK, _give_back)


def _give_back(*_: object) -> None:
    if _at_play.is_set():
        raise Ending(
            "the worker stops" if watch.is_ending() else "the preview was cancelled or another worker has the chunk"
        )


def _out_of_time(*_: object) -> None:
    seconds = _cpu_limit[-1]
    _allow_cpu(CPU_TO_STOP)
    raise TooLong(seconds)


@shared_task(name=TASK)
def preview_run() -> int:
    """Play chunks while there are any; return how many."""
    for count in range(CHUNKS_PER_TASK):
        if watch.takes_no_more():
            return count
        lease = _with_database(chunk_claim)
        if lease is None:
            return count
        _run(lease)
    wake_workers()
    return CHUNKS_PER_TASK


@shared_task(name=JOB_TASK)
def job_run() -> int:
    """Do jobs while there are any; return how many."""
    for count in itertools.count():
        lease = None if watch.takes_no_more() else _with_database(job_claim)
        if lease is None:
            return count
        _allow_cpu(CPU_PER_JOB)
        began = time.perf_counter()
        state = _with_database(partial(job_do, lease))
        meter.count("cardloom_jobs_total", state=state)
        meter.observe("cardloom_job_seconds", time.perf_counter() - began, meter.CHUNK_SECONDS)
    return 0


@shared_task(name=STRENGTH_TASK)
def strength_run(card: int, version: int | None) -> bool:
    """Measure what the scenarios of a card guard; return whether there was anything to do."""
    _allow_cpu(CPU_PER_MEASUREMENT)
    return bool(_with_database(partial(strength_measure, card_id=card, version_id=version)))


@shared_task(name=MATCH_TASK)
def match_run(match: int) -> int:
    """Play the bots of a match on until a person is asked; return how many parts of answers that took."""
    for count in range(PARTS_PER_TASK):
        _allow_cpu(CPU_PER_ANSWERS)
        if watch.is_ending() or not _with_database(partial(bots_answer, match_id=match)):
            return count + 1
    wake_match(match)
    return PARTS_PER_TASK


@shared_task(name=CHANCE_TASK)
def chance_run(match: int) -> int:
    """Estimate the chance to win of who plays a match; return how many worlds were played on, 0 also where they took too long."""
    _allow_cpu(CPU_PER_ANSWERS)
    try:
        return int(_with_database(partial(chance_estimate, match_id=match)))
    except TooLong:
        log.warning("an estimate took too long", match=match)
        return 0


@shared_task(name=THOUGHT_TASK)
def thought_run(match: int) -> bool:
    """Ask the last bot of a match once more; return whether it answered, False also where it took too long."""
    _allow_cpu(CPU_PER_ANSWERS)
    try:
        return bool(_with_database(partial(thought_compute, match_id=match)))
    except TooLong:
        log.warning("a thought took too long", match=match)
        return False


def _run(lease: Lease) -> None:
    """Play one chunk under its lease and hand it in."""
    _allow_cpu()
    began = time.perf_counter()
    stop = threading.Event()
    beat = threading.Thread(target=_keep, args=(lease, stop), daemon=True)
    beat.start()
    try:
        with traces.span("preview chunk", lease.request_id, preview=lease.preview_id, chunk=lease.no):
            result = _with_database(lambda: _play(lease))
    except (OperationalError, InterfaceError, Ending) as error:
        stop.set()
        log.warning("a chunk was interrupted", preview=lease.preview_id, chunk=lease.no, reason=str(error).strip())
        _with_database(lambda: chunk_release(lease))
        meter.count("cardloom_chunks_total", result="interrupted")
        return
    except Exception as error:
        stop.set()
        log.exception("a chunk failed", preview=lease.preview_id, chunk=lease.no)
        failed, reason = rulesets.failed_game(error), f"{type(error).__name__}: {error}"[:300]
        _with_database(lambda: chunk_retry(lease, reason) if failed is None else chunk_fail(lease, failed))
        meter.count("cardloom_chunks_total", result="failed")
        return
    finally:
        stop.set()
        beat.join()
    kept = _with_database(lambda: chunk_finish(lease, result))
    meter.count("cardloom_chunks_total", result="done" if kept else "late")
    meter.count("cardloom_matches_total", chunk_matches(result))
    meter.observe("cardloom_chunk_seconds", time.perf_counter() - began, meter.CHUNK_SECONDS)


def _play(lease: Lease) -> dict[str, Any]:
    """Play a chunk, which the worker's end may interrupt."""
    _allow_cpu(max(CPU_PER_CHUNK, round(CPU_OVER_PLAN * chunk_seconds(lease))))
    _at_play.set()
    try:
        return chunk_play(lease)
    finally:
        _at_play.clear()


def _keep(lease: Lease, stop: threading.Event) -> None:
    """Renew the lease, on a connection of this thread's own, until the chunk is done or the lease is lost."""
    looks = max(1, round(lease_seconds() / 4 / LOOK))
    try:
        for look in itertools.count(1):
            if stop.wait(LOOK):
                return
            if watch.is_ending():
                os.kill(os.getpid(), GIVE_BACK)
            elif look % looks == 0 and not _renew_lease(lease):
                os.kill(
                    os.getpid(), GIVE_BACK
                )  # whoever waits for this worker does not wait for a chunk that nobody wants
                return
    finally:
        connection.close()


def _renew_lease(lease: Lease) -> bool:
    """Renew a lease; one that a database which is away cannot renew counts as held until it answers."""
    try:
        return lease_renew(lease)
    except (OperationalError, InterfaceError) as error:
        log.warning("a lease could not be renewed", preview=lease.preview_id, reason=str(error).strip())
        connection.close()
        return True


def _with_database(act: Callable[[], Any]) -> Any:
    """Do something that needs the database, again on new connections while it is away for a moment, as it is when it starts again."""
    end = time.monotonic() + AWAY
    while True:
        try:
            return act()
        except (OperationalError, InterfaceError):
            close_old_connections()
            connection.close()
            if time.monotonic() > end or watch.is_ending():
                raise
            time.sleep(AGAIN)


def _allow_cpu(seconds: int = CPU_PER_CHUNK) -> None:
    """Move the limit of processor time forward, by what one chunk may take."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _cpu_limit[:] = [seconds]
    soft = int(used.ru_utime + used.ru_stime) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.getrlimit(resource.RLIMIT_CPU)[1]))
