"""The disks of PostgreSQL, its write-ahead log, the data folder with and without it, and temporary files are filled; root alone may mount them."""

from __future__ import annotations

import io
import json
import os
import secrets
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.request
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from tests.chaos import API, CARD, FAILED, PACK, Acknowledgements, broken_promises, is_well
from tests.targets.portal import Portal, copy_folder, running


@dataclass(frozen=True)
class Case:
    """A disk that is filled.

    Shapes: folder is the part of the data folder that lies on it. Units: saves are tried until one is refused.
    """

    folder: str = ""
    name: str = "PostgreSQL"
    saves: int = 400
    refuses: bool = True
    spares_database: bool = False
    is_temporary: bool = False

    @property
    def has_room_for_rows(self) -> bool:
        """Return whether the database has a disk of its own."""
        return self.spares_database or self.is_temporary

    def named(self, disk: Path) -> str:
        """Return the name that a refusal gives it."""
        return str(disk) if self.has_room_for_rows else self.name


DISKS = {
    "PostgreSQL": Case("postgres"),
    "write-ahead log": Case("postgres/pg_wal"),
    "data folder": Case(name=""),
    "data folder without PostgreSQL": Case(spares_database=True, saves=5, refuses=False),
    "temporary files": Case(is_temporary=True, saves=5),
}
"""What is in rows needs no room in the data folder: there nothing is refused but a backup, and public files come from the rows."""
FILES = (f"{API}/releases/1.0.0/manifest.json", f"{API}/releases/1.0.0/bulk/cards.json")
ROOM = 48 << 20  # bytes beyond what lies there
LARGE = 100_000  # letters that no compression makes smaller
PATIENCE = 180.0  # seconds until everything is well after there is room again


def disks(_count: int) -> dict[str, Any]:
    """Fill each disk: programs get a 507 that names it, /readyz says so, no file is half-written, and it goes on once there is room."""
    if os.geteuid():
        return {"wrong": ["only root may mount a small disk"]}
    found = {name: _filled(case) for name, case in DISKS.items()}
    return {**found, "wrong": [f"{name}: {each}" for name, said in found.items() for each in said.pop("wrong")]}


def _filled(case: Case) -> dict[str, Any]:
    """Return what came of a full disk."""
    with tempfile.TemporaryDirectory(prefix="targets-") as own, ExitStack() as mounts:
        temporary = Path(own) / "tmp"
        temporary.mkdir()
        Path(own).chmod(0o711)

        def mount(at: Path, *words: str) -> None:
            subprocess.run(["mount", *words, str(at)], check=True)
            mounts.callback(subprocess.run, ["umount", "--lazy", str(at)], check=True)

        def prepare(data: Path) -> None:
            at, aside_name = data / (case.folder or "."), data.with_name("aside")
            owner = at.stat()
            copy_folder(at, aside_name)
            mounts.callback(shutil.rmtree, aside_name)
            size = sum(each.lstat().st_size for each in aside_name.rglob("*")) + ROOM
            mount(at, "-t", "tmpfs", "-o", f"size={size}", "tmpfs")
            copy_folder(aside_name, at)
            os.chown(at, owner.st_uid, owner.st_gid)
            at.chmod(owner.st_mode & 0o7777)
            if case.spares_database:
                shutil.rmtree(at / "postgres")
                (at / "postgres").mkdir()
                mount(at / "postgres", "--bind", str(aside_name / "postgres"))

        if case.is_temporary:
            mount(temporary, "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs")
        temporary.chmod(0o1777)
        with running(None if case.is_temporary else prepare, WEB_WORKERS="2", TMPDIR=str(temporary)) as portal:
            try:
                disk = temporary if case.is_temporary else portal.stack.data_dir / case.folder
                return _tried(portal, case, disk)
            finally:
                portal.stack.stop()
                mounts.close()


def _tried(portal: Portal, case: Case, disk: Path) -> dict[str, Any]:
    observations, ballast, file = Acknowledgements(), disk / "ballast", portal.stack.data_dir / "backup.tar.gz"
    archive = _bytes(portal, f"{API}/releases/1.0.0/pack.zip")
    _save(portal, observations)
    _fill(ballast)
    refusal = next((error for _ in range(case.saves) if (error := _save(portal, observations))), None)
    release = _publish(portal, observations)
    request = {"image": _send(portal, "PUT", f"cards/{CARD}/art/", "image/png", _image())}
    request["import"] = _send(portal, "POST", "imports/?mode=development", "application/zip", archive)
    backup = _backup(portal, file)
    ready = _ready(portal)
    pages = [_status(portal, path) for path in ("/healthz", "/metrics", *FILES)]
    ballast.unlink()
    second_state = portal.wait(lambda: is_well(portal.stack), PATIENCE, pause=0.5)
    afterwards = {"a save": _save(portal, observations), "a backup": _backup(portal, file)}
    afterwards["an import"] = _refusal(_send(portal, "POST", "imports/?mode=development", "application/zip", archive))
    wrong = broken_promises(portal.stack, observations) + (
        [] if second_state else [f"not well again within {PATIENCE:.0f} s"]
    )
    wrong += [f"{what} afterwards: {message}" for what, message in afterwards.items() if message]
    wrong += [f"left behind: {item}" for item in _left_behind(portal.stack.data_dir, disk)]
    answers = [*([refusal] if refusal else []), *request.values()]
    wrong += [f"an answer: {item}" for item in answers if item["status"] not in (200, 201, 507)]
    wrong += [
        f"another disk is named: {item}"
        for item in answers
        if item["status"] == 507 and case.named(disk) not in item["detail"]
    ]
    wrong += (
        [f"nothing was refused: {request}"] if case.refuses and 507 not in (item["status"] for item in answers) else []
    )
    wrong += [f"refused, though there is room for rows: {refusal}"] if refusal and case.has_room_for_rows else []
    wrong += [] if set(pages) == {200} else [f"/healthz, /metrics and public files: {pages}"]
    wrong += [] if ready["disk"] == "degraded" or ready["status"] == 503 else [f"/readyz: {ready}"]
    message = {"saves": len(observations.saves), "refused": refusal, "published": release, **request, "backup": backup}
    return {**message, "readyz": ready, "wrong": wrong}


