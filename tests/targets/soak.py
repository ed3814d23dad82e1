"""T18: a portal that answers and plays for a while takes no more memory afterwards than after it was warm."""

from __future__ import annotations

import urllib.error
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.chaos import API, CARD, PACK
from tests.targets.portal import Portal, running

GROWTH = 1.10  # of the memory after the warm-up
WARM = 5  # the first part of so many warms it up
PAGES = (
    f"/packs/{PACK}/",
    f"/packs/{PACK}/?q=draw",
    f"/packs/{PACK}/cards/{CARD}/",
    f"/packs/{PACK}/cards/{CARD}/history/",
    f"/packs/{PACK}/releases/",
    f"{API}/cards/",
    f"{API}/releases/latest/manifest.json",
    "/help/",
    f"/packs/{PACK}/cards/no.such.card/",
)
INTERVAL = 500  # requests between two previews and saves


def memory(portal: Portal) -> dict[str, dict[str, int]]:
    """Return what each kind of process holds, all of them together. Units: memory in KiB, and open files."""
    matches = {}
    for part in ("web", "worker", "relay"):
        state = {"memory": 0, "files": 0}
        for pid in portal.pids(part):
            with suppress(OSError):  # it ended meanwhile
                lines = Path(f"/proc/{pid}/status").read_text().splitlines()
                state["memory"] += next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
                state["files"] += len(list(Path(f"/proc/{pid}/fd").iterdir()))
        matches[part] = state
    return matches


def t18(count: int) -> dict[str, Any]:
    """T18: a number of requests, with saves and previews among them; memory and open files stay within a tenth, and no job is left."""
    with running() as portal:
        ids: list[int] = []
        warm: dict[str, dict[str, int]] = {}
        for no in range(count):
            if no == count // WARM:
                portal.wait(lambda: portal.waiting() == 0, 300, pause=0.5)
                warm = memory(portal)
            if no % max(1, min(INTERVAL, count // 10)) == 0:
                ids += portal.queue(2)
                _save(portal, no)
            with suppress(urllib.error.HTTPError):
                portal.browser.get(PAGES[no % len(PAGES)])
        ended = portal.wait(lambda: portal.have_ended(ids), 600, pause=0.5)
        after = memory(portal)
    wrong = [] if ended else ["previews were not done within 600 s"]
    for part, state in warm.items():
        wrong += [
            f"{part}: {what} {was} → {after[part][what]}"
            for what, was in state.items()
            if after[part][what] > was * GROWTH
        ]
    return {"requests": count, "previews": len(ids), "warm": warm, "after": after, "wrong": wrong}


def _save(portal: Portal, no: int) -> None:
    draft, etag = portal.client.ask("GET", f"{API}/cards/{CARD}/draft/")
    text = draft["text"].rstrip() + "\n" * (1 + no % 2)
    portal.client.ask("PUT", f"{API}/cards/{CARD}/draft/", {"text": text}, **{"If-Match": etag})
