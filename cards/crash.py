"""Named points at which a process can be made to crash or to stop, so that tests can cover each of them.

Nothing happens unless the environment names the point: `CRASH_AT=claimed`, `STOP_AT=before-commit`.
"""

from __future__ import annotations

import os
import signal

POINTS = ("claimed", "computed", "before-commit", "after-commit", "merged")


def crash_point(name: str) -> None:
    """Die here without cleaning up, or stop until continued, if this is the point that the environment names."""
    if os.environ.get("CRASH_AT") == name:
        os.kill(os.getpid(), signal.SIGKILL)
    if os.environ.get("STOP_AT") == name:
        os.kill(os.getpid(), signal.SIGSTOP)
