"""Runs targets by their names and prints each as JSON: `make targets ONLY=T2,T8 N=50`; ends with code 1 where one is missed."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

from tests.targets import disks, downloads, faults, idle, jobs, soak, sockets, starts, storage, suites, sweep

TARGETS: dict[str, tuple[Callable[[int], dict[str, Any]], int]] = {
    "T2": (jobs.t2, 150),
    "T3": (jobs.t3, 5),
    "T4": (jobs.t4, 1),
    "T5": (jobs.t5, 200),
    "T6": (jobs.t6, 20),
    "T7": (jobs.t7, 1),
    "T8": (jobs.t8, 50),
    "T16": (downloads.t16, 20),
    "T17": (downloads.t17, 20),
    "T19": (faults.t19, 10),
    "T20": (faults.t20, 1),
    "T18": (soak.t18, 10_000),
    "T35": (suites.t35, 100),
    "T36": (storage.t36, 10_000),
    "T40": (faults.t40, 1),
    "T44": (sockets.t44, 60),
    "T49": (starts.t49, 20),
    "T57": (idle.t57, 1),
    "T58": (idle.t58, 60),
    "disks": (disks.disks, 1),
    "sweep": (sweep.sweep, 1),
    "stopping": (jobs.stopping, 3),
    **{name: (lambda _, name=name: suites.suite(name), 1) for name in suites.WHERE},
}
"""What runs each target, and its full size; a target that tests show has one size."""


def main(names: list[str], count: int | None) -> int:
    """Run the targets, at their full size unless a count is given; return the exit code."""
    if unknown := set(names) - set(TARGETS):
        sys.exit(f"There is no {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}.")
    misses = False
    for name in names:
        run, size = TARGETS[name]
        began = time.monotonic()
        process = run(count or size)
        load = [round(each, 1) for each in os.getloadavg()]
        print(
            json.dumps({"target": name, **process, "seconds": round(time.monotonic() - began), "load": load}),
            flush=True,
        )
        misses = misses or bool(process["wrong"])
    return int(misses)


if __name__ == "__main__":
    asked = os.environ.get("ONLY", "") or ",".join(TARGETS)
    number = os.environ.get("N", "")
    sys.exit(main(asked.split(","), int(number) if number else None))
