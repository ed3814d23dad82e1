"""What every view has in common: access, language, and how a refusal is rendered."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme

from cards.errors import InvalidFields, Limited, MissingField, NotFound, NotSignedIn, Refusal
from cards.models.fields import DJANGO_LANGUAGES
from cards.problem_json import problem_response
from cards.queries.card_names import card_of_old_id
from cards.web.context import SHEETS

View = Callable[..., HttpResponseBase]


def page(view: View) -> View:
    """Wrap a view that needs an account: others are asked to sign in and come back."""
    return _wrap(view, needs_account=True)


def asking_page(view: View) -> View:
    """Wrap a view that changes nothing: its POST asks as GET does, for what is too long for an address."""
    return _wrap(view, needs_account=True, asks_by=("GET", "POST"))


def open_page(view: View) -> View:
    """Wrap a view that anyone may see."""
    return _wrap(view, needs_account=False)


def endpoint(view: View) -> View:
    """Wrap a view that speaks JSON: a refusal is problem+json, never a page."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        speak(request)
        try:
            if not request.user.is_authenticated:
                raise NotSignedIn
            return view(request, *args, **kwargs)
        except NotFound as refusal:
            return _redirect_to_new_id(request, kwargs) or problem_response(request, refusal)
        except Refusal as refusal:
            return problem_response(request, refusal)

    return answer


def _wrap(view: View, *, needs_account: bool, asks_by: Sequence[str] = ("GET",)) -> View:
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        speak(request)
        if needs_account and not request.user.is_authenticated:
            return redirect(f"{reverse('cards:sign-in')}?{urlencode({'next': request.get_full_path()})}")
        try:
            return _asked_for(view, request, asks_by, *args, **kwargs)
        except NotFound as refusal:
            return _redirect_to_new_id(request, kwargs) or refusal_page(request, refusal)
        except Refusal as refusal:
            return refusal_page(request, refusal)

    return answer


def _asked_for(view: View, request: HttpRequest, asks_by: Sequence[str], *args: Any, **kwargs: Any) -> HttpResponseBase:
    """Return the page that is asked for; without the fields that are refused, which it then names with what was typed."""
    try:
        return view(request, *args, **kwargs)
    except InvalidFields as refusal:
        entries = {str(error["pointer"]).strip("/"): error["detail"] for error in refusal.errors}
        params = request.POST if request.method == "POST" else request.GET
        is_typed = request.method in asks_by and request.headers.get("Sec-Fetch-Dest") != "empty"
        if not is_typed or not entries or not entries.keys() <= params.keys():
            raise
        rest, secrets = params.copy(), list(getattr(request, "refused_fields", ()))
        for name, detail in entries.items():
            secrets.append({"name": name, "detail": detail, "entry": rest.pop(name)[-1]})
        setattr(request, request.method or "GET", rest)  # the page is drawn from what is left
        request.refused_fields = secrets  # type: ignore[attr-defined]  # `ui` names them
        response = _asked_for(view, request, asks_by, *args, **kwargs)
        if not response.headers.get("Content-Type", "").startswith("text/html"):
            raise
        response.status_code = refusal.status
        return response


def _redirect_to_new_id(request: HttpRequest, kwargs: Mapping[str, str]) -> HttpResponse | None:
    """Return the way to the same address of a card that has another id now, for those who may read it; else nothing."""
    if "pack" not in kwargs or "card" not in kwargs or request.resolver_match is None:
        return None
    new_id = card_of_old_id(account=request.user, pack_slug=kwargs["pack"], old_id=kwargs["card"])
    if not new_id:
        return None
    address = reverse(request.resolver_match.view_name, kwargs={**kwargs, "card": new_id})
    query = request.META.get("QUERY_STRING", "")
    response = HttpResponse(status=HTTPStatus.TEMPORARY_REDIRECT)  # the method and what was sent go along
    response.headers["Location"] = f"{address}?{query}" if query else address
    return response


def way_on(request: HttpRequest, target: str) -> str:
    """Return where to go on: an address of this site, as its own pages write them, or the home page."""
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if safe and target.startswith("/") else reverse("cards:home")


def required(body: Mapping[str, Any], name: str) -> Any:
    """Return a field of a request; an absent one is refused, never taken for an empty one."""
    if name not in body:
        raise MissingField.of(name)
    return body[name]


def speak(request: HttpRequest) -> None:
    """Switch to the language of the account, whatever the device asks for."""
    if request.user.is_authenticated:
        language = DJANGO_LANGUAGES[request.user.language]
        translation.activate(language)
        request.LANGUAGE_CODE = language


def refusal_page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return the page that says why something is not done, and what to do now."""
    context = {
        "status": refusal.status,
        "refusal": {"title": refusal.title, "detail": refusal.detail, "slug": refusal.slug},
        "request_id": request.META.get("REQUEST_ID", ""),
        "sheets": SHEETS,
    }
    response = render(request, "errors/page.html", context, status=refusal.status)
    if isinstance(refusal, Limited):
        response.headers["Retry-After"] = str(refusal.retry_after)
    return response
