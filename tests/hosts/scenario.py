"""What must hold in a studio of several hosts, step by step: people go from host to host, a cable is out, an engine differs, servers are replaced."""

from __future__ import annotations

import json
import re
import shutil
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.hosts.people import API, CARD, DOCUMENT, PACK, PREVIEW_PATIENCE, Program, join, until
from tests.hosts.studio import ROOT, WEBS, Studio, fail_timeout, is_ready, stop

OTHER_ENGINE = ("engine/kernel/machine.py", "\nOTHER = 1\n")
"""A file of the engine and a line that makes it another engine, which plays the same."""
CHUNKS = re.compile(r'"name": "cards\.preview_run", "return_value": "(\d+)"')


def played(place: Studio, worker: str) -> int:
    """Return the chunks that a worker played, as its log says."""
    return sum(map(int, CHUNKS.findall(place.printed(worker, "worker"))))


def go_from_host_to_host(place: Studio) -> Program:
    """Sign in at one web host, write at the other, publish, and read the same bytes at both."""
    mei = join(place)
    mei.ask("POST", "/api/v1/packs/", {"name": {"en": "Harbor"}, "pack": PACK, "ruleset": "halo"}, at="web2")
    mei.ask("POST", f"{API}/cards/", {"id": CARD, "text": json.dumps(DOCUMENT)}, at="web1")
    mei.save(json.dumps({**DOCUMENT, "tags": ["INFANTRY", "HARBOR"]}), at="web2")
    assert "HARBOR" in mei.ask("GET", f"{API}/cards/{CARD}/draft/", at="web1").json()["text"]

    etag = mei.ask("GET", f"{API}/cards/{CARD}/draft/", at="web1").headers["ETag"]
    mei.ask("POST", f"{API}/cards/{CARD}/versions/", {"message": "First"}, at="web1", **{"If-Match": etag})
    words = {"changelog": {"en": "First.", "zh": "首次发布。"}, "version": "1.0.0", "override": "A test of hosts."}
    released = mei.ask("POST", f"{API}/releases/", words, at="web2").json()
    assert released["version"] == "1.0.0"
    for file in ("manifest.json", "manifest.json.minisig", "pack.zip"):
        first, second = (mei.ask("GET", f"{API}/releases/1.0.0/{file}", at=name).content for name in WEBS)
        assert first == second and first, file
    return mei


def survive_a_cable(place: Studio, mei: Program) -> None:
    """Answer by the other web host while one is away, and by that one when it is back."""
    first, second = WEBS
    place.hosts[first].cut()
    assert mei.ask("GET", f"{API}/cards/{CARD}/", at=second).json()["id"] == CARD
    for _ in range(4):  # the proxy sends every second request to the host that is away, until it notices
        assert mei.ask("GET", f"{API}/cards/{CARD}/").json()["id"] == CARD
    place.hosts[first].mend()
    with place.client(first) as client:
        assert until(lambda: is_ready(client)), "the host does not come back"


def spread_over_workers(place: Studio, mei: Program, workers: Sequence[str]) -> None:
    """Play previews on all workers, with one away halfway, and get the bytes that one worker gives alone."""
    for name in workers:
        place.start_worker(name)
    number = mei.start_preview(at="web1", seed=7)
    last = workers[-1]
    assert until(lambda: mei.preview(number, at="web2")["state"] == "running")
    place.hosts[last].cut()
    shared = mei.await_preview(number, at="web2")
    place.hosts[last].mend()
    assert until(lambda: all(played(place, name) for name in workers[:-1])), "a worker played no part of it"

    for name in workers[1:]:
        stop(place.hosts[name], "worker")
    alone = mei.start_preview(at="web1", seed=7)
    assert alone != number
    assert mei.await_preview(alone, at="web1") == shared


def refuse_another_engine(place: Studio, mei: Program, right: str, wrong: str) -> None:
    """Leave previews to the workers of their engine: one with another never plays them, and its results would differ unseen."""
    stop(place.hosts[right], "worker")
    host = place.hosts[wrong]
    code = host.folder / "code"
    for name in ("engine", "cards", "portal"):
        ignored = shutil.ignore_patterns("__pycache__", ".accelerated*")
        shutil.copytree(ROOT / name, code / name, ignore=ignored)
    file, line = OTHER_ENGINE
    with (code / file).open("a", encoding="utf-8") as source:
        source.write(line)
    place.start_worker(wrong, PYTHONPATH=str(code), FOLDER=str(code))
    number = mei.start_preview(at="web1", seed=9)
    assert until(lambda: len(CHUNKS.findall(place.printed(wrong, "worker"))) > 0)
    assert (mei.preview(number, at="web1")["state"], played(place, wrong)) == ("queued", 0)
    stop(host, "worker")
    place.start_worker(right)
    assert until(lambda: mei.preview(number, at="web1")["progress"]["blocks"] > 0, within=PREVIEW_PATIENCE)
    mei.ask("POST", f"{API}/previews/{number}/cancel/", {}, at="web1")


@dataclass
class Reader:
    """A thread that reads and saves through the proxy without a pause, and notes what failed."""

    mei: Program
    asked: int = 0
    failures: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Reader:
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self.over.set()
        self.thread.join(60)

    def _read(self) -> None:
        while not self.over.wait(0.02):
            self.asked += 1
            try:
                self.mei.ask("GET", f"{API}/cards/{CARD}/draft/")
                if not self.asked % 5:
                    self.mei.save(json.dumps({**DOCUMENT, "tags": [f"T{self.asked}"]}), at="proxy")
            except (httpx.HTTPError, AssertionError) as error:
                self.failures.append(f"{self.asked}: {type(error).__name__} {error}"[:300])


def replace_web_servers(place: Studio, mei: Program) -> None:
    """Stop and start one web server after the other while people work, with the pause of the page between them; no request fails."""
    with Reader(mei) as reader:
        for name in WEBS:
            stop(place.hosts[name], "web")
            place.start_web(name)
            time.sleep(fail_timeout() + 1)  # until then the proxy may leave this host out
    assert (reader.failures, reader.asked > 20) == ([], True), (reader.failures, reader.asked)
