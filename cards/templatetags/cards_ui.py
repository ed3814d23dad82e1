"""What templates need and Django does not bring: two languages, faces, numbers, people."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import get_template
from django.utils import translation
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from cards.drawing.faces import draw
from cards.gateway import rulesets
from cards.localization import HTML_LANGUAGES, OTHER_LANGUAGE, data_language, localize, pick
from cards.queries.reviews import OPEN_STATES
from cards.sanitise import card_html
from cards.shape import Json, JsonObject
from cards.web import text
from cards.web.comparing import Row
from cards.web.help_markdown import inline_html
from cards.web.nav import navigation

register = template.Library()

AVATAR_TINTS = 3
IN_REVIEW = (*OPEN_STATES, "approved")
MAX_CACHED = 2048
"""Faces and menus, some 4 and 2 KB each, that a process draws once: they are half the time of a page of cards."""


@register.filter
def bi(value: Mapping[str, str] | str | None) -> SafeString:
    """Return a two-language text in the language of the page, marked where only the other exists."""
    return text.bilingual(value or "")


@register.filter
def with_returns(value: str) -> SafeString:
    """Return a text for HTML with its carriage returns as references: a browser reads a bare one as a line feed."""
    return mark_safe(escape(value).replace("\r", "&#13;"))  # noqa: S308  escaped in the same line


@register.filter
def and_more(values: Sequence[Any] | None, shown: int) -> str:
    """Return the words for the values that a list leaves out after a limit; empty where it shows them all."""
    left = max(0, len(values or ()) - shown)
    return " " + localize("and {n} more", "另有 {n} 项", n=left) if left else ""


@register.filter
def bi_other(value: Mapping[str, str] | None) -> SafeString:
    """Return the same text in the other language; empty where it has none."""
    language = OTHER_LANGUAGE[data_language()]
    words = (value or {}).get(language, "")
    own = (value or {}).get(data_language(), "")
    return text.run(words, language) if words and own and words != own else SafeString("")


@register.filter
def bi_plain(value: Mapping[str, str] | str | None) -> str:
    """Return the words alone, for titles and attributes."""
    return pick(value or "", data_language())[0]


@register.filter
def bi_name(value: Mapping[str, str] | None) -> SafeString:
    """Return a name in the language of the page, and the other beside it, lighter."""
    language = OTHER_LANGUAGE[data_language()]
    second_name = (value or {}).get(language, "")
    if not second_name or (value or {}).get(data_language(), "") in {"", second_name}:
        return bi(value)
    return format_html("{}{}", bi(value), text.run(second_name, language, classes="zh-sub"))


@register.filter
def ruleset_title(name: str) -> SafeString:
    """Return what a ruleset is called in the language of the page; one that is gone keeps its name, and it is said that it is missing."""
    info = rulesets.ruleset_info(name)
    return text.bilingual(info.title if info else {"en": f"{name} (missing)", "zh": f"{name}（缺失）"})


@register.filter
def is_missing_game(name: str) -> bool:
    """Return whether the engine has no ruleset of this name, or cannot load it."""
    return not rulesets.has_ruleset(name)


@register.filter
def html_lang(code: str) -> str:
    """Return the language tag of HTML for a language of the data or of Django."""
    return HTML_LANGUAGES.get(code.lower(), code)


@register.filter
def rules(value: Mapping[str, str] | str | None) -> SafeString:
    """Return a card's rules text in the language of the page, sanitised."""
    return card_html(pick(value or "", data_language())[0])


@register.filter
def signed(value: float | None) -> str:
    """Return a number with its sign and a true minus."""
    return "" if value is None else text.signed(value)


@register.filter
def grouped(value: int | None) -> str:
    """Return a whole number with its thousands apart."""
    return "" if value is None else text.grouped(value)


@register.filter
def half(value: float) -> float:
    """Return half of a width, for a label in the middle."""
    return value / 2


@register.filter
def bump_name(value: str) -> str:
    """Return how a page calls a part of a version number."""
    return text.bump_name(value)


@register.filter
def delivery_failure(error: str) -> str:
    """Return in words of the page why nothing was delivered to a webhook."""
    return text.delivery_failure(error)


@register.filter
def size(value: int) -> str:
    """Return a number of bytes in the unit that reads best."""
    return text.size(value)


@register.filter
def short_hash(digest: str | None) -> str:
    """Return the two ends of a hash."""
    return f"{digest[:4]}…{digest[-4:]}" if digest else ""


