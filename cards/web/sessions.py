"""Keeps the list of open sessions: who signs in and out, and, now and then, that a session is in use."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.middleware import AuthenticationMiddleware, get_user
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.sessions.backends.base import SessionBase
from django.core.cache import caches
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from cards.models import Account
from cards.queries.clock import database_now
from cards.services.session import session_extend, session_forget, session_see
from cards.web.session_store import ENDS_KEY, OPENED_KEY, PROVED_KEY, session_end_at

SERVER_ERROR = 500
SEEN_EVERY = 300  # seconds between two records of one session


class SignedInAccount(AuthenticationMiddleware):
    """Sets the account of a request's session, with the time at which its person last proved who they are."""

    def process_request(self, request: HttpRequest) -> None:
        """Set what is read from the database once a view asks for it."""
        super().process_request(request)
        request.user = cast("Account", SimpleLazyObject(lambda: _account_of(request)))


def _account_of(request: HttpRequest) -> Any:
    if settings.SECRET_KEY_FALLBACKS:
        _follow_secret_key(request.session)
    account = get_user(request)
    if isinstance(account, Account) and ENDS_KEY not in request.session:  # an hour by a command's link is fresh
        account.proved_at = datetime.fromtimestamp(request.session.get(PROVED_KEY, 0), UTC)
    return account


def _follow_secret_key(session: SessionBase) -> None:
    """Write the mark of a session that was opened under an earlier SECRET_KEY under the one in use; the session keeps its key.

    Django gives it another key, which signs out every request that left with the former one, and is on no list of sessions.
    """
    mark, account = session.get(HASH_SESSION_KEY), Account.objects.filter(pk=session.get(SESSION_KEY) or 0).first()
    if account and mark and mark in account.get_session_auth_fallback_hash():
        session[HASH_SESSION_KEY] = account.get_session_auth_hash()


class SeenSessions:
    """Records that a session is in use, at most once in five minutes for each web process or shared cache."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if (
            response.status_code < SERVER_ERROR and request.session.accessed
        ):  # read anyway: a public file needs no query
            _record(request)
        return response


def _record(request: HttpRequest) -> None:
    key, user = request.session.session_key, request.user
    if not key or not isinstance(user, Account) or user.token_scopes is not None:
        return
    if "_auth_user_id" in request.session and is_record_due(key):
        _see(request, user)


def is_record_due(key: str) -> bool:
    """Return whether the use of a session is recorded now; the next time is five minutes later."""
    return bool(caches["limits"].add(_mark(key), 1, SEEN_EVERY))


def _mark(key: str) -> str:
    return f"seen:{hashlib.sha256(key.encode()).hexdigest()}"


def _see(request: HttpRequest, account: Account) -> None:
    session = session_see(
        account=account,
        key=str(request.session.session_key),
        agent=request.headers.get("User-Agent", ""),
        address=str(request.META.get("REMOTE_ADDR", "")),
    )
    until = session_end_at(session)
    if ENDS_KEY in request.session:
        until = min(until, datetime.fromtimestamp(request.session[ENDS_KEY], UTC))
    session_extend(key=str(request.session.session_key), until=until)


@receiver(user_logged_in)
def signed_in(sender: Any, request: HttpRequest, user: Account, **rest: Any) -> None:
    """Add a session to the list as it opens."""
    request.session[OPENED_KEY] = request.session[PROVED_KEY] = database_now().timestamp()
    if key := request.session.session_key:
        is_record_due(key)
        _see(request, user)


@receiver(user_logged_out)
def signed_out(sender: Any, request: HttpRequest, **rest: Any) -> None:
    """Take a session off the list as it is closed."""
    if key := request.session.session_key:
        session_forget(key=key)
