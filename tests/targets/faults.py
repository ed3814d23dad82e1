"""Targets of what people notice: the database is stopped or killed, the web server is reloaded, every fault moves its metric."""

from __future__ import annotations

import re
import signal
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

from tests.bench_preview import Browser
from tests.chaos import API, PACK
from tests.stack import Stack
from tests.targets.jobs import kill
from tests.targets.portal import Portal, running

LIMIT = 5.0  # seconds until /readyz says what is
PAGE_LIMIT = 3.0  # seconds until a page says that the database is away


def ask(stack: Stack, path: str, within: float = 30.0) -> tuple[int, float]:
    """Ask for a page as an anonymous visitor; return the status, 0 for none, and the seconds that it took."""
    began = time.monotonic()
    try:
        with urllib.request.urlopen(stack.url + path, timeout=within) as answer:  # noqa: S310  our own server
            answer.read()
            return answer.status, time.monotonic() - began
    except urllib.error.HTTPError as error:
        return error.code, time.monotonic() - began
    except OSError:
        return 0, time.monotonic() - began


def ask_as(browser: Browser, path: str) -> tuple[int, float]:
    """Ask for a page as a person who is signed in, as `ask` does; no one is sent to the sign-in page, which needs no database."""
    began = time.monotonic()
    try:
        browser.get(path)
        status = 200
    except urllib.error.HTTPError as error:
        status = error.code
    except OSError:
        status = 0
    return status, time.monotonic() - began


def until(stack: Stack, status: int) -> float:
    """Return how long it takes until /readyz answers with a status."""
    began = time.monotonic()
    while time.monotonic() - began < 60 and ask(stack, "/readyz")[0] != status:
        time.sleep(0.1)
    return round(time.monotonic() - began, 1)


def t20(_count: int) -> dict[str, Any]:
    """T20, T39: stop every process of PostgreSQL, let it go on, then kill it; pages, public files and /readyz meanwhile."""
    with running() as portal:
        manifest = f"{API}/releases/latest/manifest.json"
        files = [
            path for path in (manifest, f"{API}/releases/1.0.0/manifest.json") if ask(portal.stack, path)[0] == 200
        ]
        matches: dict[str, Any] = {"public": files}
        for what in ("hung", "dead"):
            pids = portal.pids("PostgreSQL")
            for pid in pids if what == "hung" else pids[:1]:
                kill(pid, signal.SIGSTOP if what == "hung" else signal.SIGKILL)
            if what == "hung":
                matches["red"] = until(portal.stack, 503)
                page, took = ask_as(portal.browser, f"/packs/{PACK}/")
                matches["page"] = {"status": page, "seconds": round(took, 1)}
                matches["file"] = [ask(portal.stack, path)[0] for path in files[-1:]]
                matches["healthz"] = ask(portal.stack, "/healthz")[0]
                for pid in portal.pids("PostgreSQL"):
                    kill(pid, signal.SIGCONT)
            matches[f"green after {what}"] = until(portal.stack, 200)
    late = [name for name, took in matches.items() if isinstance(took, float) and took > LIMIT]
    bad = [] if (matches["page"]["status"], matches["healthz"]) == (503, 200) else [f"page and healthz: {matches}"]
    bad += [f"page: {matches['page']['seconds']} s"] if matches["page"]["seconds"] > PAGE_LIMIT else []
    return {
        **matches,
        "wrong": [f"{name}: {matches[name]} s" for name in late]
        + bad
        + [f"file {each}" for each in matches["file"] if each != 200],
    }


def t19(count: int) -> dict[str, Any]:
    """T19: reload the web server a number of times while four clients ask; no request fails."""
    stop, answers = threading.Event(), []  # type: ignore[var-annotated]  # filled below

    def client(stack: Stack, path: str) -> None:
        while not stop.is_set():
            answers.append(ask(stack, path)[0])

    with running(WEB_WORKERS="2") as portal:
        paths = ("/healthz", "/sign-in/", f"/packs/{PACK}/", f"{API}/releases/latest/manifest.json")
        threads = [threading.Thread(target=client, args=(portal.stack, path)) for path in paths]
        for thread in threads:
            thread.start()
        for _ in range(count):
            portal.stack.command("reload")
            time.sleep(5)
        stop.set()
        for thread in threads:
            thread.join()
    failed = [thread for thread in answers if thread != 200]
    return {
        "reloads": count,
        "requests": len(answers),
        "wrong": [f"{len(failed)} failed: {sorted(set(failed))}"] if failed else [],
    }


def metric(stack: Stack, name: str) -> float:
    """Return the sum of a metric's samples; NaN where there is none."""
    try:
        with urllib.request.urlopen(f"{stack.url}/metrics", timeout=10) as answer:  # noqa: S310  our own server
            text = answer.read().decode()
    except OSError:
        return float("nan")
    found = re.findall(rf"^{name}(?:{{[^}}]*}})? (\S+)$", text, re.MULTILINE)
    return sum(map(float, found)) if found else float("nan")


def t40(_count: int) -> dict[str, Any]:
    """T40: each fault moves the metric of its own alert, and the metric comes back."""
    message: dict[str, Any] = {}
    with running(PREVIEW_LEASE_SECONDS="3") as portal:

        def moves(
            name: str, fault: str, part: str, holds: Callable[[float], bool], then: Callable[[], Any] = lambda: None
        ) -> None:
            pids = portal.pids(part)
            before = metric(portal.stack, name)
            for pid in pids:
                kill(pid, signal.SIGSTOP)
            then()
            began = time.monotonic()
            moved_state = portal.wait(lambda: holds(metric(portal.stack, name)), 90, pause=0.5)
            after, took = metric(portal.stack, name), round(time.monotonic() - began, 1)
            for pid in pids:
                kill(pid, signal.SIGCONT)
            message[fault] = {"metric": name, "before": before, "after": after, "moved": moved_state, "seconds": took}

        moves("cardloom_database_up", "PostgreSQL is stopped", "PostgreSQL", lambda value: value == 0)
        portal.wait(lambda: metric(portal.stack, "cardloom_database_up") == 1, 30)
        moves(
            "cardloom_outbox_oldest_seconds",
            "the relay is stopped",
            "relay",
            lambda value: value > 3,
            lambda: _unsent(portal),
        )
        moves(
            "cardloom_previews_oldest_queued_seconds", "previews wait, workers stand still", "worker", lambda value: value > 3,
            lambda: portal.queue(2),
        )  # fmt: skip
        portal.wait(lambda: portal.waiting() == 0, 120)
        moves("cardloom_workers", "workers are stopped", "worker", lambda value: value == 0)
        portal.wait(lambda: metric(portal.stack, "cardloom_workers") > 0, 60)
        missing_metric = metric(portal.stack, "cardloom_chunks_lost")
        portal.queue(1, tuple(range(1, 9)))
        portal.wait(lambda: bool(portal.playing()), 60, pause=0.02)
        kill(portal.pids("worker")[-1])
        moved_state = portal.wait(lambda: metric(portal.stack, "cardloom_chunks_lost") > missing_metric, 60, pause=0.1)
        message["a worker is killed over a chunk"] = {"metric": "cardloom_chunks_lost", "moved": moved_state}
    return {"faults": message, "wrong": [name for name, each in message.items() if not each["moved"]]}


def _unsent(portal: Portal) -> None:
    """Write a side effect that is due and that no one sends."""
    portal.queue(1)
    portal.rows(
        "INSERT INTO cards_outbox (topic, payload, request_id, created_at, due_at, attempts, last_error) "
        "VALUES ('preview.queued', '{}', '', now(), now(), 0, '')"
    )
