"""Bounds on the processor time of what a test does, held to what the work itself takes."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Final, TypeVar

from engine.bench import calibration

T = TypeVar("T")
CALIBRATION: Final = 0.05
"""Seconds of the loop of `engine bench` on the machine for which the bounds are stated."""


def within(seconds: float, work: Callable[[], T], *, tries: int = 3) -> T:
    """Do a piece of work within a bound on its processor time, and return what it returns.

    Units: seconds at the calibration of 0.05 s, scaled to what the machine does at that moment.
    The heap of a session of tests is large, and the machine has other things to do: collecting that heap is left out, and work that took
    longer is tried again: a neighbour slows down one try, and work that is too much is too much each time. Work whose answer is cached gets one
    try.
    """
    took = permissions = 0.0
    for _ in range(tries):
        gc.collect()
        gc.freeze()
        began = time.process_time()
        final_work = work()
        took = time.process_time() - began
        permissions = seconds if took <= seconds else seconds * max(1, calibration(time.process_time) / CALIBRATION)
        if took <= permissions:
            return final_work
    raise AssertionError(f"took {took:.2f} s of processor each time, {permissions:.3f} s are allowed")
