"""The build that the portal makes beside its work: only where there is room for it, behind everything else, and tried twice at most."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from engine.accelerate.build import manifest, name_of, what_is_missing
from engine.builds import PACKAGE, STATE, find

MIN_MEMORY: Final = 2 << 30
"""Bytes that must be free: the build takes 600 MB of them at most, and the portal's caches want the rest."""
IDLE: Final = 19
TRIES: Final = 2
BEGUN_FILE: Final = "tried"
"""The file that holds the name of the build that was begun last, once for each time: a build that was killed leaves no other trace."""
WORDS: Final = {
    "no-compiler": "No C compiler with the headers of this Python was found: the engine runs as Python.",
    "no-tools": "mypyc is not installed: the engine runs as Python. `make setup` installs it where there is a C compiler.",
    "no-memory": "Less than 2 GB of memory are free: the engine is not compiled and runs as Python.",
    "failed": "The engine could not be compiled, or its build was stopped twice: it runs as Python.",
    "building": "The engine is being compiled.",
}


def background(place: Path, build: Callable[[Path, list[str]], int]) -> int:
    """Make a build unless one of these files is there; note in its place what became of it. Return 0 in any case: nothing is tried again at once."""
    if find() is not None:
        (place / STATE).unlink(missing_ok=True)
        return 0
    place.mkdir(parents=True, exist_ok=True)
    if reason := what_is_missing() or ("no-memory" if free_memory() < MIN_MEMORY else "") or _tried_too_often(place):
        _note(place, reason)
        return 0
    step_back()
    _note(place, "building")
    signal.signal(signal.SIGTERM, _stop)
    try:
        code = build(place, [])
    except SystemExit:
        (place / BEGUN_FILE).unlink()
        raise
    if code == 0:
        (place / STATE).unlink()
        (place / BEGUN_FILE).unlink()
    else:
        _note(place, "failed")
    return 0


def _stop(*_: object) -> None:
    """End in order, as the portal ends: a build that was stopped so may be begun again as often as one likes."""
    raise SystemExit(128 + signal.SIGTERM)


def _note(place: Path, reason: str) -> None:
    """Write why there is no build, and print it where that is new."""
    file = place / STATE
    if not file.exists() or file.read_text(encoding="utf-8") != reason:
        print(WORDS[reason], file=sys.stderr)
    file.write_text(reason, encoding="utf-8")


def _tried_too_often(place: Path) -> str:
    """Note another try of a build, and return `failed` where it was tried as often as it may."""
    name, file = name_of(manifest(PACKAGE)), place / BEGUN_FILE
    tries = file.read_text(encoding="utf-8").split() if file.exists() else []
    if tries.count(name) >= TRIES:
        return "failed"
    file.write_text(" ".join([*(each for each in tries if each == name), name]), encoding="utf-8")
    return ""


def free_memory() -> int:
    """Return how many bytes a new program may take: of the machine, and of the group of processes that this one belongs to."""
    return min(_limits(), default=MIN_MEMORY)


def _limits() -> Iterator[int]:
    with contextlib.suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        yield next(int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable:"))
    with contextlib.suppress(OSError, ValueError, KeyError):
        group = Path("/sys/fs/cgroup")
        rows = dict(line.split() for line in (group / "memory.stat").read_text().splitlines())
        in_use = int((group / "memory.current").read_text()) - int(
            rows["inactive_file"]
        )  # without what may go at any time
        yield int((group / "memory.max").read_text()) - in_use


def step_back() -> None:
    """Leave processors and disks to all others, as far as this system knows how; what is started from here inherits it."""
    with contextlib.suppress(OSError):
        os.nice(IDLE)
    with contextlib.suppress(OSError):  # Linux shares the processor among sessions first
        Path("/proc/self/autogroup").write_text(str(IDLE), encoding="ascii")
    if hasattr(os, "SCHED_IDLE"):
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
