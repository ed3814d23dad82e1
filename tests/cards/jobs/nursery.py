"""Workers of Celery that begin with the portal imported: a process imports it once and forks for each of them.

A worker that is started by the command line imports for seconds before it does anything; those of the tests of whole portals are.
`python -m tests.cards.jobs.nursery` reads a line of JSON for each worker (`argv`, `environment`, `log`, `parent`) and prints its process.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36  # prctl(2)
EXIT_FAILURE = 127
MODULES = ("celery.apps.worker", "celery.concurrency.prefork", "engine.api")
"""What a worker imports beside the portal's tasks."""


@dataclass
class Worker:
    """A process that became ours when the one between us ended; offers what the tests use of `subprocess.Popen`."""

    pid: int
    returncode: int | None = None

    def poll(self) -> int | None:
        """Return its exit code once it has ended."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, timeout: float) -> int:
        """Wait for its end, in seconds, and return how it ended."""
        end = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired("worker", timeout)
            time.sleep(0.02)
        return code

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)


@dataclass
class Nursery:
    """The process that forks."""

    process: subprocess.Popen[str]
    log: Path

    def start(self, argv: Sequence[str], *, environment: Mapping[str, str]) -> Worker:
        """Start a worker in a session of its own, with some variables more than the others."""
        order = {"argv": argv, "environment": dict(environment), "log": str(self.log), "parent": os.getpid()}
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return Worker(int(self.process.stdout.readline()))


@contextmanager
def nursery_of(environment: Mapping[str, str]) -> Iterator[Nursery]:
    """Open a nursery whose portal is imported with these settings; it adopts the orphans of its children meanwhile."""
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    call = [sys.executable, "-m", __name__]
    with subprocess.Popen(
        call, env=dict(environment), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Nursery(process, Path(environment["DATA_DIR"]).with_name("worker.log"))
        finally:
            process.kill()
            prctl(PR_SET_CHILD_SUBREAPER, 0)


def main() -> None:
    """Import what a worker needs, and fork for each line."""
    from portal.celery import app

    for name in MODULES:
        import_module(name)
    app.loader.import_default_modules()
    app.finalize()
    for line in sys.stdin:
        order = json.loads(line)
        print(_fork_worker(order), flush=True)


def _fork_worker(order: dict[str, Any]) -> int:
    """Fork a worker by a process between us, so that it is a child of who asked for it once that has ended; return its number."""
    (end_read, end_write), (pid_read, pid_write) = os.pipe(), os.pipe()
    between = os.fork()
    if between == 0:
        if os.fork() == 0:
            os.close(end_write)
            os.setsid()
            os.write(pid_write, str(os.getpid()).encode())
            os.read(end_read, 1)  # until the other end is closed: the process between has ended
            _work(order)
        os._exit(0)
    os.waitpid(between, 0)
    pid = int(os.read(pid_read, 20))
    for end in (end_read, end_write, pid_read, pid_write):
        os.close(end)
    return pid


def _work(order: dict[str, Any]) -> None:
    """Become a worker; never return."""
    code = EXIT_FAILURE
    try:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM))
        sink = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for number, target in ((nothing, 0), (sink, 1), (sink, 2)):
            os.dup2(number, target)
        os.environ.update(order["environment"])
        sys.argv = ["celery", *order["argv"]]
        from celery.__main__ import main as celery

        celery()
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else bool(ended.code)
    finally:
        sys.stdout.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
