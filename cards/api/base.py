"""What every view of the API has in common: who asks, what is read and written, how a refusal looks."""

import hashlib
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.parsers import BaseParser
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.api.bytes import MEMBERS_ONLY, SHORT, tagged
from cards.api.limits import Window, count_request
from cards.api.shapes import current_shape, current_tag
from cards.api.sunset import Sunset, SunsetPassed, announce
from cards.errors import InvalidFields, NotFound, NotSignedIn, Refusal, ScopeTooLow, Stale
from cards.gateway import packs
from cards.localization import data_language
from cards.models import Account, Card, Pack
from cards.models.account import TokenScope
from cards.models.fields import DJANGO_LANGUAGES
from cards.permissions import Act, Actor, require_scope
from cards.problem_json import problem_response
from cards.queries.cards import card_get
from cards.queries.packs import pack_get
from cards.refusals import text
from cards.services.token import INVALID, token_sign_in

EXPOSED_HEADERS = "Content-Range, Deprecation, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset, Warning, X-Request-ID"
"""Headers that pages of other sites may read."""
CROSS_SITE = ("GET", "HEAD")
"""Methods that pages of other sites may use."""
READ_HEADERS = "Accept-Language, Authorization, Content-Type, If-None-Match, If-Range, Range"
"""Headers that pages of other sites may send."""
OK = 200
FREE = (304, 307)
"""Answers that are not counted."""
STATUS_UNAUTHORIZED = 401
UNREAD = 415
CHALLENGE = 'Bearer realm="cardloom"'
SLUG_BY_STATUS = {
    400: "malformed-json",
    401: "not-signed-in",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    415: "unsupported-media-type",
}
"""The slugs of what the framework itself refuses."""


class StrictParser(BaseParser):
    """Reads a body by the project's one JSON reader: its limits, its refusals."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """Return the value of the body; BadText with every problem otherwise."""
        data = stream.read()
        parser_context["request"].body_sha256 = hashlib.sha256(data).hexdigest()
        return packs.read_body(data)


class BearerToken(BaseAuthentication):
    """`Authorization: Bearer clm_…`; a token that does not work is refused, whatever session comes with it."""

    def authenticate(self, request: Request) -> tuple[Account, str] | None:
        """Return the account of the token, limited to its scopes; None where no token was sent."""
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        return token_sign_in(secret=secret.strip()), "token"

    def authenticate_header(self, request: Request) -> str:
        """Name what would help; this also makes a missing sign-in 401, not 403."""
        return CHALLENGE


class CheckedSession(SessionAuthentication):
    """A signed-in browser, its CSRF token checked."""


class Endpoint(APIView):
    """A view of the API."""

    authentication_classes = (BearerToken, CheckedSession)
    permission_classes = ()
    parser_classes: tuple[type[BaseParser], ...] = (StrictParser,)
    renderer_classes = (JSONRenderer,)
    http_method_names = ["get", "head", "options", "post", "put", "patch", "delete"]
    is_counted = True
    """Files are not counted: their origin is unlimited."""
    window: Window | None = None
    """Where the request that is answered was counted."""
    harmless_methods: tuple[str, ...] = ()
    """Methods beside GET and HEAD that pages of other sites may use: they change nothing."""
    sunset: Sunset | None = None
    """When the whole resource ends, if that is decided."""
    scopes: Mapping[str, str | None] = {}
    """The scope of each method that is neither a read by GET nor a write; nothing = not for tokens."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse a token without the scope; answer an account in its own language unless the request names one."""
        super().initial(request, *args, **kwargs)
        if self.is_counted:
            self.window = count_request(request)
            self.window.check()
        if self.sunset is not None and timezone.now() >= self.sunset.ends:
            raise SunsetPassed()
        _refuse_nul(request)
        if isinstance(request.user, Account) and "Accept-Language" not in request.headers:
            translation.activate(DJANGO_LANGUAGES[request.user.language])
        usual = TokenScope.READ if request.method in SAFE_METHODS else TokenScope.WRITE
        if request.method != "OPTIONS":
            scope = self.scopes.get(request.method or "", usual)
            require_scope(account=request.user, scope=scope)
            if scope is not None:  # whoever writes is answered what is there then
                require_scope(account=request.user, scope=TokenScope.READ)

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Set the headers of the methods answered here, and of what pages of other sites may do, with a token or without a sign-in."""
        allowed = ", ".join(self.allowed_methods)
        response = Response(status=204, headers={"Allow": allowed})
        methods = [method for method in self.allowed_methods if method in CROSS_SITE or method in self.harmless_methods]
        if methods:
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Access-Control-Allow-Methods"] = ", ".join(methods)
            response.headers["Access-Control-Allow-Headers"] = READ_HEADERS
            response.headers["Access-Control-Max-Age"] = "86400"
        return response

    def get_exception_handler(self) -> Any:
        """Turn every refusal into problem+json; an unforeseen error goes on to the server's own page."""
        return refuse

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Set the mark, the lifetime and the language of an answer, what is left of the caller's share, and that it varies by reader."""
        finished: Any = super().finalize_response(request, response, *args, **kwargs)
        if self.sunset is not None:
            announce(finished, self.sunset)
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        is_same_for_all = finished.headers.get("Cache-Control", "").startswith("public")
        if request.method in ("GET", "HEAD") and finished.status_code == OK and "ETag" not in finished.headers:
            finished.render()
            is_anonymous = not ("Authorization" in request.headers or has_session)
            finished = tagged(request._request, finished, usual=SHORT if is_anonymous else MEMBERS_ONLY)
        if (request.method in SAFE_METHODS or request.method in self.harmless_methods) and not has_session:
            finished.headers["Access-Control-Allow-Origin"] = "*"
            finished.headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
        self._say_what_is_left(finished)
        if is_same_for_all:
            finished.varies_by_nothing = True  # whatever language and whoever it is
            del finished.headers["Vary"]
            return finished
        finished.headers.setdefault("Content-Language", "zh-Hans" if data_language() == "zh" else "en")
        patch_vary_headers(finished, ("Accept-Language", "Cookie", "Authorization"))
        return finished

    def _say_what_is_left(self, response: Any) -> None:
        """Write what is left of the caller's share into a private answer; a redirect and 304 spend none of it."""
        if self.window is None:
            return
        if response.status_code in FREE:
            self.window.refund()
        elif not response.headers.get("Cache-Control", "").startswith("public"):
            for name, value in self.window.headers.items():
                response.headers[name] = value


