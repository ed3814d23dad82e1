"""Ends a request whose budget of processor time is used up, and that request alone."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from cards.budget import AIM, Budget, TooExpensive, of_request
from cards.errors import Refusal
from cards.gateway import rulesets
from cards.problem_json import problem_response, wants_json
from cards.web.page import refusal_page
from portal.redaction import redact

log = logging.getLogger(__name__)


class RequestBudget:
    """Gives each request its budget, and answers 503 for one that has used it up.

    It stands outside of sessions, languages and the database, so that what they do counts, and what they would write is not written.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with of_request(Budget(settings.REQUEST_SECONDS)) as budget, connection.execute_wrapper(budget.execute):
            try:
                response = self.get_response(request)
            except TooExpensive:
                response = refused(request, Refusal(slug="too-expensive"))
            except rulesets.GameTimeout as error:
                failed = rulesets.failed_game(error)
                if failed is None or budget.is_over:  # what was written is committed: no answer may deny it
                    raise
                log.error("a game does not come to an end", exc_info=error)
                response = refused(request, failed)
            if budget.used > AIM:
                about = {"method": request.method, "path": redact(request.path), "cpu_seconds": round(budget.used, 2)}
                log.warning("a request used much processor time", extra=about)
            budget.is_over = True  # what reads the answer piece by piece has begun to send it
            return response


def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return the answer that says that nothing was written, in the language that the request has reached."""
    if not hasattr(request, "LANGUAGE_CODE"):
        translation.activate(translation.get_language_from_request(request))
    if wants_json(request) or not hasattr(request, "user"):
        return problem_response(request, refusal)
    return refusal_page(request, refusal)