@register.filter
def as_json(value: Any) -> str:
    """Return a value as JSON text for people: indented, letters as they are."""
    return json.dumps(value, ensure_ascii=False, indent=2)


@register.filter
def get(mapping: JsonObject, key: str) -> Any:
    """Return one entry of a mapping, or None."""
    return mapping.get(key)


@register.filter
def person(account: Any) -> str:
    """Return what to call an account: its name, or else its email."""
    return account.name or account.email


@register.filter
def initials(account: Any) -> str:
    """Return the one or two letters of an avatar."""
    words = person(account).split("@")[0].replace(".", " ").split()
    return "".join(word[0] for word in words[:2]).upper()


@register.filter
def tint(account: Any) -> int:
    """Return which of the avatar tints an account has, always the same."""
    return (account.pk or 0) % AVATAR_TINTS + 1


@register.simple_tag
def ago(moment: datetime | None) -> SafeString:
    """Return how long ago something was, the exact time on hover."""
    if moment is None:
        return SafeString("")
    exact = moment.strftime("%Y-%m-%d %H:%M UTC")
    return format_html('<time datetime="{}" title="{}">{}</time>', moment.isoformat(), exact, text.ago(moment))


@register.simple_tag
def local_time(moment: datetime) -> SafeString:
    """Return a moment in the reader's time zone, which a script knows; UTC on hover, and where there is no script."""
    exact = moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    return format_html('<time datetime="{}" title="{}" data-local>{}</time>', moment.isoformat(), exact, exact)


@register.simple_tag
def help_line(value: Mapping[str, str]) -> SafeString:
    """Return one line of the reference, written in Markdown, in the language of the page."""
    return inline_html(pick(value, data_language())[0]) if value else SafeString("")


@register.simple_tag
def card_face(face: JsonObject | None, language: str | None = None) -> SafeString:
    """Draw a card's face in one language (the page's, where none is named)."""
    return _card_face(json.dumps(face), language or data_language(), get_language())


@lru_cache(maxsize=MAX_CACHED)
def _card_face(written: str, language: str, of_page: str) -> SafeString:
    face = json.loads(written)
    return _rendered_partial("_card_face", of_page, {"face": draw(face, language) if face else None})


@register.simple_tag
def card_menu(pack: str, card: str, state: str, *marks: Any) -> SafeString:
    """Draw the menu of what is done to a card as a whole; the marks say whether it is deprecated, retired, released and in its editor."""
    return _card_menu(pack, card, state in IN_REVIEW, tuple(map(bool, marks)), get_language())


@lru_cache(maxsize=MAX_CACHED)
def _card_menu(pack: str, card: str, is_in_review: bool, marks: tuple[bool, ...], of_page: str) -> SafeString:
    is_deprecated, is_retired, is_released, in_editor = marks
    actions = {
        "pack": pack,
        "card": card,
        "is_in_review": is_in_review,
        "is_deprecated": is_deprecated,
        "is_retired": is_retired,
        "is_released": is_released,
        "in_editor": in_editor,
    }
    return _rendered_partial("_card_actions", of_page, actions)


def _rendered_partial(partial: str, language: str, context: Json) -> SafeString:
    """Return a part of a page that depends on nothing else, so that it can be kept."""
    with translation.override(language):
        return SafeString(get_template(f"cards/partials/{partial}.html").render(context))


@register.inclusion_tag("cards/partials/_nav.html", takes_context=True)
def nav(context: template.RequestContext) -> Json:
    """Draw the side navigation."""
    flat: Json = {str(name): value for name, value in context.flatten().items()}
    return {**flat, **navigation(context["request"], flat)}


@register.simple_tag
def compared_rows(rows: Iterable[Row]) -> SafeString:
    """Return the rows of a comparison; made here, for a template takes a third of a second over thousands of them."""
    before, now = (
        f'<span class="sr">{escape(word)} </span>'
        for word in (localize("was:", "原为："), localize("is now:", "现为："))
    )
    faces = (
        f'<tr class="diff--{row.kind}"><td class="num muted">{row.left_no or ""}</td>'
        f'<td class="mono diff__old">{before if row.kind in ("change", "delete") else ""}{escape(row.left)}</td>'
        f'<td class="num muted">{row.right_no or ""}</td>'
        f'<td class="mono diff__new">{now if row.kind in ("change", "insert") else ""}{escape(row.right)}</td></tr>'
        for row in rows
    )
    return mark_safe("".join(faces))  # noqa: S308  every line is escaped above
