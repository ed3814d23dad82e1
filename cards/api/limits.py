"""How many requests a caller may make: counted per account, or per address without a sign-in.

Files are never counted. With Redis all web processes share the counts, without it each has its own.
"""

import hashlib
import time

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


def count_request(request: Request) -> None:
    """Count one request; RateLimited once the caller has had its share of this window."""
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
    if count > share.requests:
        raise RateLimited(int((window + 1) * WINDOW - now) + 1)


def _share(request: Request) -> Share:
    if isinstance(request.user, Account):
        name = "write" if request.method not in ("GET", "HEAD", "OPTIONS") else "read"
    else:
        name = "anonymous"
    return Share(name, settings.API_REQUESTS_PER_MINUTE[name])


def _caller(request: Request) -> str:
    if isinstance(request.user, Account):
        return f"account {request.user.pk}"
    return str(request.META.get("REMOTE_ADDR", ""))
