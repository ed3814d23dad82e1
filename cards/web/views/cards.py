"""A new card, and a card's own page; it works as a plain form where no script runs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from cards.errors import IdDiffers, IdTaken, InvalidFields, Refusal, Stale
from cards.gateway import rulesets, validation
from cards.gateway.problems import Problem
from cards.localization import data_language, localize
from cards.models import Card, Draft, Pack
from cards.permissions import Act
from cards.queries.cards import card_get, card_row
from cards.queries.coverage import card_coverage
from cards.queries.history import draft_get
from cards.queries.packs import pack_get
from cards.queries.problems import declaring_names, draft_report, known_ids
from cards.services.draft import draft_save
from cards.services.version import version_create
from cards.web.access import access
from cards.web.card_page import counted, coverage_mark, entries, face_of, texts_mark
from cards.web.card_start import card_begun, copyable, source_of, source_packs
from cards.web.card_texts import LanguageTexts, texts_of, texts_to_save, typed_texts
from cards.web.forms import CardForm
from cards.web.line_ends import with_line_ends
from cards.web.listing import kind_labels, tile
from cards.web.page import page, required
from cards.web.scenarios import scenario_lines, strength_line
from cards.web.schema_text import schema_mark
from cards.web.text import bilingual_plain

EDITOR = "dist/card-editor.js"


@require_http_methods(["GET", "POST"])
@page
def card_new(request: HttpRequest, pack: str) -> HttpResponse:
    """Make a card from a template, as a copy of a card of this pack or another, or from a text."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_CREATE)
    form = CardForm(request.POST or None, request.FILES or None, initial={"copy_of": request.GET.get("copy", "")})
    problems: Sequence[Problem] = ()
    if form.is_bound and form.is_valid():
        try:
            card = card_begun(request.user, row, form.cleaned_data, form.cleaned_data["file"])
        except IdTaken as taken:
            form.refuse(taken if taken.detail != taken.general else _duplicate_id(form), "card_id")
        except Refusal as refusal:
            problems = refusal.problems
            form.refuse(refusal, "text" if problems else None)
        else:
            return redirect("cards:card-detail", pack, card.written_id)
    return render(request, "cards/card_new.html", _new_context(request, row, form) | {"problems": problems})


def _duplicate_id(form: CardForm) -> InvalidFields:
    """Return what to do about an id that another card has."""
    card_id = form.cleaned_data["card_id"].strip()
    if card_id:
        return InvalidFields.of(
            "/id",
            f"The pack has a card {card_id} already, perhaps in other case. Choose another id.",
            f"卡包中已有卡牌 {card_id}（不区分大小写），请另选一个 id。",
        )
    return InvalidFields.of(
        "/id",
        "The pack has a card with the id of the text already. Write another id here: it replaces the one in the text.",
        "卡包中已有与文本相同 id 的卡牌。请在此填写另一个 id，它会替换文本中的 id。",
    )


def _new_context(request: HttpRequest, pack: Pack, form: CardForm) -> dict[str, Any]:
    kinds = kind_labels(pack.ruleset)
    sources = [
        {"key": each.key, "title": each.title, "kind_label": kinds.get(each.kind, each.kind)}
        for each in rulesets.templates(pack.ruleset)
    ]
    params = request.POST if request.method == "POST" else request.GET
    copy_of = params.get("copy_of", "") or params.get("copy", "")
    source = source_of(request.user, pack, params.get("source", ""))
    query = params.get("q", "") or ("" if request.method == "POST" else copy_of)
    cards, count = copyable(source, query)
    begins = "copy" if {"copy", "q", "source"} & set(request.GET) else sources[0]["key"] if sources else "text"
    crumbs = [
        (reverse("cards:pack-detail", args=[pack.slug]), bilingual_plain(pack.name)),
        ("", localize("New card", "新建卡牌")),
    ]
    return {
        "pack": pack,
        "form": form,
        "templates": sources,
        "chosen": params.get("template", "") or begins,
        "source": source,
        "sources": source_packs(request.user, pack),
        "query": query,
        "found": cards,
        "more": max(0, count - len(cards)),
        "copy_of": copy_of,
        "crumbs": crumbs,
        "section": "cards",
    }


