"""The embedded PostgreSQL: created once, run as a child process, stopped fast, restarted after a kill."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from portal.embedded import binaries, process
from portal.embedded.account import Account, current, data_folder, readable
from portal.embedded.binaries import Postgres
from portal.embedded.folder import free_port, full, kept_secret, make
from portal.embedded.refusal import CannotStart

SUPERUSER = "postgres"
DATABASE = "cardloom"
PATIENCE = 60.0  # seconds for a start, the recovery of a killed one included
RECOVERY = {"recovery_init_sync_method": "syncfs"} if sys.platform.startswith("linux") else {}
"""After a kill one call syncs the whole file system instead of one call for each of a thousand files: 0.6 s instead of 2.5 s."""
MAX_PAUSE = 0.5  # seconds between two starts: what is left of a killed one holds its memory for a moment
CLEAN = {
    "PATH": "/usr/bin:/bin",
    "LC_ALL": "C",
    "TZ": "UTC",
}  # what the servers see of our environment: no LANG, no PG*


@dataclass
class Cluster:
    """A PostgreSQL on 127.0.0.1, with its data, its password files and its log in one data folder."""

    data_dir: Path
    settings: Mapping[str, str] = field(default_factory=dict)
    port: int = 0
    account: Account = field(default_factory=current)
    child: subprocess.Popen[bytes] | None = None
    folder: Path = field(init=False)
    programs: Postgres = field(init=False)

    def __post_init__(self) -> None:
        self.folder = data_folder(self.account, self.data_dir)
        self.log = self.data_dir / "log" / "postgres.log"

    @property
    def is_new(self) -> bool:
        """Return whether there is no data yet."""
        return not (self.folder / "PG_VERSION").exists()

    def password(self, role: str) -> str:
        """Return a role's password, kept in a file that only its owner reads."""
        return kept_secret(make(self.data_dir / "keys") / f"{role}_password")

    def url(self, role: str, database: str = DATABASE) -> str:
        """Return the address for one role."""
        return f"postgresql://{role}:{self.password(role)}@127.0.0.1:{self.port}/{database}"

    def connect(self, database: str = "postgres") -> psycopg.Connection:
        """Return a superuser's connection, for roles and databases; the portal never holds one."""
        return psycopg.connect(self.url(SUPERUSER, database), connect_timeout=2, autocommit=True)

    # --- making
    def prepare(self) -> None:
        """Find the programs for the data that is here, and make the data when there is none.

        Errors: CannotStart when the data is of another major and its PostgreSQL is not installed.
        """
        major = None if self.is_new else int((self.folder / "PG_VERSION").read_text(encoding="utf-8"))
        newest = binaries.postgres() if major is None else None
        self.programs = readable(self.account, newest or _of_major(major))
        if self.is_new:
            self._initialise()

    def _initialise(self) -> None:
        """Run initdb in a folder beside the final one and move the result there, so that an incomplete cluster is never used."""
        staging = self.folder.with_name(f"{self.folder.name}.new")
        shutil.rmtree(staging, ignore_errors=True)
        make(staging)
        self.account.own(staging)
        secret = staging.with_name(f"{staging.name}.password")
        secret.touch(0o600)
        secret.write_text(self.password(SUPERUSER), encoding="utf-8")
        self.account.own(secret)
        try:
            self._run_initdb(staging, secret)
        finally:
            secret.unlink()
        staging.rename(self.folder)

    def _run_initdb(self, folder: Path, secret: Path) -> None:
        """Make the files: passwords checked, checksums on, one sort order on every system."""
        builtin = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
        locale = builtin if self.programs.major >= binaries.BUILTIN_LOCALE_SINCE else ["--locale=C.UTF-8"]
        argv = [self.programs.program("initdb"), "-D", str(folder), "-U", SUPERUSER, "-A", "scram-sha-256"]
        argv += ["--pwfile", str(secret), "-k", "-E", "UTF8", *locale]
        options = {"env": CLEAN, "cwd": "/", **self.account.process()}
        run = subprocess.run(argv, capture_output=True, text=True, **options)  # noqa: S603  a list of words, no shell
        if run.returncode:
            shutil.rmtree(folder, ignore_errors=True)
            raise self._refusal(run.stdout + run.stderr)

    # --- running
    def start(self) -> None:
        """Start it as a child process and wait until it answers, and first until what is left of a killed one has ended.

        Errors: CannotStart with the end of its log, or as `prepare`.
        """
        self.prepare()
        self._end_orphan()
        self.port = self.port or free_port()
        end, pause = time.monotonic() + PATIENCE, 0.2
        while not self._start_once():
            said = process.tail(self.log)
            if "No space left" in said or time.monotonic() > end:
                raise self._refusal(said)
            self._forget_recycled_pid()
            time.sleep(pause)
            pause = min(pause * 2, MAX_PAUSE)

    def _start_once(self) -> bool:
        """Start the server and say whether it came up."""
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", **RECOVERY, **self.settings}
        argv = [self.programs.program("postgres"), "-D", str(self.folder), "-p", str(self.port)]
        for name, value in settings.items():
            argv += ["-c", f"{name}={value}"]
        self.child = process.spawn(
            argv, log=self.log, account=self.account, environment=CLEAN, dies_with_us=signal.SIGINT
        )
        return process.wait_until(lambda: self._exited() or self.answers(), within=PATIENCE) and not self._exited()

    def _exited(self) -> bool:
        return self.child is None or self.child.poll() is not None

    def answers(self) -> bool:
        """Return whether it accepts connections and serves this data."""
        try:
            with self.connect() as connection:
                row = connection.execute("SHOW data_directory").fetchone()
        except psycopg.Error:
            return False
        return row is not None and Path(row[0]).resolve() == self.folder.resolve()

    def write_out(self) -> None:
        """Start a checkpoint, so that PostgreSQL stops in a moment; the caller continues meanwhile."""

        def checkpoint() -> None:
            with contextlib.suppress(psycopg.Error), self.connect() as connection:
                connection.execute("CHECKPOINT")

        threading.Thread(target=checkpoint, name="checkpoint", daemon=True).start()

    def stop(self) -> None:
        """Stop it fast: connections are closed, what was committed is kept."""
        if self.child:
            process.stop(self.child, by=signal.SIGINT, within=30)

    # --- after somebody's kill -9
    def _end_orphan(self) -> None:
        """Stop a server of this data whose supervisor was killed; only the holder of our lock may do so."""
        pid, port = self._pid_file()
        if not pid:
            return
        own_port, self.port = self.port, port
        if self.answers():
            os.kill(pid, signal.SIGINT)
            process.wait_until(lambda: self._pid_file() == (0, 0), within=30)  # it removes the file last
        self.port = own_port

    def _forget_recycled_pid(self) -> None:
        """Remove a lock file whose process number now belongs to some other program."""
        pid, _ = self._pid_file()
        if pid and process.is_alive(pid) and process.name_of(pid) != "postgres":
            (self.folder / "postmaster.pid").unlink(missing_ok=True)

    def _pid_file(self) -> tuple[int, int]:
        """Return the process and the port that the last server noted; zeros when it was stopped in order."""
        with contextlib.suppress(FileNotFoundError, ValueError, IndexError):
            lines = (self.folder / "postmaster.pid").read_text(encoding="utf-8").splitlines()
            return int(lines[0]), int(lines[3])
        return 0, 0

    def _refusal(self, message: str) -> CannotStart:
        """Return the message for a PostgreSQL that does not start."""
        if re.search(r"No space left on device|could not (write|extend)", message):
            return full(self.folder)
        return CannotStart(f"PostgreSQL does not start. It says:\n{message}\n", f"Its whole log: {self.log}")


def _of_major(major: int | None) -> Postgres:
    """Return the programs that can read data of a major."""
    bundled = binaries.postgres()
    return bundled if bundled.major == major else binaries.postgres(major)
