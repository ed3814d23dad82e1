"""A limit on how long the code of a game may take to load: an endless loop in it ends, and the other games go on."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from engine.language.spec.shapes import LocalizedText

LOAD_SECONDS: Final = 10.0  # of processor
MAX_LOOKS: Final = (
    120  # at the time used, a tenth of the limit apart at least: code that waits and computes nothing ends too
)


class Timeout(BaseException):
    """The code of a game takes too long; no `except Exception` of that code keeps it."""

    text = LocalizedText(
        "this does not come to an end: a loop has no end, or the work takes too long",
        "此处无法执行完毕：循环没有尽头，或耗时过长",
    )


class LoadTimeout(Timeout):
    """The code of a game takes too long to load."""

    text = LocalizedText(
        "the game does not finish loading: a loop here has no end, or the work takes too long",
        "游戏规则无法完成加载：此处的循环没有尽头，或耗时过长",
    )


@contextmanager
def time_limit(seconds: float = LOAD_SECONDS) -> Iterator[None]:
    """Raise LoadTimeout in this thread, at the line that runs then, where the code inside takes longer.

    A busy machine takes no game away: the time is that of the thread's processor, where the system tells it.
    """
    thread, is_done = threading.get_ident(), threading.Event()
    processor = _processor_of(thread)
    began = processor()

    def stop() -> None:
        remaining = seconds
        for _ in range(MAX_LOOKS):
            if is_done.wait(max(remaining, seconds / 10)):
                return
            remaining = seconds - (processor() - began)
            if remaining <= 0:
                break
        interrupt(thread, LoadTimeout)

    watch = threading.Thread(target=stop, daemon=True)
    watch.start()
    try:
        yield
    finally:
        is_done.set()
        watch.join()


def _processor_of(thread: int) -> Callable[[], float]:
    """Return what tells the processor time of a thread in seconds; where the system does not (macOS), all time counts."""
    if not hasattr(time, "pthread_getcpuclockid"):
        looks = iter((0.0,))
        return lambda: next(looks, float("inf"))
    clock = time.pthread_getcpuclockid(thread)
    return lambda: time.clock_gettime(clock)


def interrupt(thread: int, error: type[BaseException]) -> None:
    """Raise an error in another thread, at the line that runs there.

    Python looks for it between two of its own instructions, so a call that waits outside Python is not ended.
    """
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
