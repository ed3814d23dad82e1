"""Folders, secret files and locks of what runs here."""

import errno
import fcntl
import os
import secrets
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from portal.embedded.refusal import CannotStart

MIB = 1024 * 1024  # bytes
ROOM_TO_BEGIN = 300 * MIB  # a fresh database, its log and the static files
ROOM_TO_GO_ON = 40 * MIB  # PostgreSQL stops itself when it cannot write its log


def make(path: Path, mode: int = 0o700) -> Path:
    """Make a folder that only its owner reads, or leave it as it is.

    Errors: CannotStart when the place cannot be written.
    """
    try:
        path.mkdir(mode=mode, parents=True, exist_ok=True)
    except OSError as error:
        raise refusal(path, error) from error
    return path


def refusal(path: Path, error: OSError) -> CannotStart:
    """Return what to say of a folder that cannot be written."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return full(path)
    return CannotStart(
        f"{path} cannot be written: {error.strerror}.",
        "Choose another place: make run DATA_DIR=/path/of/yours",
    )


def full(path: Path, min_bytes: int = ROOM_TO_GO_ON) -> CannotStart:
    """Return what to say of a full disk.

    Units: min_bytes in bytes.
    """
    free = shutil.disk_usage(nearest(path)).free
    return CannotStart(
        f"The disk of {path} is full: {free // MIB} MiB are free, and {min_bytes // MIB} are needed.",
        f"Make room (df -h {nearest(path)}) or choose another place: make run DATA_DIR=/path/of/yours",
    )


def nearest(path: Path) -> Path:
    """Return the path, or the nearest folder above it that exists."""
    return next(place for place in (path, *path.parents) if place.exists())


def check_room(path: Path, *, fresh: bool) -> None:
    """Refuse to begin on a disk that would be full before the first card is written."""
    needed, free = ROOM_TO_BEGIN if fresh else ROOM_TO_GO_ON, shutil.disk_usage(nearest(path)).free
    if free < needed:
        raise full(path, needed)


def write_secret(path: Path, content: str) -> None:
    """Write a file that only its owner reads, whole or not at all."""
    staging = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(staging, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        staging.replace(path)
    except OSError as error:
        staging.unlink(missing_ok=True)
        raise refusal(path, error) from error


def kept_secret(path: Path, size: int = 32) -> str:
    """Return the secret in a file, made up on first use."""
    if not path.exists():
        write_secret(path, secrets.token_urlsafe(size) + "\n")
    return path.read_text(encoding="utf-8").strip()


@contextmanager
def locked(path: Path, refusal: CannotStart) -> Iterator[int]:
    """Lock a file for the length of a `with`; the system frees it when the process ends, in any way.

    Errors: the given refusal when another process holds it.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise refusal from None
        yield handle
    finally:
        os.close(handle)


def free_port() -> int:
    """Return a port of this machine without a listener."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def port_is_taken(host: str, port: int) -> bool:
    """Return whether an address has a listener.

    Errors: CannotStart when the address is not one of this machine, or needs rights we lack.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return True
            raise CannotStart(
                f"This machine cannot listen on {host} port {port}: {error.strerror or error}.",
                "Choose others: make run HOST=127.0.0.1 PORT=8001",
            ) from error
    return False
