"""A new card, and a card's own page; it works as a plain form where no script runs."""

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from cards import gateway
from cards.errors import Refusal, Stale
from cards.models import Card, Draft, Pack
from cards.permissions import Act
from cards.queries.cards import card_get, card_list, card_row
from cards.queries.history import draft_get
from cards.queries.packs import pack_get
from cards.queries.problems import draft_report, known_ids
from cards.services.card import card_copy, card_create_from_template
from cards.services.draft import draft_save
from cards.services.version import version_create
from cards.web.access import access
from cards.web.card_page import CardText, counted, entries, face_of, texts_mark, texts_of
from cards.web.forms import CardForm
from cards.web.listing import kind_labels, tile
from cards.web.page import page, required
from cards.web.text import bilingual_plain

EDITOR = "dist/card-editor.js"


@require_http_methods(["GET", "POST"])
@page
def card_new(request: HttpRequest, pack: str) -> HttpResponse:
    """Make a card from a template, or as a copy of another."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_CREATE)
    others = list(card_list(pack=row).values_list("written_id", flat=True))
    form = CardForm(
        request.POST if request.method == "POST" else None,
        cards=[(each, each) for each in others],
        initial=_wish(request),
    )
    if form.is_bound and form.is_valid():
        try:
            made = _made(request, row, form.cleaned_data)
        except Refusal as refusal:
            form.refuse(refusal, "card_id" if refusal.slug == "id-taken" else None)
        else:
            return redirect("cards:card-detail", pack, made.written_id)
    return render(request, "cards/card_new.html", _new_context(request, row, form))


def _wish(request: HttpRequest) -> dict[str, str]:
    return {"copy_of": request.GET.get("copy", "")}


def _made(request: HttpRequest, pack: Pack, cleaned: dict[str, str]) -> Card:
    if cleaned["template"] == "copy":
        source = card_get(account=request.user, pack=pack, written_id=cleaned["copy_of"])
        return card_copy(actor=request.user, pack=pack, source=source, written_id=cleaned["card_id"])
    return card_create_from_template(
        actor=request.user, pack=pack, template=cleaned["template"], written_id=cleaned["card_id"]
    )


def _new_context(request: HttpRequest, pack: Pack, form: CardForm) -> dict[str, Any]:
    kinds = kind_labels(pack.ruleset)
    offered = [
        {"key": each.key, "title": each.title, "kind_label": kinds.get(each.kind, each.kind)}
        for each in gateway.templates(pack.ruleset)
    ]
    chosen = request.POST.get("template") or (
        "copy" if request.GET.get("copy") else offered[0]["key"] if offered else ""
    )
    crumbs = [(reverse("cards:pack-detail", args=[pack.slug]), bilingual_plain(pack.name)), ("", gettext("New card"))]
    return {"pack": pack, "form": form, "templates": offered, "chosen": chosen, "crumbs": crumbs, "section": "cards"}


@require_http_methods(["GET", "POST"])
@page
def card_detail(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Show a card with its text, face, problems and history; save its text where no script does."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    found = card_get(account=request.user, pack=row, written_id=card)
    if request.method == "GET":
        return render(request, "cards/card_detail.html", _context(request, row, found))
    text = required(request.POST, "text").replace("\r\n", "\n")
    try:
        saved = draft_save(actor=request.user, card=found, text=text, texts=None, based_on=request.POST.get("etag"))
    except Refusal as refusal:
        return _refused(request, refusal, _context(request, row, found, typed=text))
    messages.success(request, gettext("Saved as revision %(number)d.") % {"number": saved.draft.revision})
    return redirect("cards:card-detail", pack, card)


def _refused(request: HttpRequest, refusal: Refusal, context: dict[str, Any]) -> HttpResponse:
    """Show the card's page with what was typed and why it was not saved."""
    if refusal.status in {403, 404}:
        raise refusal
    if isinstance(refusal, Stale):
        shown: dict[str, Any] = {"stale": refusal.current}
    else:
        shown = {"refusal": {"title": refusal.title, "detail": refusal.detail}}
    return render(request, "cards/card_detail.html", context | shown, status=refusal.status)


