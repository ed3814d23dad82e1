"""The texts of a pack by language: the list, one card's save, and files for translators out and in."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from cards.errors import InvalidFields, Refusal, Stale
from cards.localization import data_language, localize
from cards.models import Card, Pack
from cards.permissions import Act
from cards.queries.cards import card_get
from cards.queries.glossary import glossary_of
from cards.queries.packs import pack_get
from cards.queries.texts import card_texts, text_card_get
from cards.services.texts import texts_save
from cards.text_states import DESCRIPTION
from cards.texts_csv import csv_lines
from cards.web.access import access
from cards.web.forms import said
from cards.web.page import page, required
from cards.web.texts import csv_rows, filters_of, text_card_of, texts_page, with_typed

FRAGMENT = "X-Fragment"  # the header with which the page's own script asks for one card alone


@require_GET
@page
def text_list(request: HttpRequest, pack: str) -> HttpResponse:
    """Show the texts of a language beside their source, the stale and missing ones first."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    context = {
        "pack": row,
        "section": "texts",
        "can": access(request.user, row).can,
        "texts": texts_page(row, request.GET, glossary_of(pack=row)),
    }
    return render(request, "cards/texts.html", context)


@require_POST
@page
def text_save(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Save what was typed for one card as one revision; a conflict keeps what was typed and shows what was saved."""
    row = pack_get(account=request.user, slug=pack, act=Act.DRAFT_SAVE)
    card_row = card_get(account=request.user, pack=row, written_id=card, act=Act.DRAFT_SAVE)
    language = required(request.POST, "language")
    names = card_texts(pack=row, state=card_row.draft).names
    posted_texts = {name: request.POST[name].replace("\r\n", "\n") for name in names if name in request.POST}
    words, still_right = _read_form(request, row, card_row, language, posted_texts)
    try:
        result = texts_save(
            actor=request.user,
            card=card_row,
            language=language,
            words=words,
            based_on=request.POST.get("etag"),
            still_right=still_right,
        )
    except Refusal as refusal:
        return _render_refusal(request, row, card_row, refusal, language, words)
    note = (
        localize("Saved as revision {number}.", "已保存为修订 {number}。", number=result.draft.revision)
        if result.is_new
        else localize("Nothing changed.", "没有改动。")
    )
    if FRAGMENT in request.headers:
        return _fragment(request, row, card_row, language, list(posted_texts), note=note)
    messages.success(request, note)
    return redirect(f"{_list_url(row, request)}#card-{card_row.written_id}")


def _read_form(
    request: HttpRequest, pack: Pack, card: Card, language: str, posted_texts: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """Return the texts that are to be saved, and those that are marked as still right."""
    if request.POST.get("do") == "generated":
        generated = card_texts(pack=pack, state=card.draft).generated(language, DESCRIPTION)
        if generated:
            return {**posted_texts, DESCRIPTION: generated}, []
    confirmed = request.POST.get("still_right", "")
    return dict(posted_texts), [confirmed] if confirmed in card_texts(pack=pack, state=card.draft).names else []


def _render_refusal(
    request: HttpRequest, pack: Pack, card: Card, refusal: Refusal, language: str, words: Mapping[str, str]
) -> HttpResponse:
    """Show the card with what was typed and why it was not saved, alone or in a page of its own."""
    if refusal.status in {403, 404} or language not in {"en", "zh"}:
        raise refusal
    context: dict[str, Any] = {"typed": words}
    if isinstance(refusal, Stale):
        context["stale"] = refusal.current
    else:
        errors = [error["detail"][data_language()] for error in refusal.errors]
        context["refusal"] = " ".join(errors) or said(refusal, data_language())
    return _fragment(request, pack, card, language, list(words), status=refusal.status, **context)


def _fragment(
    request: HttpRequest, pack: Pack, card: Card, language: str, names: list[str], *, status: int = 200, **extra: Any
) -> HttpResponse:
    """Return one card of the list as it is now: its element alone to the script, else within a page."""
    fresh = text_card_get(pack=pack, written_id=card.written_id)
    text_card = text_card_of(pack, fresh, language, names, glossary_of(pack=pack))
    if "typed" in extra:
        text_card = with_typed(text_card, extra["typed"])
    back = request.POST.get("back", "")
    context = {"pack": pack, "section": "texts", "can": access(request.user, pack).can, "card": text_card, "back": back}
    context |= {"language": language, "list_url": _list_url(pack, request), **extra}
    alone = FRAGMENT in request.headers
    template = "cards/partials/_text_card.html" if alone else "cards/text_card.html"
    return render(request, template, context, status=status)


def _list_url(pack: Pack, request: HttpRequest) -> str:
    """Return the list that the form was part of."""
    back = request.POST.get("back", "")
    return reverse("cards:text-list", args=[pack.slug]) + (f"?{back}" if back else "")


@require_GET
@page
def text_export(request: HttpRequest, pack: str) -> HttpResponseBase:
    """Send the texts that the query string asks for as a CSV file."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    filters = filters_of(row, request.GET)
    if filters.language == row.source_language:
        raise InvalidFields.of("/lang", "Choose a language to translate into.", "请选择要翻译成的语言。")
    lines = (line.encode() for line in csv_lines(csv_rows(row, filters)))
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{row.slug}-{filters.language}.csv"'
    return response