def actor_of(request: Request) -> Actor:
    """Return the account of a request, or an anonymous one."""
    user: Actor = request.user
    return user


def signed_in(request: Request) -> Account:
    """Return the account that asks, or refuse."""
    if isinstance(request.user, Account):
        return request.user
    raise NotSignedIn()


def pack_of(request: Request, slug: str, act: Act = Act.CARD_READ, *, with_counts: bool = False) -> Pack:
    """Return the pack if the caller may do that there; who is not signed in is asked to, whether it exists or not."""
    try:
        return pack_get(account=actor_of(request), slug=slug, act=act, with_counts=with_counts)
    except NotFound:
        if isinstance(request.user, Account):
            raise
        raise NotSignedIn() from None


def card_of(request: Request, slug: str, written_id: str) -> tuple[Pack, Card]:
    """Return a pack and a card of it that the caller may read."""
    pack = pack_of(request, slug)
    return pack, card_get(account=actor_of(request), pack=pack, written_id=written_id)


def _refuse_nul(request: Request) -> None:
    """Refuse the one character that a text column cannot hold, before it comes near one."""
    if "\0" in request.path:
        raise NotFound()
    for name, written in request.query_params.items():
        if "\0" in name or "\0" in written:
            raise InvalidFields.of(f"/{name}", "NUL characters are not allowed here.", "此处不能有 NUL 字符。")


def refuse(error: Exception, context: dict[str, Any]) -> HttpResponseBase | None:
    """Return the problem document of an error, or None for a bug of the portal."""
    request: HttpRequest = context["request"]._request
    if isinstance(error, Refusal):
        return _with_challenge(_refusal_response(request, error), error)
    if not isinstance(error, exceptions.APIException):
        return None
    status = 401 if isinstance(error, exceptions.NotAuthenticated) else error.status_code
    slug = SLUG_BY_STATUS.get(status, "malformed-json")
    refusal = Refusal(slug=slug) if status != UNREAD else Refusal(*_kinds_read(context["view"]), slug=slug)
    response = _with_challenge(problem_response(request, refusal), refusal)
    if isinstance(error, exceptions.MethodNotAllowed):
        response.headers["Allow"] = ", ".join(context["view"].allowed_methods)
    return response


def _kinds_read(view: Endpoint) -> tuple[str, str]:
    """Return what a view reads, as an advice."""
    *others, last = (f"`{parser.media_type}`" for parser in view.parser_classes)
    english = f"{', '.join(others)} or {last}" if others else last
    return f"Send {english}.", f"请发送 {'、'.join((*others, last))}。"


def _refusal_response(request: HttpRequest, refusal: Refusal) -> HttpResponseBase:
    """Return the document of a refusal; what is stale comes with what is there now, and its ETag."""
    if not isinstance(refusal, Stale):
        return problem_response(request, refusal)
    response = problem_response(request, refusal, current=current_shape(refusal.current))
    response.headers["ETag"] = f'"{current_tag(refusal.current)}"'
    return response


def based_on(request: Request) -> str | None:
    """Return what `If-Match` says of the state that a change is based on, or None."""
    return request.headers.get("If-Match")


def _with_challenge(response: HttpResponseBase, refusal: Refusal) -> HttpResponseBase:
    """Name the token that would be accepted (RFC 6750)."""
    if isinstance(refusal, ScopeTooLow):
        wanted = f', scope="{refusal.scope}"' if refusal.scope else ""
        response.headers["WWW-Authenticate"] = f'{CHALLENGE}, error="insufficient_scope"{wanted}'
    elif refusal.status == STATUS_UNAUTHORIZED:
        error = ', error="invalid_token"' if refusal.detail == text(*INVALID) else ""
        response.headers["WWW-Authenticate"] = f"{CHALLENGE}{error}"
    return response


def answer(data: Any, status: int = 200, **headers: str) -> Response:
    """Return an answer with headers, underscores in their names written as hyphens."""
    return Response(data, status=status, headers={name.replace("_", "-"): value for name, value in headers.items()})
