"""A card's life beside its text: renamed, retired, deprecated, moved to the trash."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from cards.errors import Refusal
from cards.gateway import editing
from cards.localization import data_language, localize
from cards.models import Card, Pack, ReleaseCard
from cards.permissions import Act
from cards.queries.card_names import card_references, renames_of
from cards.queries.cards import card_get, card_list, card_row
from cards.queries.packs import pack_get
from cards.services.card import card_trash
from cards.services.card_marks import card_deprecate, card_retire, card_undeprecate, card_unretire
from cards.services.card_rename import card_rename
from cards.services.trash import TRASH_DAYS
from cards.web.access import access
from cards.web.forms import PortalForm, said
from cards.web.lifecycle_forms import DeprecateForm, RenameForm
from cards.web.listing import tile
from cards.web.page import page
from cards.web.text import bilingual_plain
from cards.web.views.cards import card_words

MAX_SUGGESTIONS = 200  # ids that the field "use instead" suggests


@require_http_methods(["GET", "POST"])
@page
def rename(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Give a card another id; the cards that refer to it are listed first."""
    row, card_row = _card(request, pack, card, Act.CARD_RENAME)
    form = RenameForm(request.POST or None, initial={"new_id": _initial_id(request, card_row), "rewrite": True})
    if form.is_bound and form.is_valid():
        try:
            card_after = card_rename(
                actor=request.user,
                card=card_row,
                new_id=form.cleaned_data["new_id"],
                rewrite=form.cleaned_data["rewrite"],
            )
        except Refusal as refusal:
            form.refuse(refusal, "new_id" if refusal.slug == "id-taken" else None)
        else:
            messages.success(
                request, localize("The card is now called {id}.", "卡牌现名为 {id}。", id=card_after.written_id)
            )
            return redirect("cards:card-detail", pack, card_after.written_id)
    references = card_references(pack=row, written_id=card_row.written_id)
    extra = {
        "references": references,
        "places": sum(len(each.pointers) for each in references),
        "is_released": ReleaseCard.objects.filter(card=card_row, written_id=card_row.written_id).exists(),
        "renames": renames_of(card=card_row),
    }
    return _render(request, "cards/card_rename.html", card_row, form, {"title": localize("Rename", "重命名"), **extra})


def _initial_id(request: HttpRequest, card: Card) -> str:
    """Return the id that the form begins with: the one asked for, the one in the text, or the present one."""
    return request.GET.get("to", "") or editing.card_id(card.draft.text) or card.written_id


@require_http_methods(["GET", "POST"])
@page
def retire(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Confirm, then retire a released card, or return a retired card."""
    row, card_row = _card(request, pack, card, Act.CARD_RETIRE)
    form = PortalForm(request.POST or None)
    if request.method == "POST":
        act, message = (
            (card_unretire, localize("The card ships again with the next release.", "卡牌将随下一次发布回归。"))
            if request.POST.get("act") == "unretire"
            else (
                card_retire,
                localize(
                    "The card is retired. It leaves the pack with the next release.",
                    "卡牌已停用，下一次发布不再包含它。",
                ),
            )
        )
        try:
            act(actor=request.user, card=card_row)
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, message)
            return redirect("cards:card-detail", pack, card)
    references = card_references(pack=row, written_id=card_row.written_id)
    return _render(
        request,
        "cards/card_retire.html",
        card_row,
        form,
        {"title": localize("Retire", "停用"), "references": references},
    )


@require_http_methods(["GET", "POST"])
@page
def deprecate(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Write or remove the note that a card is deprecated."""
    row, card_row = _card(request, pack, card, Act.CARD_DEPRECATE)
    if request.method == "POST" and request.POST.get("act") == "undeprecate":
        card_undeprecate(actor=request.user, card=card_row)
        messages.success(request, localize("The note is removed.", "已删除弃用说明。"))
        return redirect("cards:card-detail", pack, card)
    note = card_row.deprecated or {}
    initial = {"note_en": note.get("en", ""), "note_zh": note.get("zh", ""), "use": note.get("use", "")}
    form = DeprecateForm(request.POST or None, initial=initial)
    if form.is_bound and form.is_valid():
        try:
            card_deprecate(actor=request.user, card=card_row, note=form.note(), use=form.cleaned_data["use"])
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            messages.success(
                request,
                localize("The card is deprecated. It still ships, with this note.", "卡牌已弃用，仍会带着此说明发布。"),
            )
            return redirect("cards:card-detail", pack, card)
    suggestions = card_list(pack=row).exclude(pk=card_row.pk).values_list("written_id", flat=True)[:MAX_SUGGESTIONS]
    return _render(
        request,
        "cards/card_deprecate.html",
        card_row,
        form,
        {"title": localize("Deprecate", "弃用"), "others": list(suggestions)},
    )


@require_POST
@page
def trash(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Move a card to the trash; it can be restored there."""
    _, card_row = _card(request, pack, card, Act.CARD_TRASH)
    try:
        card_trash(actor=request.user, card=card_row)
    except Refusal as refusal:
        if refusal.status in {403, 404}:
            raise
        messages.error(request, said(refusal, data_language()))
        return redirect("cards:card-detail", pack, card)
    message = localize(
        "{id} is in the trash. It can be restored for {days} days.",
        "{id} 已移入回收站，{days} 天内可以恢复。",
        id=card_row.written_id,
        days=TRASH_DAYS,
    )
    messages.success(request, message)
    return redirect("cards:trash", pack)


def _card(request: HttpRequest, pack: str, card: str, act: Act) -> tuple[Pack, Card]:
    row = pack_get(account=request.user, slug=pack, act=act)
    return row, card_get(account=request.user, pack=row, written_id=card)


def _render(request: HttpRequest, template: str, card: Card, form: PortalForm, extra: dict[str, Any]) -> HttpResponse:
    pack = card.pack
    words = card_words(card, tile(card_row(card=card, pack=pack), pack))
    context = {
        "pack": pack,
        "section": "cards",
        "card": words,
        "can": access(request.user, pack).can,
        "form": form,
        "crumbs": [
            (reverse("cards:pack-detail", args=[pack.slug]), bilingual_plain(pack.name)),
            (words["url"], card.written_id),
            ("", extra["title"]),
        ],
        **extra,
    }
    status = 400 if form.is_bound and form.errors else 200
    return render(request, template, context, status=status)
