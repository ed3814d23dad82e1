"""How many requests a caller may make: counted per token, per account in its browser, or per address without a sign-in.

Files are never counted, and neither is an answer that only says where to look (307) or that what the caller has is current (304). With Redis all web processes share the counts, without it each has its own.
"""

import hashlib
import time
from collections.abc import Mapping
from contextlib import suppress

from django.conf import settings
from django.core.cache import caches
from rest_framework.request import Request

from cards.errors import RateLimited
from cards.models import Account
from cards.values import frozen_dataclass

WINDOW = 60  # seconds


@frozen_dataclass
class Share:
    """What a kind of caller may do within a window."""

    name: str
    requests: int


@frozen_dataclass
class Window:
    """What a caller has had of its share.

    Units: ends_in in seconds.
    """

    share: Share
    key: str
    count: int
    ends_in: int

    @property
    def headers(self) -> Mapping[str, str]:
        """Return what an answer says of it.

        Source: draft-ietf-httpapi-ratelimit-headers.
        """
        left, share = max(0, self.share.requests - self.count), self.share
        return {
            "RateLimit": f'"{share.name}";r={left};t={self.ends_in}',
            "RateLimit-Policy": f'"{share.name}";q={share.requests};w={WINDOW}',
        }

    def check(self) -> None:
        """Raise RateLimited once the caller has had its share."""
        if self.count > self.share.requests:
            raise RateLimited(self.ends_in)

    def refund(self) -> None:
        """Count the request no more."""
        with suppress(ValueError):  # the cache forgot it
            caches["limits"].decr(self.key)


def count_request(request: Request) -> Window:
    """Count one request, and return the window that it falls into."""
    share = _share(request)
    now = time.time()
    window = int(now // WINDOW)
    cache = caches["limits"]
    key = hashlib.sha256(f"{share.name}:{_caller(request)}:{window}".encode(errors="replace")).hexdigest()
    cache.add(key, 0, WINDOW * 2)
    try:
        count = cache.incr(key)
    except ValueError:  # the cache forgot it between the two lines
        count = 1
    return Window(share, key, count, int((window + 1) * WINDOW - now) + 1)


def _share(request: Request) -> Share:
    if isinstance(request.user, Account):
        name = "write" if request.method not in ("GET", "HEAD", "OPTIONS") else "read"
    else:
        name = "anonymous"
    return Share(name, settings.API_REQUESTS_PER_MINUTE[name])


def _caller(request: Request) -> str:
    if isinstance(request.user, Account):
        return f"token {request.user.token_id}" if request.user.token_id else f"account {request.user.pk}"
    return str(request.META.get("REMOTE_ADDR", ""))
