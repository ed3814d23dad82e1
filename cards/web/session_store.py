"""Where sessions are kept: Django's table, with an end that comes after twelve idle hours, and in any case after seven days.

The clock is the database's, which all web processes share.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore as Stored
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db.models.functions import Now

from cards.queries.clock import database_now

OPENED_KEY = "opened"
PROVED_KEY = "proved"
"""When a session was opened, and when its person last proved who they are, in seconds since 1970."""
ENDS_KEY = "ends"
"""When a session ends whatever happens, in seconds since 1970, where that is sooner than usual."""


def session_end_at(start: datetime) -> datetime:
    """Return when a session that is used now ends, if it is not used again."""
    idle = database_now() + timedelta(seconds=settings.SESSION_IDLE_SECONDS)
    return min(idle, start + timedelta(seconds=settings.SESSION_COOKIE_AGE))


class SessionStore(Stored):
    """Sessions whose rows end when they were idle for too long; the cookie may live longer, and opens nothing then."""

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        """Return the row of a session whose end is still ahead; forget the key of any other, as Django does."""
        row: AbstractBaseSession | None = self.model.objects.filter(
            session_key=self.session_key, expire_date__gt=Now()
        ).first()
        if row is None:
            self._session_key = None
        return row

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        """Return the row of a session with the end that it has from now on."""
        row = super().create_model_instance(data)
        opened = data.get(OPENED_KEY)
        row.expire_date = session_end_at(datetime.fromtimestamp(opened, UTC) if opened else database_now())
        if ENDS_KEY in data:
            row.expire_date = min(row.expire_date, datetime.fromtimestamp(data[ENDS_KEY], UTC))
        return row
