"""Kills and stops parts of a running portal while people save, publish and preview: `make chaos SECONDS=60 SEED=1`.

Three promises are checked at the end, from the rows: no acknowledged save is lost, every acknowledged release is whole and none is there in
part, and no preview counts a chunk twice: each result is the one that the same plan gives without a fault. It prints what it did as JSON, and
ends with code 1 where a promise is broken.
"""

from __future__ import annotations

import copy
import http.client
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from cards import crash
from portal.embedded import process
from tests.bench_preview import Browser
from tests.stack import Stack

PACK, CARD = "loom", "loom.treasure.common.distaff_blow"
API = f"/api/v1/packs/{PACK}"
PAUSE = (0.5, 1.5)  # seconds between two faults
MAX_OPEN = 4  # small previews
STILL = 2.0  # seconds that a stopped process stands still
PATIENCE = 120.0  # seconds for everything to be well again
PROGRAMS = {"web": b"gunicorn", "worker": b"celery", "relay": b"relay", "PostgreSQL": b"postgres", "broker": b"valkey"}
POINTS = (
    *crash.POINTS,
    *crash.RELEASES,
    *crash.JOBS,
    *(name for name in crash.SERVICES if name != "mail-sent"),
)  # that needs a server for mail
FAILED = (OSError, http.client.HTTPException, ValueError, StopIteration)  # HTTPError and URLError are OSErrors


@dataclass
class Acknowledgements:
    """What was acknowledged, and what was done to the portal."""

    saves: dict[int, str] = field(default_factory=dict)
    releases: set[str] = field(default_factory=set)
    previews: int = 0
    jobs: int = 0
    cancelled: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)


class Client:
    """A program with a token."""

    def __init__(self, stack: Stack, browser: Browser) -> None:
        self._url = stack.url
        token = next(each.value for each in browser._cookies if each.name.endswith("csrf"))
        request = {"X-CSRFToken": token or "", "Referer": self._url}
        cookies = "; ".join(f"{each.name}={each.value}" for each in browser._cookies)
        asked = {"name": "chaos", "scopes": ["read", "write", "preview", "release"], "days": 1}
        answer, _ = self._ask("POST", "/api/v1/tokens/", asked, {**request, "Cookie": cookies})
        self._headers = {"Authorization": f"Bearer {answer['secret']}"}

    def at(self, url: str) -> Client:
        """Return the same program with the same token at another server of the portal."""
        other = copy.copy(self)
        other._url = url
        return other

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[dict[str, Any], str]:
        """Return the answer and its ETag."""
        return self._ask(method, path, body, {**self._headers, **headers})

    def _ask(self, method: str, path: str, body: Any, headers: dict[str, str]) -> tuple[dict[str, Any], str]:
        data = None if body is None else json.dumps(body).encode()
        sent = {"Content-Type": "application/json", **headers}
        request = urllib.request.Request(self._url + path, data, sent, method=method)  # noqa: S310  our own server
        with urllib.request.urlopen(request, timeout=15) as answer:  # noqa: S310  as above
            return json.load(answer), answer.headers.get("ETag", "")


def save_until(stop: threading.Event, client: Client, view: Acknowledgements) -> None:
    """Save a draft again and again, each time with another number of blank lines at its end."""
    number = 0
    while not stop.wait(0.05):
        number += 1
        try:
            draft, etag = client.ask("GET", f"{API}/cards/{CARD}/draft/")
            text = f"{draft['text'].rstrip()}{' ' * (number % 50)}\n{' ' * (number // 50)}\n"
            _, after = client.ask("PUT", f"{API}/cards/{CARD}/draft/", {"text": text}, **{"If-Match": etag})
            view.saves[int(after.strip('W/"').partition("-")[0].removeprefix("r"))] = text
        except FAILED as error:
            view.failures[f"save: {_error_text(error)}"] += 1


def publish_until(stop: threading.Event, browser: Browser, client: Client, view: Acknowledgements) -> None:
    """Publish one version after another; one is acknowledged when its page says so."""
    for number in range(1, 10_000):
        if stop.wait(1.0):
            return
        version = f"{90 + number}.0.0"
        form = {
            f"card:{CARD}": str(number % 2),  # taken out and put back, so that each differs from the one before
            "version": version,
            "do": "publish",
            "override": "chaos",
            "changelog_en": "Chaos.",
            "changelog_zh": "混沌。",
        }
        try:
            if browser.post(f"/packs/{PACK}/releases/new/", **form).endswith(f"/{version}/"):
                view.releases.add(version)
        except FAILED as error:
            view.failures[f"publish: {_error_text(error)}"] += 1


