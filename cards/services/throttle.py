"""Guesses at passwords, counted by the database in one statement, so that no two requests share a count."""

from __future__ import annotations

import hashlib
from datetime import timedelta

from django.db import connection
from django.db.models import F
from django.db.models.functions import Now

from cards.errors import RateLimited
from cards.models import LoginThrottle

WINDOW = 15 * 60  # seconds
ACCOUNT_GUESSES = 10  # per email and window, whether or not it has an account
ADDRESS_GUESSES = 100  # per network address and window: an office may share one

_COUNT = """
INSERT INTO cards_loginthrottle AS t (key, window_started_at, guesses)
VALUES (%(key)s, now(), 1)
ON CONFLICT (key) DO UPDATE SET
    guesses = CASE WHEN t.window_started_at <= now() - %(window)s * interval '1 second' THEN 1 ELSE t.guesses + 1 END,
    window_started_at = CASE WHEN t.window_started_at <= now() - %(window)s * interval '1 second'
                             THEN now() ELSE t.window_started_at END
RETURNING guesses, ceil(extract(epoch FROM t.window_started_at - now()) + %(window)s)::int
"""


def guess_count(*, email: str, address: str) -> None:
    """Count one guess against the email and the address, and refuse when either has had its share."""
    _count(_key("account", email.strip().lower()), ACCOUNT_GUESSES)
    if address:
        _count(_key("address", address), ADDRESS_GUESSES)


def guess_forget(*, email: str, address: str = "") -> None:
    """Forget the guesses at an email after a right one, and take the right one back from its address."""
    LoginThrottle.objects.filter(key=_key("account", email.strip().lower())).delete()
    if address:
        row = LoginThrottle.objects.filter(key=_key("address", address), guesses__gt=0)
        row.update(guesses=F("guesses") - 1)


def guess_prune() -> int:
    """Forget counts whose window has passed; return how many."""
    return LoginThrottle.objects.filter(window_started_at__lt=Now() - timedelta(seconds=WINDOW)).delete()[0]


def _key(kind: str, value: str) -> str:
    return hashlib.sha256(f"{kind}:{value}".encode(errors="replace")).hexdigest()


def _count(key: str, limit: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, {"key": key, "window": WINDOW})
        row = cursor.fetchone()
    guesses, left = row if row else (1, WINDOW)
    if guesses > limit:
        raise RateLimited(left)
