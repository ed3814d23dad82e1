"""Which disks are full: that of the data folder, those of the embedded PostgreSQL, and any that refused a row a moment ago."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings

DATABASE = "PostgreSQL"
LEAST = 16 << 20  # bytes: one file of the write-ahead log
REMEMBERED = 60.0  # seconds
_refused: dict[str, float] = {}
"""When this process was refused for lack of room, by disk; a database on another machine is known by this alone."""


def refused(disk: str) -> None:
    """Remember that something could not be written there just now."""
    _refused[disk] = time.monotonic()


def full_disks() -> list[str]:
    """Return the names of the disks that are full, as a refusal names them."""
    now = time.monotonic()
    lately = {disk for disk, at in _refused.items() if now - at < REMEMBERED}
    return sorted(set(full_folders()) | lately)


def full_folders() -> list[str]:
    """Return the names of the disks of this machine that have no room now."""
    return sorted({disk for disk, folder in _folders() if _is_full(folder)})


def _folders() -> Iterator[tuple[str, Path]]:
    yield str(settings.DATA_DIR), settings.DATA_DIR
    for name in ("postgres", "postgres/pg_wal"):
        yield DATABASE, settings.DATA_DIR / name


def _is_full(folder: Path) -> bool:
    with suppress(OSError):  # it is not there, or of another user
        return shutil.disk_usage(folder).free < LEAST
    return False
