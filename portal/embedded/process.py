"""Starting an embedded server: in a session of its own, with a log file, and never left behind."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from portal.embedded.account import Account

PR_SET_PDEATHSIG = 1  # prctl(2)
TAIL_LINES = 15
MAX_LOG_SIZE = 20 * 1024 * 1024  # bytes, at a start


def spawn(
    argv: Sequence[str],
    *,
    log: Path,
    account: Account | None = None,
    environment: Mapping[str, str] | None = None,
    dies_with_us: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Start a program that neither gets our Ctrl-C nor fills a pipe without a reader.

    Should we be killed outright, Linux sends it `dies_with_us`; elsewhere the next start finds and ends it.
    """
    log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _turn(log)
    with log.open("ab") as sink:
        return subprocess.Popen(  # noqa: S603  a list of words, no shell
            argv,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env=dict(os.environ if environment is None else environment),
            preexec_fn=_dies_with_parent(dies_with_us),  # noqa: PLW1509  no thread of this process holds a lock here
            **(account.process() if account else {}),
        )


def begin_in_child(act: Callable[[], object]) -> int:
    """Do something in a copy of this process, which gives its memory back when it ends; return the number of that process at once.

    This process must have no other thread, and no connection that the copy would share. The copy ends when we are killed.
    """
    ask = _dies_with_parent(signal.SIGKILL)
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        if ask:
            ask()
        act()
        code = 0
    except BaseException:  # noqa: BLE001  the copy must not go on with what its parent does
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)


def wait_for_child(pid: int) -> int:
    """Return how such a copy ended, as a process of `subprocess` does: 1 after an exception, whose traceback is printed."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def step_back(process: subprocess.Popen[bytes], niceness: int) -> None:
    """Lower the processor share of a program with a session of its own.

    Linux shares the processor among sessions before it asks how nice a process is, so `nice` alone does nothing between two of them.
    """
    with contextlib.suppress(OSError):  # no such file: sessions are not scheduled as groups here
        Path(f"/proc/{process.pid}/autogroup").write_text(str(niceness), encoding="ascii")


def _turn(log: Path) -> None:
    """Begin a new log when the old one has grown; one old one is kept."""
    if log.exists() and log.stat().st_size > MAX_LOG_SIZE:
        log.replace(log.with_suffix(".1.log"))


def _dies_with_parent(signal_number: signal.Signals) -> Callable[[], None] | None:
    """Return what a new process must do so that the system ends it when we die; None where the system cannot."""
    if not sys.platform.startswith("linux"):
        return None
    prctl, parent = ctypes.CDLL(None).prctl, os.getpid()

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, int(signal_number))
        if os.getppid() != parent:  # we died between the fork and the request
            os._exit(1)

    return ask


def stop(process: subprocess.Popen[bytes], *, by: signal.Signals, within: float) -> None:
    """Ask a process to end, wait, and end its whole session when it does not.

    Units: within in seconds.
    """
    if process.poll() is None:
        process.send_signal(by)
        end(process, within=within)


def end(process: subprocess.Popen[bytes], *, within: float) -> None:
    """Wait for a process that was asked to end, and end its whole session when it does not.

    Units: within in seconds.
    """
    try:
        process.wait(within)
    except subprocess.TimeoutExpired:
        kill_session(process)


def kill_session(process: subprocess.Popen[bytes]) -> None:
    """End a process and everything it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(10)


def is_alive(pid: int) -> bool:
    """Return whether a process exists, of any owner."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def name_of(pid: int) -> str:
    """Return the name of a process's program; empty when there is none."""
    argv = ["ps", "-o", "comm=", "-p", str(pid)]  # of the system
    run = subprocess.run(argv, capture_output=True, text=True)  # noqa: S603  a list of words, no shell
    return Path(run.stdout.strip()).name


def wait_until(true: Callable[[], bool], *, within: float, interval: float = 0.05) -> bool:
    """Wait for something to become true, and say whether it did.

    Units: seconds.
    """
    end = time.monotonic() + within
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(interval)
    return true()


def tail(log: Path, lines: int = TAIL_LINES) -> str:
    """Return the last lines of a log."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - 16_384))
            text = file.read().decode("utf-8", "replace")
    except FileNotFoundError:
        return ""
    return "\n".join(text.splitlines()[-lines:])


def how_it_ended(code: int) -> str:
    """Describe how a process ended: by itself or by a signal."""
    if code >= 0:
        return f"ended with code {code}"
    return f"was ended by {signal.Signals(-code).name}"
