"""Waiting for a result inside a request: `?wait=SECONDS`.

A waiting request holds a thread of its process, and there are few. One request of a process may wait; all others get their answer at once and come
back when `Retry-After` says. While it waits it holds no connection to the database.
"""

import threading
import time
from collections.abc import Callable

from django.db import connection

MAX_WAIT = 30.0  # seconds that a request may wait
BETWEEN = 0.25  # seconds between two looks
_place = threading.Lock()
"""Who has it waits; there is one in each process."""
_tick = threading.Event()
"""Is never set; waiting for it is a pause that tests replace."""


def wait_for(is_done: Callable[[], bool], seconds: float) -> bool:
    """Wait until something is done, and return whether it is; return at once where another request of this process waits.

    Units: seconds of the clock, cut to MAX_WAIT. Must not be called inside a transaction.
    """
    if is_done():
        return True
    if seconds <= 0 or not _place.acquire(blocking=False):
        return False
    try:
        return _look_again(is_done, time.monotonic() + min(seconds, MAX_WAIT))
    finally:
        _place.release()


def _look_again(is_done: Callable[[], bool], end: float) -> bool:
    while (seconds := end - time.monotonic()) > 0:
        if not connection.in_atomic_block:  # a test's own transaction keeps its connection
            connection.close()  # back to the pool, where others find it
        _tick.wait(min(BETWEEN, seconds))
        if is_done():
            return True
    return False
