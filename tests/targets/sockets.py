"""T44: 1,000 hostile sockets of eight kinds for a minute, while others ask `/healthz` and a page that needs an account."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.bench_preview import Browser
from tests.bench_slow import PAUSE, ask, attack, figures
from tests.targets.portal import running

SOCKETS = 1000
LIMIT = 1000.0  # milliseconds, for 99 of 100
MEMORY = 1 << 30  # bytes of the web server
PAGE = "/account/"


def t44(seconds: int) -> dict[str, Any]:
    """Run a portal with two web processes under attack."""
    with running(WEB_WORKERS="2") as portal:
        return measure(portal.stack.port, lambda: _page(portal.browser), lambda: portal.pids("web"), seconds)


def measure(port: int, page: Callable[[], bool], pids: Callable[[], list[int]], seconds: float) -> dict[str, Any]:
    """Return how both answered, the largest memory of the web server, and what misses the target."""
    hostile = attack(port, SOCKETS, seconds, path_of_a_large_file())
    health, pages, maximum = [], [], 0
    while hostile.poll() is None:
        health.append(ask(port))
        began = time.perf_counter()
        pages.append((page(), time.perf_counter() - began))
        maximum = max(maximum, sum(memory(pid) for pid in pids()))
        time.sleep(PAUSE)
    answers = {"healthz": figures(health), "page": figures(pages)}
    wrong = [name for name, each in answers.items() if each["failed"] or each["p99"] > LIMIT]
    wrong += ["memory"] if maximum >= MEMORY else []
    return {"sockets": SOCKETS, **answers, "memoryMiB": maximum >> 20, "wrong": wrong}


def path_of_a_large_file() -> str:
    """Return the address of the largest static file, which slow readers ask for."""
    folder = Path(__file__).resolve().parent.parent.parent / "static"
    largest = max(
        (each for each in folder.rglob("*") if each.is_file() and "node_modules" not in each.parts), key=_size
    )
    return f"/static/{largest.relative_to(folder)}"


def _size(path: Path) -> int:
    return path.stat().st_size


def memory(pid: int) -> int:
    """Return the resident bytes of a process; None of one that has ended."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096
    except FileNotFoundError:
        return 0


def _page(browser: Browser) -> bool:
    """Return whether a page that needs an account came."""
    try:
        return "sign-in/" not in browser.get(PAGE)
    except OSError:
        return False
