"""Which disks are full: those of the folders that are written to, those of the embedded PostgreSQL, and any that refused a row a moment ago."""

import math
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings

DATABASE = "PostgreSQL"
MIN_FREE = 16 << 20  # bytes: one file of the write-ahead log
CACHE_SECONDS = 60.0  # seconds
_refusal_times: dict[str, float] = {}
"""When this process was refused for lack of room, by disk; a database on another machine is known by this alone."""


def refused(disk: str) -> None:
    """Remember that something could not be written there just now."""
    _refusal_times[disk] = time.monotonic()


def full_disks() -> list[str]:
    """Return the names of the disks that are full, as a refusal names them."""
    now = time.monotonic()
    lately = {disk for disk, at in _refusal_times.items() if now - at < CACHE_SECONDS}
    return sorted(set(full_folders()) | lately)


def full_folders() -> list[str]:
    """Return the names of the disks of this machine that have no room now."""
    folders = [*_own_folders(), *((DATABASE, settings.DATA_DIR / name) for name in ("postgres", "postgres/pg_wal"))]
    return sorted({disk for disk, folder in folders if _room(folder) < MIN_FREE})


def fullest_folder() -> str:
    """Return which folder's disk has the least room: what did not fit is removed before the question, so that none may be full by then."""
    return min((_room(folder), name) for name, folder in _own_folders())[1]


def _own_folders() -> Iterator[tuple[str, Path]]:
    """Yield a folder of each disk that this program writes files to, under its name."""
    devices: set[int] = set()
    for name in (settings.DATA_DIR, settings.PUBLIC_FILES, tempfile.tempdir):  # the last is known once it was used
        folder = Path(name or settings.DATA_DIR)
        with suppress(OSError):  # it is not there
            if (disk := folder.stat().st_dev) not in devices:
                devices.add(disk)
                yield str(folder), folder


def _room(folder: Path) -> float:
    """Return the free bytes of a folder's disk."""
    with suppress(OSError):  # it is not there, or of another user
        return shutil.disk_usage(folder).free
    return math.inf
