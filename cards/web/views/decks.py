"""A pack's decks: the list, a new one, the builder, and the file."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header

from cards.errors import InvalidFields, NotFound, Refusal, Stale
from cards.gateway import deck_files
from cards.localization import localize
from cards.models import Deck, Pack
from cards.permissions import Act
from cards.queries.decks import deck_get, deck_verdict, decks_to_copy
from cards.services.deck import (
    deck_copy,
    deck_create,
    deck_create_empty,
    deck_create_from_sample,
    deck_edit,
    deck_references_set,
    deck_restore,
    deck_save,
    deck_trash,
    deck_untrash,
)
from cards.web.access import access
from cards.web.deck_forms import (
    Asked,
    DeckCopyForm,
    DeckForm,
    asked_of,
    copy_choices,
    deck_text,
    line_edits,
    shown_text,
    typed_counts,
)
from cards.web.deck_list import deck_listing
from cards.web.deck_page import deck_saves, deck_view
from cards.web.deck_pool import pool
from cards.web.forms import NOT_FIELDS
from cards.web.page import Context, is_number, pack_context, pack_page, required
from cards.web.text import bilingual_plain

PART = "X-Deck-Part"  # the header of a request of static/js/deck.js: which part of the page it wants
PARTS = {"work": "cards/partials/_deck_work.html", "pool": "cards/partials/_deck_pool.html"}
KEPT_PARAMS = {"q", "kind", "held", "sort", "page"}  # the parts of the query string that choosing an order keeps
MAX_NUMBER = 2**31 - 1


@pack_page(Act.DECK_READ, "GET", "POST")
def deck_index(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the decks of a pack; an admin chooses which are the reference decks."""
    if request.method == "POST":
        return _list_action(request, pack)
    context = pack_context(pack, "decks", localize("Decks", "牌组"), has_decks=deck_files.has_decks(pack.ruleset))
    if context["has_decks"]:
        context["listing"] = deck_listing(pack, request.GET)
    rights = access(request.user, pack)
    return render(request, "cards/deck_list.html", context | {"can": rights.can, "why": rights.why})


