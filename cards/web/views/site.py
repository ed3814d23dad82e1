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
from cards.web.page import open_page, way_on
from cards.web.schema_text import schema_mark, schema_text

YEAR = 365 * 24 * 3600  # seconds


@require_GET
@open_page
def game_styles(request: HttpRequest) -> HttpResponse:
    """Serve the tones and icons of the games; its address has a version, so browsers may keep it."""
    response = HttpResponse(style_sheet(), content_type="text/css; charset=utf-8")
    is_current = request.GET.get("v") == style_version()
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if is_current else "no-cache"
    return response


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
    is_current = request.GET.get("v") == schema_mark(ruleset, kind)
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if is_current else "public, max-age=300"
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
        response.set_cookie(
            THEME_COOKIE, theme, max_age=YEAR, samesite="Lax", secure=request.is_secure(), httponly=True
        )
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


def _keep(account: Account, language: str, theme: str) -> None:
    account_settings_save(
        actor=account,
        name=account.name,
        language=language if language in Language.values else account.language,
        theme=theme if theme in Theme.values else account.theme,
        single_keys=account.single_keys,
    )
