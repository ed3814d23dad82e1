"""A limit on how long the code of a game may take to load: an endless loop in it ends, and the other games go on."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from engine.language.spec.shapes import LocalizedText

LOAD_SECONDS: Final = 10.0


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
    """Raise LoadTimeout in this thread, at the line that runs then, where the code inside takes longer."""
    thread, is_done = threading.get_ident(), threading.Event()

    def stop() -> None:
        if not is_done.wait(seconds):
            interrupt(thread, LoadTimeout)

    watch = threading.Thread(target=stop, daemon=True)
    watch.start()
    try:
        yield
    finally:
        is_done.set()
        watch.join()


def interrupt(thread: int, error: type[BaseException]) -> None:
    """Raise an error in another thread, at the line that runs there.

    Python looks for it between two of its own instructions, so a call that waits outside Python is not ended.
    """
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
