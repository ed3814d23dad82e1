"""Readers, autosavers and publishers at once against a portal of its own, with two previews that are played meanwhile.

`make load SECONDS=20` prints p50, p95 and p99 of each kind of request as JSON; `PREVIEWS=0` leaves the previews out. `ratio` is the p50 of a kind of request to that of `/healthz` in the same run: what the machine was busy with besides falls out of it.
"""

from __future__ import annotations

import json
import math
import os
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Callable
from http import HTTPStatus
from statistics import mean, median
from typing import Any

from tests.bench_preview import Browser
from tests.chaos import API, CARD, FAILED, PACK, Client
from tests.targets.portal import Portal, running

READERS, SAVERS, PREVIEWS = 4, 2, 2
LIST = f"{API}/cards/"
BARE = "/healthz"
PAGES = (f"/packs/{PACK}/", f"/packs/{PACK}/?view=table", f"/packs/{PACK}/cards/{CARD}/")


class Times:
    """How long requests took, by kind.

    Units: milliseconds.
    """

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = defaultdict(list)
        self.failed: dict[str, int] = defaultdict(int)
        self.lock = threading.Lock()

    def measure(self, kind: str, act: Callable[[], Any]) -> None:
        """Do something and note how long it took."""
        began = time.perf_counter()
        try:
            act()
        except FAILED as error:
            if getattr(error, "code", None) != HTTPStatus.PRECONDITION_FAILED:  # who saves second is answered, too
                with self.lock:
                    self.failed[f"{kind}: {error}"] += 1
                return
        with self.lock:
            self.took[kind].append(1000 * (time.perf_counter() - began))

    def figures(self) -> dict[str, Any]:
        """Return p50, p95, p99 and the ratio to the bare answer."""
        bare = median(self.took[BARE]) if self.took[BARE] else 0.0
        rows = {}
        for kind, took in sorted(self.took.items()):
            ordered = sorted(took)
            p50, p95, p99 = median(ordered), *(ordered[math.ceil(share * len(ordered)) - 1] for share in (0.95, 0.99))
            ratio = round(p50 / bare, 1) if bare else None
            said = {"p50": round(p50, 1), "p95": round(p95, 1), "p99": round(p99, 1)}
            rows[kind] = {"count": len(took), **said, "ratio": ratio}
        return rows | {"failed": dict(self.failed)}


def read(url: str, browser: Browser, times: Times) -> None:
    """Ask for a bare answer, pages, a list of the API, and a file of a public release."""
    times.measure(BARE, lambda: _get(url + BARE))
    times.measure(f"list {LIST}", lambda: browser.get(LIST))
    for page in PAGES:
        times.measure(f"page {page}", lambda page=page: browser.get(page))
    manifest = f"{url}{API}/releases/latest/manifest.json"
    times.measure("manifest", lambda: _get(manifest))


def save(client: Client, no: int, times: Times) -> None:
    """Save as an open editor does; who comes second gets a 412, which counts as an answer."""
    draft, etag = client.ask("GET", f"{API}/cards/{CARD}/draft/")
    text = f"{draft['text'].rstrip()}{' ' * (no % 90)}\n"
    times.measure(
        "autosave", lambda: client.ask("PUT", f"{API}/cards/{CARD}/draft/", {"text": text}, **{"If-Match": etag})
    )


def _get(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=30) as answer:  # noqa: S310  our own server
        return bytes(answer.read())


def until(stop: threading.Event, act: Callable[[int], None]) -> threading.Thread:
    """Do something again and again in a thread."""

    def run() -> None:
        no = 0
        while not stop.is_set():
            no += 1
            try:
                act(no)
            except FAILED as error:
                print(f"failed: {error}", file=sys.stderr)
                stop.wait(0.5)

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def publish(browser: Browser, no: int, times: Times) -> None:
    """Publish the next version."""
    version, card = f"{91 + no}.0.0", {f"card:{CARD}": str(no % 2)}  # taken out and put back, so that each differs
    form = {
        **card,
        "version": version,
        "do": "publish",
        "override": "load",
        "changelog_en": "Load.",
        "changelog_zh": "负载。",
    }
    times.measure("publish", lambda: browser.post(f"/packs/{PACK}/releases/new/", **form))
    time.sleep(2)


def play(portal: Portal, count: int, lease: list[int], stop: threading.Event) -> None:
    """Keep a number of previews running, and note each second how many chunks are played."""
    number = 0
    while not stop.wait(1.0):
        lease.append(len(portal.playing()))
        for _ in range(count - portal.waiting()):
            number += 1
            portal.client.ask("POST", f"{API}/previews/", {"card": CARD, "preset": "deep", "seed": number})


def main(seconds: float, previews: int) -> dict[str, Any]:
    """Run everything for a number of seconds, once the previews are played."""
    times, stop, lease = Times(), threading.Event(), list[int]()
    with running(WEB_WORKERS="2", WORKER_CONCURRENCY=str(max(1, previews))) as portal:
        people = [Browser(portal.stack, "admin") for _ in range(READERS)]
        publish(people[0], 0, Times())
        player = threading.Thread(target=play, args=(portal, previews, lease, stop))
        threads: list[threading.Thread] = []
        try:
            if previews:
                player.start()
                portal.wait(lambda: len(portal.playing()) >= previews, 120, pause=0.5)
                lease.clear()
            threads = [
                until(stop, lambda _no, person=person: read(portal.stack.url, person, times)) for person in people
            ]
            threads += [until(stop, lambda no: save(portal.client, no, times)) for _ in range(SAVERS)]
            threads.append(until(stop, lambda no: publish(people[0], no, times)))
            stop.wait(seconds)
        finally:
            stop.set()
            for thread in [*threads, *([player] if previews else [])]:
                thread.join()
    return {
        "seconds": seconds, "readers": READERS, "savers": SAVERS, "previews": previews,
        "chunks_played_at_once": round(mean(lease), 1) if lease else 0,
        "load": [round(each, 2) for each in os.getloadavg()],
        "milliseconds": times.figures(),
    }  # fmt: skip


if __name__ == "__main__":
    asked = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    found = main(asked, int(os.environ.get("PREVIEWS") or PREVIEWS))
    print(json.dumps(found, indent=1, ensure_ascii=False))
    sys.exit(bool(found["milliseconds"]["failed"]))
