"""How the web server holds while clients send slowly: `python -m tests.bench_slow [SOCKETS] [SECONDS] [WORKER_CLASS]`.

It starts gunicorn as people run it, without a database, opens hostile sockets of eight kinds, and asks `/healthz` on new connections meanwhile.
"""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from portal.embedded import process
from portal.embedded.folder import free_port

PATIENCE = 10.0  # seconds for an answer
PAUSE = 0.05  # seconds between two questions


def start(port: int, folder: Path, worker_class: str = "", application: str = "") -> Any:
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
    argv = [
        sys.executable,
        "-m",
        "gunicorn",
        "-c",
        "python:portal.gunicorn_settings",
        *([application] if application else []),
    ]
    child = process.spawn(argv, log=folder / "web.log", environment=variables)
    if not process.wait_until(lambda: ask(port)[0], within=150, interval=0.2):
        process.kill_session(child)
        raise SystemExit(f"The web server does not come up:\n{process.tail(folder / 'web.log')}")
    return child


def ask(port: int, patience: float = PATIENCE) -> tuple[bool, float]:
    """Ask `/healthz` on a new connection; return whether it answered, and after how many seconds."""
    began = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", port, timeout=patience)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200, time.perf_counter() - began
    except (OSError, HTTPException):
        return False, time.perf_counter() - began
    finally:
        connection.close()


def attack(port: int, count: int, seconds: float, path: str = "/healthz") -> subprocess.Popen[bytes]:
    """Open hostile sockets of eight kinds, in a process of its own; return when all are open."""
    argv = [sys.executable, "-m", "tests.hostile_sockets", str(port), str(count), str(seconds), path]
    child = subprocess.Popen(argv, stdout=subprocess.PIPE)
    assert child.stdout
    child.stdout.readline()
    return child


def measure(count: int = 1000, seconds: float = 15.0, worker_class: str = "") -> dict[str, Any]:
    """Return how `/healthz` answered.

    Units: milliseconds.
    """
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="cardloom-slow-") as name:
        child = start(port, Path(name), worker_class)
        try:
            hostile = attack(port, count, seconds)
            answers = []
            while hostile.poll() is None:
                answers.append(ask(port))
                time.sleep(PAUSE)
        finally:
            process.stop(child, by=signal.SIGTERM, within=15)
    return {"sockets": count, **figures(answers)}


def figures(answers: Sequence[tuple[bool, float]]) -> dict[str, Any]:
    """Return how many answers failed, and how long they took.

    Units: milliseconds.
    """
    took = sorted(1000 * spent for _, spent in answers)
    return {
        "asked": len(answers),
        "failed": sum(not good for good, _ in answers),
        "p50": round(statistics.median(took), 1),
        "p99": round(took[min(len(took) - 1, int(len(took) * 0.99))], 1),
    }


if __name__ == "__main__":
    words = sys.argv[1:]
    numbers = [int(each) for each in words[:2]]
    print(json.dumps(measure(*numbers, **({"worker_class": words[2]} if len(words) > 2 else {}))))
