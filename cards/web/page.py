"""What every view has in common: access, language, and how a refusal is rendered."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.contrib import messages
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    QueryDict,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from cards.errors import InvalidFields, Limited, MissingField, NotFound, NotSignedIn, Refusal, SignInTooOld
from cards.models import Card, Pack
from cards.models.fields import DJANGO_LANGUAGES
from cards.permissions import Act
from cards.problem_json import problem_response
from cards.queries.card_names import card_of_old_id
from cards.queries.cards import card_face, card_get
from cards.queries.names import draft_name
from cards.queries.packs import pack_get
from cards.services.job import JobForm, job_queue
from cards.shape import JsonObject
from cards.web.confirming import confirmation_page, confirmation_take
from cards.web.context import SHEETS
from cards.web.forms import refusal_line
from cards.web.text import bilingual_plain

Context = dict[str, Any]  # of a template
View = Callable[..., HttpResponseBase]
ResponseType = TypeVar("ResponseType", bound=HttpResponseBase)


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


def _of_pack(wrap: Callable[[View], View]) -> Callable[..., Callable[[View], View]]:
    """Return `wrap` for views of a pack: `@pack_page(Act.CARD_READ, "GET", "POST")`.

    The view gets the rows that `pack` and `card` of its address name, where the account may do the act; without
    methods it answers GET alone.
    """

    def of_act(act: Act, *methods: str) -> Callable[[View], View]:
        def decorate(view: View) -> View:
            @wraps(view)
            def with_rows(request: HttpRequest, pack: str, **kwargs: Any) -> HttpResponseBase:
                row = pack_get(account=request.user, slug=pack, act=act)
                if "card" in kwargs:
                    kwargs["card"] = card_get(account=request.user, pack=row, written_id=kwargs["card"])
                return view(request, pack=row, **kwargs)

            return require_http_methods([*(methods or ("GET",))])(wrap(with_rows))

        return decorate

    return of_act


pack_page, asking_pack_page, open_pack_page, pack_endpoint = map(_of_pack, (page, asking_page, open_page, endpoint))


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
        confirmation_take(request)
        return view(request, *args, **kwargs)
    except InvalidFields as refusal:
        entries = {str(error["pointer"]).strip("/"): error["detail"] for error in refusal.errors}
        params = params_of(request)
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


def pack_context(pack: Pack, section: str, last: str, *between: tuple[str, str], **context: Any) -> dict[str, Any]:
    """Return what every page of a pack shows: its section, and the crumbs from the pack to `last`, the page itself.

    Shapes: between are the address and the label of each page on the way.
    """
    crumbs = [(reverse("cards:pack-detail", args=[pack]), bilingual_plain(pack.name)), *between, ("", last)]
    return {"pack": pack, "section": section, "crumbs": crumbs, **context}


def card_crumb(pack: Pack, card: Card) -> tuple[str, str]:
    """Return the crumb that leads to a card."""
    return reverse("cards:card-detail", args=[pack, card]), bilingual_plain(draft_name(pack, card)) or card.written_id


def card_head(card: Card | None, pack: Pack) -> dict[str, Any]:
    """Return id, name and address of the card that a page is about; empty where it is about none."""
    return {
        "card_id": card.written_id if card else "",
        "card_name": (card_face(card=card, pack=pack) or {}).get("name") if card else None,
        "card_url": reverse("cards:card-detail", args=[pack, card]) if card else "",
    }


def queue_job(request: HttpRequest, pack: Pack, form: JobForm) -> HttpResponse:
    """Queue what is too long for a request as a job, and lead to its page."""
    return redirect("cards:job-detail", pack, job_queue(actor=request.user, pack=pack, form=form).number)


def params_of(request: HttpRequest) -> QueryDict:
    """Return the fields of a submitted form, or of the query string."""
    return request.POST if request.method == "POST" else request.GET


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the fields of a submitted form; None without one, which leaves a Django form unbound."""
    return request.POST if request.method == "POST" else None


def posted_number(request: HttpRequest, name: str, digits: int = 15) -> int:
    """Return the row number in a field of a form; NotFound for anything else."""
    text = request.POST.get(name, "")
    if not is_number(text, digits):
        raise NotFound
    return int(text)


def is_number(text: str, digits: int) -> bool:
    """Return whether a text is a whole number in ASCII digits, `digits` at most."""
    return text.isascii() and text.isdigit() and len(text) <= digits


def json_answer(answer: JsonObject, **kwargs: Any) -> JsonResponse:
    """Return JSON with every script as it is written."""
    return JsonResponse(answer, json_dumps_params={"ensure_ascii": False}, **kwargs)


def polled(request: HttpRequest, mark: str, progress: Callable[[], JsonObject]) -> HttpResponse:
    """Return the progress to a page that polls; 304 while the mark is the one that it has."""
    etag = f'"{mark}"'
    is_known = request.headers.get("If-None-Match") == etag
    response = HttpResponse(status=304) if is_known else json_answer(progress())
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Cookie",))
    return response


def open_file(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return a public file under the hash of its bytes, which pages of other sites may read; 304 where the caller has it."""
    tag = f'"{hashlib.blake2b(response.content, digest_size=16).hexdigest()}"'
    response.headers["ETag"] = tag
    answer: HttpResponse = get_conditional_response(request, etag=tag, response=response) or response
    answer.headers["Access-Control-Allow-Origin"] = "*"
    answer.headers["Access-Control-Expose-Headers"] = "ETag"
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


def attachment(response: ResponseType, name: str) -> ResponseType:
    """Return a response that browsers save under a name."""
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def csv_file(lines: Iterable[str | bytes], name: str) -> StreamingHttpResponse:
    """Return lines of CSV as a file, sent as they come."""
    return attachment(StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8"), name)


def text_file(text: str, kind: str, name: str) -> HttpResponse:
    """Return a text that is computed for one account as a file."""
    headers = {"Cache-Control": "private, no-cache"}
    return attachment(HttpResponse(text, content_type=f"{kind}; charset=utf-8", headers=headers), name)


def render_secret(
    request: HttpRequest, template: str, context: JsonObject, secret: str, status: int = 200
) -> HttpResponse:
    """Render a page that may show a secret: then no cache stores it, and it is never compressed beside other text."""
    response = render(request, template, context, status=status)
    if secret:
        response.headers["Cache-Control"] = "no-store, no-transform"
    return response


@contextmanager
def refusal_message(request: HttpRequest, words: Callable[[Refusal], str] = refusal_line) -> Iterator[None]:
    """Show a refusal of the block as a message of the next page."""
    try:
        yield
    except Refusal as refusal:
        messages.error(request, words(refusal))


def required(body: JsonObject, name: str) -> Any:
    """Return a field of a request; an absent one is refused, never taken for an empty one."""
    if name not in body:
        raise MissingField(name)
    return body[name]


def speak(request: HttpRequest) -> None:
    """Switch to the language of the account, whatever the device asks for."""
    if request.user.is_authenticated:
        language = DJANGO_LANGUAGES[request.user.language]
        translation.activate(language)
        request.LANGUAGE_CODE = language


def refusal_page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return the page that says why something is not done, and what to do now; or asks who is there, and then does it."""
    if isinstance(refusal, SignInTooOld):
        return confirmation_page(request)
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
