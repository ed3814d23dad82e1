"""Readers, autosavers and publishers at once against a portal of its own: `make load SECONDS=20` prints p50 and p99 of each as JSON.

`ratio` is the p50 of a kind of request to that of `/healthz` in the same run: what the machine was busy with besides falls out of it.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench_preview import Browser
from tests.chaos import API, CARD, FAILED, PACK, Client
from tests.stack import Stack

READERS, SAVERS = 4, 2
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

    def said(self) -> dict[str, Any]:
        """Return p50, p99 and the ratio to the bare answer."""
        bare = median(self.took[BARE]) if self.took[BARE] else 0.0
        rows = {}
        for kind, took in sorted(self.took.items()):
            ordered = sorted(took)
            p50, p99 = median(ordered), ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
            ratio = round(p50 / bare, 1) if bare else None
            rows[kind] = {"count": len(took), "p50": round(p50, 1), "p99": round(p99, 1), "ratio": ratio}
        return rows | {"failed": dict(self.failed)}


def read(stack: Stack, browser: Browser, times: Times) -> None:
    """Ask for a bare answer, a page, the API, and a file of a public release twice: whole and unchanged."""
    times.measure(BARE, lambda: _get(stack.url + BARE))
    for page in PAGES:
        times.measure(f"page {page}", lambda page=page: browser.get(page))
    manifest = f"{stack.url}{API}/releases/latest/manifest.json"
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


def main(seconds: float) -> dict[str, Any]:
    """Run everything for so many seconds."""
    times, stop = Times(), threading.Event()
    with tempfile.TemporaryDirectory(prefix="load-") as name:
        Path(name).chmod(0o711)
        stack = Stack(Path(name) / "data", variables={"WORKER_CONCURRENCY": "1"})
        stack.start()
        try:
            people = [Browser(stack, "admin") for _ in range(READERS)]
            client = Client(stack, people[0])
            publish(people[0], 0, times)
            threads = [until(stop, lambda _no, each=each: read(stack, each, times)) for each in people]
            threads += [until(stop, lambda no: save(client, no, times)) for _ in range(SAVERS)]
            threads.append(until(stop, lambda no: publish(people[0], no, times)))
            stop.wait(seconds)
            stop.set()
            for each in threads:
                each.join()
        finally:
            stop.set()
            stack.stop()
    load = [round(each, 2) for each in os.getloadavg()]
    return {"seconds": seconds, "readers": READERS, "savers": SAVERS, "load": load, "milliseconds": times.said()}


if __name__ == "__main__":
    print(json.dumps(main(float(sys.argv[1]) if len(sys.argv) > 1 else 20.0), indent=1, ensure_ascii=False))
