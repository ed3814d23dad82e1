"""T57 and T58: how long a portal takes to start, and what it costs without a user."""

from __future__ import annotations

import os
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

from portal import environment
from tests.chaos import PROGRAMS
from tests.stack import Stack

FIRST_START, SECOND_START = 15.0, 5.0
MAX_SHARE = 0.5  # percent of one core at rest
MAX_MEMORY = 450.0  # MiB
PATIENCE = 1800.0  # seconds for the history of the samples, which is written in the background
PAUSE = 5.0  # seconds after that
TICKS = os.sysconf("SC_CLK_TCK")
SUPERVISOR = "up"


def t57(_: int) -> dict[str, Any]:
    """T57: start on an empty folder and again; both by the clock to a page that answers, and in CPU seconds; the first to its sample packs, too."""
    with tempfile.TemporaryDirectory(prefix="cardloom-") as folder:
        Path(folder).chmod(0o711)
        stack = Stack(Path(folder) / "data")
        first, second = _start(stack), _start(stack)
    wrong = [
        f"{name} start: {figures['clock']} s"
        for name, figures, limit in (("first", first, FIRST_START), ("second", second, SECOND_START))
        if figures["clock"] > limit
    ]
    return {"first": first, "second": second, "wrong": wrong}


def _start(stack: Stack) -> dict[str, float]:
    """Start a portal, ask for a page, wait for its sample packs, stop it, and return what that took. Units: seconds."""
    began = time.monotonic()
    figures: dict[str, float] = {}
    stack.open()
    try:
        with urllib.request.urlopen(f"{stack.url}/sign-in/", timeout=30) as answer:  # noqa: S310  our own http address
            answer.read()
        is_first = (stack.data_dir / environment.SAMPLE_MARKER).exists()
        for name in ("", " with samples") if is_first else ("",):
            if name:
                stack.wait_for_samples()
            figures[f"clock{name}"] = round(time.monotonic() - began, 1)
            figures[f"cpu{name}"] = round(sum(_cpu(pid, with_ended=True) for pid in _tree(stack)), 1)
    finally:
        stack.stop()
    return figures


def t58(count: int) -> dict[str, Any]:
    """T58: what each part uses of one core within `count` seconds, and its share of memory, once the samples are written."""
    with tempfile.TemporaryDirectory(prefix="cardloom-") as folder:
        Path(folder).chmod(0o711)
        stack = Stack(Path(folder) / "data", variables={"SAMPLE_HISTORY": "off"})
        stack.start()
        try:
            return rest(stack, count)
        finally:
            stack.stop()


def rest(stack: Stack, seconds: int) -> dict[str, Any]:
    """Return what a portal that runs uses at rest, and what misses the target."""
    deadline = time.monotonic() + PATIENCE
    while (stack.data_dir / "history").exists() and time.monotonic() < deadline:
        time.sleep(1)
    time.sleep(PAUSE)
    before, began = {pid: _cpu(pid) for pid in _tree(stack)}, time.monotonic()
    time.sleep(seconds)
    took = time.monotonic() - began
    shares: dict[str, float] = {}
    memory: dict[str, float] = {}
    for pid in _tree(stack):
        part = _part(pid, stack)
        shares[part] = shares.get(part, 0.0) + 100 * (_cpu(pid) - before.get(pid, 0.0)) / took
        memory[part] = memory.get(part, 0.0) + _memory(pid)
    share, mebibytes = sum(shares.values()), sum(memory.values())
    wrong = [f"{share:.2f} % of a core"] * (share > MAX_SHARE) + [f"{mebibytes:.0f} MiB"] * (mebibytes > MAX_MEMORY)
    return {
        "percent": round(share, 2),
        "MiB": round(mebibytes),
        "percent of each": {part: round(value, 2) for part, value in shares.items()},
        "MiB of each": {part: round(value) for part, value in memory.items()},
        "wrong": wrong,
    }


def _tree(stack: Stack) -> list[int]:
    """Return the processes of a portal: `up` and all below it."""
    assert stack.child
    pids, parents = [], [stack.child.pid]
    while parents:
        pid = parents.pop()
        pids.append(pid)
        for path in Path(f"/proc/{pid}/task").glob("*/children"):
            with suppress(OSError):  # it ended meanwhile
                parents += map(int, path.read_text().split())
    return pids


def _part(pid: int, stack: Stack) -> str:
    """Return which part of the portal a process belongs to."""
    if stack.child and pid == stack.child.pid:
        return SUPERVISOR
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return "ended"
    return next((part for part, mark in PROGRAMS.items() if mark in command), command[:40].decode(errors="replace"))


def _cpu(pid: int, *, with_ended: bool = False) -> float:
    """Return the CPU seconds of a process, and with `with_ended` those of its children that ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11 : 15 if with_ended else 13])) / TICKS


def _memory(pid: int) -> float:
    """Return what a process holds alone, and its share of what it has in common with others. Units: MiB."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return int(next(line.split()[1] for line in lines if line.startswith("Pss:"))) / 1024
