"""A step over the texts of the cards that are selected on the page of texts."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html

from cards.errors import InvalidFields, Refusal
from cards.localization import localize
from cards.models import Pack
from cards.permissions import Act
from cards.services.bulk_texts import TextStep, bulk_texts
from cards.web.forms import refusal_line
from cards.web.page import pack_page, required
from cards.web.text import in_both
from cards.web.texts import language_label


@pack_page(Act.DRAFT_SAVE, "POST")
def text_bulk(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Take a step with the texts of every selected card, and go back to the list; each is named `id etag`."""
    language, query = required(request.POST, "language"), request.POST.get("back", "")
    step = _step(request.POST.get("do", ""))
    etags = dict(card.rsplit(" ", 1) for card in request.POST.getlist("cards") if " " in card)
    response = redirect(reverse("cards:text-list", args=[pack]) + (f"?{query}" if query else ""))
    try:
        bulk_edit = bulk_texts(
            actor=request.user,
            pack=pack,
            language=language,
            step=step,
            etags=etags,
            what=in_both(lambda: _what(step, language)),
        )
    except Refusal as refusal:
        messages.error(request, refusal_line(refusal))
        return response
    if bulk_edit is None:
        messages.info(request, localize("Nothing changed.", "没有改动。"))
        return response
    count = bulk_edit.changes.count()
    text = localize("{count:card is|cards are} changed.", "已修改 {count} 张卡牌。", count=count)
    undo = reverse("cards:bulk-history", args=[pack])
    messages.success(request, format_html('{} <a href="{}">{}</a>', text, undo, localize("Undo all", "整体撤销")))
    return response


def _step(name: str) -> TextStep:
    if name not in set(TextStep):
        raise InvalidFields.of("/do", "One of generated, right.", "应为 generated 或 right。")
    return TextStep(name)


def _what(step: TextStep, language: str) -> str:
    words = (
        localize("generated text used", "采用生成文案")
        if step is TextStep.GENERATED
        else localize("marked as still correct", "标记为仍然正确")
    )
    name = language_label(language) if language in {"en", "zh"} else language
    return f"{name}: {words}"
