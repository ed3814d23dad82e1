"""Starting an embedded server: in a session of its own, with a log file, and never left behind."""

import atexit
import contextlib
import ctypes
import io
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, NoReturn, Protocol

from portal.embedded.account import Account

PR_SET_PDEATHSIG = 1  # prctl(2)
TAIL_LINES = 15
MAX_LOG_SIZE = 20 * 1024 * 1024  # bytes, at a start
LOOK = 0.02  # seconds between two looks at whether a copy of this process has ended


class Child(Protocol):
    """A process that we started: what `subprocess.Popen` and `Copy` have in common."""

    @property
    def pid(self) -> int:
        """Return its number."""

    def poll(self) -> int | None:
        """Return how it ended, None while it runs."""

    def wait(self, timeout: float | None = None) -> int:
        """Return how it ended once it has. Errors: subprocess.TimeoutExpired."""

    def send_signal(self, sig: int) -> None:
        """Send a signal, if it runs."""


class Copy:
    """A process that began as a copy of this one, under the names of `subprocess.Popen`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return how it ended, None while it runs."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return how it ended once it has.

        Units: seconds. Errors: subprocess.TimeoutExpired.
        """
        end = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0.0)
            time.sleep(LOOK)
        return code

    def send_signal(self, sig: int) -> None:
        """Send a signal, if it runs."""
        if self.poll() is None:
            os.kill(self.pid, sig)


def spawn(
    argv: Sequence[str],
    *,
    log: Path,
    account: Account | None = None,
    environment: Mapping[str, str] | None = None,
    dies_with_us: signal.Signals = signal.SIGTERM,
    fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start a program that neither gets our Ctrl-C nor fills a pipe without a reader; it keeps our open files `fds`.

    Should we be killed outright, Linux sends it `dies_with_us`; elsewhere the next start finds and ends it.
    """
    with _sink(log) as sink:
        return subprocess.Popen(  # noqa: S603  a list of words, no shell
            argv,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env=dict(os.environ if environment is None else environment),
            preexec_fn=_dies_with_parent(dies_with_us),  # noqa: PLW1509  no thread of this process holds a lock here
            pass_fds=tuple(fds),
            **(account.process() if account else {}),
        )


def spawn_copy(
    act: Callable[[], object], *, log: Path, environment: Mapping[str, str], title: str, fds: Sequence[int] = ()
) -> Copy:
    """Do something in a copy of this process, which shares its memory as far as neither writes to it; else as `spawn`.

    This process must have no other thread. The copy keeps our open files `fds` and no others.
    """
    ask = _dies_with_parent(signal.SIGTERM)
    sys.stdout.flush()
    sys.stderr.flush()
    with _sink(log) as sink:
        pid = os.fork()
        if pid:
            return Copy(pid)
        try:
            os.setsid()
            if ask:
                ask()
            with open(os.devnull, "rb") as nothing:
                for target, source in enumerate((nothing.fileno(), sink.fileno(), sink.fileno())):
                    os.dup2(source, target)
            _become(environment, title, fds)
        except BaseException:  # noqa: BLE001  the copy must not go on with what its parent does
            traceback.print_exc()
            os._exit(1)
        return _end_after(act)


def _become(environment: Mapping[str, str], title: str, fds: Sequence[int]) -> None:
    """Forget what only the parent of this copy is to have: its open files, its signals, what it does at its end, its environment."""
    begin = 3
    for fd in [*sorted(fds), os.sysconf("SC_OPEN_MAX")]:
        os.closerange(begin, fd)
        begin = fd + 1
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        if signal.getsignal(number) not in (signal.SIG_DFL, signal.default_int_handler, None):
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # as Python begins
    signal.signal(signal.SIGINT, signal.default_int_handler)
    atexit._clear()
    os.environ.clear()
    os.environ.update(environment)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(write_through=True)
    _call(title)


def _end_after(act: Callable[[], object]) -> NoReturn:
    """Do it, and end this process as Python ends a program."""
    code: object = 1
    try:
        act()
        code = 0
    except SystemExit as error:
        code = error.code
        if isinstance(code, str):
            print(code, file=sys.stderr)
    except BaseException:  # noqa: BLE001  the copy must not go on with what its parent does
        traceback.print_exc()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)


def _call(title: str) -> None:
    """Write another command line over that of this process, as far as there is room: `ps` shows what the copy does.

    Source: proc(5), fields 48 and 49 of stat.
    """
    with contextlib.suppress(OSError):
        fields = Path("/proc/self/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        begin, end = int(fields[45]), int(fields[46])
        if 0 < begin < end:
            line = title.encode()[: end - begin - 1].ljust(end - begin, b"\0")
            ctypes.memmove(begin, line, end - begin)


@contextlib.contextmanager
def _sink(log: Path) -> Iterator[IO[bytes]]:
    """Open a log for what a new process prints."""
    log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _turn(log)
    with log.open("ab") as sink:
        yield sink


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


def step_back(process: Child, niceness: int) -> None:
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


def stop(process: Child, *, by: signal.Signals, within: float) -> None:
    """Ask a process to end, wait, and end its whole session when it does not.

    Units: within in seconds.
    """
    if process.poll() is None:
        process.send_signal(by)
        end(process, within=within)


def end(process: Child, *, within: float) -> None:
    """Wait for a process that was asked to end, and end its whole session when it does not.

    Units: within in seconds.
    """
    try:
        process.wait(within)
    except subprocess.TimeoutExpired:
        kill_session(process)


def kill_session(process: Child) -> None:
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
