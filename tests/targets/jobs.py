"""Targets of previews: workers, the broker and the database are killed, stopped and lied to about the time."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

from portal.embedded import process
from tests.bench_preview import Browser
from tests.chaos import API, CARD, POINTS, Acknowledgements, Client, while_people_work
from tests.stack import Stack
from tests.targets.portal import Portal, running

REACHED_WITHIN = 60.0  # seconds until somebody comes to a named point
PLAYED_WITHIN = 120.0  # seconds until a worker plays something, on a busy machine
SKEWS = ("+8d", "-8d")
FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"


def kill(pid: int, by: signal.Signals = signal.SIGKILL) -> None:
    """Send a signal to a process that may have ended."""
    with suppress(ProcessLookupError):
        os.kill(pid, by)


def spread(took: list[float]) -> dict[str, float]:
    """Return the middle and the end of times. Units: seconds."""
    ordered = sorted(took) or [float("nan")]
    return {"p50": round(median(ordered), 1), "max": round(ordered[-1], 1)}


def t2(count: int) -> dict[str, Any]:
    """T2, T4: kill pool children and whole workers in the middle of a number of chunks; every third kill takes the whole worker.

    One that comes just when no chunk is played takes none, and is counted apart. The recovery is the time until the chunk that was lost is done.
    """
    dice, took = random.Random(2), {"child": [], "worker": []}  # type: ignore[var-annotated]  # filled below
    idle = 0
    with running() as portal:
        ids = portal.queue(1)
        while (hit := sum(map(len, took.values()))) < count and idle < count:
            if portal.waiting() < 3:
                ids += portal.queue(3, (1, 2, 3))
            whole = (hit + idle) % 3 == 2
            if not portal.wait(lambda: bool(portal.playing()), PLAYED_WITHIN, pause=0.02):
                break
            time.sleep(dice.uniform(0, 0.2))
            missing_playing, workers = portal.playing(), portal.pids("worker")
            for pid in workers[:1] if whole else workers[-1:]:
                kill(pid)
            began = time.monotonic()
            idle += not missing_playing
            for preview, chunk in missing_playing:
                query = "SELECT 1 FROM cards_previewchunk WHERE preview_id = %s AND no = %s AND state <> 'done'"
                portal.wait(lambda at=(preview, chunk), ask=query: not portal.rows(ask, *at), PLAYED_WITHIN)
                took["worker" if whole else "child"].append(time.monotonic() - began)
        ended_state = portal.wait(lambda: portal.have_ended(ids), 600, pause=0.5)
        wrong = portal.wrong(ids)
    return {
        "kills": {name: len(item) for name, item in took.items()},
        "of_idle": idle,
        "previews": len(ids),
        "recovery": {name: spread(item) for name, item in took.items()},
        "wrong": wrong if ended_state else ["previews were not done within 600 s", *wrong],
    }


def t3(count: int) -> dict[str, Any]:
    """T3: kill the process that next reaches a named point, each point a number of times, while people save, publish and preview."""
    with tempfile.TemporaryDirectory(prefix="points-") as name:
        Path(name).chmod(0o711)
        point = Path(name) / "crash-next"

        def crash_everywhere(acknowledgements: Acknowledgements) -> None:
            for at in POINTS * count:
                point.write_text(at, encoding="utf-8")
                process.wait_until(lambda: not point.exists(), within=REACHED_WITHIN)
                acknowledgements.faults[f"{at} {'missed' if point.exists() else 'crashed'}"] += 1
                point.unlink(missing_ok=True)

        with running(WEB_WORKERS="2", PREVIEW_LEASE_SECONDS="3", CRASH_NEXT=str(point)) as portal:
            said = while_people_work(portal, crash_everywhere)
    unseen = [at for at in POINTS if f"{at} crashed" not in said["faults"]]
    return {"points": len(POINTS), **said, "wrong": said["broken"] + [f"{at}: nobody came by" for at in unseen]}


LAST_DONE = "SELECT coalesce(max(finished_at), 'epoch') FROM cards_previewchunk"


def t4(_count: int) -> dict[str, Any]:
    """T4: kill the broker and PostgreSQL while previews are played, and wait until a chunk is done again."""
    took: dict[str, float] = {}
    with running() as portal:
        ids = portal.queue(6, tuple(range(1, 9)))
        portal.wait(lambda: bool(portal.playing()), PLAYED_WITHIN)
        for what in ("broker", "PostgreSQL"):
            before = portal.rows(LAST_DONE)
            kill(portal.pids(what)[0])
            began = time.monotonic()
            portal.wait(lambda was=before: portal.rows(LAST_DONE) > was, PLAYED_WITHIN)
            took[what] = round(time.monotonic() - began, 1)
        ended = portal.wait(lambda: portal.have_ended(ids), 600, pause=0.5)
        wrong = portal.wrong(ids)
    return {"recovery": took, "wrong": wrong if ended else ["not done within 600 s", *wrong]}


def t5(count: int) -> dict[str, Any]:
    """T5: kill the broker with a number of previews queued, and empty its folder: it comes back without a message."""
    with running() as portal:
        portal.queue(1)
        portal.wait(lambda: bool(portal.playing()), PLAYED_WITHIN)
        ids = portal.queue(count, (1,))
        folder = portal.stack.data_dir / "broker"
        pid = portal.pids("broker")[0]
        kill(pid, signal.SIGSTOP)
        for path in folder.glob("appendonly*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        kill(pid)
        began = time.monotonic()
        left = "SELECT count(*) FROM cards_preview WHERE id = ANY(%s) AND state <> 'finished'"
        first = portal.wait(lambda: portal.rows(left, ids) < [(count,)], PLAYED_WITHIN)
        resumed_seconds = round(time.monotonic() - began, 1)
        ended_state = portal.wait(lambda: portal.have_ended(ids), 1200, pause=1.0)
        took = round(time.monotonic() - began, 1)
        wrong = portal.wrong(ids)
    return {
        "jobs": count,
        "resumed": resumed_seconds if first else None,
        "all_done": took,
        "wrong": wrong if ended_state else ["not done"],
    }


def t6(count: int) -> dict[str, Any]:
    """T6: stop a worker's child until its chunk is another's, and let it go on; beside it, workers with wrong clocks."""
    late = 0
    if not Path(FAKETIME).exists():
        return {"wrong": ["clocks cannot be made wrong here: apt-get install faketime"]}
    with running(WORKER_CONCURRENCY="2", PREVIEW_LEASE_SECONDS="3") as portal:
        ids = portal.queue(4, (1, 2, 3, 4))
        for _ in range(count):
            if portal.waiting() < 4:
                ids += portal.queue(4, (1, 2, 3, 4))
            portal.wait(lambda: len(portal.playing()) > 1, PLAYED_WITHIN, pause=0.02)
            sleeper = portal.pids("worker")[-1]
            kill(sleeper, signal.SIGSTOP)
            time.sleep(4.0)  # longer than the lease
            kill(sleeper, signal.SIGCONT)
            late += 1
        acceptance, copy = _asked(portal)
        skewed_workers = [_worker(portal, skew) for skew in SKEWS]
        ids += portal.queue(6, (1, 2, 3, 4))
        ended_state = portal.wait(lambda: portal.have_ended(ids), 600, pause=0.5)
        played_counts = [
            path.read_text(errors="replace").count("succeeded") for path in (each[1] for each in skewed_workers)
        ]
        for child, _ in skewed_workers:
            process.kill_session(child)
        wrong = portal.wrong(ids) + acceptance
        losses = portal.rows("SELECT count(*) FROM cards_preview WHERE state = 'failed'")[0][0]
    return {
        "stopped": late,
        "previews": len(ids),
        "tasks_of_workers_8_days_off": played_counts,
        "saves_by_web_servers_8_days_off": copy,
        "failed": losses,
        "wrong": wrong if ended_state else ["not done", *wrong],
    }


def _lies(skew: str) -> dict[str, str]:
    """Return the variables that make the clock of a program wrong; the times of its files stay right, by which gunicorn sees its workers."""
    return {"LD_PRELOAD": FAKETIME, "FAKETIME": skew, "NO_FAKE_STAT": "1"}


def _asked(portal: Portal) -> tuple[list[str], int]:
    """Ask web servers whose clocks are wrong with a token and a session that live, and with ones that have ended; then save."""
    ended_client, wrong, copy = Client(portal.stack, Browser(portal.stack, "admin")), [], 0
    portal.rows(
        "UPDATE cards_apitoken SET expires_at = now() - interval '1 hour' WHERE id = (SELECT max(id) FROM cards_apitoken)"
    )
    for skew in SKEWS:
        web = Stack(portal.stack.data_dir, variables=_lies(skew))
        argv = [sys.executable, "-m", "gunicorn", "-c", "python:portal.gunicorn_settings"]
        variables = {**portal.stack._environment(), **_lies(skew), "PORT": str(web.port), "WEB_WORKERS": "1"}
        child = process.spawn(argv, log=portal.stack.data_dir.parent / f"web{skew}.log", environment=variables)
        try:
            portal.wait(lambda url=web.url: urllib.request.urlopen(f"{url}/healthz", timeout=5).status == 200, 60)  # noqa: S310  our own server
            for person, client, status in (
                ("a token that lives", portal.client, 200),
                ("a token that has ended", ended_client, 401),
            ):
                said = _status(client, web.url)
                wrong += [] if said == status else [f"{person}, clock {skew}: {said}"]
            copy += _saves(portal.client, web.url)
        finally:
            process.kill_session(child)
    return wrong + ([] if copy == len(SKEWS) else [f"{copy} of {len(SKEWS)} saves"]), copy


def _status(client: Client, url: str) -> int:
    """Return how a server answers a program."""
    try:
        client.at(url).ask("GET", f"{API}/cards/{CARD}/draft/")
    except urllib.error.HTTPError as error:
        return error.code
    return 200


def _saves(client: Client, url: str) -> bool:
    """Save a draft at a server, and say whether the next reader gets it."""
    draft, etag = client.at(url).ask("GET", f"{API}/cards/{CARD}/draft/")
    text = f"{draft['text'].rstrip()}\n\n"
    client.at(url).ask("PUT", f"{API}/cards/{CARD}/draft/", {"text": text}, **{"If-Match": etag})
    return bool(client.ask("GET", f"{API}/cards/{CARD}/draft/")[0]["text"] == text)


def _worker(portal: Portal, skew: str) -> tuple[subprocess.Popen[bytes], Path]:
    """Start a worker whose clock is wrong, and return it with its log."""
    log = portal.stack.data_dir.parent / f"worker{skew}.log"
    lies = {**_lies(skew), "CARDLOOM_PROCESS": "worker"}
    argv = [
        sys.executable,
        "-m",
        "celery",
        "-A",
        "portal",
        "worker",
        "--concurrency",
        "1",
        "-O",
        "fair",
        "--without-gossip",
    ]
    argv += ["--without-mingle", "-n", f"skewed{skew}@chaos", "--loglevel", "info"]
    environment = {**portal.stack._environment(), **lies}
    return process.spawn(argv, log=log, environment=environment), log


def t7(_count: int) -> dict[str, Any]:
    """T7: play the same plans in processes with other hash seeds; the hash of every result is the same."""
    program = (
        "import json\nfrom engine import api\nfrom tests.targets.plans import digests\nprint(json.dumps(digests()))\n"
    )
    matches = []
    for seed in ("0", "1", "random"):
        run = subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        )
        matches.append(json.loads(run.stdout))
    same = all(each == matches[0] for each in matches)
    return {
        "plans": len(matches[0]),
        "processes": len(matches),
        "wrong": [] if same else [f"results differ: {matches}"],
    }


def t8(count: int) -> dict[str, Any]:
    """T8: cancel previews that are played; the worker must take up other work within 5 seconds."""
    took = []
    with running() as portal:
        portal.queue(1)
        for no in range(count):
            began, _ = portal.client.ask("POST", f"{API}/previews/", {"card": CARD, "preset": "deep", "seed": no})
            mine = "SELECT p.id FROM cards_preview p JOIN cards_previewchunk c ON c.preview_id = p.id WHERE number = %s AND c.state = 'running'"
            portal.wait(lambda at=began["number"], ask=mine: bool(portal.rows(ask, at)), PLAYED_WITHIN)
            (marker,) = portal.queue(1, (1,))
            portal.client.ask("POST", f"{API}/previews/{began['number']}/cancel/", {})
            start = time.monotonic()
            served = "SELECT 1 FROM cards_preview WHERE id = %s AND served_at IS NOT NULL"
            portal.wait(lambda at=marker, ask=served: bool(portal.rows(ask, at)), PLAYED_WITHIN)
            took.append(time.monotonic() - start)
    late = [each for each in took if each > 5]
    return {"cancelled": len(took), **spread(took), "wrong": [f"{each:.1f} s" for each in late]}


def stopping(count: int) -> dict[str, Any]:
    """`manage.py up` stops within 10 seconds while previews are played."""
    took = []
    for no in range(count):
        with running() as portal:
            portal.client.ask("POST", f"{API}/previews/", {"card": CARD, "preset": "deep", "seed": no})
            portal.wait(lambda: bool(portal.playing()), PLAYED_WITHIN)
            began = time.monotonic()
            code = portal.stack.stop()
            took.append(time.monotonic() - began)
    return {**spread(took), "code": code, "wrong": [f"{each:.1f} s" for each in took if each > 10]}
