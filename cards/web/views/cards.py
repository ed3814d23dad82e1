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

from cards.errors import IdDiffers, IdTaken, InvalidFields, Refusal, Stale
from cards.gateway import rulesets, validation
from cards.gateway.problems import Problem
from cards.localization import data_language, localize
from cards.lookups import search_words
from cards.models import Card, Draft, Pack
from cards.permissions import Act
from cards.queries.card_ids import card_id_offered
from cards.queries.cards import card_row
from cards.queries.coverage import card_coverage, card_worths
from cards.queries.history import draft_get
from cards.queries.problems import declaring_names, draft_report, known_ids
from cards.services.draft import DraftSaved, draft_save
from cards.services.version import version_create
from cards.web.access import access
from cards.web.card_page import counted, coverage_mark, entries, face_of, texts_mark, worth_mark
from cards.web.card_start import card_begun, copyable, kind_of_start, source_of, source_packs, text_of_start
from cards.web.card_texts import texts_of, texts_to_save, typed_texts
from cards.web.forms import CardForm
from cards.web.line_ends import with_line_ends
from cards.web.listing import kind_labels, tile
from cards.web.page import Context, json_answer, pack_context, pack_endpoint, pack_page, params_of, required
from cards.web.playtests import playtest_panel
from cards.web.scenarios import scenario_lines, strength_line
from cards.web.schema_text import schema_mark

EDITOR = "dist/card-editor.js"


