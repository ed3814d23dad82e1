"""`Client.force_login` by two rows: Django's opens a session twice and asks for the time at each step, thirty statements for each browser of a test."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils.crypto import get_random_string

from cards.models import Account
from cards.models.account import SignedIn
from cards.web.session_store import OPENED_KEY, PROVED_KEY, SessionStore
from cards.web.sessions import is_record_due

by_django = Client.force_login


def force_login(client: Client, account: Account, backend: str | None = None) -> None:
    """Sign an account in, as the form does; a browser that has a session already goes the way of Django."""
    if backend or settings.SESSION_COOKIE_NAME in client.cookies:
        by_django(client, account, backend)
        return
    account.backend = settings.AUTHENTICATION_BACKENDS[0]
    now, key = datetime.now(UTC), get_random_string(32)
    data = {
        SESSION_KEY: str(account.pk),
        BACKEND_SESSION_KEY: account.backend,
        HASH_SESSION_KEY: account.get_session_auth_hash(),
        OPENED_KEY: now.timestamp(),
        PROVED_KEY: now.timestamp(),
    }
    seconds = min(settings.SESSION_IDLE_SECONDS, settings.SESSION_COOKIE_AGE)
    Session.objects.create(
        session_key=key, session_data=SessionStore().encode(data), expire_date=now + timedelta(seconds=seconds)
    )
    SignedIn.objects.create(account=account, session_key=key, opened_at=now, seen_at=now)
    is_record_due(key)
    client.cookies[settings.SESSION_COOKIE_NAME] = key
