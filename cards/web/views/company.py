"""Signing in at the provider: on the way there, and on the way back."""

import json
import secrets
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

from cards.errors import NotFound, NotSignedIn, StateConflict
from cards.localization import localize
from cards.models import Account, CompanyAccount
from cards.services.account import account_confirm_elsewhere
from cards.services.company import JoinNeeded, company_sign_in, company_sign_out
from cards.services.provider import (
    Attempt,
    Person,
    ProviderAway,
    ProviderRefuses,
    authorization_address,
    notice_of,
    person_of_code,
)
from cards.web.company_session import company_note, joining_note
from cards.web.entering import account_enter
from cards.web.forms import refusal_line
from cards.web.known_browser import place_of
from cards.web.page import open_page, way_on
from cards.web.session_store import PROVED_KEY

COOKIE, SALT = "company", "cards.company"
AGE = 600  # seconds between leaving and coming back
PATH = "/sign-in/company/"


@require_GET
@open_page
def company_leave(request: HttpRequest) -> HttpResponse:
    """Lead to the provider; the browser alone remembers the attempt, so that a look stores no row."""
    _require_provider()
    attempt = Attempt(*(secrets.token_urlsafe(32) for _ in range(3)))
    is_again = "confirm" in request.GET
    try:
        response = redirect(authorization_address(attempt, return_to=_return_address(), is_again=is_again))
    except ProviderAway:
        return _to_sign_in(request, _no_answer())
    memory = {"state": attempt.state, "nonce": attempt.nonce, "verifier": attempt.verifier, "confirm": is_again}
    memory["next"] = way_on(request, request.GET.get("next", ""))
    response.set_cookie(
        COOKIE,
        signing.dumps(json.dumps(memory), salt=SALT),
        max_age=AGE,
        path=PATH,
        samesite="Lax",
        secure=bool(settings.SESSION_COOKIE_SECURE),
        httponly=True,
    )
    return response


@require_GET
@open_page
def company_return(request: HttpRequest) -> HttpResponse:
    """Take what the provider says of the person, and open the session, or confirm the one that there is."""
    _require_provider()
    note = _attempt_of(request)
    if note is None or not constant_time_compare(note["state"], request.GET.get("state", "")):
        return _to_sign_in(request, localize("That sign-in has expired: begin again.", "该次登录已过期，请重新开始。"))
    attempt = Attempt(note["state"], note["nonce"], note["verifier"])
    try:
        if "error" in request.GET:
            raise ProviderRefuses(request.GET["error"])
        person, refresh_token = person_of_code(request.GET.get("code", ""), attempt, return_to=_return_address())
        response = _confirm(request, person) if note["confirm"] else _enter(request, person, note["next"])
    except ProviderAway:
        return _to_sign_in(request, _no_answer())
    except ProviderRefuses:
        text = localize("{name} did not confirm this sign-in.", "{name} 未确认此次登录。", name=settings.OIDC_NAME)
        return _to_sign_in(request, text)
    except NotSignedIn as refusal:
        return _to_sign_in(request, refusal_line(refusal))
    except JoinNeeded:
        joining_note(request, person)
        return redirect("cards:sign-in")
    company_note(request, refresh_token, person.session)
    response.delete_cookie(COOKIE, path=PATH)
    return response


@csrf_exempt
@require_POST
@open_page
def company_sign_out_notice(request: HttpRequest) -> HttpResponse:
    """Take the report of the provider that a person signed out there, or was signed out: a logout token, without a browser."""
    _require_provider()
    try:
        company_sign_out(notice=notice_of(request.POST.get("logout_token", "")))
    except (ProviderRefuses, StateConflict) as refusal:
        answer = {"error": "invalid_request", "error_description": str(refusal)}
        return JsonResponse(answer, status=400, headers={"Cache-Control": "no-store"})
    return HttpResponse(status=200, headers={"Cache-Control": "no-store"})


def _enter(request: HttpRequest, person: Person, target: str) -> HttpResponse:
    place = place_of(request)
    return account_enter(request, company_sign_in(person=person, place=place), target, place, keeps=True)


def _confirm(request: HttpRequest, person: Person) -> HttpResponse:
    """Confirm the session that asked in another tab, where the person is that of its account."""
    account = request.user
    row = CompanyAccount.objects.filter(issuer=person.issuer, subject=person.subject).first()
    if not isinstance(account, Account) or row is None or row.account_id != account.pk:
        raise ProviderRefuses("another person")
    request.session[PROVED_KEY] = account_confirm_elsewhere(actor=account).timestamp()
    return render(request, "cards/company_confirmed.html")


def _attempt_of(request: HttpRequest) -> dict[str, Any] | None:
    try:
        note: dict[str, Any] = json.loads(signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=AGE))
    except signing.BadSignature:
        return None
    return note


def _require_provider() -> None:
    if settings.SIGN_IN == "password":
        raise NotFound()


def _return_address() -> str:
    return f"{settings.SITE_URL}{reverse('cards:company-return')}"


def _no_answer() -> str:
    return localize(
        "{name} does not answer. Try again shortly.", "{name} 没有响应。请稍后再试。", name=settings.OIDC_NAME
    )


def _to_sign_in(request: HttpRequest, text: str) -> HttpResponse:
    messages.error(request, text)
    response = redirect("cards:sign-in")
    response.delete_cookie(COOKIE, path=PATH)
    return response