@require_http_methods(["GET", "POST"])
@page
def card_detail(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Show a card with its text, face, problems and history; save its text where no script does."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    card_row = card_get(account=request.user, pack=row, written_id=card)
    if request.method == "GET":
        return render(request, "cards/card_detail.html", _context(request, row, card_row))
    text = with_line_ends(required(request.POST, "text"), draft_get(card=card_row).text)
    try:
        result = draft_save(actor=request.user, card=card_row, text=text, texts=None, based_on=request.POST.get("etag"))
    except Refusal as refusal:
        return _render_refusal(request, refusal, _context(request, row, card_row, text=text))
    messages.success(
        request, localize("Saved as revision {number}.", "已保存为修订 {number}。", number=result.draft.revision)
    )
    return redirect("cards:card-detail", pack, card)


def _render_refusal(request: HttpRequest, refusal: Refusal, context: dict[str, Any]) -> HttpResponse:
    """Show the card's page with what was typed and why it was not saved."""
    if refusal.status in {403, 404}:
        raise refusal
    if isinstance(refusal, Stale):
        extra: dict[str, Any] = {"stale": refusal.current, "aside": refusal.aside}
    else:
        extra = {"refusal": {"title": refusal.title, "detail": refusal.detail}}
    return render(request, "cards/card_detail.html", context | extra, status=refusal.status)


def _context(request: HttpRequest, pack: Pack, card: Card, text: str | None = None) -> dict[str, Any]:
    """Return what the page shows; `typed` is a text that was not saved, and stays in the field."""
    draft = draft_get(card=card)
    report = _report(draft, pack, text)
    errors, warnings = counted(report.problems)
    card_tile = tile(card_row(card=card, pack=pack, report=report if text is None else None), pack)
    rights = access(request.user, pack)
    return {
        "pack": pack,
        "section": "cards",
        "card": card_words(card, card_tile),
        "can": rights.can if card.trashed_at is None else replace(rights.can, edit=False, preview=False),
        "may_restore": rights.can.edit,
        "text_id": report.card_id if report.card_id and report.card_id != card.written_id else "",
        "why": rights.why,
        "etag": draft.etag,
        "revision": draft.revision,
        "saved_at": draft.saved_at,
        "text": draft.text if text is None else text,
        "problems": report.problems,
        "errors": errors,
        "warnings": warnings,
        "face": face_of(report, card, pack, draft.texts),
        "texts": texts_of(draft, pack, report),
        "texts_mark": texts_mark(draft),
        "open_tab": "text" if request.GET.get("tab") == "text" else "",
        "history": entries(card, pack),
        "scenarios": scenario_lines(card, pack),
        "strength": strength_line(card),
        "last_preview": card_tile.preview,
        "coverage": coverage_mark(card_coverage(card=card), pack),
        "first_answer": {"problems": [problem.to_json() for problem in report.problems]},
        **schema_address(pack),
        "has_editor": settings.DEBUG or finders.find(EDITOR) is not None,
    }


def schema_address(pack: Pack) -> dict[str, str]:
    """Return where an editor finds the schema of the pack's cards, and a mark that changes with it: its own where it declares anything."""
    mark = declaring_names(pack=pack).mark[:12]
    if not mark:
        return {"schema_url": rulesets.schema_id(pack.ruleset), "schema_mark": schema_mark(pack.ruleset, "card")}
    return {"schema_url": reverse("cards:pack-schema", args=[pack.slug]), "schema_mark": mark}


def _report(draft: Draft, pack: Pack, text: str | None) -> validation.CardReport:
    if text is None:
        return draft_report(draft=draft, pack=pack)
    return validation.validate(pack.ruleset, text, known=known_ids(pack=pack), texts=draft.texts)


def card_words(card: Card, extra: Any) -> dict[str, Any]:
    """Return what the head of a card's pages shows."""
    return {
        "id": extra.id,
        "url": extra.url,
        "name": extra.name,
        "state": extra.state,
        "edited": extra.edited,
        "retired": extra.retired,
        "deprecated": extra.deprecated,
        "version": card.newest_version.number if card.newest_version else None,
        "is_released": extra.is_released,
        "trashed": card.trashed_at is not None,
    }


@require_POST
@page
def card_texts(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Save the texts beside the document; `use` takes the generated rules text of a language, for the source's into the document."""
    row = pack_get(account=request.user, slug=pack, act=Act.DRAFT_SAVE)
    card_row = card_get(account=request.user, pack=row, written_id=card)
    draft = draft_get(card=card_row)
    posted_texts = _typed_texts(request, draft, row)
    try:
        if request.POST.get("mark") != texts_mark(draft):
            raise Stale(draft)
        text, texts = texts_to_save(row, draft, posted_texts, request.POST.get("use", ""))
        result = draft_save(actor=request.user, card=card_row, text=text, texts=texts, based_on=draft.etag)
    except Refusal as refusal:
        return _render_refusal(
            request, refusal, _context(request, row, card_row) | {"texts": posted_texts, "open_tab": "text"}
        )
    messages.success(
        request, localize("Saved as revision {number}.", "已保存为修订 {number}。", number=result.draft.revision)
    )
    return redirect(f"{reverse('cards:card-detail', args=[pack, card])}?tab=text")


def _typed_texts(request: HttpRequest, draft: Draft, pack: Pack) -> list[LanguageTexts]:
    """Return the texts of the card from the submitted form."""
    return typed_texts(texts_of(draft, pack, draft_report(draft=draft, pack=pack)), request.POST)


@require_POST
@page
def version_new(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Name a version where no script runs."""
    row = pack_get(account=request.user, slug=pack, act=Act.VERSION_CREATE)
    card_row = card_get(account=request.user, pack=row, written_id=card)
    message = request.POST.get("message", "")
    try:
        version = version_create(actor=request.user, card=card_row, based_on=request.POST.get("etag"), message=message)
    except IdDiffers as differs:
        messages.warning(request, differs.detail[data_language()])
        return redirect(f"{reverse('cards:card-rename', args=[pack, card])}?{urlencode({'to': differs.text_id})}")
    except Refusal as refusal:
        return _render_refusal(request, refusal, _context(request, row, card_row) | {"version_message": message})
    messages.success(request, localize("Version {number} is named.", "已命名版本 {number}。", number=version.number))
    return redirect("cards:card-detail", pack, card)
