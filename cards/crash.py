"""Named points at which a process can be made to crash, so that tests can cover each of them.

Nothing happens unless the environment names the point: `CRASH_AT=claimed`.
"""

from __future__ import annotations

import os
import signal

POINTS = ("claimed", "computed", "before-commit", "after-commit", "merged")


def crash_point(name: str) -> None:
    """Die here, at once and without cleaning up, if this is the point that the environment names."""
    if os.environ.get("CRASH_AT") == name:
        os.kill(os.getpid(), signal.SIGKILL)