@pack_page(Act.CARD_CREATE, "GET", "POST")
def card_new(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Make a card from a template, as a copy of a card of this pack or another, or from a text."""
    initial = {"copy_of": request.GET.get("copy", ""), "name": search_words(request.GET, "name")}
    form = CardForm(request.POST or None, request.FILES or None, initial=initial)
    problems: Sequence[Problem] = ()
    if form.is_valid():
        try:
            card = card_begun(request.user, pack, form.cleaned_data, form.cleaned_data["file"])
        except IdTaken as taken:
            form.refuse(taken if taken.detail != taken.general else _duplicate_id(form), "card_id")
        except Refusal as refusal:
            problems = refusal.problems
            form.refuse(refusal, "text" if problems else None)
        else:
            steps = f"#help={reverse('cards:first-card', args=[pack.ruleset])}" if request.GET.get("steps") else ""
            return redirect(f"{reverse('cards:card-detail', args=[pack, card])}{steps}")
    return render(request, "cards/card_new.html", _new_context(request, pack, form) | {"problems": problems})


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


@pack_endpoint(Act.CARD_CREATE)
def card_id_check(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Return the id that a new card of a name is offered, and whether the one that was typed is taken."""
    written_id = search_words(request.GET, "id")
    begin = request.GET.get("template", "")
    kind = kind_of_start(pack, begin, search_words(request.GET, "kind"))
    name = search_words(request.GET, "name")
    offered = card_id_offered(pack=pack, kind=kind, name=name, text_with=text_of_start(pack, begin, kind))
    is_taken = Card.objects.filter(pack=pack, written_id__iexact=written_id).exists() if written_id else False
    return json_answer({"id": offered, "taken": is_taken})


def _new_context(request: HttpRequest, pack: Pack, form: CardForm) -> Context:
    kinds = kind_labels(pack.ruleset)
    sources = [
        {"key": template.key, "title": template.title, "kind_label": kinds.get(template.kind, template.kind)}
        for template in rulesets.templates(pack.ruleset)
    ]
    params = params_of(request)
    copy_of = params.get("copy_of", "") or params.get("copy", "")
    source = source_of(request.user, pack, params.get("source", ""))
    query = params.get("q", "") or ("" if request.method == "POST" else copy_of)
    cards, count = copyable(source, query)
    begins = "copy" if {"copy", "q", "source"} & set(request.GET) else sources[0]["key"] if sources else "text"
    own_kinds = dict.fromkeys(template.kind for template in rulesets.templates(pack.ruleset))
    return pack_context(
        pack,
        "cards",
        localize("New card", "新建卡牌"),
        form=form,
        templates=sources,
        kinds=[(kind, kinds.get(kind, kind)) for kind in own_kinds],
        chosen_kind=params.get("kind", ""),
        chosen=params.get("template", "") or begins,
        source=source,
        sources=source_packs(request.user, pack),
        query=query,
        found=cards,
        more=max(0, count - len(cards)),
        copy_of=copy_of,
    )


@pack_page(Act.CARD_READ, "GET", "POST")
def card_detail(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Show a card with its text, face, problems and history; save its text where no script does."""
    if request.method == "GET":
        return render(request, "cards/card_detail.html", _context(request, pack, card))
    text = with_line_ends(required(request.POST, "text"), draft_get(card=card).text)
    try:
        result = draft_save(actor=request.user, card=card, text=text, texts=None, based_on=request.POST.get("etag"))
    except Refusal as refusal:
        return _render_refusal(request, refusal, _context(request, pack, card, text=text))
    _saved(request, result)
    return redirect("cards:card-detail", pack, card)


def _render_refusal(request: HttpRequest, refusal: Refusal, context: Context) -> HttpResponse:
    """Show the card's page with what was typed and why it was not saved."""
    if refusal.status in {403, 404}:
        raise refusal
    if isinstance(refusal, Stale):
        extra: Context = {"stale": refusal.current, "aside": refusal.conflict_revision}
    else:
        extra = {"refusal": {"title": refusal.title, "detail": refusal.detail}}
    return render(request, "cards/card_detail.html", context | extra, status=refusal.status)


def _context(request: HttpRequest, pack: Pack, card: Card, text: str | None = None) -> Context:
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
        "playtests": playtest_panel(card),
        "coverage": coverage_mark(card_coverage(card=card), pack),
        "worth": worth_mark(card_worths(card=card), pack),
        "first_answer": {"problems": [problem.to_json() for problem in report.problems]},
        **schema_address(pack),
        "has_editor": settings.DEBUG or finders.find(EDITOR) is not None,
    }


def schema_address(pack: Pack) -> dict[str, str]:
    """Return where an editor finds the schema of the pack's cards, and a mark that changes with it: its own where it declares anything."""
    mark = declaring_names(pack=pack).mark[:12]
    if not mark:
        return {"schema_url": rulesets.schema_id(pack.ruleset), "schema_mark": schema_mark(pack.ruleset, "card")}
    return {"schema_url": reverse("cards:pack-schema", args=[pack]), "schema_mark": mark}


def _report(draft: Draft, pack: Pack, text: str | None) -> validation.CardReport:
    if text is None:
        return draft_report(draft=draft, pack=pack)
    return validation.validate(pack.ruleset, text, known_ids=known_ids(pack=pack), texts=draft.texts)


def card_words(card: Card, extra: Any) -> Context:
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


@pack_page(Act.DRAFT_SAVE, "POST")
def card_texts(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Save the texts beside the document; `use` takes the generated rules text of a language, for the source's into the document."""
    draft = draft_get(card=card)
    posted_texts = typed_texts(texts_of(draft, pack, draft_report(draft=draft, pack=pack)), request.POST)
    try:
        if request.POST.get("mark") != texts_mark(draft):
            raise Stale(draft)
        text, texts = texts_to_save(pack, draft, posted_texts, request.POST.get("use", ""))
        result = draft_save(actor=request.user, card=card, text=text, texts=texts, based_on=draft.etag)
    except Refusal as refusal:
        return _render_refusal(
            request, refusal, _context(request, pack, card) | {"texts": posted_texts, "open_tab": "text"}
        )
    _saved(request, result)
    return redirect(f"{reverse('cards:card-detail', args=[pack, card])}?tab=text")


def _saved(request: HttpRequest, result: DraftSaved) -> None:
    messages.success(
        request, localize("Saved as revision {number}.", "已保存为修订 {number}。", number=result.draft.revision)
    )


@pack_page(Act.VERSION_CREATE, "POST")
def version_new(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Save a version where no script runs."""
    message = request.POST.get("message", "")
    try:
        version = version_create(actor=request.user, card=card, based_on=request.POST.get("etag"), message=message)
    except IdDiffers as differs:
        messages.warning(request, differs.detail[data_language()])
        return redirect(f"{reverse('cards:card-rename', args=[pack, card])}?{urlencode({'to': differs.text_id})}")
    except Refusal as refusal:
        return _render_refusal(request, refusal, _context(request, pack, card) | {"version_message": message})
    messages.success(request, localize("Version {number} saved.", "已存为版本 {number}。", number=version.number))
    return redirect("cards:card-detail", pack, card)
