"""How long a person waits for a preview, through the whole portal: `make bench-preview` prints it as JSON.

One preview at a time, of one card for each game, played by two workers: seconds from the press of the button to the first interval, and to
the interval that the preset asks for (±4 percentage points).
"""

from __future__ import annotations

import http.cookiejar
import json
import os
import platform
import re
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

from engine import BUILD
from tests.stack import Stack

CARDS = {"wizards": ("loom", "loom.treasure.common.distaff_blow"), "halo": ("bastion", "AEG-001")}
POLL_SECONDS = 0.1  # seconds between two looks until the first answer
THEN = 0.5  # and after it: each look costs the web server time that the workers need
PATIENCE = 900.0  # seconds for one preview
WORKERS = 2


class Browser:
    """A person who is signed in."""

    def __init__(self, stack: Stack, role: str) -> None:
        self._url = stack.url
        self._cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._cookies))
        email = f"{role}@cardloom.example"
        self.get("/sign-in/")
        self.post("/sign-in/", email=email, password=stack.credentials()[email])

    def get(self, path: str) -> str:
        """Return a page."""
        with self._opener.open(self._url + path) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **form: str) -> str:
        """Send a form, and return the address at which it ends."""
        token = next(cookie.value for cookie in self._cookies if cookie.name.endswith("csrf"))
        data = urllib.parse.urlencode({**form, "csrfmiddlewaretoken": token or ""}).encode()
        asked = urllib.request.Request(self._url + path, data, headers={"Referer": self._url + path})  # noqa: S310 - our own server
        with self._opener.open(asked) as answer:
            return str(answer.url)


def measured(browser: Browser, pack: str, card: str, preset: str) -> dict[str, Any]:
    """Start a preview from the page that has the button, and follow it to its end.

    Units: seconds; `course` is (seconds, blocks, blocks expected).
    """
    browser.get(f"/packs/{pack}/previews/")
    start = time.perf_counter()
    address = urllib.parse.urlsplit(browser.post(f"/packs/{pack}/previews/", card=card, preset=preset)).path
    assert re.fullmatch(rf"/packs/{pack}/previews/\d+/", address), address
    first, course, result = 0.0, [], {}
    while not result.get("stopReason"):
        assert time.perf_counter() - start < PATIENCE, f"the preview does not end: {str(result)[:500]}"
        time.sleep(THEN if first else POLL_SECONDS)
        result = _result(browser, address)
        change, passed_seconds = result.get("change"), round(time.perf_counter() - start, 2)
        first = first or (passed_seconds if change else 0.0)
        point = (passed_seconds, result.get("n", {}).get("blocks", 0), result.get("progress", {}).get("of", 0))
        if point[1] and (not course or course[-1][1] != point[1]):
            course.append(point)
            print(f"{card}: {passed_seconds:.1f} s, {point[1]} of {point[2]} blocks", file=sys.stderr)
    return {
        "card": card,
        "first_answer_seconds": first,
        "finished_seconds": course[-1][0],
        "half_width_pp": round(result["change"]["halfWidth"], 2) if result["change"] else None,
        "blocks": result["n"]["blocks"],
        "games": result["n"]["games"],
        "stop": result["stopReason"],
        "course": course,
    }


def _result(browser: Browser, address: str) -> dict[str, Any]:
    try:
        document: dict[str, Any] = json.loads(browser.get(f"{address}result.json"))
    except urllib.error.HTTPError as error:
        if error.code != 404:
            raise
        return {}
    return document


def _settle(browser: Browser) -> None:
    """Wait until a portal that has just started has verified its releases and has nothing else to do."""
    begun = time.perf_counter()
    while json.loads(browser.get("/readyz"))["status"] != "ok":
        assert time.perf_counter() - begun < PATIENCE, "the portal is not ready"
        time.sleep(THEN)


def main(preset: str, games: list[str]) -> None:
    """Print what was measured as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        stack = Stack(Path(folder) / "data", variables={"WORKER_CONCURRENCY": str(WORKERS)})
        stack.start()
        try:
            browser = Browser(stack, "designer")
            _settle(browser)
            measures_by_game = {game: measured(browser, *CARDS[game], preset) for game in games}
        finally:
            stack.stop()
    head = {"format": "bench-preview/1", "preset": preset, "workers": WORKERS, "cores": os.cpu_count()}
    load = [round(each, 2) for each in os.getloadavg()]
    print(
        json.dumps(
            {**head, "build": BUILD, "python": platform.python_version(), "load": load, "games": measures_by_game},
            indent=1,
        )
    )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "quick", sys.argv[2:] or list(CARDS))
