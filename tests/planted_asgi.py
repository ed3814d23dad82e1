"""The portal with two paths that misbehave, for tests of what that does to others: `/burn` passes no named point, `/spend` does."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from cards.budget import Budget, TooExpensive, checkpoint, of_request
from portal import overruns
from portal.bridge import Bridge
from portal.wsgi import application as portal

overruns.MAX_SECONDS = 0.5


def planted(variables: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """Misbehave on two paths, and say by `/pid` which process this is; the portal answers the rest."""
    match variables["PATH_INFO"]:
        case "/burn":
            while True:
                pass
        case "/spend":
            return _spend(start)
        case "/pid":
            number = str(os.getpid()).encode()
            start("200 OK", [("Content-Length", str(len(number)))])
            return [number]
    return portal(variables, start)


def _spend(start: Callable[..., Any]) -> Iterable[bytes]:
    with of_request(Budget(max_seconds=0.2)):
        try:
            while True:
                checkpoint()
        except TooExpensive:
            start("503 Service Unavailable", [])
            return [b"too expensive"]


application = Bridge(planted, threads=4)
