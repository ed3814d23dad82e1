"""The pages and answers for what Django itself refuses: unknown addresses, bad requests, our own faults."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string

from cards.errors import Forbidden, NotFound, Refusal, TooLarge
from cards.problem_json import CONTENT_TYPE, problem_response, wants_json
from cards.web.context import SHEETS
from cards.web.page import refusal_page

SERVER_ERROR = {"en": "That did not work on our side", "zh": "服务器出错"}
BROKEN_DETAIL = {
    "en": "What you saved before is safe. Try again; if it stays, quote the request to whoever runs the portal.",
    "zh": "之前保存的内容是安全的。请重试；若仍出错，请把请求编号告诉门户的运营者。",
}
CSRF_ERROR = (
    "This page has expired: reload it, then submit the form again.",
    "页面已过期，无法提交表单：请重新载入后再提交。",
)
BAD_REQUEST = ("The request could not be understood.", "无法理解该请求。")


def _answer(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return problem+json to a program and a page to a person."""
    if wants_json(request):
        return problem_response(request, refusal)
    return refusal_page(request, refusal)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a malformed or an oversized request."""
    if isinstance(exception, RequestDataTooBig):
        return _answer(request, TooLarge())
    return _answer(request, Refusal(*BAD_REQUEST, slug="invalid-fields"))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what the account may not do."""
    return _answer(request, Forbidden())


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form without a valid token: most often a page that was open for too long."""
    return _answer(request, Forbidden(*CSRF_ERROR))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an address that leads nowhere."""
    return _answer(request, NotFound())


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer after a bug of the portal; needs no database and no account."""
    request_id = request.META.get("REQUEST_ID", "")
    if wants_json(request):
        body = {"type": "about:blank", "title": SERVER_ERROR["en"], "status": 500, "request_id": request_id}
        return JsonResponse(body, status=500, content_type=CONTENT_TYPE)
    words = {"title": SERVER_ERROR, "detail": BROKEN_DETAIL, "slug": "unavailable"}
    context = {"status": 500, "refusal": words, "request_id": request_id, "sheets": SHEETS}
    return HttpResponse(render_to_string("errors/page.html", context), status=500)
