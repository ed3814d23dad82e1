"""The whole write API against a running portal whose parts are killed and stopped: `make history SECONDS=60 SEED=1`.

Clients repeat what they got no answer to, with its key. At the end everything is well again, every message is sent, and the rows are
explained by what was answered. It prints what it did as JSON, and ends with code 1 where something is lost.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from portal.embedded import process
from tests.stack import START, Stack

CLIENTS = 4
TIMEOUT = 20.0  # seconds for an answer
SERVER_ERROR = 500
REST = 0.5  # seconds after a request without an answer


class Programs:
    """Sends requests as programs with a token each; whatever the server did wrong leaves open whether it was done."""

    def __init__(self, url: str, tokens: Mapping[str, str]) -> None:
        self.url, self.tokens = url, tokens

    def __call__(
        self, account: str, method: str, path: str, body: Any, headers: Mapping[str, str]
    ) -> tuple[int | None, Any, Mapping[str, str]]:
        """Send it and return what is answered."""
        is_file = isinstance(body, bytes)
        data = body if is_file else None if body is None else json.dumps(body).encode()
        payload = {
            "Content-Type": "image/png" if is_file else "application/json",
            "Authorization": f"Bearer {self.tokens[account]}",
            **headers,
        }
        request = urllib.request.Request(self.url + path, data, payload, method=method)  # noqa: S310  our own server
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310  as above
                return answer.status, _json(answer.read()), answer.headers
        except urllib.error.HTTPError as error:
            if error.code < SERVER_ERROR:
                return error.code, _json(error.read()), error.headers
        except (OSError, http.client.HTTPException):
            pass
        time.sleep(REST)
        return None, None, {}


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return None


def campaign(seconds: float, seed: int) -> dict[str, Any]:
    """Run everything, hurt it while clients write, let it come to rest, and check it."""
    with tempfile.TemporaryDirectory(prefix="history-") as name:
        Path(name).chmod(0o711)
        point = Path(name) / "crash-next"
        variables = {
            "WEB_WORKERS": "2",
            "WORKER_CONCURRENCY": "1",
            "CRASH_NEXT": str(point),
            "PREVIEW_LEASE_SECONDS": "3",
        }
        stack = Stack(Path(name) / "data", variables=variables)
        os.environ.update(stack._environment())  # before anything asks which settings there are
        try:
            _start(stack)
            import django

            django.setup()
            return _hurt_and_checked(stack, seconds, seed, point)
        finally:
            if not stack.ended():
                stack.stop()


def _start(stack: Stack) -> None:
    """Start it without the sample packs, which no one here reads and which take minutes on a busy machine."""
    from portal.environment import SAMPLE_MARKER

    stack.launch()
    fresh = stack.data_dir / SAMPLE_MARKER
    process.wait_until(lambda: fresh.exists() or stack.ended(), within=START, interval=0.05)
    fresh.unlink(missing_ok=True)
    stack.wait_for("Open http", within=START)


def _hurt_and_checked(stack: Stack, seconds: float, seed: int, point: Path) -> dict[str, Any]:
    from cards.models import Job
    from cards.models.account import TokenScope
    from cards.services.token import token_create
    from tests.chaos import PAUSE, Acknowledgements, hurt
    from tests.history.model import anomalies
    from tests.history.operations import OPERATIONS, models
    from tests.history.portal import build, queue_import
    from tests.history.run import Client
    from tests.history.state import state_of

    world, people = build()
    tokens = {
        name: token_create(actor=account, name="history", scopes=tuple(TokenScope.values), days=1)[1]
        for name, account in people.items()
    }
    begins, emails = state_of(), {name: account.email for name, account in people.items()}
    send = Programs(stack.url, tokens)
    acts = {"job POST": partial(queue_import, people["designer"])}
    clients = [Client(world, send, emails, acts, seed * 100 + number) for number in range(CLIENTS)]
    stop, observations, dice = threading.Event(), Acknowledgements(), random.Random(seed)

    def write(client: Any) -> None:
        while not stop.is_set():
            client.step()

    threads = [threading.Thread(target=write, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    end = time.monotonic() + seconds
    while time.monotonic() < end and not stack.ended():
        hurt(stack, dice, point, observations)
        time.sleep(dice.uniform(*PAUSE))
    stop.set()
    for thread in threads:
        thread.join()
    broken_restless = _restless(stack)
    history = [record for client in clients for record in client.history]
    broken_restless += list(anomalies(history, state_of(), models(), begins))
    counts = Counter(record.op for record in history if record.is_done)
    return {
        "seed": seed,
        "faults": dict(sorted(observations.faults.items())),
        "requests": len(history),
        "acknowledged": sum(counts.values()),
        "of kinds": f"{len(counts)} of {len(OPERATIONS)}",
        "jobs taken up again": Job.objects.filter(losses__gt=0).count(),
        "repeated": sum(thread.is_replay for thread in history),
        "without an answer": sum(thread.status is None for thread in history),
        "broken": broken_restless,
    }


def _restless(stack: Stack) -> list[str]:
    """Wait until everything is well and done again, and return what is not."""
    from django.db import connection

    from cards.models import Job, Outbox
    from cards.models.job import OPEN_JOBS
    from tests.chaos import PATIENCE

    connection.close()  # PostgreSQL was killed meanwhile
    rests = (
        ("not well again", lambda: _is_well(stack.url)),
        ("messages are not sent", lambda: not Outbox.objects.filter(sent_at__isnull=True).exists()),
        ("jobs are not done", lambda: not Job.objects.filter(state__in=OPEN_JOBS).exists()),
    )
    return [
        f"{name} within {PATIENCE:.0f} s"
        for name, holds in rests
        if not process.wait_until(holds, within=PATIENCE, interval=0.5)
    ]


def _is_well(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=5) as answer:  # noqa: S310  our own server
            checks = json.load(answer)["checks"]
    except (OSError, http.client.HTTPException, ValueError):
        return False
    return all(checks[name] == "ok" for name in ("database", "broker", "outbox", "loops"))


if __name__ == "__main__":
    found = campaign(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    print(json.dumps(found, indent=1, ensure_ascii=False))
    sys.exit(bool(found["broken"] or not found["acknowledged"]))
