"""What happens around every request: who is asking, which request this is, which headers an answer carries."""

import errno
import logging
import re
import time
import uuid
from collections.abc import Callable
from typing import Any

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.functional import SimpleLazyObject, empty
from psycopg.errors import DiskFull
from psycopg_pool import PoolTimeout

from cards import meter, traces
from cards.errors import Refusal
from cards.gateway import rulesets
from cards.problem_json import problem_response, wants_json
from cards.web.page import refusal_page
from portal.disks import DATABASE, full_folders, fullest_folder, refused
from portal.redaction import redact

View = Callable[[HttpRequest], HttpResponse]
QUIET = ("/healthz", "/readyz", "/metrics", settings.STATIC_URL)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
SAFE_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
FULL = (
    "The disk of {disk} is full. Nothing was changed. Try again when the operator has made room.",
    "{disk} 所在的磁盘已满。没有任何改动。请等管理员腾出空间后再试。",
)
UNAVAILABLE = ("Nothing was changed. Try again in a few seconds.", "没有任何改动。请稍等几秒再试。")
log = logging.getLogger(__name__)


class TrustedProxy:
    """Takes the visitor's address from X-Forwarded-For when a proxy that the settings name says it, else never."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        trusted = settings.TRUSTED_PROXIES
        hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
        while hops and request.META.get("REMOTE_ADDR") in trusted:
            request.META["REMOTE_ADDR"] = hops.pop()
        return self.get_response(request)


class RequestId:
    """Gives each request an id, in its logs and in the answer; the caller's own when it is short and harmless."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asked = request.headers.get("X-Request-ID", "")
        trace, parent = traces.parent_of(request.headers.get("traceparent", ""))
        request_id = asked if SAFE_ID.fullmatch(asked) else trace or uuid.uuid4().hex
        request.META["REQUEST_ID"] = request_id
        began = time.perf_counter()
        with (
            structlog.contextvars.bound_contextvars(request_id=request_id),
            traces.request_span(request_id, parent if request_id == trace else "") as span,
        ):
            response = self.get_response(request)
            seconds = time.perf_counter() - began
            if span and not request.path.startswith(QUIET):
                _name_span(span, request, response)
            self._log(request, response, seconds)
            count_request(request, response, seconds)
        response.headers["X-Request-ID"] = request_id
        return response

    def _log(self, request: HttpRequest, response: HttpResponse, seconds: float) -> None:
        """Write one line for a request, in place of Django's own for refusals, which comes after the id is gone.

        The query string stays out: it may hold a search text, or a token pasted into the wrong place. So
        does the secret of a one-time link.
        """
        response._has_been_logged = True  # type: ignore[attr-defined]  # Django's own mark, not in its stubs
        if request.path.startswith(QUIET):
            return
        level = logging.ERROR if response.status_code >= 500 else logging.INFO
        line = {"method": request.method, "path": redact(request.path), "status": response.status_code}
        identity = identity_of(request) if settings.LOG_IDENTITY else {}
        log.log(level, "request", extra={**line, "ms": round(seconds * 1000, 1), **identity})


def identity_of(request: HttpRequest) -> dict[str, Any]:
    """Return the account and the token behind a request, as far as the answer needed them, and the client's address.

    An account that no view asked for is not read from the database for a line of the log.
    """
    identity = {"client": request.META.get("REMOTE_ADDR", "")}
    user = request.__dict__.get("user")
    if isinstance(user, SimpleLazyObject) and user._wrapped is empty:
        user = None
    if user is not None and user.is_authenticated:
        identity["account"] = user.pk
        identity |= {"token": user.token_id} if user.token_id else {}
    return identity


def _name_span(span: traces.Span, request: HttpRequest, response: HttpResponse) -> None:
    """Name the span of a request by its route, as its counts are."""
    method, route = _method_and_route(request, response)
    span.name = f"{method} {route}"
    span.attributes = {"http.request.method": method, "http.route": route}
    span.attributes["http.response.status_code"] = response.status_code
    span.has_failed = response.status_code >= 500