def _context(request: HttpRequest, pack: Pack, card: Card, typed: str | None = None) -> dict[str, Any]:
    """Return what the page shows; `typed` is a text that was not saved, and stays in the field."""
    draft = draft_get(card=card)
    report = _report(draft, pack, typed)
    errors, warnings = counted(report.problems)
    shown = tile(card_row(card=card, pack=pack), pack)
    has = access(request.user, pack)
    return {
        "pack": pack,
        "section": "cards",
        "card": card_words(card, shown),
        "can": has.can,
        "why": has.why,
        "etag": draft.etag,
        "revision": draft.revision,
        "saved_at": draft.saved_at,
        "text": draft.text if typed is None else typed,
        "problems": report.problems,
        "errors": errors,
        "warnings": warnings,
        "face": face_of(report, card, pack, draft.texts),
        "texts": texts_of(draft, pack),
        "texts_mark": texts_mark(draft),
        "history": entries(card, pack),
        "last_preview": shown.preview,
        "schema_url": gateway.schema_id(pack.ruleset),
        "has_editor": settings.DEBUG or finders.find(EDITOR) is not None,
    }


def _report(draft: Draft, pack: Pack, typed: str | None) -> gateway.CardReport:
    if typed is None:
        return draft_report(draft=draft, pack=pack)
    return gateway.validate(pack.ruleset, typed, known=known_ids(pack=pack), texts=draft.texts)


def card_words(card: Card, shown: Any) -> dict[str, Any]:
    """Return what the head of a card's pages shows."""
    return {
        "id": shown.id,
        "url": shown.url,
        "name": shown.name,
        "state": shown.state,
        "edited": shown.edited,
        "retired": shown.retired,
        "deprecated": shown.deprecated,
        "version": card.newest_version.number if card.newest_version else None,
    }


@require_POST
@page
def card_texts(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Save the texts of the other languages; the document's own text stays as it is now."""
    row = pack_get(account=request.user, slug=pack, act=Act.DRAFT_SAVE)
    found = card_get(account=request.user, pack=row, written_id=card)
    draft = draft_get(card=found)
    try:
        if request.POST.get("mark") != texts_mark(draft):
            raise Stale(draft)
        texts = _texts(request, draft, row)
        saved = draft_save(actor=request.user, card=found, text=draft.text, texts=texts, based_on=draft.etag)
    except Refusal as refusal:
        typed = {"texts": _typed_texts(request, draft, row), "open_tab": "text"}
        return _refused(request, refusal, _context(request, row, found) | typed)
    messages.success(request, gettext("Saved as revision %(number)d.") % {"number": saved.draft.revision})
    return redirect("cards:card-detail", pack, card)


def _typed_texts(request: HttpRequest, draft: Draft, pack: Pack) -> list[CardText]:
    """Return the texts of the card from the submitted form."""
    return [
        text
        if text.is_source
        else replace(
            text,
            name=request.POST.get(f"{text.language}-name", ""),
            description=request.POST.get(f"{text.language}-description", "").replace("\r\n", "\n"),
        )
        for text in texts_of(draft, pack)
    ]


def _texts(request: HttpRequest, draft: Draft, pack: Pack) -> dict[str, Any]:
    """Return the texts of all languages with those of the form in place."""
    typed = {text.language: text for text in _typed_texts(request, draft, pack) if not text.is_source}
    kept = {language: dict(words) for language, words in draft.texts.items()}
    for language, text in typed.items():
        kept[language] = {**kept.get(language, {}), "name": text.name, "description": text.description}
    return kept


@require_POST
@page
def version_new(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Name a version where no script runs."""
    row = pack_get(account=request.user, slug=pack, act=Act.VERSION_CREATE)
    found = card_get(account=request.user, pack=row, written_id=card)
    message = request.POST.get("message", "")
    try:
        made = version_create(actor=request.user, card=found, based_on=request.POST.get("etag"), message=message)
    except Refusal as refusal:
        return _refused(request, refusal, _context(request, row, found) | {"version_message": message})
    messages.success(request, gettext("Version %(number)d is named.") % {"number": made.number})
    return redirect("cards:card-detail", pack, card)
