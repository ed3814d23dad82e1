"""Ends a process whose thread computes on and on, after the other requests of the process are answered.

A request has a budget of processor time, which is looked at in named points of the code (`cards.budget`). Work that passes no such point, or work
after a commit, is not ended by it. Where the code of a studio's own game computes on and on, its request alone is ended. When a thread has used up three
times the budget, its process takes no more connections, answers what it has, and ends; gunicorn has started another by then.
Source: POSIX clock_gettime with the clock of a thread.
"""

import asyncio
import logging
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from cards.gateway import rulesets
from portal.redaction import redact

MAX_SECONDS = 15.0  # seconds of processor for one request
MAX_GAME_SECONDS = 7.0  # the same where the code of an added game runs then
LOOK = 1.0  # seconds between two looks
log = logging.getLogger(__name__)


def _stop() -> None:
    """Ask this process to stop as gunicorn would."""
    os.kill(os.getpid(), signal.SIGTERM)


class Overruns:
    """The requests that threads of this process work on, and when each began by the clock of its thread."""

    def __init__(self, stop: Callable[[], None] = _stop) -> None:
        self.stop = stop
        self.began: dict[int, tuple[float, str]] = {}
        self.is_stopping = False

    @contextmanager
    def watched(self, variables: Mapping[str, Any]) -> Iterator[None]:
        """Watch over a request for as long as its thread works on it."""
        ident = threading.get_ident()
        self.began[ident] = (time.thread_time(), f"{variables['REQUEST_METHOD']} {redact(variables['PATH_INFO'])}")
        try:
            yield
        finally:
            del self.began[ident]

    async def watch(self) -> None:
        """Look again and again, for as long as the process lives."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                self.look()
            except Exception:  # one look that fails must not be the last
                log.exception("a look at the requests failed")

    def look(self) -> None:
        """End a request in which an added game computes on and on; stop the process, once, when another has exceeded its budget."""
        for ident, (began, what) in list(self.began.items()):
            seconds = processor_seconds(ident) - began
            frame = sys._current_frames().get(ident) if seconds > MAX_GAME_SECONDS else None
            if seconds > MAX_SECONDS and not self.is_stopping:
                self.is_stopping = True
                where = redact("".join(traceback.format_stack(frame, limit=-12))) if frame else ""
                log.error(
                    "a request does not end", extra={"request": what, "cpu_seconds": round(seconds, 1), "where": where}
                )
                self.stop()
            elif frame is not None:
                rulesets.interrupt_game(ident, frame)


def processor_seconds(ident: int) -> float:
    """Return a thread's processor time, or 0.0 where the system has no clock for it or the thread has ended."""
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(ident))
    except (AttributeError, OSError):
        return 0.0
