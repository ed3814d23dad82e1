"""What the processes of this machine count: requests, saves, chunks. `/metrics` adds up what all of them counted.

A process keeps its counts in memory and writes them to a file of its own once a second; a lock on a second file says that it lives.
A reader adds the files up. Those of a process that ended are folded into one, so that a count never falls and the folder stays small.
A process that is killed loses the counts of its last second.
"""

import atexit
import fcntl
import json
import os
import threading
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import structlog
from django.conf import settings

WRITE_INTERVAL = 1.0  # seconds between two writes
REQUEST_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0)
CHUNK_SECONDS = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
SUMS_FILE = "ended.json"
log = structlog.get_logger(__name__)

Counts = dict[str, float]


class _Process:
    """The counts of this process, and its file.

    Shapes: counts maps a sample as Prometheus writes it, `name{label="value"}`, to its value; gauges are asked when the file is written.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.counts: Counts = defaultdict(float)
        self.gauges: dict[str, Callable[[], float]] = {}
        self.written_gauges: Counts = {}
        self.is_new = False
        self.is_kept = False
        self.ended = threading.Event()
        self.path: Path | None = None
        self.alive: IO[bytes] | None = None

    def add(self, samples: Mapping[str, float]) -> None:
        """Count, and see to it that it is written."""
        with self.lock:
            for sample, more in samples.items():
                self.counts[sample] += more
            self.is_new = True
            begins, self.is_kept = not self.is_kept, True
        if begins and settings.METRICS_FOLDER:
            atexit.register(self.write)
            threading.Thread(target=self._keep, name="meter", daemon=True).start()

    def _keep(self) -> None:
        """Write once a second; a gauge that fails is counted and ends nothing, a full disk stops no request: the counts stay in memory."""
        while not self.ended.wait(WRITE_INTERVAL):
            try:
                self.write()
            except OSError:
                continue
            except Exception:
                log.exception("the counts could not be written")
                self.add({sample("cardloom_loop_faults_total", loop="meter"): 1.0})

    def write(self) -> None:
        """Write the file, if anything was counted since the last time or a gauge has another value."""
        with self.lock:
            gauges = {name: ask() for name, ask in self.gauges.items()}
            if not settings.METRICS_FOLDER or not (self.is_new or gauges != self.written_gauges):
                return
            _replace(self._file(), {"counts": dict(self.counts), "gauges": gauges})
            self.is_new, self.written_gauges = False, gauges

    def _file(self) -> Path:
        """Return the file of this process; the first time, take the lock that says it lives."""
        if self.path is None:
            folder = Path(settings.METRICS_FOLDER or "")
            folder.mkdir(parents=True, exist_ok=True)
            self.path = folder / f"{os.getpid()}-{uuid.uuid4().hex}.json"
            self.alive = self.path.with_suffix(".lock").open("wb")
            fcntl.flock(self.alive, fcntl.LOCK_EX)
        return self.path


_mine = _Process()


def _reset_in_child() -> None:
    """Begin at nothing in a child: what its parent counted is the parent's."""
    global _mine  # noqa: PLW0603  a process has one meter
    if _mine.alive is not None:
        _mine.alive.close()
    _mine = _Process()


os.register_at_fork(after_in_child=_reset_in_child)


def flush() -> None:
    """Write the counts now, where there is room."""
    with suppress(OSError):
        _mine.write()


def sample(name: str, **labels: object) -> str:
    """Return a sample's name as Prometheus writes it."""
    said = ",".join(f'{key}="{_escape(value)}"' for key, value in labels.items())
    return f"{name}{{{said}}}" if said else name


def count(name: str, more: float = 1, **labels: object) -> None:
    """Add to a counter."""
    _mine.add({sample(name, **labels): more})


def observe(name: str, value: float, bounds: tuple[float, ...], **labels: object) -> None:
    """Add a value to a histogram."""
    buckets = {sample(f"{name}_bucket", **labels, le=bound): float(value <= bound) for bound in bounds}
    infinite = {sample(f"{name}_bucket", **labels, le="+Inf"): 1.0}
    sums = {sample(f"{name}_sum", **labels): value, sample(f"{name}_count", **labels): 1.0}
    _mine.add({**buckets, **infinite, **sums})


def gauge(name: str, ask: Callable[[], float], **labels: object) -> None:
    """Read a value whenever the counts of this process are written."""
    with _mine.lock:
        _mine.gauges[sample(name, **labels)] = ask


def totals() -> Counts:
    """Return the counts of all processes of this machine, and the gauges of those that live; with a full disk, as last written."""
    flush()
    if not settings.METRICS_FOLDER:
        return dict(_mine.counts)
    folder = Path(settings.METRICS_FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    with _only_reader(folder):
        sums = _read(folder / SUMS_FILE) or {"counts": {}, "folded": {}}
        folded_names = sums["folded"].keys()
        all_counts: Counts = defaultdict(float, sums["counts"])
        dead_counts: dict[Path, Counts] = {}
        for path in sorted(folder.glob("*-*.json")):
            content = None if path.name in folded_names else _read(path)
            lives = _lives(path)
            if content is not None:
                _add(all_counts, content["counts"])
                if lives:
                    _add(all_counts, content["gauges"])
            if not lives:
                dead_counts[path] = content["counts"] if content else {}
        with suppress(OSError):  # a full disk: they are folded next time
            _fold(folder, sums["counts"], dead_counts)
    return dict(all_counts)


def _fold(folder: Path, before: Counts, dead_counts: Mapping[Path, Counts]) -> None:
    """Keep the counts of processes that ended in one file; a crash in between counts nothing twice."""
    if not dead_counts:
        return
    sums: Counts = defaultdict(float, before)
    for counts in dead_counts.values():
        _add(sums, counts)
    _replace(folder / SUMS_FILE, {"counts": sums, "folded": {path.name: 1.0 for path in dead_counts}})
    for path in dead_counts:
        path.unlink(missing_ok=True)
        path.with_suffix(".lock").unlink(missing_ok=True)


def _add(kept: Counts, more: Mapping[str, float]) -> None:
    for name, value in more.items():
        kept[name] = kept.get(name, 0.0) + value


def _lives(path: Path) -> bool:
    """Return whether the process of a file still holds its lock."""
    try:
        with path.with_suffix(".lock").open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        return False
    return False


@contextmanager
def _only_reader(folder: Path) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY)  # the folder itself: a lock needs no room
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _read(path: Path) -> dict[str, Counts] | None:
    """Return what a file says; None for one that is gone or was cut short by a full disk."""
    try:
        content: dict[str, Counts] = json.loads(path.read_bytes())
    except (FileNotFoundError, ValueError):
        return None
    return content


def _replace(path: Path, content: object) -> None:
    """Write a file so that a reader sees it whole."""
    beside = path.with_name(f".{path.name}")
    beside.write_text(json.dumps(content, separators=(",", ":")), encoding="utf-8")
    beside.replace(path)


def _escape(value: object) -> str:
    return str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
