"""What belongs to no pack: schemas, the look of the portal."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST

from cards.errors import NotFound
from cards.gateway import rulesets
from cards.models import Account, Language, Theme
from cards.models.fields import DJANGO_LANGUAGES
from cards.services.account import account_settings_save
from cards.web.context import THEME_COOKIE
from cards.web.game_styles import style_sheet, style_version
from cards.web.page import open_file, open_page, way_on
from cards.web.schema_text import schema_mark, schema_text

YEAR = 365 * 24 * 3600  # seconds


@require_GET
@open_page
def game_styles(request: HttpRequest) -> HttpResponse:
    """Serve the tones and icons of the games; its address has a version, so browsers may keep it."""
    response = HttpResponse(style_sheet(), content_type="text/css; charset=utf-8")
    return _cached(request, response, style_version(), "no-cache")


@require_GET
@open_page
def schema(request: HttpRequest, ruleset: str, kind: str, version: str) -> HttpResponse:
    """Serve a JSON Schema at the path of its `$id`, the same in every portal."""
    if not rulesets.has_ruleset(ruleset):
        raise NotFound
    text = _schema(ruleset, kind)
    if rulesets.schema_id(ruleset, kind) != request.path:
        raise NotFound
    response = HttpResponse(text, content_type="application/schema+json")
    mark = schema_mark(ruleset, kind)
    return open_file(request, _cached(request, response, mark, "public, max-age=300"))


def _cached(request: HttpRequest, response: HttpResponse, version: str, otherwise: str) -> HttpResponse:
    """Return a file that browsers keep where its address names the current version; `otherwise` is the rule for any other address."""
    is_current = request.GET.get("v") == version
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if is_current else otherwise
    return response


def _schema(ruleset: str, kind: str) -> str:
    try:
        return schema_text(ruleset, kind)
    except (KeyError, ValueError) as error:
        raise NotFound from error


@require_POST
@open_page
def preferences(request: HttpRequest) -> HttpResponse:
    """Keep the theme or the language: in the account, and in a cookie for pages without one."""
    language, theme = request.POST.get("language", ""), request.POST.get("theme", "")
    response = redirect(way_on(request, request.POST.get("next", "")))
    if language in Language.values:
        keep_language(response, language)
    if theme in Theme.values:
        keep_theme(request, response, theme)
    if isinstance(request.user, Account):
        _keep(request.user, language, theme)
    return response


def keep_language(response: HttpResponse, language: str) -> None:
    """Write the cookie by which pages without an account know the language."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        DJANGO_LANGUAGES[language],
        max_age=YEAR,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )


def keep_theme(request: HttpRequest, response: HttpResponse, theme: str) -> None:
    """Write the cookie by which pages without an account know the theme."""
    response.set_cookie(THEME_COOKIE, theme, max_age=YEAR, samesite="Lax", secure=request.is_secure(), httponly=True)


def _keep(account: Account, language: str, theme: str) -> None:
    account_settings_save(
        actor=account,
        name=account.name,
        language=language if language in Language.values else None,
        theme=theme if theme in Theme.values else account.theme,
        single_keys=account.single_keys,
    )
