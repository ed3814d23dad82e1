"""The other seat of a match: its link is taken once, then shows the table to its holder alone."""

from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from cards.errors import NotFound, Stale, StateConflict
from cards.gateway import previews
from cards.localization import localize
from cards.models import Account, SeatLink
from cards.permissions import Act, allows, role_in
from cards.services.match import bots_ask, is_slow
from cards.services.seat import seat_get, seat_holds, seat_play, seat_take
from cards.web.forms import refusal_details
from cards.web.match_forms import match_url
from cards.web.match_table import table_page
from cards.web.page import open_page, polled
from cards.web.playing import given_answer, stand_for

COOKIE = "seat"
COOKIE_DAYS = 90


@require_http_methods(["GET", "POST"])
@open_page
def seat(request: HttpRequest, token: str) -> HttpResponse:
    """Offer the seat of a link that was not used; to its holder show the table, and take the answers."""
    link = seat_get(token=token)
    if link.taken_at is None:
        return _take(request, link, token)
    _check_holder(request, link)
    if request.method == "POST":
        return _answered(request, link)
    context = {"match": link.match, "guest": link, "here": request.path, "is_sandbox": False, "is_secret": True}
    if link.match.is_over:
        may_watch = allows(role=role_in(account=request.user, pack=link.match.pack), act=Act.PREVIEW_READ)
        ended = {"has_won": link.match.winner == link.seat, "watch_url": match_url(link.match) if may_watch else ""}
        return render(request, "cards/seat.html", context | ended)
    state_url = reverse("cards:seat-state", args=[token])
    try:
        fields = {
            "state_url": state_url,
            "is_slow": is_slow(link.match),
            "card_url": "",
            "section": "play",
            "is_hand": False,
        }
        return table_page(request, link.match.pack, stand_for(link), context | fields)
    except (previews.OtherEngine, previews.NotOffered):
        return render(request, "cards/seat.html", context | {"is_stopped": True})


@require_http_methods(["GET"])
@open_page
def seat_state(request: HttpRequest, token: str) -> HttpResponse:
    """Return the mark of a match to the holder of another seat, whose table waits; 304 while it is the same."""
    link = seat_get(token=token)
    _check_holder(request, link)
    bots_ask(link.match)
    return polled(request, link.match.etag, lambda: {"mark": link.match.etag})


def _check_holder(request: HttpRequest, link: SeatLink) -> None:
    if not seat_holds(link, request.user, request.COOKIES.get(COOKIE, "")):
        raise NotFound


def _take(request: HttpRequest, link: SeatLink, token: str) -> HttpResponse:
    """Take a seat by a form, so that a program which only looks at the link uses nothing up."""
    if not isinstance(request.user, Account) and not link.match.pack.guests_play:
        return redirect(f"{reverse('cards:sign-in')}?{urlencode({'next': request.path})}")
    is_own = link.match.account == request.user
    if request.method == "GET" or is_own:
        return render(request, "cards/seat.html", {"offer": link, "is_own": is_own, "here": request.path})
    secret = seat_take(actor=request.user, token=token)
    response = redirect(request.path)
    if secret:
        response.set_cookie(
            COOKIE,
            secret,
            max_age=COOKIE_DAYS * 24 * 3600,
            path=request.path,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response


def _answered(request: HttpRequest, link: SeatLink) -> HttpResponse:
    try:
        seat_play(link=link, based_on=request.POST.get("etag"), lines=given_answer(request.POST))
    except Stale:
        messages.error(
            request, localize("The match has gone on elsewhere; here it is.", "对局已在别处继续，以下是最新状态。")
        )
    except StateConflict as refusal:
        messages.error(request, refusal_details(refusal))
    except (previews.NotOffered, previews.OtherEngine):
        messages.error(request, localize("That option is not available here.", "此处没有这个选项。"))
    return redirect(request.path)
