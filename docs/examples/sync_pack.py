"""Keep a folder the same as the latest release of a pack: python sync_pack.py https://cards.example core FOLDER

It needs httpx. Only files whose hash changed are downloaded. For a private pack, set CARDLOOM_TOKEN to a token with the scope `read`.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx

STATE = ".release.json"
CLIENT = httpx.Client(headers={"User-Agent": "sync-pack/1"}, timeout=30, follow_redirects=True)


def get(url: str) -> bytes:
    """Return the answer to a GET; `latest` leads to the concrete release."""
    token = os.environ.get("CARDLOOM_TOKEN", "")
    return CLIENT.get(url, headers={"Authorization": f"Bearer {token}"} if token else {}).raise_for_status().content


def pages(url: str | None) -> Iterator[Any]:
    """Yield the entries of a list, page after page."""
    while url:
        page = json.loads(get(url))
        yield from page["results"]
        url = page["next"]


def sync(portal: str, pack: str, folder: Path) -> tuple[str, list[str]]:
    """Bring a folder up to date; return the version that it holds then and the paths that changed."""
    releases = f"{portal.rstrip('/')}/api/v1/packs/{pack}/releases"
    latest = json.loads(get(f"{releases}/latest/"))
    state = folder / STATE
    held = json.loads(state.read_text()) if state.exists() else {"version": None, "files": {}}
    if held["version"] == latest["version"]:
        return held["version"], []
    release = f"{releases}/{latest['version']}"
    wanted = {file["path"]: file["sha256"] for file in pages(f"{release}/files/?limit=200")}
    changed = [path for path in wanted if held["files"].get(path) != wanted[path]]
    for path in changed:
        data = get(f"{release}/files/{quote(path)}")
        if hashlib.sha256(data).hexdigest() != wanted[path]:
            raise SystemExit(f"{path}: these are other bytes than the release lists")
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    for path in (removed := sorted(held["files"].keys() - wanted.keys())):
        (folder / path).unlink(missing_ok=True)
    state.write_text(json.dumps({"version": latest["version"], "files": wanted}))
    return latest["version"], changed + removed


if __name__ == "__main__":
    print(*sync(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
