"""Named points at which a process can be made to crash or to stop, so that tests can cover each of them.

Nothing happens unless the environment names the point: `CRASH_AT=claimed`, `STOP_AT=before-commit`. `CRASH_NEXT` names a file that holds a
point: the first process that comes to it takes the file away and dies.
"""

import os
import signal
from pathlib import Path

SERVICES = ("saved", "audited", "outbox-taken", "mail-sent")
RELEASES = ("release-built", "release-written", "release-committed")
JOBS = ("job-claimed", "job-before-commit", "job-after-commit")
POINTS = ("claimed", "computed", "before-commit", "after-commit", "merged")


def crash_point(name: str) -> None:
    """Die here without cleaning up, or stop until continued, if this is the point that the environment names."""
    if os.environ.get("CRASH_AT") == name or _is_next(name):
        os.kill(os.getpid(), signal.SIGKILL)
    if os.environ.get("STOP_AT") == name:
        os.kill(os.getpid(), signal.SIGSTOP)


def _is_next(name: str) -> bool:
    """Return whether this process is the one that dies at the point of the file, and take the file away."""
    path = os.environ.get("CRASH_NEXT")
    if not path:
        return False
    try:
        if Path(path).read_text(encoding="utf-8") != name:
            return False
        Path(path).unlink()
    except FileNotFoundError:  # nothing is asked for, or another process was faster
        return False
    return True
