"""What people and programs do in a studio: accept an invitation, then all else by the API, at whichever host is asked for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from portal.embedded import process
from tests.hosts.studio import SITE, Studio, get

PACK: Final = "harbor"
CARD: Final = "HAR-001"
API: Final = f"/api/v1/packs/{PACK}"
DOCUMENT: Final = {
    "id": CARD,
    "name": "Harbor Guard",
    "description": "",
    "version": "1.0.0",
    "faction": "AEGIS",
    "cardType": "UNIT",
    "rarity": "COMMON",
    "deckLimit": 3,
    "isLegendary": False,
    "cost": {"supply": 2, "battery": 0},
    "tags": ["INFANTRY"],
    "keywords": [],
    "stats": {"attack": 2, "shieldCap": 0, "healthCap": 3},
    "abilities": [],
}
PASSWORD: Final = "quiet-harbor-bells-7"
SCOPES: Final = ["read", "write", "preview", "release"]
PREVIEW_PATIENCE: Final = 360.0


@dataclass
class Program:
    """A program with a token, which asks the proxy or one of the web servers."""

    place: Studio
    secret: str

    def ask(self, method: str, path: str, body: Any = None, *, at: str = "proxy", **headers: str) -> httpx.Response:
        """Send a request and return its answer.

        Errors: AssertionError with the answer where it refuses.
        """
        with self.place.client(at) as client:
            headers = {"Authorization": f"Bearer {self.secret}", **headers}
            answer = client.request(method, path, json=body, headers=headers)
        assert answer.is_success, f"{method} {path} at {at}: {answer.status_code} {answer.text}"
        return answer

    def save(self, text: str, *, at: str) -> None:
        """Save the draft of the card."""
        draft = self.ask("GET", f"{API}/cards/{CARD}/draft/", at=at)
        headers = {"If-Match": draft.headers["ETag"]}
        self.ask("PUT", f"{API}/cards/{CARD}/draft/", {"text": text}, at=at, **headers)

    def start_preview(self, *, at: str, seed: int) -> int:
        """Start a preview, and return its number."""
        plan = {"card": CARD, "preset": "smoke", "seed": seed}
        number: int = self.ask("POST", f"{API}/previews/", plan, at=at).json()["number"]
        return number

    def preview(self, number: int, *, at: str) -> dict[str, Any]:
        """Return a preview as the API shows it."""
        shown: dict[str, Any] = self.ask("GET", f"{API}/previews/{number}/", at=at).json()
        return shown

    def await_preview(self, number: int, *, at: str) -> str:
        """Wait until a preview has ended, and return the hash of its result."""
        ended = ("finished", "failed", "cancelled")
        process.wait_until(lambda: self.preview(number, at=at)["state"] in ended, within=PREVIEW_PATIENCE, interval=0.3)
        shown = self.preview(number, at=at)
        assert shown["state"] == "finished", shown
        return hashlib.sha256(json.dumps(shown["result"], sort_keys=True).encode()).hexdigest()


def join(place: Studio) -> Program:
    """Accept the operator's invitation at the proxy, and make a token with the session at the other web host."""
    link = urlsplit(place.manage("web1", "invite", "mei@example.org", "--operator").split()[-1]).path
    with place.client() as client:
        client.get(link).raise_for_status()
        token = next(cookie.value for cookie in client.cookies.jar if cookie.name.endswith("csrf"))
        form = {"name": "Mei", "password": PASSWORD, "csrfmiddlewaretoken": token}
        answer = client.post(link, data=form, headers={"Referer": f"https://{SITE}{link}"})
        assert answer.is_success and get(client, "/api/v1/me/")["email"] == "mei@example.org", answer.text
        cookies = {cookie.name: cookie.value or "" for cookie in client.cookies.jar}
    headers = {
        "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        "X-CSRFToken": next(value for name, value in cookies.items() if name.endswith("csrf")),
        "Referer": f"https://{SITE}/",
    }
    secrets = []
    for name in ("web2", "web1"):  # the session of one host is good at both
        with place.client(name) as client:
            body = {"name": f"hosts {name}", "scopes": SCOPES, "days": 1}
            answer = client.post("/api/v1/tokens/", json=body, headers=headers)
            assert answer.is_success, answer.text
            secrets.append(answer.json()["secret"])
    return Program(place, secrets[0])


def until(true: Callable[[], bool], within: float = 60.0) -> bool:
    """Wait for a state; a host that is away is no answer."""

    def asked() -> bool:
        try:
            return true()
        except (httpx.HTTPError, AssertionError):
            return False

    return process.wait_until(asked, within=within, interval=0.2)