def preview_until(stop: threading.Event, client: Client, portal: Any, view: Acknowledgements) -> None:
    """Start a preview every few seconds as a person does and cancel it, and queue a small one that must end.

    A preview of a person takes a minute of processor time; of small ones, hundreds end in a campaign. No more wait than
    are done within the time that everything has to be well again, whatever else the machine is busy with.
    """
    while not stop.wait(2.0 if view.previews else 0.1):
        try:
            started, _ = client.ask("POST", f"{API}/previews/", {"card": CARD, "preset": "smoke", "seed": 7})
            client.ask("POST", f"{API}/previews/{started['number']}/cancel/", {})
            view.cancelled += 1
        except FAILED as error:
            view.failures[f"preview: {_error_text(error)}"] += 1
        try:
            if portal.waiting() < MAX_OPEN:
                portal.queue(1)
                view.previews += 1
        except (*FAILED, psycopg.Error) as error:
            view.failures[f"queue: {_error_text(error)}"] += 1


def check_until(stop: threading.Event, portal: Any, view: Acknowledgements) -> None:
    """Queue a check of every card as a job whenever none waits."""
    while not stop.wait(1.0):
        try:
            view.jobs += portal.queue_check()
        except (OSError, psycopg.Error) as error:
            view.failures[f"job: {_error_text(error)}"] += 1


def _error_text(error: BaseException) -> str:
    return f"{error.code}" if isinstance(error, urllib.error.HTTPError) else type(error).__name__


_RESULTS: dict[str, dict[str, Any] | None] = {}


def processes(stack: Stack, what: str) -> list[int]:
    """Return the processes of a part, the first started first: every one is a child of `up`, or a child of such."""
    assert stack.child
    matches, growths = [], [stack.child.pid]
    while growths:
        pid = growths.pop()
        for path in Path(f"/proc/{pid}/task").glob("*/children"):
            try:
                below = [int(part) for part in path.read_text().split()]
            except OSError:  # it ended meanwhile
                continue
            growths += below
            matches += [part for part in below if PROGRAMS[what] in _command(part)]
    return sorted(matches)


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def hurt(stack: Stack, dice: random.Random, point: Path, view: Acknowledgements) -> None:
    """Do one thing to the portal: kill a part, let it stand still, or kill the process that next reaches a named point."""
    if dice.random() < 0.4:
        name = dice.choice(POINTS)
        point.write_text(name, encoding="utf-8")
        process.wait_until(lambda: not point.exists(), within=STILL)
        view.faults[f"{name} {'missed' if point.exists() else 'crashed'}"] += 1
        point.unlink(missing_ok=True)
        return
    what = dice.choice(list(PROGRAMS))
    pids = processes(stack, what)
    if not pids:
        return
    pid = dice.choice(pids)
    stops = dice.random() < 0.3
    try:
        os.kill(pid, signal.SIGSTOP if stops else signal.SIGKILL)
        view.faults[f"{what} {'stopped' if stops else 'killed'}"] += 1
        if stops:
            time.sleep(STILL)
            os.kill(pid, signal.SIGCONT)
    except ProcessLookupError:  # it ended by itself
        pass


def cancel_left(portal: Any) -> bool:
    """Cancel the previews of people whose cancelling was lost to a fault; say whether none is left."""
    try:
        for (number,) in portal.rows(
            "SELECT number FROM cards_preview WHERE number < 100000 AND state IN ('queued', 'running')"
        ):
            portal.client.ask("POST", f"{API}/previews/{number}/cancel/", {})
    except (*FAILED, psycopg.Error):
        return False
    return True


def is_well(stack: Stack) -> bool:
    """Return whether everything answers again, and no preview or job waits."""
    try:
        with urllib.request.urlopen(f"{stack.url}/readyz", timeout=5) as answer:  # noqa: S310  our own server
            checks = json.load(answer)["checks"]
        with _database(stack) as rows:
            waiting = rows.execute(
                "SELECT (SELECT count(*) FROM cards_preview WHERE state IN ('queued', 'running')) "
                "+ (SELECT count(*) FROM cards_job WHERE state IN ('queued', 'running'))"
            ).fetchone()
    except (*FAILED, psycopg.Error):
        return False
    return waiting == (0,) and all(checks[name] == "ok" for name in ("database", "broker", "workers", "outbox"))


def standing(stack: Stack) -> str:
    """Return what a failure shows: the chunks that wait, and the last lines of the worker's log."""
    with _database(stack) as rows:
        chunks = rows.execute(
            "SELECT preview_id, no, state, attempts, losses, lease_until FROM cards_previewchunk WHERE state <> 'done' LIMIT 9"
        ).fetchall()
    log = process.tail(stack.data_dir / "log" / "worker.log")
    return f"{chunks}\n{log}\n{stack.printed()[-900:]}"


def _database(stack: Stack) -> psycopg.Connection[Any]:
    url = json.loads((stack.data_dir / "services.json").read_text(encoding="utf-8"))["database_url"]
    return psycopg.connect(url, connect_timeout=5)


