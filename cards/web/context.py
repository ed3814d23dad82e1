"""The context of every page: theme, keys, the other language, the style sheets."""

from typing import Any

from django.http import HttpRequest

from cards.localization import HTML_LANGUAGES, OTHER_LANGUAGE, data_language, localize
from cards.models import Theme
from cards.web.game_styles import style_version

THEME_COOKIE = "theme"
SHEETS = ("css/tokens.css", "css/icons.css", "css/components.css", "css/card.css", "css/layouts.css", "css/help.css")
LANGUAGE_NAMES = {"en": "English", "zh": "中文"}


def ui(request: HttpRequest) -> dict[str, Any]:
    """Return `ui`, the look of the page that was asked for."""
    language = OTHER_LANGUAGE[data_language()]
    return {
        "ui": {
            "theme": theme_of(request),
            "keys": _keys_of(request),
            "sheets": SHEETS,
            "game_styles": style_version(),
            "language": data_language(),
            "other_language": language,
            "other_language_tag": HTML_LANGUAGES[language],
            "other_language_name": LANGUAGE_NAMES[language],
            "refused_fields": _refused_fields(request),
        }
    }


def theme_of(request: HttpRequest) -> str:
    """Return the theme of the account, or of the device for an anonymous reader."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return str(user.theme)
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return theme if theme in Theme.values else Theme.SYSTEM


def _keys_of(request: HttpRequest) -> bool:
    user = getattr(request, "user", None)
    return bool(user.single_keys) if user is not None and user.is_authenticated else True


def _refused_fields(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the fields of the address that were refused, each with its label, its detail and what was typed."""
    labels = {
        "q": localize("Search", "搜索"),
        "json": localize("Piece of JSON", "JSON 片段"),
        "find": localize("Find", "查找"),
        "put": localize("Replace with", "替换为"),
    }
    return [
        {**each, "label": labels.get(each["name"], each["name"])} for each in getattr(request, "refused_fields", ())
    ]
