"""A step over the texts of the cards that are selected on the page of texts."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_POST

from cards.errors import InvalidFields, Refusal
from cards.localization import data_language, localize
from cards.permissions import Act
from cards.queries.packs import pack_get
from cards.services.bulk_texts import TextStep, bulk_texts
from cards.web.forms import said
from cards.web.page import page, required
from cards.web.text import in_both
from cards.web.texts import language_label


@require_POST
@page
def text_bulk(request: HttpRequest, pack: str) -> HttpResponse:
    """Take a step with the texts of every selected card, and go back to the list; each is named `id etag`."""
    row = pack_get(account=request.user, slug=pack, act=Act.DRAFT_SAVE)
    language, query = required(request.POST, "language"), request.POST.get("back", "")
    step = _step(request.POST.get("do", ""))
    etags = dict(each.rsplit(" ", 1) for each in request.POST.getlist("cards") if " " in each)
    try:
        bulk_edit = bulk_texts(
            actor=request.user,
            pack=row,
            language=language,
            step=step,
            etags=etags,
            what=in_both(lambda: _what(step, language)),
        )
    except Refusal as refusal:
        if refusal.status in {403, 404}:
            raise
        messages.error(request, said(refusal, data_language()))
        return redirect(_list(row.slug, query))
    if bulk_edit is None:
        messages.info(request, localize("Nothing changed.", "没有改动。"))
        return redirect(_list(row.slug, query))
    count = bulk_edit.changes.count()
    done = localize("{count:card is|cards are} changed.", "已修改 {count} 张卡牌。", count=count)
    undo = reverse("cards:bulk-history", args=[row.slug])
    messages.success(request, format_html('{} <a href="{}">{}</a>', done, undo, localize("Undo it as one", "整体撤销")))
    return redirect(_list(row.slug, query))


def _step(name: str) -> TextStep:
    if name not in set(TextStep):
        raise InvalidFields.of("/do", "One of generated, right.", "应为 generated 或 right。")
    return TextStep(name)


def _what(step: TextStep, language: str) -> str:
    words = (
        localize("generated text used", "采用生成文案")
        if step is TextStep.GENERATED
        else localize("marked as still right", "标记为仍然正确")
    )
    name = language_label(language) if language in {"en", "zh"} else language
    return f"{name}: {words}"


def _list(slug: str, back: str) -> str:
    return reverse("cards:text-list", args=[slug]) + (f"?{back}" if back else "")