def broken_promises(stack: Stack, view: Acknowledgements) -> list[str]:
    """Return the promises that were broken."""
    with _database(stack) as rows:
        table = dict(
            rows.execute(
                "SELECT r.revision, r.text FROM cards_draftrevision r JOIN cards_draft d ON d.id = r.draft_id "
                "JOIN cards_card c ON c.id = d.card_id WHERE c.written_id = %s",
                [CARD],
            ).fetchall()
        )
        versions = {version for (version,) in rows.execute("SELECT version FROM cards_release").fetchall()}
        previews = rows.execute(
            "SELECT number, state, spec, result FROM cards_preview WHERE state <> 'cancelled' ORDER BY number"
        ).fetchall()
        jobs = rows.execute(
            "SELECT j.number, j.state, count(n.id) FROM cards_job j "
            "LEFT JOIN cards_notification n ON n.kind = 'job_done' AND n.pack_id = j.pack_id AND n.about->>'job' = j.number::text "
            "GROUP BY j.id"
        ).fetchall()
    lines = [f"save {number} is lost" for number, text in view.saves.items() if table.get(number) != text]
    lines += [f"release {version} is lost" for version in view.releases - versions]
    for command in (("verify_releases", "--all"), ("verify_audit",)):
        try:
            stack.command(*command)
        except Exception as error:  # noqa: BLE001  whatever it is, the promise is not kept
            lines.append(f"{command[0]}: {getattr(error, 'stderr', error)}")
    lines += [f"job {no} is {state}, told {told} times" for no, state, told in jobs if (state, told) != ("finished", 1)]
    return lines + [each for row in previews for each in _wrong(*row)]


def _wrong(number: int, state: str, spec: dict[str, Any], result: dict[str, Any]) -> list[str]:
    """Return the faults of a preview: it must have the result of its plan, played here, in one process."""
    if state != "finished":
        return [f"preview {number} is {state}"]
    key = json.dumps(spec, sort_keys=True)
    if key not in _RESULTS:
        _RESULTS[key] = _played(spec)
    return [] if _RESULTS[key] == result else [f"preview {number} has another result than its plan gives"]


def _played(spec: dict[str, Any]) -> dict[str, Any] | None:
    """Return what a plan gives in one process without a fault."""
    from engine import api  # loads every game: only once the measurement is over

    fold: dict[str, Any] | None = None
    for no in range(api.preview_chunk_count(spec)):
        fold = api.preview_fold(spec, fold, api.preview_chunk(spec, no))
        report = api.preview_report(spec, fold)
        if report["status"] == "finished":
            return report
    return None


def campaign(seconds: float, seed: int) -> dict[str, Any]:
    """Run everything, hurt it for a number of seconds, let it come to rest, check it and stop it."""
    from tests.targets.portal import running  # it needs this module

    with tempfile.TemporaryDirectory(prefix="chaos-") as name:
        Path(name).chmod(0o711)
        point = Path(name) / "crash-next"
        with running(WEB_WORKERS="2", PREVIEW_LEASE_SECONDS="3", CRASH_NEXT=str(point)) as portal:
            injury = hurt_for(portal, seconds, random.Random(seed), point)
            began = time.monotonic()
            code = portal.stack.stop() if not portal.stack.ended() else -1
            return {"seed": seed, **injury, "stopped": {"code": code, "seconds": round(time.monotonic() - began, 1)}}


def hurt_for(portal: Any, seconds: float, dice: random.Random, point: Path) -> dict[str, Any]:
    """Hurt a portal for a number of seconds while people work, and say what was acknowledged and what was broken."""

    def act(acknowledgements: Acknowledgements) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end and not portal.stack.ended():
            hurt(portal.stack, dice, point, acknowledgements)
            time.sleep(dice.uniform(*PAUSE))

    return while_people_work(portal, act)


def while_people_work(portal: Any, act: Callable[[Acknowledgements], None]) -> dict[str, Any]:
    """Do something to a portal while people save, publish and preview; say what was acknowledged and what was broken."""
    stack, client, observations, stop = portal.stack, portal.client, Acknowledgements(), threading.Event()
    portal.queue(1)
    people = [
        threading.Thread(target=save_until, args=(stop, client, observations)),
        threading.Thread(target=publish_until, args=(stop, portal.browser, client, observations)),
        threading.Thread(target=preview_until, args=(stop, client, portal, observations)),
        threading.Thread(target=check_until, args=(stop, portal, observations)),
    ]
    try:
        for item in people:
            item.start()
        act(observations)
    finally:
        stop.set()
    for item in people:
        item.join()
    began = time.monotonic()
    rested = process.wait_until(lambda: cancel_left(portal) and is_well(stack), within=PATIENCE, interval=0.5)
    well = round(time.monotonic() - began, 1)
    faults = [] if rested else [f"not well again within {PATIENCE:.0f} s: {standing(stack)}"]
    return {
        "faults": dict(sorted(observations.faults.items())),
        "acknowledged": {
            "saves": len(observations.saves),
            "releases": len(observations.releases),
            "previews": observations.previews,
            "jobs": observations.jobs,
            "cancelled": observations.cancelled,
        },
        "refused": dict(sorted(observations.failures.items())),
        "well_after": well,
        "broken": faults + broken_promises(stack, observations),
    }


if __name__ == "__main__":
    found = campaign(float(sys.argv[1]) if len(sys.argv) > 1 else 30.0, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    print(json.dumps(found, indent=1, ensure_ascii=False))
    sys.exit(bool(found["broken"] or not found["acknowledged"]["saves"]))
