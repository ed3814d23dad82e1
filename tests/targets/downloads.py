"""T16: files of public releases by sixteen clients at once, beside a static file of the same server; T17: lists while previews are played."""

from __future__ import annotations

import math
import re
import selectors
import socket
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import mean, median
from typing import Any

from tests.bench_preview import Browser
from tests.chaos import API, Client
from tests.load import LIST, PREVIEWS, play
from tests.targets.portal import running

CLIENTS, LISTERS = 16, 8
MEMBERS = ("admin", "publisher", "reviewer", "designer", "viewer")  # each has a demo account
TURNS = 2  # each kind is asked so many times, by turns: what else the machine does meets all of them
UNCHANGED, WHOLE, RATIO = 600, 120, 0.5  # answers per second, and the share of what a static file gets
LIST_LIMIT = 400.0  # milliseconds for 95 of 100 lists
ZIP = "/api/v1/packs/bastion/releases/1.0.0/pack.zip"  # 347 KB, the smallest archive above 200 KB
SCRIPT = "/static/dist/card-editor.js"  # 237 KB in gzip
LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
END = b"\r\n\r\n"


@dataclass
class Kind:
    """One request that is sent again and again.

    Units: took in milliseconds; seconds without the turns of others.
    """

    path: str
    status: int
    headers: dict[str, str] = field(default_factory=dict)
    took: list[float] = field(default_factory=list)
    seconds: float = 0.0
    size: int = 0
    failed: int = 0
    closed: int = 0
    refused: Counter[int] = field(default_factory=Counter)  # other statuses than the one that is asked for

    @property
    def rate(self) -> float:
        """Return how many were answered in a second."""
        return len(self.took) / self.seconds

    @property
    def p95(self) -> float:
        """Return the time within which 95 of 100 were answered."""
        return sorted(self.took)[math.ceil(0.95 * len(self.took)) - 1]

    def figures(self) -> dict[str, Any]:
        """Return what is printed."""
        ordered_tooks = sorted(self.took)
        return {
            "bytes": self.size,
            "per_second": round(self.rate),
            "p50": round(median(ordered_tooks), 1),
            "p95": round(self.p95, 1),
            "p99": round(ordered_tooks[int(0.99 * (len(ordered_tooks) - 1))], 1),
            "failed": self.failed,
            **({"refused": dict(self.refused)} if self.refused else {}),
            "closed": self.closed,
        }


class Asking:
    """A connection that asks again as soon as it has its answer; headers are those of the person who asks."""

    def __init__(self, port: int, kind: Kind, headers: dict[str, str]) -> None:
        self.port, self.kind, self.left, self.head, self.began = port, kind, -1, b"", 0.0
        self.open()
        lines = [
            f"GET {kind.path} HTTP/1.1",
            "Host: 127.0.0.1",
            *(f"{name}: {text}" for name, text in {**kind.headers, **headers}.items()),
        ]
        self.request = "\r\n".join([*lines, "", ""]).encode()

    def open(self) -> None:
        """Connect."""
        self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=10)

    def ask(self) -> None:
        """Send the request."""
        self.left, self.head, self.began = -1, b"", time.perf_counter()
        self.socket.sendall(self.request)

    def read(self) -> bool:
        """Take what has arrived; ask again once it is whole. Return whether the server keeps the connection."""
        try:
            longer_recv = self.socket.recv(1 << 18)
        except ConnectionResetError:
            longer_recv = b""
        if not longer_recv:
            self.kind.failed += bool(self.head)
            self.kind.closed += (
                not self.head
            )  # its process has served enough and makes room for another: nothing was answered
            return False
        if self.left < 0:
            self.head += longer_recv
            end = self.head.find(END)
            if end < 0:
                return True
            header = self.head[:end]
            length = LENGTH.search(header)
            if (status := int(header[9:12])) != self.kind.status:
                self.kind.failed += 1
                self.kind.refused[status] += 1
            self.kind.size = int(length[1]) if length and self.kind.status == 200 else 0
            self.left = self.kind.size - (len(self.head) - end - len(END))
        else:
            self.left -= len(longer_recv)
        if self.left == 0:
            self.kind.took.append(1000 * (time.perf_counter() - self.began))
            self.ask()
        return True


