"""Words and numbers as pages show them: two languages, true minus, times in plain words."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import override

from cards.localization import HTML_LANGUAGES, data_language, localize, pick
from cards.models.fields import DJANGO_LANGUAGES

MINUS = "−"


def run(words: str, language: str, *, classes: str = "") -> SafeString:
    """Return a text run that says which language it is in, where that is not the page's own."""
    if language == data_language() and not classes:
        return format_html("{}", words)
    if not classes:
        return format_html('<span lang="{}">{}</span>', HTML_LANGUAGES[language], words)
    return format_html('<span class="{}" lang="{}">{}</span>', classes, HTML_LANGUAGES[language], words)


def bilingual(text: Any) -> SafeString:
    """Return a text in the language of the page, marked where only the other exists."""
    return run(*pick(text, data_language()))


def in_both(make: Callable[[], str]) -> dict[str, str]:
    """Return the result of `make` in each language, for words that are stored for readers of both."""
    texts = {}
    for language, code in DJANGO_LANGUAGES.items():
        with override(code):
            texts[language] = make()
    return texts


def signed(value: float, digits: int = 1) -> str:
    """Return a number with its sign: +1.8, −0.6, 0.0."""
    rounded = round(value, digits)
    sign = "+" if rounded > 0 else MINUS if rounded < 0 else ""
    return f"{sign}{abs(rounded):.{digits}f}"


def grouped(value: int) -> str:
    """Return a whole number with its thousands apart."""
    return f"{value:,}"


def long_time(seconds: int) -> str:
    """Return how long something takes, in seconds, minutes or hours."""
    minutes = -(-seconds // 60)
    if seconds < 120:
        return localize("{count} s", "{count} 秒", count=seconds)
    if minutes < 120:
        return localize("{count} min", "{count} 分钟", count=minutes)
    return localize("{hours} h {minutes} min", "{hours} 小时 {minutes} 分钟", hours=minutes // 60, minutes=minutes % 60)


def size(count: int) -> str:
    """Return a number of bytes in the unit that reads best."""
    if count < 1000:
        return f"{count} B"
    if count < 1_000_000:
        return f"{count / 1000:.1f} KB"
    if count < 1_000_000_000:
        return f"{count / 1_000_000:.1f} MB"
    return f"{count / 1_000_000_000:.1f} GB"


def bump_name(bump: str) -> str:
    """Return how a page calls a part of a version number; what is no such part stays as it is."""
    names = {
        "patch": localize("patch", "补丁版本"),
        "minor": localize("minor", "次版本"),
        "major": localize("major", "主版本"),
    }
    return names.get(bump, bump)


def delivery_failure(error: str) -> str:
    """Return in words of the page why nothing was delivered to a webhook; the class of the exception stays in the API."""
    causes = (
        ("gaierror", localize("host not found", "找不到主机")),
        ("ConnectionRefusedError", localize("connection refused", "连接被拒绝")),
        ("TimeoutError", localize("the receiver took too long", "接收方响应超时")),
        ("SSL", localize("the certificate is not valid for this host", "证书对此主机无效")),
        ("this ", localize("not a public address", "不是公网地址")),
    )
    return next(
        (words for start, words in causes if error.startswith(start)), localize("connection failed", "连接失败")
    )


def ago(moment: datetime, now: datetime | None = None) -> str:
    """Return how long ago something was, in as few words as possible."""
    age = (now or timezone.now()) - moment
    if age < timedelta(minutes=1):
        return localize("just now", "刚刚")
    for unit, words in _AGO:
        count = age // unit
        if count >= 1:
            return words(count)
    return localize("just now", "刚刚")


def _days(count: int) -> str:
    return (
        localize("yesterday", "昨天") if count == 1 else localize("{count:day|days} ago", "{count} 天前", count=count)
    )


_AGO: tuple[tuple[timedelta, Any], ...] = (
    (timedelta(days=1), _days),
    (timedelta(hours=1), lambda count: localize("{count} h ago", "{count} 小时前", count=count)),
    (timedelta(minutes=1), lambda count: localize("{count} min ago", "{count} 分钟前", count=count)),
)


def bilingual_plain(text: Any) -> str:
    """Return the words alone in the language of the page, or else in the other."""
    return pick(text, data_language())[0]
