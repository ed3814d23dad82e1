"""A refusal as problem+json, the same for the API and for the editor's own requests.

Source: RFC 9457; the slugs and their words are those of `cards.errors`.
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.encoding import escape_uri_path

from cards.errors import REFUSALS, GateClosed, Limited, Refusal, Stale, VersionTooLow
from cards.localization import data_language
from cards.models import Card
from cards.queries.readiness import first_cards
from cards.refusals import text
from cards.shape import Json

CONTENT_TYPE = "application/problem+json"
FAILED = text("The job failed", "任务失败")
"""The title where no refusal was foreseen."""


def wants_json(request: HttpRequest) -> bool:
    """Return whether a program asked: the API, a script that sends or accepts JSON, or any other request of a script but htmx's."""
    headers = request.headers
    if (
        request.path.startswith("/api/")
        or "json" in headers.get("Accept", "")
        or "json" in (request.content_type or "")
    ):
        return True
    return headers.get("Sec-Fetch-Dest") == "empty" and "HX-Request" not in headers


def refusal_json(refusal: Refusal) -> Json:
    """Return what is said of a refusal in every language, which a row can keep."""
    return {
        "slug": refusal.slug,
        "detail": dict(refusal.detail),
        "errors": [
            {
                "pointer": error["pointer"],
                "detail": error["detail"] if isinstance(error["detail"], str) else dict(error["detail"]),
            }
            for error in refusal.errors
        ],
        "problems": [problem.to_json() for problem in refusal.problems],
    }


def problem_document(stored: Mapping[str, Any], *, instance: str, request_id: str) -> Json:
    """Return the document of a refusal in the language of the request. Shapes: refused is as `refusal_json` gives it."""
    language, meaning = data_language(), REFUSALS.get(stored["slug"])
    lists = {
        "errors": [
            {"pointer": error["pointer"], "detail": _say(error["detail"], language)} for error in stored["errors"]
        ],
        "problems": stored["problems"],
    }
    return {
        "type": f"/problems/{stored['slug']}" if meaning else "about:blank",
        "title": (meaning.title if meaning else FAILED)[language],
        "status": meaning.status if meaning else 500,
        "detail": stored["detail"][language],
        "instance": instance,
        "request_id": request_id,
        **{name: error for name, error in lists.items() if error},
    }


def problem_body(request: HttpRequest, refusal: Refusal, **members: Any) -> Json:
    """Return the document of a refusal of this request. Shapes: `members` adds members of its own, such as the current draft beside `stale`."""
    body = problem_document(
        refusal_json(refusal),
        instance=escape_uri_path(request.path),
        request_id=request.META.get("REQUEST_ID", ""),
    )
    return {**body, **_members(refusal), **members}


def problem_response(request: HttpRequest, refusal: Refusal, **members: Any) -> JsonResponse:
    """Return the answer that refuses a request of a program."""
    response = JsonResponse(
        problem_body(request, refusal, **members),
        status=refusal.status,
        content_type=CONTENT_TYPE,
        json_dumps_params={"ensure_ascii": False},
    )
    response.headers["Content-Language"] = "zh-Hans" if data_language() == "zh" else "en"
    response.headers["Cache-Control"] = "no-store"
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    if isinstance(refusal, Limited):
        response.headers["Retry-After"] = str(refusal.retry_after)
    return response


def _say(text: Mapping[str, str] | str, language: str) -> str:
    return text if isinstance(text, str) else text[language]


def _conflict_copy(card: Card, number: int) -> Json:
    """Return where the text that lost is kept: for programs, and as a page."""
    kwargs = {"pack": card.pack.slug, "card": card.written_id}
    return {
        "revision": number,
        "url": reverse("api:revision", kwargs={**kwargs, "number": number}),
        "page": f"{reverse('cards:card-history', kwargs=kwargs)}?revision={number}",
    }


def _members(refusal: Refusal) -> Json:
    """Return the members that only this kind of refusal has."""
    match refusal:
        case GateClosed():
            return {"gates": [first_cards(gate) for gate in refusal.gates]}
        case VersionTooLow():
            return {"minimum": refusal.minimum}
        case Stale() if refusal.conflict_revision is not None:
            return {"aside": _conflict_copy(refusal.current.card, refusal.conflict_revision)}
        case _:
            return {}