def ask_for(port: int, kind: Kind, seconds: float, people: Sequence[dict[str, str]] = ({},) * CLIENTS) -> None:
    """Send one kind of request by all clients for a number of seconds, each with the headers of one of the people."""
    with selectors.DefaultSelector() as chosen_default_selector:
        clients = [Asking(port, kind, headers) for headers in people]
        for client in clients:
            chosen_default_selector.register(client.socket, selectors.EVENT_READ, client)
            client.ask()
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            for key, _ in chosen_default_selector.select(1.0):
                if not key.data.read():
                    chosen_default_selector.unregister(key.fileobj)
                    key.data.open()
                    chosen_default_selector.register(key.data.socket, selectors.EVENT_READ, key.data)
                    key.data.ask()
        kind.seconds += time.perf_counter() - began
        for client in clients:
            client.socket.close()


def condition(url: str, path: str) -> dict[str, str]:
    """Return the header with which a file is unchanged."""
    with urllib.request.urlopen(url + path, timeout=30) as answer:  # noqa: S310  our own server
        answer.read()
        if tag := answer.headers.get("ETag"):
            return {"If-None-Match": tag}
        return {"If-Modified-Since": answer.headers["Last-Modified"]}


def t16(seconds: int) -> dict[str, Any]:
    """T16: unchanged and whole files for a number of seconds each; the server is the one of `make run`, with two processes."""
    with running(WEB_WORKERS="2") as portal:
        url, port = portal.stack.url, portal.stack.port
        kinds = {
            "304 of a release": Kind(ZIP, 304, condition(url, ZIP)),
            "304 of a static file": Kind(SCRIPT, 304, condition(url, SCRIPT)),
            "zip of a release": Kind(ZIP, 200),
            "static file": Kind(SCRIPT, 200, {"Accept-Encoding": "gzip"}),
        }
        for _ in range(TURNS):
            for kind in kinds.values():
                ask_for(port, kind, seconds / TURNS)
    unchanged_answers, static_unchanged, whole, static = kinds.values()
    ratios = {
        "304": round(unchanged_answers.rate / static_unchanged.rate, 2),
        "zip": round(whole.rate / static.rate, 2),
    }
    wrong = [f"{name}: {kind.failed} failed" for name, kind in kinds.items() if kind.failed]
    wrong += [f"304: {unchanged_answers.rate:.0f} per second"] if unchanged_answers.rate < UNCHANGED else []
    wrong += [f"zip: {whole.rate:.0f} per second"] if whole.rate < WHOLE else []
    wrong += [f"{name}: {ratio} of a static file" for name, ratio in ratios.items() if ratio < RATIO]
    said = {name: kind.figures() for name, kind in kinds.items()}
    return {"clients": CLIENTS, "milliseconds": said, "ratio": ratios, "wrong": wrong}


def t17(seconds: int) -> dict[str, Any]:
    """T17: eight programs ask for a list of cards for a number of seconds, first while two previews are played, then without them.

    They belong to all members of the pack: one account may send 1,200 requests a minute, and a fast machine answers more.
    """
    stop, lease = threading.Event(), list[int]()
    with running(WEB_WORKERS="2", WORKER_CONCURRENCY=str(PREVIEWS)) as portal:
        kinds = {name: Kind(LIST, 200) for name in ("with previews", "without")}
        members = [Client(portal.stack, Browser(portal.stack, role))._headers for role in MEMBERS]
        people = [members[each % len(members)] for each in range(LISTERS)]
        player = threading.Thread(target=play, args=(portal, PREVIEWS, lease, stop))
        player.start()
        try:
            portal.wait(lambda: len(portal.playing()) >= PREVIEWS, 120, pause=0.5)
            lease.clear()
            ask_for(portal.stack.port, kinds["with previews"], seconds, people)
        finally:
            stop.set()
            player.join()
        at_once = round(mean(lease), 1) if lease else 0
        for (number,) in portal.rows("SELECT number FROM cards_preview WHERE state IN ('queued', 'running')"):
            portal.client.ask("POST", f"{API}/previews/{number}/cancel/", {})
        portal.wait(lambda: not portal.playing(), 60, pause=0.5)
        ask_for(portal.stack.port, kinds["without"], seconds, people)
    table = {name: kind.figures() for name, kind in kinds.items()}
    late = kinds["with previews"]
    wrong = [f"95 of 100 within {late.p95:.0f} ms"] if late.p95 > LIST_LIMIT else []
    wrong += [f"{name}: {kind.failed} failed" for name, kind in kinds.items() if kind.failed]
    return {"clients": LISTERS, "chunks_played_at_once": at_once, "milliseconds": table, "wrong": wrong}
