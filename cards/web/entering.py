"""Opens the session of an account that has proved itself, and shows it its pages as it likes them."""

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from cards.localization import data_language
from cards.models import Account
from cards.services.account import account_language_follow
from cards.services.known_place import Place
from cards.web.company_session import joining_finish
from cards.web.known_browser import keep_browser
from cards.web.views.site import keep_language, keep_theme


def account_enter(request: HttpRequest, account: Account, target: str, place: Place, *, keeps: bool) -> HttpResponse:
    """Open the session and lead on; unless it keeps, it ends with the browser."""
    login(request, account)
    joining_finish(request, account)
    follow_browser(request, account)
    if not keeps:
        request.session.set_expiry(0)
    response = redirect(target)
    keep_browser(response, place)
    keep_language(response, account.language)
    keep_theme(request, response, account.theme)
    return response


def follow_browser(request: HttpRequest, account: Account) -> None:
    """Show an account that has chosen no language the one of the page that it comes from, where the browser names it."""
    if settings.LANGUAGE_COOKIE_NAME in request.COOKIES or request.headers.get("Accept-Language"):
        account_language_follow(account=account, language=data_language())
