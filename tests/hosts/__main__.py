"""`make hosts`: the steps of the suite, then what workers and downloads of several hosts do, as JSON; ends with code 1 where a ratio is missed."""

from __future__ import annotations

import itertools
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from portal.embedded import process
from tests.hosts import scenario
from tests.hosts.network import reason_not_here
from tests.hosts.people import API, PREVIEW_PATIENCE, Program
from tests.hosts.studio import Studio, stop, studio

WORKERS: Final = ("worker1", "worker2", "worker3")
SHARE: Final = 0.3  # of a core for each worker
PERIOD: Final = 100_000  # microseconds
MIN_RATIOS: Final = {2: 1.9, 3: 2.7}
"""Blocks of 2 and of 3 workers for each block of one."""
WINDOW: Final = 150.0  # seconds
WARM_UP: Final = 10  # blocks
OPEN: Final = 4  # previews that one account may have waiting
FINAL_STATES: Final = ("finished", "failed")
DOWNLOADS: Final = 400


@contextmanager
def cgroup(name: str, share: float) -> Iterator[Path]:
    """Make a group of processes with a share of a core; return the file that takes their numbers."""
    v2 = Path("/sys/fs/cgroup/cgroup.controllers").exists()
    group = Path("/sys/fs/cgroup") / ("" if v2 else "cpu") / f"cardloom-{os.getpid()}-{name}"
    if v2:
        Path("/sys/fs/cgroup/cgroup.subtree_control").write_text("+cpu")
    group.mkdir()
    quota = int(PERIOD * share)
    if v2:
        (group / "cpu.max").write_text(f"{quota} {PERIOD}")
    else:
        (group / "cpu.cfs_period_us").write_text(str(PERIOD))
        (group / "cpu.cfs_quota_us").write_text(str(quota))
    try:
        yield group / "cgroup.procs"
    finally:
        process.wait_until(lambda: not (group / "cgroup.procs").read_text(), within=30)
        group.rmdir()


@dataclass
class Queue:
    """Previews that never run out, as few at a time as an account may have."""

    mei: Program
    seeds: Iterator[int]
    blocks: dict[int, int] = field(default_factory=dict)
    waiting: list[int] = field(default_factory=list)

    def played(self) -> int:
        """Return the blocks that were played so far, and have previews wait."""
        for number in [*self.waiting]:
            shown = self.mei.preview(number, at="web1")
            self.blocks[number] = shown["progress"]["blocks"]
            if shown["state"] in FINAL_STATES:
                self.waiting.remove(number)
        while len(self.waiting) < OPEN:
            self.waiting.append(self.mei.start_preview(at="web1", seed=next(self.seeds)))
        return sum(self.blocks.values())

    def cancel(self) -> None:
        """Cancel what waits."""
        for number in self.waiting:
            self.mei.ask("POST", f"{API}/previews/{number}/cancel/", {}, at="web1")


def throughput(place: Studio, mei: Program, workers: Sequence[str]) -> float:
    """Return the blocks that workers play in a minute, each with its share of a core."""
    with ExitStack() as groups:
        for name in workers:
            place.start_worker(name, group=groups.enter_context(cgroup(name, SHARE)))
        queue = Queue(mei, itertools.count(1_000_000 * len(workers)))
        assert process.wait_until(lambda: queue.played() >= WARM_UP, within=PREVIEW_PATIENCE, interval=1)
        began, before = time.monotonic(), queue.played()
        while (took := time.monotonic() - began) < WINDOW:
            time.sleep(1)
            blocks = queue.played() - before
        rate = 60 * blocks / took
        queue.cancel()
        for name in workers:
            stop(place.hosts[name], "worker")
    return rate


def downloads(place: Studio, mei: Program) -> dict[str, float]:
    """Return the manifests and archives that come through the proxy in a second, and what a web server answers without it."""
    rates = {}
    for file in ("manifest.json", "pack.zip"):
        for door in ("proxy", "web1"):
            with place.client(door) as client:
                headers = {"Authorization": f"Bearer {mei.secret}"}
                began = time.monotonic()
                for _ in range(DOWNLOADS):
                    client.get(f"{API}/releases/1.0.0/{file}", headers=headers).raise_for_status()
                rates[f"{file} by {door}"] = round(DOWNLOADS / (time.monotonic() - began), 1)
    return rates


def main() -> int:
    """Run all, and return the exit code."""
    if reason := reason_not_here():
        sys.exit(f"No hosts can be made here: {reason}")
    with tempfile.TemporaryDirectory(prefix="cardloom-hosts-") as name:
        Path(name).chmod(0o711)
        with studio(Path(name) / "hosts", len(WORKERS)) as place:
            place.start("relay", "relay")
            mei = scenario.go_from_host_to_host(place)
            scenario.survive_a_cable(place, mei)
            scenario.spread_over_workers(place, mei, WORKERS)
            scenario.refuse_another_engine(place, mei, WORKERS[0], WORKERS[1])
            stop(place.hosts[WORKERS[0]], "worker")
            scenario.replace_web_servers(place, mei)
            print(json.dumps({"steps": "passed", "load": os.getloadavg()[0]}), flush=True)
            return measure(place, mei)


def measure(place: Studio, mei: Program) -> int:
    """Print the figures; return 1 where a ratio is missed."""
    figures: dict[str, Any] = {"downloads per second": downloads(place, mei)}
    rates = {}
    for count in (1, 2, 3):
        workers = WORKERS[:count]
        rates[count] = throughput(place, mei, workers)
        print(json.dumps({"workers": count, "blocks a minute": rates[count]}), flush=True)
    ratios = {count: rates[count] / rates[1] for count in MIN_RATIOS}
    print(json.dumps({**figures, "ratios": ratios, "load": os.getloadavg()[0]}), flush=True)
    return int(any(ratios[count] < least for count, least in MIN_RATIOS.items()))


if __name__ == "__main__":
    sys.exit(main())
