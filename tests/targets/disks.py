"""The disk of PostgreSQL, that of its write-ahead log and that of the data folder are filled, one after another; root alone may mount them."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import urllib.error
import urllib.request
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from tests.chaos import API, CARD, FAILED, PACK, Seen, broken, is_well
from tests.targets.faults import ask
from tests.targets.portal import Portal, copy_folder, running

DISKS = {"PostgreSQL": "postgres", "write-ahead log": "postgres/pg_wal", "data folder": "."}
ROOM = 48 << 20  # bytes beyond what lies there
LARGE = 100_000  # letters that no compression makes smaller
SAVES = 400  # until one has to be refused
PATIENCE = 180.0  # seconds until everything is well after there is room again


def disks(_count: int) -> dict[str, Any]:
    """Fill each disk: programs get a 507 that names it, /readyz says so, nothing is half-written, and it goes on once there is room."""
    if os.geteuid():
        return {"wrong": ["only root may mount a small disk"]}
    found = {name: _filled(folder) for name, folder in DISKS.items()}
    return {**found, "wrong": [f"{name}: {each}" for name, said in found.items() for each in said.pop("wrong")]}


def _filled(folder: str) -> dict[str, Any]:
    """Return what came of a full disk."""
    with ExitStack() as mounts:

        def mount(data: Path) -> None:
            at, aside = data / folder, data.with_name("aside")
            copy_folder(at, aside)
            owner = at.stat()
            size = sum(each.lstat().st_size for each in aside.rglob("*")) + ROOM
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(at)], check=True)
            mounts.callback(subprocess.run, ["umount", "--lazy", str(at)], check=True)
            copy_folder(aside, at)
            os.chown(at, owner.st_uid, owner.st_gid)
            at.chmod(owner.st_mode & 0o7777)
            shutil.rmtree(aside)

        with running(mount, WEB_WORKERS="2") as portal:
            try:
                return _tried(portal, portal.stack.data_dir / folder / "ballast")
            finally:
                portal.stack.stop()
                mounts.close()


def _tried(portal: Portal, ballast: Path) -> dict[str, Any]:
    seen = Seen()
    _save(portal, seen)
    _fill(ballast)
    refused = next((error for _ in range(SAVES) if (error := _save(portal, seen))), None)
    published = _publish(portal, seen)
    ready = _ready(portal)
    pages = [ask(portal.stack, path)[0] for path in ("/healthz", f"{API}/releases/1.0.0/manifest.json")]
    ballast.unlink()
    again = portal.wait(lambda: is_well(portal.stack), PATIENCE, every=0.5)
    saved = _save(portal, seen)
    wrong = broken(portal.stack, seen) + ([] if again else [f"not well again within {PATIENCE:.0f} s"])
    wrong += [f"a save afterwards: {saved}"] if saved else []
    wrong += [] if refused is None or refused["status"] == 507 else [f"a save: {refused}"]
    wrong += [] if pages == [200, 200] else [f"/healthz and a public file: {pages}"]
    wrong += [] if ready["disk"] == "degraded" or ready["status"] == 503 else [f"/readyz: {ready}"]
    said = {"saves": len(seen.saves), "refused": refused, "published": published, "readyz": ready}
    return {**said, "wrong": wrong}


def _fill(ballast: Path) -> None:
    """Take all the room of a disk."""
    with ballast.open("wb") as file, suppress(OSError):
        while True:
            file.write(bytes(1 << 20))
            file.flush()
    with ballast.open("ab", buffering=0) as file, suppress(OSError):
        while file.write(bytes(512)):
            pass


def _save(portal: Portal, seen: Seen) -> dict[str, Any] | None:
    """Save a large draft; return the refusal."""
    try:
        draft, etag = portal.client.ask("GET", f"{API}/cards/{CARD}/draft/")
        text = json.dumps({**json.loads(draft["text"]), "notes": secrets.token_hex(LARGE // 2)})
        _, after = portal.client.ask("PUT", f"{API}/cards/{CARD}/draft/", {"text": text}, **{"If-Match": etag})
        seen.saves[int(after.strip('W/"').partition("-")[0].removeprefix("r"))] = text
    except urllib.error.HTTPError as error:
        problem = json.loads(error.read())
        return {"status": error.code, "type": problem.get("type"), "detail": problem.get("detail")}
    except FAILED as error:
        return {"status": 0, "type": type(error).__name__, "detail": str(error)}
    return None


def _publish(portal: Portal, seen: Seen) -> int:
    """Publish a release; return the status."""
    form = {f"card:{CARD}": "0", "version": "91.0.0", "do": "publish", "override": "full"}
    form |= {"changelog_en": "Full.", "changelog_zh": "满。"}
    try:
        if portal.browser.post(f"/packs/{PACK}/releases/new/", **form).endswith("/91.0.0/"):
            seen.releases.add("91.0.0")
    except urllib.error.HTTPError as error:
        return error.code
    except FAILED:
        return 0
    return 200


def _ready(portal: Portal) -> dict[str, Any]:
    """Return the status of /readyz, and what it says of disks."""
    try:
        with urllib.request.urlopen(f"{portal.stack.url}/readyz", timeout=10) as answer:  # noqa: S310  our own server
            return {"status": answer.status, "disk": json.load(answer)["checks"]["disk"]}
    except urllib.error.HTTPError as error:
        return {"status": error.code, "disk": json.load(error)["checks"]["disk"]}
