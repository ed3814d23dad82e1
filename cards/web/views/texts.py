"""The texts of a pack by language: the list, one card's save, and files for translators out and in."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse

from cards.errors import InvalidFields, Refusal, Stale
from cards.localization import localize
from cards.models import Card, Pack
from cards.permissions import Act
from cards.queries.beside import names_beside
from cards.queries.glossary import glossary_of
from cards.queries.texts import card_texts, text_card_get
from cards.services.texts import texts_save
from cards.text_states import DESCRIPTION
from cards.texts_csv import csv_lines
from cards.web.access import access
from cards.web.forms import NOT_FIELDS, refusal_details
from cards.web.page import csv_file, pack_page, required
from cards.web.texts import csv_rows, filters_of, text_card_of, texts_page, with_typed

FRAGMENT = "X-Fragment"  # the header with which the page's own script asks for one card alone


@pack_page(Act.CARD_READ)
def text_list(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the texts of a language beside their source, the stale and missing ones first."""
    context = {
        "pack": pack,
        "section": "texts",
        "can": access(request.user, pack).can,
        "texts": texts_page(pack, request.GET, glossary_of(pack=pack)),
    }
    return render(request, "cards/texts.html", context)


@pack_page(Act.DRAFT_SAVE, "POST")
def text_save(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Save what was typed for one card as one revision; a conflict keeps what was typed and shows what was saved."""
    language = required(request.POST, "language")
    names = card_texts(pack=pack, state=card.draft).names
    posted_texts = {name: request.POST[name].replace("\r\n", "\n") for name in names if name in request.POST}
    words, still_right = _read_form(request, pack, card, language, posted_texts)
    try:
        result = texts_save(
            actor=request.user,
            card=card,
            language=language,
            words=words,
            based_on=request.POST.get("etag"),
            still_right=still_right,
        )
    except Refusal as refusal:
        return _render_refusal(request, pack, card, refusal, language, words)
    note = (
        localize("Saved as revision {number}.", "已保存为修订 {number}。", number=result.draft.revision)
        if result.is_new
        else localize("Nothing changed.", "没有改动。")
    )
    if FRAGMENT in request.headers:
        return _fragment(request, pack, card, language, list(posted_texts), note=note)
    messages.success(request, note)
    return redirect(f"{_list_url(pack, request)}#card-{card.written_id}")


def _read_form(
    request: HttpRequest, pack: Pack, card: Card, language: str, posted_texts: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """Return the texts that are to be saved, and those that are marked as still right."""
    if request.POST.get("do") == "generated":
        names = names_beside(card.draft.document, pack=pack)
        generated = card_texts(pack=pack, state=card.draft, names=names).generated(language, DESCRIPTION)
        if generated:
            return {**posted_texts, DESCRIPTION: generated}, []
    confirmed = request.POST.get("still_right", "")
    return dict(posted_texts), [confirmed] if confirmed in card_texts(pack=pack, state=card.draft).names else []


def _render_refusal(
    request: HttpRequest, pack: Pack, card: Card, refusal: Refusal, language: str, words: Mapping[str, str]
) -> HttpResponse:
    """Show the card with what was typed and why it was not saved, alone or in a page of its own."""
    if refusal.status in NOT_FIELDS or language not in {"en", "zh"}:
        raise refusal
    context: dict[str, Any] = {"typed": words}
    if isinstance(refusal, Stale):
        context["stale"] = refusal.current
    else:
        context["refusal"] = refusal_details(refusal)
    return _fragment(request, pack, card, language, list(words), status=refusal.status, **context)


def _fragment(
    request: HttpRequest, pack: Pack, card: Card, language: str, names: list[str], *, status: int = 200, **extra: Any
) -> HttpResponse:
    """Return one card of the list as it is now: its element alone to the script, else within a page."""
    current = text_card_get(pack=pack, written_id=card.written_id)
    card_names = names_beside(current.draft.document, pack=pack)
    text_card = text_card_of(pack, current, language, names, glossary_of(pack=pack), card_names)
    if "typed" in extra:
        text_card = with_typed(text_card, extra["typed"])
    back = request.POST.get("back", "")
    context = {"pack": pack, "section": "texts", "can": access(request.user, pack).can, "card": text_card, "back": back}
    context |= {"language": language, "list_url": _list_url(pack, request), **extra}
    template = "cards/partials/_text_card.html" if FRAGMENT in request.headers else "cards/text_card.html"
    return render(request, template, context, status=status)


def _list_url(pack: Pack, request: HttpRequest) -> str:
    """Return the list that the form was part of."""
    back = request.POST.get("back", "")
    return reverse("cards:text-list", args=[pack]) + (f"?{back}" if back else "")


@pack_page(Act.CARD_READ)
def text_export(request: HttpRequest, pack: Pack) -> HttpResponseBase:
    """Send the texts that the query string asks for as a CSV file."""
    filters = filters_of(pack, request.GET)
    if filters.language == pack.source_language:
        raise InvalidFields.of("/lang", "Choose a language to translate into.", "请选择要翻译成的语言。")
    lines = (line.encode() for line in csv_lines(csv_rows(pack, filters)))
    return csv_file(lines, f"{pack.slug}-{filters.language}.csv")
