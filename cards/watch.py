"""What a worker's main process does beside Celery: it tells the database that it lives, and ends itself when nothing wakes it.

A consumer can hang on a dead connection without an error. While rows wait, nobody plays and a minute passes, the process ends;
whoever supervises it starts it again.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
import uuid
from typing import Any

import structlog
from django.db import Error, connection
from django.db.models.functions import Now

from cards.models import ChunkState, PreviewChunk, WorkerBeat
from cards.services.preview_sweep import waiting_chunks
from cards.services.preview_work import engines

EVERY = 5.0  # seconds between two signs of life
PATIENCE = 12  # signs of life with work waiting and nobody at it
_stop = threading.Event()
log = structlog.get_logger(__name__)


def begin(**_: Any) -> None:
    """Start watching when the worker is ready."""
    _stop.clear()
    threading.Thread(target=_watch, args=(uuid.uuid4(),), daemon=True).start()


def end(**_: Any) -> None:
    """Stop watching."""
    _stop.set()


def _watch(worker: uuid.UUID) -> None:
    deaf = 0
    while True:
        try:
            _beat(worker)
            deaf = deaf + 1 if is_stuck() else 0
        except Error as error:
            connection.close()
            log.warning("no sign of life could be given", reason=str(error).strip())
        if deaf >= PATIENCE:
            log.error("work waits and nobody plays it: ending, to be started again")
            os.kill(os.getpid(), signal.SIGTERM)
            return
        if _stop.wait(EVERY):
            connection.close()
            return


def _beat(worker: uuid.UUID) -> None:
    """Write the sign of life of this process."""
    for engine in engines()[:1]:
        fields = {"host": socket.gethostname()[:120], "pid": os.getpid(), "engine_hash": engine, "seen_at": Now()}
        WorkerBeat.objects.update_or_create(worker=worker, defaults=fields)


def is_stuck() -> bool:
    """Say whether chunks wait and none is being played by anybody."""
    playing = PreviewChunk.objects.filter(state=ChunkState.RUNNING, lease_until__gte=Now())
    return waiting_chunks().filter(preview__engine_hash__in=engines()).exists() and not playing.exists()
