"""How the web server holds while clients send slowly: `python -m tests.bench_slow [HALF_OPEN] [SLOW_BODIES] [SECONDS] [WORKER_CLASS]`.

It starts gunicorn as people run it, without a database, opens the sockets, and asks `/healthz` on new connections meanwhile. A third of the
half-open sockets send nothing, a third send half a header and stop, a third send a byte each second.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import statistics
import sys
import tempfile
import threading
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from portal.embedded import process
from portal.embedded.folder import free_port

PATIENCE = 10.0  # seconds for an answer
PAUSE = 0.05  # seconds between two questions
HALF_HEADER = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
BODY = b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\nx="
KINDS = (b"", HALF_HEADER, HALF_HEADER)
SLOW = 2  # the kind of half-open sockets that go on sending


def start(port: int, folder: Path, worker_class: str = "") -> Any:
    """Start gunicorn with the portal's settings; the database's address leads nowhere."""
    variables = {
        **os.environ,
        "DATA_DIR": str(folder),
        "PORT": str(port),
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "SECRET_KEY": "only-for-the-measurement-and-longer-than-fifty-characters",
        "CARDLOOM_PROCESS": "web",
        "DJANGO_SETTINGS_MODULE": "portal.settings.production",
        "GUNICORN_CMD_ARGS": f"--worker-class {worker_class}" if worker_class else "",
    }
    (folder / "static").mkdir(parents=True, exist_ok=True)
    (folder / "static" / "staticfiles.json").write_text('{"paths": {}, "version": "1.1", "hash": "0"}')
    argv = [sys.executable, "-m", "gunicorn", "-c", "python:portal.gunicorn_settings"]
    child = process.spawn(argv, log=folder / "web.log", environment=variables)
    if not process.wait_until(lambda: ask(port)[0], within=60, every=0.2):
        process.kill_session(child)
        raise SystemExit(f"The web server does not come up:\n{process.tail(folder / 'web.log')}")
    return child


def ask(port: int) -> tuple[bool, float]:
    """Ask `/healthz` on a new connection; return whether it answered, and after how many seconds."""
    began = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200, time.perf_counter() - began
    except (OSError, HTTPException):
        return False, time.perf_counter() - began
    finally:
        connection.close()


def attack(port: int, half_open: int, bodies: int, stop: threading.Event) -> threading.Thread:
    """Open all sockets, again as soon as the server closes them, and send on those that do, until the end."""
    wanted = [(KINDS[no % 3], no % 3 == SLOW) for no in range(half_open)] + [(BODY, True)] * bodies
    held: list[socket.socket | None] = [None] * len(wanted)

    def keep_on() -> None:
        while not stop.is_set():
            for no, (first, sends) in enumerate(wanted):
                held[no] = _kept(held[no], port, first, sends)
                if stop.is_set():
                    break
            stop.wait(1.0)
        for each in filter(None, held):
            each.close()

    thread = threading.Thread(target=keep_on, daemon=True)
    thread.start()
    process.wait_until(lambda: all(held), within=20)
    return thread


def _kept(each: socket.socket | None, port: int, first: bytes, sends: bool) -> socket.socket | None:
    """Send a byte on a socket, or open it where it is closed."""
    try:
        if each is None:
            each = socket.create_connection(("127.0.0.1", port), timeout=2)
            each.setblocking(False)
            each.send(first) if first else None
        elif sends:
            each.send(b"x")
        with suppress(BlockingIOError):
            if each.recv(4096) == b"":
                each.close()
                return None
    except OSError:
        if each is not None:
            each.close()
        return None
    return each


def measure(half_open: int = 500, bodies: int = 200, seconds: float = 15.0, worker_class: str = "") -> dict[str, Any]:
    """Return how `/healthz` answered.

    Units: milliseconds.
    """
    port, stop = free_port(), threading.Event()
    with tempfile.TemporaryDirectory(prefix="cardloom-slow-") as name:
        child = start(port, Path(name), worker_class)
        try:
            attack(port, half_open, bodies, stop)
            end, answers = time.monotonic() + seconds, []
            while time.monotonic() < end:
                answers.append(ask(port))
                time.sleep(PAUSE)
        finally:
            stop.set()
            process.stop(child, by=signal.SIGTERM, within=15)
    took = sorted(1000 * spent for _, spent in answers)
    return {
        "halfOpen": half_open,
        "slowBodies": bodies,
        "asked": len(answers),
        "failed": sum(not good for good, _ in answers),
        "p50": round(statistics.median(took), 1),
        "p99": round(took[min(len(took) - 1, int(len(took) * 0.99))], 1),
    }


if __name__ == "__main__":
    given = sys.argv[1:]
    numbers = [int(each) for each in given[:3]]
    print(json.dumps(measure(*numbers, **({"worker_class": given[3]} if len(given) > 3 else {}))))
