"""Where sessions are kept: Django's table, with an end that comes after twelve idle hours, and in any case after seven days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore as Stored
from django.contrib.sessions.base_session import AbstractBaseSession
from django.utils import timezone

OPENED = "opened"


def session_end_at(opened: datetime) -> datetime:
    """Return when a session that is used now ends, if it is not used again."""
    idle = timezone.now() + timedelta(seconds=settings.SESSION_IDLE_SECONDS)
    return min(idle, opened + timedelta(seconds=settings.SESSION_COOKIE_AGE))


class SessionStore(Stored):
    """Sessions whose rows end when they were idle for too long; the cookie may live longer, and opens nothing then."""

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        """Return the row of a session with the end that it has from now on."""
        row = super().create_model_instance(data)
        opened = data.get(OPENED)
        row.expire_date = session_end_at(datetime.fromtimestamp(opened, UTC) if opened else timezone.now())
        return row