def _method_and_route(request: HttpRequest, response: HttpResponse) -> tuple[str, str]:
    match = request.resolver_match
    route = match.view_name or "unnamed" if match else getattr(response, "route", "") or _route(request.path)
    return request.method if request.method in METHODS else "other", route


def count_request(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """Count a request under the name of its route, never under its path, of which there is no end."""
    method, route = _method_and_route(request, response)
    meter.count("cardloom_requests_total", route=route, method=method, status=response.status_code)
    meter.observe("cardloom_request_seconds", seconds, meter.REQUEST_SECONDS, route=route)


def _route(path: str) -> str:
    """Return the label of a request that no view was asked for."""
    if path.startswith(settings.STATIC_URL):
        return "static"
    return path if path in QUIET else "none"


class SecurityHeaders:
    """Adds the headers that Django has no setting for.

    A page that depends on who is asking is never kept by a cache; a view that is public says so itself.
    """

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
        )
        response.headers.setdefault("Cache-Control", "no-store")
        return response


class Head:
    """Answers HEAD on a page with what GET answers, less the body. The API's views know HEAD themselves."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "HEAD" or request.path.startswith("/api/"):
            return self.get_response(request)
        request.method = "GET"
        try:
            response = self.get_response(request)
        finally:
            request.method = "HEAD"
        if response.streaming:
            response.close()
            response.streaming_content = ()  # type: ignore[attr-defined]  # a streaming answer has it
        else:
            response.headers["Content-Length"] = str(len(response.content))
            response.content = b""
        return response


class Unavailable:
    """Answers 503 when the database is away, and 507 when a disk is full, instead of a page that says we are broken."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        except (OperationalError, InterfaceError, PoolTimeout) as error:
            return self.process_exception(request, error) or HttpResponse(status=503)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Turn the loss of the database into 503 and a full disk into 507; leave every other exception alone."""
        full = _full_disk(error)
        if not full and not isinstance(error, OperationalError | InterfaceError | PoolTimeout):
            return None
        if full:
            refused(full)
        log.error("disk full" if full else "database unavailable", extra={"reason": str(error).strip(), "full": full})
        response = _problem(request, full) if wants_json(request) else _page(request, bool(full))
        response.headers["Retry-After"] = "60" if full else "5"
        return response


def _full_disk(error: BaseException) -> str:
    """Return whose disk is full, or an empty text when another thing went wrong."""
    if isinstance(error.__cause__, DiskFull):
        return DATABASE
    if isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return fullest_folder()
    lost = isinstance(error, OperationalError | InterfaceError | PoolTimeout)
    return DATABASE if lost and DATABASE in full_folders() else ""  # without room for its log it has stopped itself


def _problem(request: HttpRequest, full: str) -> HttpResponse:
    """Return problem+json for a program."""
    if not full:
        return problem_response(request, Refusal(*UNAVAILABLE, slug="unavailable"))
    return problem_response(request, Refusal(*(text.format(disk=full) for text in FULL), slug="storage-full"))


def _page(request: HttpRequest, is_full: bool) -> HttpResponse:
    """Return a page that needs no database to be drawn."""
    status = 507 if is_full else 503
    context = {"status": status, "is_full": is_full}
    return HttpResponse(render_to_string("portal/unavailable.html", context, request=None), status=status)


class MissingGames:
    """Shows what is stored of a game that cannot be loaded. What cannot be done without it, or fails in its code, is refused."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            return self.get_response(request)
        with rulesets.standing_in():
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Refuse what the code of an added game failed in; leave every other exception alone."""
        refusal = rulesets.failed_game(error)
        if refusal is None:
            return None
        log.error("a game failed", exc_info=error)
        return problem_response(request, refusal) if wants_json(request) else refusal_page(request, refusal)