def _fill(ballast: Path) -> None:
    """Take all the room of a disk."""
    with ballast.open("wb") as file, suppress(OSError):
        while True:
            file.write(bytes(1 << 20))
            file.flush()
    with ballast.open("ab", buffering=0) as file, suppress(OSError):
        while file.write(bytes(512)):
            pass


def _save(portal: Portal, view: Acknowledgements) -> dict[str, Any] | None:
    """Save a large draft; return the refusal."""
    try:
        draft, etag = portal.client.ask("GET", f"{API}/cards/{CARD}/draft/")
        text = json.dumps({**json.loads(draft["text"]), "notes": secrets.token_hex(LARGE // 2)})
        _, after = portal.client.ask("PUT", f"{API}/cards/{CARD}/draft/", {"text": text}, **{"If-Match": etag})
        view.saves[int(after.strip('W/"').partition("-")[0].removeprefix("r"))] = text
    except urllib.error.HTTPError as error:
        problem = json.loads(error.read())
        return {"status": error.code, "type": problem.get("type"), "detail": problem.get("detail")}
    except FAILED as error:
        return {"status": 0, "type": type(error).__name__, "detail": str(error)}
    return None


def _publish(portal: Portal, view: Acknowledgements) -> int:
    """Publish a release; return the status."""
    form = {f"card:{CARD}": "0", "version": "91.0.0", "do": "publish", "override": "full"}
    form |= {"changelog_en": "Full.", "changelog_zh": "满。"}
    try:
        if portal.browser.post(f"/packs/{PACK}/releases/new/", **form).endswith("/91.0.0/"):
            view.releases.add("91.0.0")
    except urllib.error.HTTPError as error:
        return error.code
    except FAILED:
        return 0
    return 200


def _image() -> bytes:
    """Return an image that no compression makes much smaller."""
    buffer = io.BytesIO()
    Image.frombytes("RGB", (400, 300), os.urandom(400 * 300 * 3)).save(buffer, "PNG")
    return buffer.getvalue()


def _send(portal: Portal, method: str, path: str, media: str, data: bytes) -> dict[str, Any]:
    """Send bytes to the API; return the status, and what a refusal says."""
    headers = {**portal.client._headers, "Content-Type": media}
    request = urllib.request.Request(f"{portal.stack.url}{API}/{path}", data, headers, method=method)  # noqa: S310  our own server
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310  as above
            return {"status": answer.status, "detail": ""}
    except urllib.error.HTTPError as error:
        return {"status": error.code, "detail": str(json.loads(error.read()).get("detail"))}


def _refusal(answer: dict[str, Any]) -> dict[str, Any] | None:
    return None if answer["status"] in (200, 201) else answer


def _backup(portal: Portal, file: Path) -> str:
    """Write a backup, and take it away again; return a refusal."""
    try:
        portal.stack.command("backup", str(file))
    except subprocess.CalledProcessError as error:
        return str(error.stderr).strip()[-400:]
    file.unlink()
    return ""


def _bytes(portal: Portal, path: str) -> bytes:
    with urllib.request.urlopen(portal.stack.url + path, timeout=30) as answer:  # noqa: S310  our own server
        return bytes(answer.read())


def _status(portal: Portal, path: str) -> int:
    """Return the status of an address, asked for as browsers do: compressed."""
    request = urllib.request.Request(portal.stack.url + path, headers={"Accept-Encoding": "gzip"})  # noqa: S310  our own server
    try:
        with urllib.request.urlopen(request, timeout=15) as answer:  # noqa: S310  as above
            answer.read()
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def _left_behind(data: Path, disk: Path) -> list[str]:
    """Return the files that no one finished: of public releases, of backups, of imports."""
    found = [each for each in (data / "public").rglob(".*") if each.name != ".digests"]
    return [str(each) for each in [*found, *data.glob("*backup*"), *disk.glob("tmp*")]]


def _ready(portal: Portal) -> dict[str, Any]:
    """Return the status of /readyz, and what it says of disks."""
    try:
        with urllib.request.urlopen(f"{portal.stack.url}/readyz", timeout=10) as answer:  # noqa: S310  our own server
            return {"status": answer.status, "disk": json.load(answer)["checks"]["disk"]}
    except urllib.error.HTTPError as error:
        return {"status": error.code, "disk": json.load(error)["checks"]["disk"]}
