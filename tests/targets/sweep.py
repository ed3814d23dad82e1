"""Every page and every reading route of the API, and the largest legal inputs: none takes 2 seconds, `/healthz` answers throughout.

What counts is the processor time of the web process, which does not depend on what else the machine is busy with.
"""

from __future__ import annotations

import json
import os
import re
import threading
import time
import urllib.error
import urllib.parse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.chaos import API, CARD, FAILED, PACK
from tests.targets.faults import ask
from tests.targets.portal import Portal, running

LIMIT = 2.0  # seconds of processor time
MIB = 1 << 20
MAX_SECONDS = 8  # that are printed
EXPECTATIONS = {
    "pack": PACK,
    "card": CARD,
    "number": "1",
    "version": "1.0.0",
    "name": "manifest.json",
    "delivery": "1",
    "to": "2",
}


def paths() -> list[str]:
    """Return the address of every page, and of every route of the API that reads."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "portal.settings.test"
    import django

    django.setup()
    from cards.api.urls import urlpatterns
    from tests.browser.addresses import addresses

    routes = [str(each.pattern) for each in urlpatterns]
    part = re.compile(r"<(?:\w+:)?(\w+)>")
    return [
        *addresses(),
        *(f"/{part.sub(lambda at: EXPECTATIONS.get(at[1], '1'), route).lstrip('/')}" for route in routes),
    ]


def large_card(text: str, maximum: int = MIB - 4096) -> Iterator[tuple[str, str]]:
    """Yield cards as large as a body may be: of many effects, deeply nested ones, long names, and a text that is no JSON."""
    card = json.loads(text)
    stop = {"type": "stop"}
    wide = [{"type": "repeat", "times": 2, "do": [stop] * 50} for _ in range(900)]
    nested: dict[str, Any] = stop
    for _ in range(20):
        nested = {"type": "repeat", "times": 2, "do": [nested]}
    yield "many effects", json.dumps({**card, "behaviors": [{"at": "onPlay", "do": wide}]})[:maximum]
    yield (
        "many unknown effects",
        json.dumps({**card, "behaviors": [{"at": "x" * 40, "do": [{"type": f"a{no}"}]} for no in range(9000)]}),
    )
    yield "nested effects", json.dumps({**card, "behaviors": [{"at": "onPlay", "do": [nested] * 300}]})
    yield "long names", json.dumps({**card, **{f"key{no}": "x" * 9000 for no in range(100)}})
    yield "no JSON", "[" * 60 + "1," * (maximum // 2)


class Meter:
    """What requests cost the web process.

    Units: seconds of processor time, and seconds that passed.
    """

    def __init__(self, portal: Portal) -> None:
        self.portal = portal
        self.pid = portal.pids("web")[-1]
        self.rows: list[tuple[float, float, str]] = []

    def cpu_seconds(self) -> float:
        """Return the processor time of the web process."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def measure(self, name: str, act: Callable[[], Any]) -> None:
        """Do something, and note what it cost; a refusal is an answer."""
        before, began = self.cpu_seconds(), time.monotonic()
        try:
            act()
            text = ""
        except urllib.error.HTTPError as error:
            text = f" ({error.code})"
        except FAILED as error:
            text = f" ({type(error).__name__})"
        self.rows.append((round(self.cpu_seconds() - before, 2), round(time.monotonic() - began, 1), name + text))


def sweep(_count: int) -> dict[str, Any]:
    """Ask for everything once, send the largest inputs, and name what took longest."""
    stop, health = threading.Event(), []  # type: ignore[var-annotated]  # filled below

    def watch(portal: Portal) -> None:
        while not stop.wait(0.5):
            health.append(ask(portal.stack, "/healthz"))

    with running() as portal:
        meter = Meter(portal)
        watcher = threading.Thread(target=watch, args=(portal,))
        watcher.start()
        for path in paths():
            meter.measure(f"GET {path}", lambda path=path: portal.browser.get(path))
        draft, _ = portal.client.ask("GET", f"{API}/cards/{CARD}/draft/")
        for name, text in large_card(draft["text"]):
            meter.measure(
                f"validate {name}", lambda text=text: portal.client.ask("POST", f"{API}/validate/", {"text": text})
            )
            meter.measure(f"save {name}", lambda text=text: _save(portal, text))
            meter.measure(f"open {name}", lambda: portal.browser.get(f"/packs/{PACK}/cards/{CARD}/"))
            meter.measure(
                f"compare {name}", lambda: portal.browser.get(f"/packs/{PACK}/cards/{CARD}/compare/?from=v1&to=draft")
            )
        for query in ("x" * 2000, "的" * 600, " ".join(f"w{no}" for no in range(300))):
            encoded = urllib.parse.quote(query)
            meter.measure(
                f"search {query[:9]}…", lambda encoded=encoded: portal.browser.get(f"/packs/{PACK}/?q={encoded}")
            )
            meter.measure(f"help {query[:9]}…", lambda encoded=encoded: portal.browser.get(f"/help/?q={encoded}"))
        stop.set()
        watcher.join()
    rows = sorted(meter.rows, reverse=True)
    slow = [f"{name}: {cpu} s of processor" for cpu, _, name in rows if cpu > LIMIT]
    broken_names = [name for _, _, name in rows if re.search(r"\(5\d\d\)|\([A-Z]\w+\)$", name)]
    failed = sum(status != 200 for status, _ in health)
    return {
        "requests": len(rows),
        "slowest": [{"cpu": cpu, "wall": wall, "what": name} for cpu, wall, name in rows[:MAX_SECONDS]],
        "healthz": {"asked": len(health), "failed": failed, "max": round(max(took for _, took in health), 1)},
        "wrong": slow + broken_names + ([f"{failed} of /healthz failed"] if failed else []),
    }


def _save(portal: Portal, text: str) -> None:
    _, etag = portal.client.ask("GET", f"{API}/cards/{CARD}/draft/")
    portal.client.ask("PUT", f"{API}/cards/{CARD}/draft/", {"text": text}, **{"If-Match": etag})