def _list_action(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Choose reference decks, or take one deck out of the trash."""
    url = request.POST.get("back", "").partition("#")[0]
    if request.POST.get("restore", "").isdigit():
        deck = deck_get(account=request.user, pack=pack, number=_number(request.POST["restore"]))
        try:
            deck_untrash(actor=request.user, deck=deck)
        except Refusal as refusal:
            return _deck_refusal(request, refusal, pack)
        messages.success(request, localize("Restored “{deck}”.", "已恢复“{deck}”。", deck=deck.title))
        return redirect("cards:deck-detail", pack, deck.number)
    among = [_number(text) for text in request.POST.getlist("shown")]
    chosen = [_number(text) for text in request.POST.getlist("reference")]
    deck_references_set(actor=request.user, pack=pack, numbers=chosen, among=among)
    messages.success(request, localize("Reference decks saved.", "参考牌组已保存。"))
    return redirect(f"{reverse('cards:deck-list', args=[pack])}{'?' + url if url else ''}")


def _deck_refusal(request: HttpRequest, refusal: Refusal, pack: Pack) -> HttpResponse:
    """Go back to the list with the message of a refusal; what the account may not do or know is a page of its own."""
    if refusal.status in NOT_FIELDS:
        raise refusal
    messages.error(request, bilingual_plain(refusal.detail))
    return redirect(f"{reverse('cards:deck-list', args=[pack])}?trash=1")


def _number(text: str) -> int:
    """Return the number of a deck; NotFound for what is none."""
    if not is_number(text, 10) or int(text) > MAX_NUMBER:
        raise NotFound()
    return int(text)


@pack_page(Act.DECK_EDIT, "GET", "POST")
def deck_new(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Make a deck: empty, of a file, of another deck or of the ruleset's own."""
    start = request.POST.get("from", "")
    forms = _forms(request, pack, start)
    context: Context = {"forms": forms, "start": start}
    status = 200
    if request.method == "POST":
        form = forms.get(start)
        try:
            if form is None or form.is_valid():
                return redirect("cards:deck-detail", pack, _create_deck(request, pack, start, form).number)
        except Refusal as refusal:
            status = refusal.status
            context |= _new_refused(request, refusal, form)
    return render(request, "cards/deck_new.html", _new_context(pack) | context, status=status)


def _forms(request: HttpRequest, pack: Pack, start: str) -> dict[str, DeckForm]:
    decks = decks_to_copy(account=request.user, pack=pack)
    names = {deck.pack_id: bilingual_plain(deck.pack.name) for deck in decks}
    data = {name: request.POST if name == start else None for name in ("empty", "copy")}
    wish = {"source": request.GET.get("copy", "")}
    return {
        "empty": DeckForm(data["empty"], auto_id="empty_%s"),
        "copy": DeckCopyForm(data["copy"], auto_id="copy_%s", decks=copy_choices(decks, names), initial=wish),
    }


def _create_deck(request: HttpRequest, pack: Pack, start: str, form: DeckForm | None) -> Deck:
    """Return the deck that was asked for."""
    actor = request.user
    if start == "sample":
        return deck_create_from_sample(actor=actor, pack=pack, sample=required(request.POST, "sample"))
    if start == "file":
        return deck_create(actor=actor, pack=pack, text=deck_text(request))
    if form is None:
        raise InvalidFields.of("/from", "There is no such way to start a deck.", "没有这种新建方式。")
    words = {"deck_id": form.cleaned_data["deck_id"], "name": form.cleaned_data["name"]}
    if start == "empty":
        return deck_create_empty(actor=actor, pack=pack, **words)
    source = Deck.objects.select_related("pack").get(pk=form.cleaned_data["source"])
    return deck_copy(actor=actor, pack=pack, source=source, **words)


def _new_refused(request: HttpRequest, refusal: Refusal, form: DeckForm | None) -> Context:
    """Return what the page of new decks shows of a refusal, with everything that was typed."""
    if refusal.status in NOT_FIELDS:
        raise refusal
    if form is not None and form.is_bound:
        form.refuse(refusal, "deck_id" if refusal.slug == "id-taken" else None)
        return {}
    return {"refusal": refusal, "problems": refusal.problems, "text": shown_text(request)}


def _new_context(pack: Pack) -> Context:
    has_decks = deck_files.has_decks(pack.ruleset)
    return pack_context(
        pack,
        "decks",
        localize("New deck", "新建牌组"),
        _list_crumb(pack),
        has_decks=has_decks,
        samples=deck_files.sample_decks(pack.ruleset) if has_decks else (),
    )


@pack_page(Act.DECK_READ, "GET", "POST")
def deck_detail(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Show a deck beside the cards that it may take; change it."""
    deck = deck_get(account=request.user, pack=pack, number=min(number, MAX_NUMBER))
    if request.method == "GET":
        return _render_deck(request, pack, deck)
    form = asked_of(request.POST)
    try:
        result = _apply_form(request, deck, form)
    except Refusal as refusal:
        return _render_refusal(request, refusal, pack, deck, form)
    if result is None:
        return redirect("cards:deck-list", pack)
    if PART in request.headers:
        return _render_deck(request, pack, result)
    return redirect(f"{request.path}{_query(request)}")


def _apply_form(request: HttpRequest, deck: Deck, form: Asked) -> Deck | None:
    """Apply the form of a deck; return it, or None where it left the list."""
    actor, based_on = request.user, request.POST.get("etag")
    match form.verb, form.words:
        case "trash", ():
            deck_trash(actor=actor, deck=deck)
            messages.success(
                request, localize("“{deck}” was moved to the trash.", "“{deck}”已移到回收站。", deck=deck.title)
            )
            return None
        case "text", ():
            return deck_save(actor=actor, deck=deck, text=deck_text(request, deck.text), based_on=based_on)
        case "restore", (revision,):
            return deck_restore(actor=actor, deck=deck, revision=_number(revision), based_on=based_on)
        case _:
            copies = deck_files.deck_read(deck.pack.ruleset, deck.text).copies
            edits = line_edits(form, request.POST, copies)
            return deck_edit(actor=actor, deck=deck, edits=edits, based_on=based_on)


def _render_refusal(request: HttpRequest, refusal: Refusal, pack: Pack, deck: Deck, form: Asked) -> HttpResponse:
    """Show the deck with what was typed and why it was not saved."""
    if refusal.status in NOT_FIELDS:
        raise refusal
    extra: Context = {
        "refusal": refusal,
        "asked": request.POST.get("do", ""),
        "problems_of_text": refusal.problems,
    }
    if isinstance(refusal, Stale):
        deck = refusal.current
        extra["stale"] = deck
    if form.verb == "text":
        extra |= {"is_text": True, "typed_text": shown_text(request)}
    return _render_deck(request, pack, deck, counts=typed_counts(request.POST), status=refusal.status, **extra)


def _render_deck(
    request: HttpRequest,
    pack: Pack,
    deck: Deck,
    counts: Mapping[str, str] | None = None,
    status: int = 200,
    **extra: Any,
) -> HttpResponse:
    """Render the page, or the part of it that the script asks for."""
    template = PARTS.get(request.headers.get(PART, ""), "cards/deck_detail.html")
    verdict = deck_verdict(deck=deck, pack=pack)
    rights = access(request.user, pack)
    context = pack_context(
        pack,
        "decks",
        deck.title,
        _list_crumb(pack),
        deck=deck,
        can_edit=rights.can.edit and deck.trashed_at is None and verdict.file is not None,
        can=rights.can,
        why=rights.why,
        pool=pool(pack, verdict, request.GET),
        query=_query(request),
    )
    if template != PARTS["pool"]:
        context |= {
            "verdict": verdict,
            "view": deck_view(pack, verdict, request.GET.get("order", ""), counts or {}),
            "saves": deck_saves(deck),
            "is_reference": deck.number in pack.reference_decks,
            "kept": [(name, value) for name, value in request.GET.items() if name in KEPT_PARAMS],
        }
    return render(request, template, context | extra, status=status)


def _query(request: HttpRequest) -> str:
    """Return the query string of the page with its question mark, empty without one."""
    return f"?{request.GET.urlencode()}" if request.GET else ""


@pack_page(Act.DECK_READ)
def deck_file(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Return a deck's file, byte for byte as it was imported or last saved."""
    deck = deck_get(account=request.user, pack=pack, number=min(number, MAX_NUMBER))
    name = "".join("-" if char in '/\\:*?"<>|' or not char.isprintable() else char for char in deck.deck_id)
    headers = {
        "Content-Disposition": content_disposition_header(True, f"{name.strip('. ') or 'deck'}.json") or "",
        "ETag": f'"{deck.etag}"',
    }
    return HttpResponse(deck.text.encode(), content_type="application/json", headers=headers)


def _list_crumb(pack: Pack) -> tuple[str, str]:
    return reverse("cards:deck-list", args=[pack]), localize("Decks", "牌组")
